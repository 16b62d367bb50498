// On which days automatic payments are debited: a number of days before each payment is due, and never after it is due.
import { addBankingDays, onOrNextBankingDay } from './banking-days.ts';
import { addDays, type IsoDate } from './dates.ts';

/** When payments are due, when the money arrives, and how many days before its due date each payment is debited. */
type DebitPlan = {
  readonly daysBeforeDue: number;
  readonly dueOn: readonly IsoDate[];
  readonly fundsArrive: IsoDate;
};

/**
 * The debit for the payment due on a date, after the date `after` that is a month before it: on its day, or the next banking day if
 * that is not after the due date, otherwise the banking day before.
 */
function debitFor(daysBeforeDue: number, after: IsoDate, due: IsoDate): IsoDate {
  const date = addDays(due, -daysBeforeDue);
  if (date <= after) return onOrBefore(due);
  const next = onOrNextBankingDay(date);
  return next <= due ? next : onOrBefore(date);
}

/**
 * The first and the last debit of automatic payments, for payments due on `dueOn`, ascending, of money that arrives on `fundsArrive`.
 * The first is for the first payment that can still be debited by its due date (`firstDue`), at least `leadBankingDays` banking days
 * after `today` and after the money arrived: on its day, or where that is too soon, when the payment is due. Undefined if no payment
 * can be debited anymore.
 */
export function debitDates(
  plan: DebitPlan & { readonly today: IsoDate; readonly leadBankingDays: number },
): { readonly first: IsoDate; readonly firstDue: IsoDate; readonly last: IsoDate } | undefined {
  const { daysBeforeDue, dueOn, fundsArrive, today, leadBankingDays } = plan;
  const earliest = addBankingDays(today, leadBankingDays);
  const isSoonEnough = (date: IsoDate) => date >= earliest && date > fundsArrive;
  const index = dueOn.findIndex((due) => isSoonEnough(onOrBefore(due)));
  const [firstDue, last] = [dueOn[index], dueOn.at(-1)];
  if (firstDue === undefined || last === undefined) return undefined;
  const onDay = debitFor(daysBeforeDue, dueOn[index - 1] ?? fundsArrive, firstDue);
  const first = isSoonEnough(onDay) ? onDay : onOrBefore(firstDue);
  const final = debitFor(daysBeforeDue, dueOn.at(-2) ?? fundsArrive, last);
  return { first, firstDue, last: final < first ? first : final };
}

/** Whether a debit on this date is one of those, the first included. It isn't once the due dates moved. */
export function isDebitDate(date: IsoDate, { daysBeforeDue, dueOn, fundsArrive }: DebitPlan): boolean {
  const index = dueOn.findIndex((due) => due >= date);
  const due = dueOn[index];
  if (due === undefined || date <= fundsArrive) return false;
  return date === onOrBefore(due) || date === debitFor(daysBeforeDue, dueOn[index - 1] ?? fundsArrive, due);
}

/** The day itself if it is a banking day, otherwise the banking day before. */
const onOrBefore = (date: IsoDate): IsoDate => addBankingDays(addDays(date, 1), -1);
