// Preserves unsent answers through a reload, and erases them when they are sent or 15 minutes after the last one.
import { useEffect, useRef } from 'react';
import type { PrequalificationForm } from '#contract/prequalification.ts';
import { useEnvironment } from '../../journey/environment.ts';
import { eraseTyped, keepTyped, typedBefore, typedLifetime } from './draft.ts';

/** Browsers limit how often a history entry may change. */
const debounce = 400;

export function useTypedAnswers() {
  const { now, timers } = useEnvironment();
  const cancel = useRef(() => {});
  const hasSent = useRef(false);
  useEffect(() => {
    if (typedBefore(now().getTime())) cancel.current = timers.after(typedLifetime, eraseTyped);
    return () => cancel.current();
  }, [now, timers]);
  return {
    keep: (values: Partial<PrequalificationForm>) => {
      cancel.current();
      if (hasSent.current) return;
      cancel.current = timers.after(debounce, () => {
        keepTyped(values, now().getTime());
        cancel.current = timers.after(typedLifetime, eraseTyped);
      });
    },
    erase: () => {
      hasSent.current = true;
      cancel.current();
      eraseTyped();
    },
  };
}
