// When the lender's evening maintenance is over, from the lender's own data.
import maintenance from '#lender/public/maintenance.json';

interface Maintenance {
  readonly timeZone: string;
  /** "06:30". */
  readonly until: string;
}

/** "Please come back at 6:30am EST to continue online.": the zone by its winter name, as business hours are written. */
export function comeBack({ timeZone, until }: Maintenance = maintenance): string {
  const [hours = 0, minutes = 0] = until.split(':').map(Number);
  const time = `${hours % 12 || 12}:${String(minutes).padStart(2, '0')}${hours < 12 ? 'am' : 'pm'}`;
  const zone = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' })
    .formatToParts(new Date('2026-01-15T12:00:00Z'))
    .find(({ type }) => type === 'timeZoneName')?.value;
  return `Please come back at ${time} ${zone ?? ''} to continue online.`;
}
