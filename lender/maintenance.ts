// When the lender's maintenance window is open, by its own calendar and time zone.
import type { Maintenance } from './schema/brand.ts';

/** The end of the window that an instant falls into; undefined outside of it. */
export function maintenanceEnd(maintenance: Maintenance, now: Date): Date | undefined {
  const { timeZone, from, until, days } = maintenance;
  const { day, time } = localTime(timeZone, now);
  const spansMidnight = from > until;
  const beganYesterday = spansMidnight && time < until;
  const isInside = spansMidnight ? time >= from || beganYesterday : time >= from && time < until;
  const begins = daysAfter(day, beganYesterday ? -1 : 0);
  if (!isInside || (days && !days.some((one) => one === weekdayOf(begins)))) return undefined;
  return instantOf(timeZone, daysAfter(begins, spansMidnight ? 1 : 0), until);
}

/** The calendar day ("2026-03-01") and time ("06:30") of an instant in a time zone. */
function localTime(timeZone: string, instant: Date): { readonly day: string; readonly time: string } {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
    hourCycle: 'h23',
  }).format(instant);
  const [day = '', time = ''] = parts.split(', ');
  return { day, time };
}

const daysAfter = (day: string, count: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);

const weekdayOf = (day: string) =>
  new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));

/** The instant at which clocks in a time zone show a day and time. */
function instantOf(timeZone: string, day: string, time: string): Date {
  const asUtc = Date.parse(`${day}T${time}:00Z`);
  const shownAt = (instant: number) => {
    const local = localTime(timeZone, new Date(instant));
    return Date.parse(`${local.day}T${local.time}:00Z`);
  };
  // Twice, because the zone's offset may change in between.
  let instant = asUtc;
  for (let turn = 0; turn < 2; turn += 1) instant += asUtc - shownAt(instant);
  return new Date(instant);
}
