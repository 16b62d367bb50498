// The lender's own files: its logo, in the light scheme and the dark one, and its mark alone.
import styles from './Logo.module.css';

declare const __LOGO__: { readonly light: string; readonly dark: string; readonly width: number };

/** A decoration. */
export const Mark = () => (
  <img className={styles.mark} src="/icon.svg" alt="" width="32" height="32" loading="lazy" />
);

export function Logo({ name }: { readonly name: string }) {
  return (
    <picture>
      <source srcSet={`/lender/${__LOGO__.dark}`} media="screen and (prefers-color-scheme: dark)" />
      <img
        className={styles.logo}
        src={`/lender/${__LOGO__.light}`}
        alt={name}
        width={__LOGO__.width}
        height="32"
      />
    </picture>
  );
}
