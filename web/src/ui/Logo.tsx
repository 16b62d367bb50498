// The logo: a line that branches once, with a station at its end.
import styles from './Logo.module.css';

export function Mark() {
  return (
    <svg className={styles.mark} viewBox="0 0 44 36" aria-hidden="true">
      <g fill="none" stroke="currentColor" strokeWidth="4" strokeLinecap="round" strokeLinejoin="round">
        <path d="M2 28h40" />
        <path d="M8 28c9 0 9-18 18-18h4" />
      </g>
      <circle cx="35.5" cy="10" r="5.5" className={styles.station} stroke="currentColor" strokeWidth="4" />
    </svg>
  );
}

/** The mark with the lender's name. */
export function Logo({ name }: { readonly name: string }) {
  return (
    <span className={styles.logo}>
      <Mark />
      <span className={styles.name}>{name}</span>
    </span>
  );
}
