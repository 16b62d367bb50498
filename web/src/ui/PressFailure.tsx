import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { uiText } from '../wording/ui-text.ts';
import { Alert } from './Alert.tsx';
import styles from './Button.module.css';

interface PressFailureProps {
  /** Why, unless the applicant is offline. */
  readonly why: string;
  /** Presses again. */
  readonly again: () => void;
}

/** Why a press failed, beside what was pressed. A press made offline is repeated once the browser is online. */
export function PressFailure({ why, again }: PressFailureProps) {
  const [isOffline] = useState(() => navigator.onLine === false);
  const box = useRef<HTMLDivElement>(null);
  const repeat = useEffectEvent(again);
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
    if (!isOffline) return;
    const onOnline = () => repeat();
    window.addEventListener('online', onOnline, { once: true });
    return () => window.removeEventListener('online', onOnline);
  }, [isOffline]);
  return (
    <div ref={box} className={styles.failure}>
      <Alert kind="error">{isOffline ? uiText.offline : why}</Alert>
    </div>
  );
}
