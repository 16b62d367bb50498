import type { Autopay } from '#contract/autopay.ts';

/**
 * How many days before the due date the debit comes soonest after a payday, a day of the month from 1 to 31. On the payday itself the pay
 * may arrive after the debit, so that day counts as a month later.
 */
export function dayAfterPayday(days: Autopay['days'], payday: number): number | undefined {
  const wait = ({ firstDebit }: Autopay['days'][number]) =>
    (Number(firstDebit.slice(-2)) - payday + 31) % 31 || 31;
  return [...days].sort((one, other) => wait(one) - wait(other))[0]?.daysBeforeDue;
}
