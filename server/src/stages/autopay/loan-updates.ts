// What the applicant must know of the events that the core system or the bank reported.
import type { Autopay } from '#contract/autopay.ts';
import { isoDate } from '#finance/dates.ts';
import { cents } from '#finance/money.ts';
import { daysAfter, lenderDay } from '../../platform/clock.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { latestReturnedDebit } from '../../records/ach-entries.ts';
import { loanPaidOn } from '../../records/core-events.ts';
import type { With } from '../../services.ts';

/** How long a returned payment is shown: until about when the next one is due. */
const shownDays = 30;

export async function loanUpdates(
  { db, clock, lender }: With<'db' | 'clock' | 'lender'>,
  id: ApplicationId,
): Promise<Pick<Autopay, 'returnedPayment' | 'paidOn'>> {
  const paidOn = await loanPaidOn(db, id);
  if (paidOn !== undefined) return { paidOn: isoDate(paidOn) };
  const returned = await latestReturnedDebit(db, id);
  if (returned === undefined || daysAfter(returned.readAt, shownDays) < clock.now()) return {};
  const on = lenderDay(lender, returned.readAt);
  return { returnedPayment: { amount: cents(returned.amount), on } };
}
