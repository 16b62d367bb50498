// When the lender answers its phone, from the lender's own data.
import { clockText } from './format.ts';

interface Hours {
  readonly weekdays: readonly string[];
  readonly saturday: readonly string[] | null;
  readonly timeZone: string;
}

/** "Monday to Friday 8:00 am to 8:00 pm, Saturday 9:00 am to 3:00 pm, Eastern time". */
export function serviceHours({ weekdays, saturday, timeZone }: Hours): string {
  const between = ([from = '', until = '']: readonly string[]) => `${clockText(from)} to ${clockText(until)}`;
  const zone = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value;
  const days = [
    `Monday to Friday ${between(weekdays)}`,
    ...(saturday ? [`Saturday ${between(saturday)}`] : []),
    zone?.replace(/ Time$/, ' time') ?? timeZone,
  ];
  return days.join(', ');
}
