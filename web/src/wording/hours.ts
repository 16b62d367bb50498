// When the lender answers its phone, from the lender's own data.

import { calendarDay } from '#contract/calendar-day.ts';
import { clockText } from '#contract/clock-text.ts';
import { timeText } from './format.ts';

interface Hours {
  readonly weekdays: readonly string[];
  readonly saturday: readonly string[] | null;
  readonly timeZone: string;
}

/** "Monday to Friday 8:00 am to 8:00 pm, Saturday 9:00 am to 3:00 pm, Eastern time". */
export function serviceHours({ weekdays, saturday, timeZone }: Hours): string {
  const between = ([from = '', until = '']: readonly string[]) => `${clockText(from)} to ${clockText(until)}`;
  const days = [
    `Monday to Friday ${between(weekdays)}`,
    ...(saturday ? [`Saturday ${between(saturday)}`] : []),
    zoneText(timeZone),
  ];
  return days.join(', ');
}

/** "Eastern time" */
function zoneText(timeZone: string): string {
  const zone = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value;
  return zone?.replace(/ Time$/, ' time') ?? timeZone;
}

/** When a branch opens next, on its own clock: "today at 8:30 AM", "tomorrow at 8:30 AM", "Monday at 8:30 AM". */
export function openingText(
  { at, timeZone }: { readonly at: string; readonly timeZone: string },
  now: Date,
): string {
  const dayOf = (instant: Date) => calendarDay(instant, timeZone);
  const opening = new Date(at);
  const daysAhead = Math.round((Date.parse(dayOf(opening)) - Date.parse(dayOf(now))) / 86_400_000);
  const weekday = opening.toLocaleDateString('en-US', { weekday: 'long', timeZone });
  return `${['today', 'tomorrow'][daysAhead] ?? weekday} at ${timeText(at, timeZone)}`;
}
