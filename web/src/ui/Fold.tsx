import type { ReactNode } from 'react';
import styles from './Fold.module.css';

/** One line that opens: the side column of wider screens. */
export function Fold({ line, children }: { readonly line: ReactNode; readonly children: ReactNode }) {
  return (
    <details className={styles.fold}>
      <summary>{line}</summary>
      {children}
    </details>
  );
}
