// Preserves unsent answers through a reload, and erases them when they are sent or 15 minutes after the last one.
import { useEffect, useRef } from 'react';
import type { PrequalificationForm } from '#contract/prequalification.ts';
import { useEnvironment } from '../../journey/environment.ts';
import { clearTypedAnswers, readTypedAnswers, saveTypedAnswers, sentAmount, typedLifetime } from './draft.ts';
import { requestAmount, requestedAmount } from './use-requested-amount.ts';

/** Browsers limit how often a history entry may change. */
const debounce = 400;

export function useTypedAnswers() {
  const { now, timers } = useEnvironment();
  const cancel = useRef(() => {});
  const hasSent = useRef(false);
  useEffect(() => {
    const typed = readTypedAnswers(now().getTime());
    if (typed) {
      requestAmount(typed.loanAmount);
      cancel.current = timers.after(typedLifetime, clearTypedAnswers);
    }
    return () => cancel.current();
  }, [now, timers]);
  return {
    hasKept: (loanAmount: number) =>
      loanAmount === (readTypedAnswers(now().getTime())?.loanAmount ?? sentAmount()),
    keep: (values: Partial<PrequalificationForm>) => {
      cancel.current();
      if (hasSent.current) return;
      cancel.current = timers.after(debounce, () => {
        saveTypedAnswers(values, now().getTime(), requestedAmount());
        cancel.current = timers.after(typedLifetime, clearTypedAnswers);
      });
    },
    erase: () => {
      hasSent.current = true;
      cancel.current();
      clearTypedAnswers();
    },
  };
}
