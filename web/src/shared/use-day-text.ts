// Days and times as the applicant's own calendar and clock have them.
import { calendarDay } from '#contract/calendar-day.ts';
import { useEnvironment } from '../journey/environment.ts';
import { useBrowserValue } from '../lib/use-browser-value.ts';
import { dayText, timeText, weekdayText } from '../wording/format.ts';
import { brand } from '../wording/lender.ts';

/** "March 3, 2026" */
export function useDayText(): (instant: string) => string {
  const timeZone = useOwnZone();
  return (instant) => dayText(instant, timeZone);
}

/** The day of a deadline, which is over at that day's end in the lender's time zone: "March 3, 2026". Emails and letters name the same. */
export const deadlineText = (instant: string): string => dayText(instant, brand.hours.timeZone);

/** "Tuesday, March 3, 2026" */
export const deadlineWeekday = (instant: string): string => weekdayText(instant, brand.hours.timeZone);

export function useOwnTime() {
  const timeZone = useOwnZone();
  return {
    /** "Tuesday, March 3, 2026" */
    day: (instant: string) => weekdayText(instant, timeZone),
    /** "2:15 PM" */
    time: (instant: string) => timeText(instant, timeZone),
  };
}

/** The server doesn't know the applicant's time zone, so a page that it rendered begins with the lender's. */
export const useOwnZone = () => useBrowserValue<string | undefined>(() => undefined, brand.hours.timeZone);

/** The applicant's calendar day, as an ISO date. */
export function useToday(): string {
  const { now } = useEnvironment();
  return calendarDay(now(), useOwnZone());
}
