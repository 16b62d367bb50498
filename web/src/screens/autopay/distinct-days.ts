import type { Autopay } from '#contract/autopay.ts';

/** One choice for each date of the first debit: where banks are closed, several days before would have the same one. */
export const distinctDays = (days: Autopay['days']): Autopay['days'] =>
  days.filter(({ firstDebit }, at) => days.findIndex((day) => day.firstDebit === firstDebit) === at);
