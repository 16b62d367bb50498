// `ops funnel`: how far visits come, and which fields are refused, as measured with consent.
import { stringify } from 'csv-stringify/sync';
import { screenNames } from '#contract/screens.ts';
import { loadLender } from '#lender/load.ts';
import { defineCommand, flag, optional, otherwise } from '../../commands/command.ts';
import { tableOf } from '../../commands/printing.ts';
import { onReplica } from '../../commands/replica.ts';
import { listOf, oneOf, whole } from '../../commands/words.ts';
import { funnelSince, refusedFieldsSince } from '../../measurements/measurements.ts';
import { daysAfter } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { funnelColumns, funnelTable } from './funnel-table.ts';

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
  options: {
    days: otherwise('30', whole('number', 1, 9999), 'of the last days'),
    by: optional(listOf(oneOf('column', funnelColumns)), 'count the applications decided in them, by these'),
    csv: flag('the same as CSV'),
  },
  needs: [],
  run: (services, { days, by, csv }, print) =>
    onReplica(services, print, async ({ db }) => {
      if (by === undefined) return funnelReport(db, services.clock.now(), days);
      const lender = loadLender(services.config.lenderDirectory);
      const vault = await services.openVault();
      const rows = await funnelTable({ ...services, db, vault, lender }, { by, days });
      return csv ? stringify([...rows], { escape_formulas: true }).trimEnd() : tableOf(rows);
    }),
});
