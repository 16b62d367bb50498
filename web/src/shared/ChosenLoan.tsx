// The loan that is being chosen, which the card beside the task shows before it is saved.
import { createContext, type ReactNode, use, useLayoutEffect, useMemo, useState } from 'react';
import type { LoanSummary } from '#contract/loan-summary.ts';
import { useJourney } from '../journey/environment.ts';

type ChosenLoan = Omit<LoanSummary, 'branch' | 'firstDueDate'>;

// Two contexts, so that the component that sets the loan does not render again with the card.
const ShownLoan = createContext<ChosenLoan | undefined>(undefined);
const ShowLoan = createContext<(loan: ChosenLoan | undefined) => void>(() => {});

export function ChosenLoanProvider({ children }: { readonly children: ReactNode }) {
  const [loan, setLoan] = useState<ChosenLoan>();
  return (
    <ShowLoan value={setLoan}>
      <ShownLoan value={loan}>{children}</ShownLoan>
    </ShowLoan>
  );
}

/** Shows this loan in the card for as long as the component that calls it is shown; undefined shows the saved one. */
export function useChosenLoan(loan: ChosenLoan | undefined): void {
  const show = use(ShowLoan);
  const { amount, monthlyPayment, months, apr, totalOfPayments, financeCharge, isAutoSecured } = loan ?? {};
  const isShown = loan !== undefined;
  const shown = useMemo(
    () =>
      isShown
        ? { amount, monthlyPayment, months, apr, totalOfPayments, financeCharge, isAutoSecured }
        : undefined,
    [isShown, amount, monthlyPayment, months, apr, totalOfPayments, financeCharge, isAutoSecured],
  );
  useLayoutEffect(() => {
    show(shown);
    return () => show(undefined);
  }, [show, shown]);
}

/** The loan to show: what is being chosen, or what the server has. */
export function useLoan(): LoanSummary {
  const { loan: { branch, ...saved } = {} } = useJourney() ?? {};
  const shown = use(ShownLoan);
  return { ...(shown ?? saved), ...(branch && { branch }) };
}
