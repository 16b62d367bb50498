// `ops funnel`: how far visits come, and which fields are refused, as measured with consent.
import { screenNames } from '#contract/screens.ts';
import { defineCommand, otherwise } from '../../commands/command.ts';
import { tableOf } from '../../commands/printing.ts';
import { onReplica } from '../../commands/replica.ts';
import { whole } from '../../commands/words.ts';
import { funnelSince, refusedFieldsSince } from '../../measurements/measurements.ts';
import { daysAfter } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';

const mostFields = 20;

/** The report's lines: screens in the order of the journey, then the refused fields, most refused first. */
export async function funnelReport(db: Db, now: Date, days: number): Promise<readonly string[]> {
  const since = daysAfter(now, -days);
  const [counted, refused] = await Promise.all([
    funnelSince(db, since),
    refusedFieldsSince(db, since, mostFields),
  ]);
  if (counted.length === 0) return [`No visitor agreed to be counted in the last ${days} days.`];
  const rows = screenNames.flatMap((name) => counted.filter(({ screen }) => screen === name));
  const fields = refused.map(({ screen, field, visits }) => [`${screen}: ${field}`, visits]);
  return [
    `Visits of the last ${days} days whose visitors agreed to be counted.`,
    '',
    ...tableOf(
      [
        ['Screen', 'Seen', 'Completed', 'Left here'],
        ...rows.map(({ screen, seen, done, left }) => [screen, seen, done, left]),
      ],
      [1, 2, 3],
    ),
    ...(fields.length === 0 ? [] : ['', ...tableOf([['Refused field', 'Visits'], ...fields], [1])]),
  ];
}

export const funnel = defineCommand('funnel', 'show how far visitors get, and which fields are refused', {
  options: { days: otherwise('30', whole('number', 1, 9999), 'of the last days') },
  needs: [],
  run: (services, { days }, print) =>
    onReplica(services, print, ({ db }) => funnelReport(db, services.clock.now(), days)),
});
