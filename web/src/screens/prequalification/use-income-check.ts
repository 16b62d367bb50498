// Confirms an annual income that is unusually low or high, once, since many people enter a monthly one.
import { useRef, useState } from 'react';
import { limits, plainNumber, wholeUpTo } from '#contract/fields.ts';
import application from '#lender/public/application.json';

const { belowDollars, aboveDollars } = application.annualIncomeToConfirm;

export function useIncomeCheck() {
  const [unusual, setUnusual] = useState<number>();
  const confirmed = useRef<number>(undefined);
  return {
    unusual,
    /** Opens the dialog for an unusual amount. Returns whether it did. What is no amount has the field's own error. */
    check: (typed: string): boolean => {
      const amount = Number(plainNumber(typed));
      if (!wholeUpTo(limits.income)(typed) || amount === confirmed.current) return false;
      const isUnusual = amount < belowDollars || amount > aboveDollars;
      if (isUnusual) setUnusual(amount);
      return isUnusual;
    },
    confirm: () => {
      confirmed.current = unusual;
      setUnusual(undefined);
    },
    close: () => setUnusual(undefined),
  };
}
