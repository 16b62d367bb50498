// Which day's file the money of a loan goes into, when it arrives, and until when a file is written.
import { addBankingDays, isBankingDay, nextBankingDay } from '#finance/banking-days.ts';
import { type IsoDate, isoDate } from '#finance/dates.ts';
import type { Funding } from '#lender/schema/funding.ts';
import { secondsAfter } from '../../platform/clock.ts';

/** A credit of before the cutoff still gets into its file for so long after it; then the file belongs to the bank. */
const graceSeconds = 15 * 60;

/** The file that a loan signed at an instant goes into, and the day its money arrives. */
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

/** Whether a day's file may be with the bank, so that nothing more can be put into it. */
export function isClosed(funding: Funding, zone: string, fileDay: string, now: Date): boolean {
  return fundingDays(funding, zone, secondsAfter(now, -graceSeconds)).fileDay > fileDay;
}
