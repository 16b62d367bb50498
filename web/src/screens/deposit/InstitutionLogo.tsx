import styles from './InstitutionLogo.module.css';

interface InstitutionLogoProps {
  /** PNG, base64, as the bank-link provider sends it. */
  readonly logo: string | undefined;
}

/** The bank's logo, or a drawing of a bank. */
export function InstitutionLogo({ logo }: InstitutionLogoProps) {
  if (logo) {
    const source = logo.startsWith('data:') ? logo : `data:image/png;base64,${logo}`;
    return <img className={styles.logo} src={source} alt="" width={40} height={40} />;
  }
  return (
    <svg className={styles.logo} viewBox="0 0 40 40" aria-hidden="true">
      <path
        d="m8 16 12-7 12 7zM11 16v13M17 16v13M23 16v13M29 16v13M7 31h26"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
