// Asks once about an annual income that is unusually low or high, since many people enter a monthly one.
import { useRef, useState } from 'react';
import { limits, plainNumber } from '#contract/fields.ts';
import application from '#lender/public/application.json';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { landingText } from '../../wording/prequalification.ts';

const { belowDollars, aboveDollars } = application.annualIncomeToConfirm;
const words = landingText.incomeDialog;

export function useIncomeCheck() {
  const [unusual, setUnusual] = useState<number>();
  const confirmed = useRef<number>(undefined);
  return {
    unusual,
    /** Opens the dialog for an unusual amount. Returns whether it did. */
    check: (typed: string): boolean => {
      const amount = Number(plainNumber(typed) || Number.NaN);
      if (!Number.isInteger(amount) || amount > limits.income || amount === confirmed.current) return false;
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

interface IncomeDialogProps {
  readonly income: ReturnType<typeof useIncomeCheck>;
  readonly fieldId: string;
  /** False while another dialog is open. */
  readonly mayOpen: boolean;
}

export function IncomeDialog({ income, fieldId, mayOpen }: IncomeDialogProps) {
  return (
    <ConfirmDialog
      open={income.unusual !== undefined && mayOpen}
      title={words.title}
      confirmWords={words.keep}
      cancelWords={words.change}
      onConfirm={income.confirm}
      onCancel={() => {
        income.close();
        // The dialog first returns the focus to where it was.
        requestAnimationFrame(() => document.getElementById(fieldId)?.focus());
      }}
    >
      {words.amount(income.unusual ?? 0)}
    </ConfirmDialog>
  );
}
