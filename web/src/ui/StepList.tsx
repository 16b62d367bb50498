import type { ReactNode } from 'react';
import { partWords } from '../wording/ui-text.ts';
import { classes } from './class-names.ts';
import styles from './StepList.module.css';
import { Tick } from './Tick.tsx';

interface PathStep {
  readonly title: string;
  readonly text?: ReactNode;
}

interface PathProps {
  readonly steps: readonly PathStep[];
  /** The step that comes now, where the list tells of a way already begun. */
  readonly here?: number;
  readonly label?: string;
}

/** A way told from top to bottom, each step a station with a sentence. */
export function Path({ steps, here, label }: PathProps) {
  return (
    <ol className={styles.path} aria-label={label}>
      {steps.map(({ title, text }, index) => (
        <li
          key={title}
          className={classes(styles.step, index === here && styles.here)}
          aria-current={index === here ? 'step' : undefined}
        >
          <span className={styles.number} aria-hidden="true">
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

interface TimelineProps {
  readonly steps: readonly string[];
  readonly here: number;
  readonly label: string;
}

/** The few steps inside one stage, in a row: a branch of the line, not the line itself. */
export function Timeline({ steps, here, label }: TimelineProps) {
  return (
    <ol className={styles.timeline} aria-label={label}>
      {steps.map((step, index) => (
        <li
          key={step}
          className={classes(styles.moment, index < here && styles.past, index === here && styles.now)}
          aria-current={index === here ? 'step' : undefined}
        >
          <span className={styles.number} aria-hidden="true">
            {index < here ? <Tick /> : index + 1}
          </span>
          <span className={styles.momentName}>
            {step}
            {index < here && <span className="visually-hidden"> ({partWords.stationDone})</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
