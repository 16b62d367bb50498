import type { ReactNode } from 'react';
import { classes } from './class-names.ts';
import styles from './Stations.module.css';

interface Step {
  readonly title: string;
  readonly text?: ReactNode;
}

interface StepListProps {
  readonly steps: readonly Step[];
  /** The current step, when the list shows progress. */
  readonly current?: number;
}

/** Steps from top to bottom, each with a sentence. */
export function StepList({ steps, current }: StepListProps) {
  return (
    <ol className={styles.list}>
      {steps.map(({ title, text }, index) => (
        <li
          key={title}
          className={classes(styles.stop, styles.step, index === current && styles.current)}
          aria-current={index === current ? 'step' : undefined}
        >
          <span className={styles.station} aria-hidden="true">
            {index + 1}
          </span>
          <div>
            <p className={styles.title}>{title}</p>
            {text && <p className={styles.text}>{text}</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}
