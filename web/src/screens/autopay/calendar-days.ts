import type { Autopay } from '#contract/autopay.ts';

const dayMs = 86_400_000;

/**
 * The weeks from the earliest first debit, or from the first of the last one's month, to that month's end. Each date is one choice:
 * the chosen days before the due date, or the fewest, with which the first debit is on it.
 */
export function calendarOf(days: Autopay['days'], chosen?: string) {
  const dates = days.map(({ firstDebit }) => firstDebit).sort();
  const last = new Date(dates.at(-1) ?? 0);
  const month = last.toISOString().slice(0, 7);
  const from = new Date([dates[0] ?? '', `${month}-01`].sort()[0] ?? 0);
  const start = from.getTime() - from.getUTCDay() * dayMs;
  const end = Date.UTC(last.getUTCFullYear(), last.getUTCMonth() + 1);
  const cells = Array.from({ length: (end - start) / dayMs }, (_, ahead) => {
    const date = new Date(start + ahead * dayMs).toISOString().slice(0, 10);
    const here = days.filter(({ firstDebit }) => firstDebit === date);
    const choice = here.find(({ daysBeforeDue }) => String(daysBeforeDue) === chosen) ?? here[0];
    return { date, day: Number(date.slice(-2)), choice: choice?.daysBeforeDue };
  });
  return { months: [...new Set([dates[0]?.slice(0, 7) ?? month, month])], cells };
}
