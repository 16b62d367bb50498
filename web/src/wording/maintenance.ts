// Texts while the lender's core system is offline: when the evening maintenance is over, from the lender's own data, and
// when the system should be back, on the applicant's clock.
import type { Outage } from '#contract/outage.ts';
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

export const outageText = {
  title: 'System is offline',
  kept: "We haven't lost anything. You can try again from here.",
  again: 'Try again',
  beforeForm: "You can fill in the form now and send it when we're back.",
} as const;

const what: Readonly<Record<Outage['kind'], string>> = {
  planned: 'Unfortunately the system is offline for evening maintenance at this time.',
  announced: 'Our system is offline right now.',
  unplanned:
    "Our system isn't answering right now, and we're working on it. Please try again in a few minutes.",
};

interface When {
  readonly now: Date;
  /** The applicant's time zone; by default the browser's. */
  readonly timeZone?: string;
}

/** What happened, and the sentences about when the system is back. */
export function outageSentences(outage: Outage, when: When): readonly [string, ...string[]] {
  const { backAt } = outage;
  return [
    what[outage.kind],
    ...(outage.kind === 'planned' ? [comeBack()] : []),
    ...(backAt === undefined
      ? []
      : [`We expect to be back ${onYourClock(new Date(backAt), when)}, your time.`]),
  ];
}

/** "today at 4:30 AM", "tomorrow at 4:30 AM" or "on Monday at 4:30 AM". */
function onYourClock(at: Date, { now, timeZone }: When): string {
  const written = (instant: Date, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { ...options, ...(timeZone && { timeZone }) }).format(instant);
  const dayOf = (instant: Date) => written(instant, { dateStyle: 'short' });
  const time = written(at, { hour: 'numeric', minute: '2-digit' });
  const tomorrow = new Date(now.getTime() + 86_400_000);
  const day =
    dayOf(at) === dayOf(now)
      ? 'today'
      : dayOf(at) === dayOf(tomorrow)
        ? 'tomorrow'
        : `on ${written(at, { weekday: 'long' })}`;
  return `${day} at ${time}`;
}
