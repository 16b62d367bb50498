// What is being chosen right now, which the card beside the task shows before the server knows of it.
import { createContext, type ReactNode, use, useLayoutEffect, useMemo, useState } from 'react';
import type { LoanSummary } from '#contract/loan-summary.ts';
import { useJourney } from '../journey/environment.ts';

type ChosenLoan = Omit<LoanSummary, 'branch' | 'firstDueDate'>;

// Two contexts, so that who tells is not drawn again with who shows.
const Told = createContext<ChosenLoan | undefined>(undefined);
const Tell = createContext<(loan: ChosenLoan | undefined) => void>(() => {});

export function ChosenLoanProvider({ children }: { readonly children: ReactNode }) {
  const [loan, setLoan] = useState<ChosenLoan>();
  return (
    <Tell value={setLoan}>
      <Told value={loan}>{children}</Told>
    </Tell>
  );
}

/** Shows this loan in the card for as long as the component that calls it is shown; undefined shows the saved one. */
export function useChosenLoan(loan: ChosenLoan | undefined): void {
  const tell = use(Tell);
  const { amount, monthlyPayment, months, apr, totalOfPayments, financeCharge, isAutoSecured } = loan ?? {};
  const isTold = loan !== undefined;
  const told = useMemo(
    () =>
      isTold
        ? { amount, monthlyPayment, months, apr, totalOfPayments, financeCharge, isAutoSecured }
        : undefined,
    [isTold, amount, monthlyPayment, months, apr, totalOfPayments, financeCharge, isAutoSecured],
  );
  useLayoutEffect(() => {
    tell(told);
    return () => tell(undefined);
  }, [tell, told]);
}

/** The loan to show: what is being chosen, or what the server has. */
export function useLoan(): LoanSummary {
  const { loan: { branch, ...saved } = {} } = useJourney() ?? {};
  const told = use(Told);
  return { ...(told ?? saved), ...(branch && { branch }) };
}
