import type { ReactNode } from 'react';
import { classes } from './class-names.ts';
import styles from './Figures.module.css';

interface FiguresProps {
  readonly figures: readonly { readonly label: ReactNode; readonly value: ReactNode }[];
  /** One per line with the values on the right, like a statement. */
  readonly list?: boolean;
}

export function Figures({ figures, list }: FiguresProps) {
  return (
    <dl className={classes(styles.figures, list && styles.list)}>
      {figures.map(({ label, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: figures have a fixed order.
        <div key={index}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
