// On which days automatic payments are debited: on a day of the month, and never after the payment is due.
import { addBankingDays, isBankingDay, onOrNextBankingDay } from './banking-days.ts';
import { addDays, addMonths, dateOf, datePartsOf, type IsoDate } from './dates.ts';

/**
 * The debit on a `day` of the month (1 to 28) for the payment due on a date, after the date `after` that is a month before it:
 * the last such day on or before the due date, or the next banking day if that is not after the due date either, otherwise the
 * banking day before.
 */
function debitFor(day: number, after: IsoDate, due: IsoDate): IsoDate {
  const { year, month } = datePartsOf(due);
  const inMonth = dateOf(year, month, day);
  const date = inMonth <= due ? inMonth : addMonths(inMonth, -1);
  if (date <= after) return onOrBefore(due);
  const next = isBankingDay(date) ? date : onOrNextBankingDay(date);
  return next <= due ? next : onOrBefore(date);
}

/**
 * The first and the last debit of automatic payments on a `day` of the month (1 to 28), for payments due on `dueOn`, ascending, of
 * money that arrives on `fundsArrive`. The first is for the first payment that can still be debited by its due date, at least
 * `leadBankingDays` banking days after `today` and after the money arrived: on the day of the month, or where that is too soon,
 * when the payment is due. Undefined if no payment can be debited anymore.
 */
export function debitDates(about: {
  readonly day: number;
  readonly dueOn: readonly IsoDate[];
  readonly fundsArrive: IsoDate;
  readonly today: IsoDate;
  readonly leadBankingDays: number;
}): { readonly first: IsoDate; readonly last: IsoDate } | undefined {
  const { day, dueOn, fundsArrive, today, leadBankingDays } = about;
  const earliest = addBankingDays(today, leadBankingDays);
  const isSoonEnough = (date: IsoDate) => date >= earliest && date > fundsArrive;
  const index = dueOn.findIndex((due) => isSoonEnough(onOrBefore(due)));
  const [next, last] = [dueOn[index], dueOn.at(-1)];
  if (next === undefined || last === undefined) return undefined;
  const onDay = debitFor(day, dueOn[index - 1] ?? fundsArrive, next);
  const first = isSoonEnough(onDay) ? onDay : onOrBefore(next);
  const final = debitFor(day, dueOn.at(-2) ?? fundsArrive, last);
  return { first, last: final < first ? first : final };
}

/** The day itself if it is a banking day, otherwise the banking day before. */
const onOrBefore = (date: IsoDate): IsoDate => addBankingDays(addDays(date, 1), -1);
