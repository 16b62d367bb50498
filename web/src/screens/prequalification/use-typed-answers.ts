// Preserves unsent answers through a reload, and erases them when they are sent or 15 minutes after the last one.
import { useEffect, useRef } from 'react';
import type { PrequalificationForm } from '#contract/prequalification.ts';
import { useEnvironment } from '../../journey/environment.ts';
import { eraseTyped, keepTyped, sentAmount, typedBefore, typedLifetime } from './draft.ts';
import { requestAmount, requestedAmount } from './use-requested-amount.ts';

/** Browsers limit how often a history entry may change. */
const debounce = 400;

export function useTypedAnswers() {
  const { now, timers } = useEnvironment();
  const cancel = useRef(() => {});
  const hasSent = useRef(false);
  useEffect(() => {
    const typed = typedBefore(now().getTime());
    if (typed) {
      requestAmount(typed.loanAmount);
      cancel.current = timers.after(typedLifetime, eraseTyped);
    }
    return () => cancel.current();
  }, [now, timers]);
  return {
    hasKept: (loanAmount: number) =>
      loanAmount === (typedBefore(now().getTime())?.loanAmount ?? sentAmount()),
    keep: (values: Partial<PrequalificationForm>) => {
      cancel.current();
      if (hasSent.current) return;
      cancel.current = timers.after(debounce, () => {
        keepTyped(values, now().getTime(), requestedAmount());
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
