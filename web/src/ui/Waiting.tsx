import { type ReactNode, useEffect, useState } from 'react';
import { rotateMessages } from '../lib/rotate-messages.ts';
import { realTimers, type Timers } from '../lib/timers.ts';
import { uiText } from '../wording/ui-text.ts';
import { Timeline } from './Timeline.tsx';
import styles from './Waiting.module.css';

interface WaitingProps {
  /** Messages shown in turn during the wait. The last one stays. */
  readonly messages: readonly string[];
  /** How long it usually takes, and what comes next. */
  readonly note?: ReactNode;
}

/** A loading indicator: a moving train and changing messages. A screen reader gets the first. */
export function Waiting({ messages, note }: WaitingProps) {
  return (
    <div className={styles.waiting}>
      <Scene />
      <p className="visually-hidden" role="status">
        {messages[0]}
      </p>
      <p className={styles.message} aria-hidden="true">
        <RotatingMessage key={messages.length} messages={messages} timers={realTimers} />
      </p>
      {note && <p className={styles.note}>{note}</p>}
    </div>
  );
}

interface WaitingStage {
  readonly title: string;
  readonly isDone: boolean;
  /** Shown in turn during this stage. */
  readonly messages: readonly string[];
}

interface StagedWaitingProps {
  /** In their order. The first that is not done is under way. */
  readonly stages: readonly WaitingStage[];
  readonly label: string;
  readonly note?: ReactNode;
  readonly timers: Timers;
}

/** The stages of a wait, ticked as they happen. A screen reader gets each tick, without the messages between. */
export function StagedWaiting({ stages, label, note, timers }: StagedWaitingProps) {
  const current = stages.findIndex(({ isDone }) => !isDone);
  const ticked = stages.filter(({ isDone }) => isDone).at(-1);
  return (
    <div className={styles.waiting}>
      <Scene />
      <Timeline
        label={label}
        stations={stages.map(({ title, isDone, messages }, index) => ({
          title,
          at: isDone ? 'done' : index === current ? 'current' : 'ahead',
          text: index === current && messages.length > 0 && (
            <span className={styles.saying}>
              <RotatingMessage key={messages.length} messages={messages} timers={timers} />
            </span>
          ),
        }))}
      />
      <p className="visually-hidden" role="status">
        {ticked && `${ticked.title}: ${uiText.stepDone}`}
      </p>
      {note && <p className={styles.note}>{note}</p>}
    </div>
  );
}

/** Keyed by the number of messages, so that others start with their first. */
function RotatingMessage({
  messages,
  timers,
}: {
  readonly messages: readonly string[];
  readonly timers: Timers;
}) {
  const [turn, setTurn] = useState(0);
  const count = messages.length;
  useEffect(() => rotateMessages(timers, count, setTurn), [timers, count]);
  return messages[turn];
}

declare const __DRAWINGS__: boolean;

function Scene() {
  if (!__DRAWINGS__) return null;
  return (
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
  );
}
