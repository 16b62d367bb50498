// `ops funnel`: how far visits come, and which fields are refused, as measured with consent.
import { parseArgs } from 'node:util';
import { screenNames } from '#contract/screens.ts';
import { MovableClock, secondsAfter } from '../platform/clock.ts';
import { readStorageConfig } from '../platform/config.ts';
import { type Db, openDatabase } from '../platform/db/database.ts';
import { migrate } from '../platform/db/migrate.ts';
import { SetupError } from '../platform/failure.ts';
import { funnelSince, refusedFieldsSince } from '../records/measurements.ts';

const usage = 'Run `ops funnel`, or `ops funnel --days 7` for another number of days than 30.';
const mostFields = 20;

function daysOf(args: readonly string[]): number {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { days: { type: 'string' } },
    allowPositionals: true,
    strict: false,
  });
  const { days = '30', ...others } = values;
  if (Object.keys(others).length > 0 || positionals.length > 0 || !/^[1-9]\d{0,3}$/.test(String(days)))
    throw new SetupError(usage);
  return Number(days);
}

/** The report's lines: screens in the order of the journey, then the refused fields, most refused first. */
export async function funnelReport(db: Db, now: Date, days: number): Promise<readonly string[]> {
  const since = secondsAfter(now, -days * 86_400);
  const [counted, refused] = await Promise.all([
    funnelSince(db, since),
    refusedFieldsSince(db, since, mostFields),
  ]);
  if (counted.length === 0) return [`No visitor agreed to be counted in the last ${days} days.`];
  const rows = screenNames.flatMap((name) => counted.filter(({ screen }) => screen === name));
  const line = (screen: string, ...figures: readonly (string | number)[]) =>
    [screen.padEnd(30), ...figures.map((figure) => String(figure).padStart(12))].join('');
  return [
    `Visits of the last ${days} days whose visitors agreed to be counted.`,
    '',
    line('Screen', 'Seen', 'Completed', 'Left here'),
    ...rows.map(({ screen, seen, done, left }) => line(screen, seen, done, left)),
    ...(refused.length === 0
      ? []
      : [
          '',
          line('Refused field', 'Visits'),
          ...refused.map(({ screen, field, visits }) => line(`${screen}: ${field}`, visits)),
        ]),
  ];
}

export async function runFunnelCommand(
  env: NodeJS.ProcessEnv,
  args: readonly string[],
  say: (line: string) => void,
): Promise<void> {
  const days = daysOf(args);
  const { DATABASE_URL: url, dataDirectory } = readStorageConfig(env);
  const database = await openDatabase({ url, poolSize: 2, dataDirectory });
  try {
    await migrate(database.db);
    for (const line of await funnelReport(database.db, new MovableClock().now(), days)) say(line);
  } finally {
    await database.close();
  }
}
