// Apart from the lender's hours as text, which every page's footer has.
import { clockText } from '../../wording/format.ts';
import { type Hours, zoneText } from '../../wording/hours.ts';

const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

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
