import type { ReactNode } from 'react';
import styles from './Disclosure.module.css';

/** One line that opens: the side column of wider screens. */
export function Disclosure({ line, children }: { readonly line: ReactNode; readonly children: ReactNode }) {
  return (
    <details className={styles.disclosure}>
      <summary>{line}</summary>
      {children}
    </details>
  );
}
