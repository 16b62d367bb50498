import type { ReactNode } from 'react';
import { uiText } from '../wording/ui-text.ts';
import { classes } from './class-names.ts';
import { Tick } from './Tick.tsx';
import styles from './Timeline.module.css';

interface Step {
  readonly title: string;
  readonly text?: ReactNode;
}

interface Station extends Step {
  readonly at: 'done' | 'current' | 'ahead';
}

interface TimelineProps {
  readonly stations: readonly Station[];
  readonly label?: string;
  readonly isNumbered?: boolean;
}

/** A line from top to bottom: what is done, where we are, what is ahead. */
export function Timeline({ stations, label, isNumbered = false }: TimelineProps) {
  return (
    <ol className={styles.list} aria-label={label}>
      {stations.map(({ title, text, at }, index) => (
        <li
          key={`${at} ${title}`}
          className={classes(styles.stop, isNumbered && styles.step, at !== 'ahead' && styles[at])}
          aria-current={at === 'current' ? 'step' : undefined}
        >
          <span className={styles.station} aria-hidden="true">
            {at === 'done' ? <Tick /> : isNumbered && index + 1}
          </span>
          <div>
            <p className={styles.title}>
              {title}
              {at === 'done' && <span className="visually-hidden"> ({uiText.stepDone})</span>}
            </p>
            {text && <p className={styles.text}>{text}</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}

interface StepListProps {
  readonly steps: readonly Step[];
  /** The current step, when the list shows progress. */
  readonly current?: number;
}

/** Numbered steps from top to bottom, each with a sentence. */
export const StepList = ({ steps, current }: StepListProps) => (
  <Timeline
    isNumbered
    stations={steps.map((step, index) => ({ ...step, at: index === current ? 'current' : 'ahead' }))}
  />
);
