import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isOffline, onceOnline } from '../lib/online.ts';
import { uiText } from '../wording/ui-text.ts';
import { Alert } from './Alert.tsx';
import styles from './Button.module.css';

interface PressFailureProps {
  /** Why, unless the applicant is offline. */
  readonly why: string;
  readonly again: () => void;
}

/** Why a press failed, beside what was pressed. A press made offline is repeated once the browser is online. */
export function PressFailure({ why, again }: PressFailureProps) {
  const [isOfflinePress] = useState(isOffline);
  const box = useRef<HTMLDivElement>(null);
  const repeat = useEffectEvent(again);
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
    if (!isOfflinePress) return;
    return onceOnline(() => repeat());
  }, [isOfflinePress]);
  return (
    <div ref={box} className={styles.failure}>
      <Alert kind="error">{isOfflinePress ? uiText.offline : why}</Alert>
    </div>
  );
}
