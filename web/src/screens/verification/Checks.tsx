import { classes } from '../../ui/class-names.ts';
import { checkNames } from '../../wording/verification.ts';
import styles from './Checks.module.css';

export type CheckName = keyof typeof checkNames;

interface Check {
  /** Undefined until it is known. */
  readonly holds: boolean | undefined;
  readonly state: string;
  readonly why?: string | undefined;
}

export function Checks({ label, of }: { readonly label: string; readonly of: (name: CheckName) => Check }) {
  return (
    <ul className={styles.checks} aria-label={label}>
      {(Object.keys(checkNames) as CheckName[]).map((name) => {
        const { holds, state, why } = of(name);
        return (
          <li key={name} className={classes(styles.check, holds && styles.yes)}>
            <svg className={styles.sign} viewBox="0 0 24 24" aria-hidden="true">
              <circle cx="12" cy="12" r="10" fill="none" stroke="currentColor" strokeWidth="2" />
              {holds && (
                <path d="m7.5 12.3 3.2 3.2 6-6.6" fill="none" stroke="currentColor" strokeWidth="2.2" />
              )}
              {holds === false && <path d="M7.5 12h9" stroke="currentColor" strokeWidth="2.2" />}
            </svg>
            <span className={styles.line}>
              <span className={styles.name}>{checkNames[name]}</span>{' '}
              <span className={styles.state}>{state}</span>
            </span>
            {why && <p className={styles.why}>{why}</p>}
          </li>
        );
      })}
    </ul>
  );
}
