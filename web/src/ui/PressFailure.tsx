import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isOffline, onceOnline, onceOnlineForLatest } from '../lib/online.ts';
import { uiText } from '../wording/ui-text.ts';
import { Alert } from './Alert.tsx';
import styles from './Button.module.css';

interface PressFailureProps {
  /** Why, unless the applicant is offline. */
  readonly why: string;
  readonly again: () => void;
  /** Changes nothing, so that it is repeated whatever else is pressed. */
  readonly isRead?: boolean;
}

/** A press made offline is repeated online, unless a later one was made, which may be its opposite. */
export function PressFailure({ why, again, isRead }: PressFailureProps) {
  const [isOfflinePress] = useState(isOffline);
  const box = useRef<HTMLDivElement>(null);
  const [isDropped, setDropped] = useState(false);
  const repeat = useEffectEvent(again);
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
    if (!isOfflinePress) return;
    const run = () => repeat();
    return isRead ? onceOnline(run) : onceOnlineForLatest(run, () => setDropped(true));
  }, [isOfflinePress, isRead]);
  if (isDropped) return null;
  return (
    <div ref={box} className={styles.failure}>
      <Alert kind="error">{isOfflinePress ? uiText.offline : why}</Alert>
    </div>
  );
}
