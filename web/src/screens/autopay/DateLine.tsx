// Dates as stations of a line, from the money's arrival to the last payment.
import type { ReactNode } from 'react';
import styles from './DateLine.module.css';

interface Station {
  readonly what: string;
  readonly when: string;
  readonly more?: ReactNode;
}

export function DateLine({ stations }: { readonly stations: readonly Station[] }) {
  return (
    <ol className={styles.line}>
      {stations.map(({ what, when, more }) => (
        <li key={what} className={styles.station}>
          <p className={styles.what}>{what}</p>
          <p className={styles.when}>{when}</p>
          {more && <p className={styles.more}>{more}</p>}
        </li>
      ))}
    </ol>
  );
}
