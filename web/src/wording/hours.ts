// When the lender answers its phone, from the lender's own data.
import { clockText, timeText } from './format.ts';

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

function zoneText(timeZone: string): string {
  const zone = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value;
  return zone?.replace(/ Time$/, ' time') ?? timeZone;
}

export const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** When the lender answers its phone next: "tomorrow at 8:00 am, Eastern time". Undefined while it does. */
export function serviceOpens({ weekdays, saturday, timeZone }: Hours, now: Date): string | undefined {
  const read = (options: Intl.DateTimeFormatOptions) => now.toLocaleString('en-US', { timeZone, ...options });
  const today = dayNames.indexOf(read({ weekday: 'long' }));
  const time = read({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  for (let ahead = 0; ahead < dayNames.length; ahead += 1) {
    const day = (today + ahead) % dayNames.length;
    const [from, until = ''] = (day === 0 ? null : day === 6 ? saturday : weekdays) ?? [];
    if (from === undefined || (ahead === 0 && time >= until)) continue;
    if (ahead === 0 && time >= from) return undefined;
    return `${['today', 'tomorrow'][ahead] ?? dayNames[day]} at ${clockText(from)}, ${zoneText(timeZone)}`;
  }
  return undefined;
}

/** When a branch opens next, on its own clock: "today at 8:30 AM", "tomorrow at 8:30 AM", "Monday at 8:30 AM". */
export function openingText(
  { at, timeZone }: { readonly at: string; readonly timeZone: string },
  now: Date,
): string {
  const dayOf = (instant: Date) => instant.toLocaleDateString('en-CA', { timeZone });
  const opening = new Date(at);
  const daysAhead = Math.round((Date.parse(dayOf(opening)) - Date.parse(dayOf(now))) / 86_400_000);
  const weekday = opening.toLocaleDateString('en-US', { weekday: 'long', timeZone });
  return `${['today', 'tomorrow'][daysAhead] ?? weekday} at ${timeText(at, timeZone)}`;
}
