// A native range input over a list of stops, so that it is always at one of them.
import type { ReactNode } from 'react';
import { useIsHydrated } from '../lib/use-browser-value.ts';
import styles from './Slider.module.css';

interface SliderProps {
  readonly id: string;
  readonly label: string;
  /** How many stops there are: two at least. */
  readonly count: number;
  /** The position of the current stop, from 0. */
  readonly at: number;
  /** What the current stop is called: "$5,000". */
  readonly text: string;
  /** What is written below the stops. */
  readonly children?: ReactNode;
  /** Until the stops can be changed. */
  readonly disabled?: boolean;
  readonly onMove: (at: number) => void;
}

export function Slider({ id, label, count, at, text, children, disabled, onMove }: SliderProps) {
  const last = count - 1;
  // A move before the page responds would be lost.
  const isHydrated = useIsHydrated();
  return (
    <div className={styles.slider}>
      <input
        // The filled part of the track. It is no attribute, which the page's policy would refuse.
        ref={(element) => element?.style.setProperty('--filled', `${(at / last) * 100}%`)}
        id={id}
        type="range"
        className={styles.range}
        min={0}
        max={last}
        step={1}
        value={at}
        disabled={disabled || !isHydrated}
        aria-label={label}
        aria-valuetext={text}
        onChange={(event) => onMove(Number(event.target.value))}
      />
      {children}
    </div>
  );
}
