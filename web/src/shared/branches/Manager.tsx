import type { Manager as Person } from '#contract/shapes.ts';
import styles from './Manager.module.css';

export function Manager({ fullName, title, picture }: Person) {
  return (
    <p className={styles.manager}>
      {picture && <img src={picture} alt="" width={56} height={56} loading="lazy" />}
      <span>
        {fullName} <span className={styles.soft}>{title}</span>
      </span>
    </p>
  );
}
