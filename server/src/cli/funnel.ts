// `ops funnel`: how far visits come, and which fields are refused, as measured with consent.
import { screenNames } from '#contract/screens.ts';
import { funnelSince, refusedFieldsSince } from '../measurements/measurements.ts';
import { daysAfter } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { SetupError } from '../platform/failure.ts';
import { type Command, readOptions, withServices } from './command.ts';
import { onReplica } from './replica.ts';

const usage = 'Run `ops funnel`, or `ops funnel --days 7` for another number of days than 30.';
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

export const runFunnelCommand: Command = async (env, args, print) => {
  const { days = '30' } = readOptions(args, usage, { days: 'string' });
  if (!/^[1-9]\d{0,3}$/.test(days)) throw new SetupError(usage);
  await withServices(env, {}, (services) =>
    onReplica(services, print, async ({ db }) =>
      (await funnelReport(db, services.clock.now(), Number(days))).forEach(print),
    ),
  );
};
