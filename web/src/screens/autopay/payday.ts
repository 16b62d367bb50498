import type { Autopay } from '#contract/autopay.ts';

const dayNumber = (date: string) => Date.parse(date) / 86_400_000;
const daysFrom = (date: string, days: number) =>
  new Date((dayNumber(date) + days) * 86_400_000).toISOString().slice(0, 10);

/**
 * How applicants are paid, and how many days before a date the last payday was. The payday is a day of the month from 1 to 31, a day
 * of the week from 0 (Sunday) to 6, or the ISO date of the next one. On the payday itself the pay may arrive after the debit, so that
 * day counts as one pay later.
 */
const daysSincePayday = {
  month: (date: string, payday: string) => (Number(date.slice(-2)) - Number(payday) + 31) % 31 || 31,
  week: (date: string, payday: string) => (new Date(date).getUTCDay() - Number(payday) + 7) % 7 || 7,
  'two-weeks': (date: string, payday: string) =>
    (((dayNumber(date) - dayNumber(payday)) % 14) + 14) % 14 || 14,
} as const;
export type PayRhythm = keyof typeof daysSincePayday;
export const payRhythms = Object.keys(daysSincePayday) as PayRhythm[];

/**
 * How many days before the due date the debit comes soonest after a payday. Paydays of the month go by the
 * day of most debits, because banks may be closed on that of the first one.
 */
export function dayAfterPayday(
  { days, ifSetUp }: Pick<Autopay, 'days' | 'ifSetUp'>,
  rhythm: PayRhythm,
  payday: string,
): number | undefined {
  const wait = ({ daysBeforeDue, firstDebit }: Autopay['days'][number]) => {
    const date = rhythm === 'month' && ifSetUp ? daysFrom(ifSetUp.firstPaid, -daysBeforeDue) : firstDebit;
    return daysSincePayday[rhythm](date, payday);
  };
  return [...days].sort((a, b) => wait(a) - wait(b))[0]?.daysBeforeDue;
}

/** The days on which the next payday of two weeks can be. `today` is an ISO date. */
export const nextTwoWeeks = (today: string): readonly string[] =>
  Array.from({ length: 14 }, (_, ahead) => daysFrom(today, ahead));
