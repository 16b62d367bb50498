// Progress as a railway line: the stations behind, the one the applicant is at, and those ahead.
import { useEffect, useState } from 'react';
import { partWords } from '../wording/ui-text.ts';
import { classes } from './class-names.ts';
import styles from './ProgressSteps.module.css';

interface StageLineProps {
  readonly stations: readonly string[];
  /** The index of the station the applicant is at; the number of stations when all are behind. */
  readonly here: number;
  readonly label?: string;
}

// Where the train stood on the screen before, so that it is seen to move to the next station.
let stoodAt: number | undefined;

/** The application's steps as stations on a line. */
export function StageLine({ stations, here, label = partWords.progress }: StageLineProps) {
  const [train, setTrain] = useState(stoodAt ?? here);
  useEffect(() => {
    stoodAt = here;
    const frame = requestAnimationFrame(() => setTrain(here));
    return () => cancelAnimationFrame(frame);
  }, [here]);
  return (
    <ol className={styles.line} aria-label={label} data-stations={stations.length} data-train={train}>
      {stations.map((station, index) => {
        const state = index < here ? 'done' : index === here ? 'here' : 'ahead';
        return (
          <li
            key={station}
            className={classes(styles.stop, styles[state])}
            aria-current={index === here ? 'step' : undefined}
          >
            <span className={styles.station}>
              {state === 'done' && (
                <svg viewBox="0 0 16 16" aria-hidden="true">
                  <path d="m3.5 8.4 3 3 6-6.6" fill="none" stroke="currentColor" strokeWidth="2.4" />
                </svg>
              )}
            </span>
            <span className={styles.name}>
              <span className={styles.count} aria-hidden="true">
                {index + 1} / {stations.length}
              </span>
              {station}
              <span className="visually-hidden"> ({words[state]})</span>
            </span>
          </li>
        );
      })}
      {here < stations.length && (
        <li className={styles.train} aria-hidden="true">
          <span />
        </li>
      )}
    </ol>
  );
}

const words = { done: partWords.stationDone, here: partWords.stationHere, ahead: partWords.stationAhead };
