import { useEffect, useState } from 'react';
import styles from './Waiting.module.css';

interface WaitingProps {
  /** Messages shown in turn during the wait. */
  readonly messages: readonly string[];
  /** How long it usually takes, and what comes next. */
  readonly note?: string;
  /** How long each message is shown: five seconds, or less in a test. */
  readonly everyMs?: number;
}

/** A loading indicator: a moving train and changing messages. */
export function Waiting({ messages, note, everyMs = 5000 }: WaitingProps) {
  const [at, setAt] = useState(0);
  useEffect(() => {
    if (messages.length < 2) return;
    const timer = setTimeout(() => setAt((at + 1) % messages.length), everyMs);
    return () => clearTimeout(timer);
  }, [at, messages.length, everyMs]);
  return (
    <div className={styles.waiting}>
      <svg className={styles.scene} viewBox="0 0 320 72" aria-hidden="true">
        <g className={styles.track}>
          <path d="M4 58h312" />
          <path d="M72 58c42 0 42-40 84-40h132" />
        </g>
        <g className={styles.stations}>
          <circle cx="36" cy="58" r="7" />
          <circle cx="284" cy="58" r="7" />
        </g>
        <circle className={styles.goal} cx="294" cy="18" r="9" />
        <g className={styles.train}>
          <rect x="-17" y="-8" width="34" height="16" rx="7" />
          <path d="M-10-2h4M-2-2h4M6-2h4" />
        </g>
      </svg>
      <p className={styles.message} role="status">
        {messages[at]}
      </p>
      {note && <p className={styles.note}>{note}</p>}
    </div>
  );
}
