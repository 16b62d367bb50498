// Which file a loan's credit goes into, when the money arrives, and how long a file stays open.
import { addBankingDays, isBankingDay, nextBankingDay } from '#finance/banking-days.ts';
import { type IsoDate, isoDate } from '#finance/dates.ts';
import type { Funding } from '#lender/schema/funding.ts';
import { instantOf, localTime } from '#lender/zoned-time.ts';
import { secondsAfter } from '../platform/clock.ts';

/** The day of a file, and the banking day on which its credits arrive. For a same-day credit both are the same. */
export interface FundingDays {
  readonly fileDay: IsoDate;
  readonly effectiveOn: IsoDate;
}

/** A day has a file for each, in the order in which they close. */
export const achWindows = ['same-day', 'standard'] as const;
export type AchWindow = (typeof achWindows)[number];

/** A credit made before the cutoff can still enter its file this long afterwards; then the bank owns the file. */
const graceSeconds = 15 * 60;

/** The days of a credit of `amount` cents for a loan that is signed, and its account confirmed, at `now`: whichever arrives first. */
export function fundingDays(funding: Funding, zone: string, now: Date, amount: number): FundingDays {
  const standard = standardDays(funding, zone, now);
  const { sameDay } = funding;
  if (sameDay === undefined || amount > sameDay.limit) return standard;
  const day = openDay(sameDay.cutoff, zone, now);
  return day < standard.effectiveOn ? { fileDay: day, effectiveOn: day } : standard;
}

/** The days of a credit that is not urgent, such as the micro-entries that confirm an account. */
export function standardDays(funding: Funding, zone: string, now: Date): FundingDays {
  const fileDay = openDay(funding.cutoff, zone, now);
  return { fileDay, effectiveOn: addBankingDays(fileDay, funding.settlesAfterBankingDays) };
}

type IsoDays = Readonly<Record<keyof FundingDays, string>>;

export const achWindowOf = (days: IsoDays): AchWindow =>
  days.fileDay === days.effectiveOn ? 'same-day' : 'standard';

/** The lender's time of day (HH:MM) until which a file accepts credits. Undefined if the lender has no such file. */
export const cutoffOf = (funding: Funding, window: AchWindow): string | undefined =>
  window === 'same-day' ? funding.sameDay?.cutoff : funding.cutoff;

/** The lender's time of day (HH:MM) until which a signature leads to these days. */
export const signByOf = (funding: Funding, days: FundingDays): string =>
  cutoffOf(funding, achWindowOf(days)) ?? funding.cutoff;

/** Whether the bank may already have a day's file, so that we can't add to it. */
export function isClosed(funding: Funding, zone: string, window: AchWindow, fileDay: string, now: Date) {
  const cutoff = cutoffOf(funding, window);
  return cutoff === undefined || openDay(cutoff, zone, secondsAfter(now, -graceSeconds)) > fileDay;
}

/** Until when a credit can be taken out before the bank has the file. Undefined without such a file. */
export function closesAt(funding: Funding, zone: string, days: IsoDays): Date | undefined {
  const cutoff = cutoffOf(funding, achWindowOf(days));
  return cutoff === undefined ? undefined : instantOf(zone, days.fileDay, cutoff);
}

/** The banking day whose file is open: today until the cutoff, then the next. */
function openDay(cutoff: string, zone: string, now: Date): IsoDate {
  const { day, time } = localTime(zone, now);
  const today = isoDate(day);
  return isBankingDay(today) && time < cutoff ? today : nextBankingDay(today);
}
