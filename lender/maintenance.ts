// When the lender's maintenance window is open, by its own calendar and time zone.
import type { Maintenance } from './schema/brand.ts';
import { addDays, instantOf, localTime } from './zoned-time.ts';

/** The end of the window that an instant falls into; undefined outside of it. */
export function maintenanceEnd(maintenance: Maintenance, now: Date): Date | undefined {
  const { timeZone, from, until, days } = maintenance;
  const { day, time } = localTime(timeZone, now);
  const spansMidnight = from > until;
  const beganYesterday = spansMidnight && time < until;
  const isInside = spansMidnight ? time >= from || beganYesterday : time >= from && time < until;
  const begins = addDays(day, beganYesterday ? -1 : 0);
  if (!isInside || (days && !days.some((weekday) => weekday === weekdayOf(begins)))) return undefined;
  return instantOf(timeZone, addDays(begins, spansMidnight ? 1 : 0), until);
}

const weekdayOf = (day: string) =>
  new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
