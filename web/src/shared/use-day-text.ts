// Days and times as the calendar and the clock of the applicant's branch have them.
import { calendarDay } from '#contract/calendar-day.ts';
import { timeIn, zonedTime } from '#contract/clock-text.ts';
import { useEnvironment, useJourney } from '../journey/environment.ts';
import { dayText, unbroken, weekdayText } from '../wording/format.ts';
import { brand } from '../wording/lender.ts';

/** "March 3, 2026" */
export function useDayText(): (instant: string) => string {
  const timeZone = useBranchZone();
  return (instant) => dayText(instant, timeZone);
}

/** The day of a deadline, which is over at that day's end in the lender's time zone: "March 3, 2026". Emails and letters name the same. */
export const deadlineText = (instant: string): string => dayText(instant, brand.hours.timeZone);

/** "Tuesday, March 3, 2026" */
export const deadlineWeekday = (instant: string): string => weekdayText(instant, brand.hours.timeZone);

/** "March 3, 2026, 2:15 pm", with the zone where the reader has to meet it. */
export function useMomentText(): (instant: string, zone?: 'named') => string {
  const timeZone = useBranchZone();
  return (instant, zone) =>
    unbroken(`${dayText(instant, timeZone)}, ${(zone ? zonedTime : timeIn)(timeZone, new Date(instant))}`);
}

/** The lender's, where there is no branch. */
export const useBranchZone = (): string => useJourney()?.loan?.branch?.timeZone ?? brand.hours.timeZone;

/** The branch's calendar day, as an ISO date. */
export function useToday(): string {
  const { now } = useEnvironment();
  return calendarDay(now(), useBranchZone());
}
