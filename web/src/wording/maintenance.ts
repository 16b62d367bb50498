// Texts while the lender's core system is offline.
import { clockText, zoneText } from '#contract/clock-text.ts';
import type { CoreOutage } from '#contract/outage.ts';
import maintenance from '#lender/public/maintenance.json';
import { unbroken } from './format.ts';
import { openingText } from './hours.ts';

type Maintenance = Pick<typeof maintenance, 'timeZone' | 'until'>;

/** "Please come back at 6:30am EST to continue online.": the zone by its winter name, as business hours are written. */
export function comeBack({ timeZone, until }: Maintenance = maintenance): string {
  return `Please come back at ${clockText(until).replace(' ', '')} ${zoneName(timeZone)} to continue online.`;
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
  /** Of the clock that the applicant's times are on. */
  readonly timeZone: string;
}

/** What happened, and the sentences about when the system is back. */
export function outageSentences(
  { kind, backAt }: CoreOutage,
  { now, timeZone }: When,
): readonly [string, ...string[]] {
  return [
    what[kind],
    ...(kind === 'planned' ? [comeBack()] : []),
    ...(backAt === undefined
      ? []
      : [
          unbroken(
            `We expect to be back ${openingText({ at: backAt, timeZone }, now)} ${zoneText(timeZone)}.`,
          ),
        ]),
  ];
}

const zoneName = (timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' })
    .formatToParts(new Date('2026-01-15T12:00:00Z'))
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';
