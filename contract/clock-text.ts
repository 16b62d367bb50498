// Times of day in one form: "9 am", "5:30 pm", and "1 pm Mountain time" where the reader may be elsewhere.

/** "18:00" as "6 pm". */
export function clockText(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const past = minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`;
  return `${hours % 12 || 12}${past} ${hours < 12 ? 'am' : 'pm'}`;
}

/** "Mountain time" */
export function zoneText(timeZone: string): string {
  const zone = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value;
  return zone?.replace(/ Time$/, ' time') ?? timeZone;
}

/** "1 pm", on the clocks of a time zone. */
export const timeIn = (timeZone: string, instant: Date): string =>
  clockText(instant.toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }));

/** "1 pm Mountain time" */
export const zonedTime = (timeZone: string, instant: Date): string =>
  `${timeIn(timeZone, instant)} ${zoneText(timeZone)}`;

/** "Tuesday, March 3" */
export const weekdayIn = (timeZone: string, instant: Date): string =>
  instant.toLocaleDateString('en-US', { timeZone, weekday: 'long', month: 'long', day: 'numeric' });

/** "by 5:30 pm Mountain time on Monday, March 9" */
export const byMoment = (timeZone: string, instant: Date): string =>
  `by ${zonedTime(timeZone, instant)} on ${weekdayIn(timeZone, instant)}`;
