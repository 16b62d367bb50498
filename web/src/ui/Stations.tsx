import type { ReactNode } from 'react';
import { uiText } from '../wording/ui-text.ts';
import { classes } from './class-names.ts';
import styles from './Stations.module.css';
import { Tick } from './Tick.tsx';

interface Station {
  readonly title: string;
  readonly text?: ReactNode;
  readonly at: 'done' | 'current' | 'ahead';
}

interface StationsProps {
  readonly stations: readonly Station[];
  readonly label: string;
}

/** A line from top to bottom: what is done, where we are, what is ahead. */
export function Stations({ stations, label }: StationsProps) {
  return (
    <ol className={styles.list} aria-label={label}>
      {stations.map(({ title, text, at }) => (
        <li
          key={`${at} ${title}`}
          className={classes(styles.stop, at !== 'ahead' && styles[at])}
          aria-current={at === 'current' ? 'step' : undefined}
        >
          <span className={styles.station} aria-hidden="true">
            {at === 'done' && <Tick />}
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
