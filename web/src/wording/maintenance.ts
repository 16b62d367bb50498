// Texts while the lender's core system is offline, on the applicant's clock.
import { clockText } from '#contract/clock-text.ts';
import type { CoreOutage } from '#contract/outage.ts';
import maintenance from '#lender/public/maintenance.json';
import { timeText } from './format.ts';

type Maintenance = Pick<typeof maintenance, 'timeZone' | 'until'>;

/** "Please come back at 6:30am EST to continue online.": the zone by its winter name, as business hours are written. */
export function comeBack({ timeZone, until }: Maintenance = maintenance): string {
  return `Please come back at ${clockText(until).replace(' ', '')} ${zoneName(timeZone, 'short')} to continue online.`;
}

export const outageText = {
  title: 'System is offline',
  kept: "We haven't lost anything. You can try again from here.",
  again: 'Try again',
  beforeForm: "You can send the form now. We'll save it, and email you an answer when we're back.",
} as const;

const what: Readonly<Record<CoreOutage['kind'], string>> = {
  planned: 'Unfortunately the system is offline for evening maintenance at this time.',
  announced: 'Our system is offline right now.',
  unplanned: "Our system isn't answering right now, and we're working on it.",
};

interface When {
  readonly now: Date;
  /** The applicant's time zone; undefined for the browser's. A page that the server rendered begins with the lender's. */
  readonly timeZone: string | undefined;
}

/** What happened, and the sentences about when the system is back. */
export function outageSentences(outage: CoreOutage, when: When): readonly [string, ...string[]] {
  const { backAt } = outage;
  return [
    what[outage.kind],
    ...(outage.kind === 'planned' ? [comeBack()] : []),
    ...(backAt === undefined ? [] : [`We expect to be back ${onBothClocks(new Date(backAt), when)}.`]),
  ];
}

/** "today at 6:30 AM Eastern Time", or "tomorrow at 3:30 AM, your time (6:30 AM Eastern Time)". */
function onBothClocks(at: Date, { now, timeZone }: When): string {
  const written = (instant: Date, zone: string | undefined, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { ...options, timeZone: zone }).format(instant);
  const dayOf = (instant: Date) => written(instant, timeZone, { dateStyle: 'short' });
  const tomorrow = new Date(now.getTime() + 86_400_000);
  const day =
    dayOf(at) === dayOf(now)
      ? 'today'
      : dayOf(at) === dayOf(tomorrow)
        ? 'tomorrow'
        : `on ${written(at, timeZone, { weekday: 'long' })}`;
  const own = timeText(at.toISOString(), timeZone);
  const lenders = timeText(at.toISOString(), maintenance.timeZone);
  const zone = zoneName(maintenance.timeZone, 'longGeneric');
  return own === lenders ? `${day} at ${own} ${zone}` : `${day} at ${own}, your time (${lenders} ${zone})`;
}

const zoneName = (timeZone: string, timeZoneName: 'short' | 'longGeneric'): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName })
    .formatToParts(new Date('2026-01-15T12:00:00Z'))
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';
