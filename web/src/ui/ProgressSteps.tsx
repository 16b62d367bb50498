// The progress line, drawn as a railway: steps done, the current one, and those ahead.
import { useEffect, useState } from 'react';
import { uiText } from '../wording/ui-text.ts';
import { classes } from './class-names.ts';
import styles from './ProgressSteps.module.css';

interface ProgressStepsProps {
  readonly steps: readonly string[];
  /** The index of the current step; the number of steps when all are done. */
  readonly current: number;
  readonly parts?: Parts | undefined;
}

/** What the current step is made of. */
interface Parts {
  readonly label: string;
  readonly steps: readonly { readonly name: string; readonly short: string }[];
  readonly current: number;
}

// The step on the previous screen, so that the train is seen to move to the next one.
let previousStep: number | undefined;

export function ProgressSteps({ steps, current, parts }: ProgressStepsProps) {
  const [train, setTrain] = useState(previousStep ?? current);
  useEffect(() => {
    previousStep = current;
    const frame = requestAnimationFrame(() => setTrain(current));
    return () => cancelAnimationFrame(frame);
  }, [current]);
  return (
    <ol className={styles.line} aria-label={uiText.progress} data-train={train}>
      {steps.map((step, index) => {
        const state = stateOf(index, current);
        return (
          <li
            key={step}
            className={classes(styles.stop, styles[state])}
            aria-current={index === current ? 'step' : undefined}
          >
            <span className={styles.step}>
              {state === 'done' && (
                <svg viewBox="0 0 16 16" aria-hidden="true">
                  <path d="m3.5 8.4 3 3 6-6.6" fill="none" stroke="currentColor" strokeWidth="2.4" />
                </svg>
              )}
            </span>
            <div className={styles.name}>
              <span className={styles.count} aria-hidden="true">
                {`${index + 1} / ${steps.length}`}
              </span>
              {step}
              <span className="visually-hidden">{` (${words[state]})`}</span>
              {index === current && parts && <PartsOfStep {...parts} />}
            </div>
          </li>
        );
      })}
      {current < steps.length && (
        <li className={styles.train} aria-hidden="true">
          <span />
        </li>
      )}
    </ol>
  );
}

/** In the same line: "Choose my loan: amount, terms, preview". */
function PartsOfStep({ label, steps, current }: Parts) {
  return (
    <>
      <span>{': '}</span>
      <ol className={styles.parts} aria-label={label}>
        {steps.map(({ name, short }, index) => (
          <li key={name} aria-current={index === current ? 'step' : undefined}>
            <span aria-hidden="true">{index < steps.length - 1 ? `${short}, ` : short}</span>
            <span className="visually-hidden">{`${name} (${words[stateOf(index, current)]})`}</span>
          </li>
        ))}
      </ol>
    </>
  );
}

const stateOf = (index: number, current: number) =>
  index < current ? 'done' : index === current ? 'current' : 'ahead';

const words = { done: uiText.stepDone, current: uiText.stepCurrent, ahead: uiText.stepAhead };
