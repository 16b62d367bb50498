// The day of the last debit, which is not always the day on which the last payment is due.
import type { Autopay } from '#contract/autopay.ts';

/** Undefined while autopay is off, and where a day of the month was authorized. */
export function lastDebitOf({ status, chosen, days }: Autopay): string | undefined {
  if (status !== 'ACTIVE') return undefined;
  return days.find(({ daysBeforeDue }) => daysBeforeDue === chosen?.daysBeforeDue)?.lastDebit;
}
