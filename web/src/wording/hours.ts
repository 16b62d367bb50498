// When the lender answers its phone, from the lender's own data.

import { calendarDay } from '#contract/calendar-day.ts';
import { clockText, timeIn, zoneText } from '#contract/clock-text.ts';

export interface Hours {
  readonly weekdays: readonly string[];
  readonly saturday: readonly string[] | null;
  readonly timeZone: string;
}

/** "Monday to Friday 8 am to 8 pm, Saturday 9 am to 3 pm, Eastern time". */
export function serviceHours({ weekdays, saturday, timeZone }: Hours): string {
  const between = ([from = '', until = '']: readonly string[]) => `${clockText(from)} to ${clockText(until)}`;
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
