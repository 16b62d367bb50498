import { calendarDay } from '#contract/calendar-day.ts';
import { useEnvironment } from '../journey/environment.ts';
import { useOwnZone } from './use-day-text.ts';

/** The applicant's calendar day, as an ISO date. */
export function useToday(): string {
  const { now } = useEnvironment();
  return calendarDay(now(), useOwnZone());
}
