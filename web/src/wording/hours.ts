// When the lender answers its phone, from the lender's own data.

import { calendarDay } from '#contract/calendar-day.ts';
import { timeIn, zoneText } from '#contract/clock-text.ts';

interface Hours {
  readonly weekdays: readonly string[];
  readonly saturday: readonly string[] | null;
  readonly timeZone: string;
}

/** "Monday to Friday 8 am to 8 pm, Saturday 9 am to 3 pm, Eastern time"; by the clocks of another zone, where it is given. */
export function serviceHours(
  { weekdays, saturday, timeZone: own }: Hours,
  { timeZone, now }: { readonly timeZone: string; readonly now: Date } = { timeZone: own, now: new Date(0) },
): string {
  const clock = (zone: string) => Date.parse(`${now.toLocaleString('sv-SE', { timeZone: zone })}Z`);
  const ahead = clock(timeZone) - clock(own);
  const there = (time = '') => timeIn('UTC', new Date(Date.parse(`1970-01-02T${time}Z`) + ahead));
  const between = ([from, until]: readonly string[]) => `${there(from)} to ${there(until)}`;
  const days = [
    `Monday to Friday ${between(weekdays)}`,
    ...(saturday ? [`Saturday ${between(saturday)}`] : []),
    zoneText(timeZone),
  ];
  return days.join(', ');
}

/** When a branch opens next, on its own clock: "today at 9 am", "tomorrow at 9 am", "Monday at 9 am". */
export function openingText(
  { at, timeZone }: { readonly at: string; readonly timeZone: string },
  now: Date,
): string {
  const dayOf = (instant: Date) => calendarDay(instant, timeZone);
  const opening = new Date(at);
  const daysAhead = Math.round((Date.parse(dayOf(opening)) - Date.parse(dayOf(now))) / 86_400_000);
  const weekday = opening.toLocaleDateString('en-US', { weekday: 'long', timeZone });
  return `${['today', 'tomorrow'][daysAhead] ?? weekday} at ${timeIn(timeZone, opening)}`;
}
