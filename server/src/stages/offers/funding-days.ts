// Works out which day's file a loan's credit goes into, when the money arrives, and how long a file stays open.
import { addBankingDays, isBankingDay, nextBankingDay } from '#finance/banking-days.ts';
import { type IsoDate, isoDate } from '#finance/dates.ts';
import type { Funding } from '#lender/schema/funding.ts';
import { secondsAfter } from '../../platform/clock.ts';

/** A credit made before the cutoff can still enter its file this long afterwards; then the bank owns the file. */
const graceSeconds = 15 * 60;

/** The file for a loan signed at a given time, and the day its money arrives. */
export function fundingDays(
  funding: Funding,
  zone: string,
  now: Date,
): { fileDay: IsoDate; effectiveOn: IsoDate } {
  const today = isoDate(new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(now));
  const time = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'short' }).format(now);
  const fileDay = isBankingDay(today) && time < funding.cutoff ? today : nextBankingDay(today);
  return { fileDay, effectiveOn: addBankingDays(fileDay, funding.settlesAfterBankingDays) };
}

/** Whether the bank may already have a day's file, so that we can't add to it. */
export function isClosed(funding: Funding, zone: string, fileDay: string, now: Date): boolean {
  return fundingDays(funding, zone, secondsAfter(now, -graceSeconds)).fileDay > fileDay;
}
