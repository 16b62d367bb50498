// `ops policy watch`: how each version of the policy decided week by week: approvals, prices, reasons, and loans that were paid out.
import { addDays, dayOfWeek, type IsoDate } from '#finance/dates.ts';
import { loadLender } from '#lender/load.ts';
import { daysAfter } from '../platform/clock.ts';
import type { Period } from '../platform/db/rows.ts';
import { SetupError } from '../platform/failure.ts';
import { latestWatched } from '../policy-analysis/policy-watch.ts';
import { sideOf } from '../policy-analysis/replay/replay.ts';
import type { ReplayServices } from '../policy-analysis/replay/replay-decisions.ts';
import { addToSide, emptySide, meanOf, type SideTally } from '../policy-analysis/replay/replay-summary.ts';
import { stabilityVerdict } from '../policy-analysis/replay/stability-index.ts';
import { paidOutByWeek, parseStored, storedDecisions } from '../policy-analysis/replay/stored-decisions.ts';
import { type Command, readOptions, storedPolicies, withServices } from './command.ts';
import { onReplica } from './replica.ts';

const usage = 'Run `ops policy watch`, or `ops policy watch --weeks 12` for a number of weeks other than 8.';
const mostReasons = 3;

export const runWatchCommand: Command = async (env, args, print) => {
  const { weeks = '8' } = readOptions(args, usage, { weeks: 'string' });
  if (!/^[1-9]\d?$/.test(weeks)) throw new SetupError(usage);
  await withServices(env, { keys: true }, async (services) => {
    const lender = loadLender(services.config.lenderDirectory);
    const now = services.clock.now();
    await onReplica(services, print, async ({ db }) =>
      (await watchReport({ ...services, db, lender }, now, Number(weeks))).forEach(print),
    );
  });
};

interface Week extends SideTally {
  decided: number;
}

/** A line for each week and version, oldest first, and how far the latest applicants differ from a version's baseline. */
export async function watchReport(services: ReplayServices, now: Date, weeks: number) {
  const { db, lender } = services;
  const { timeZone } = lender.brand.hours;
  const period = { from: daysAfter(now, -weeks * 7), until: now };
  const byWeek = await tallied(services, period);
  const paid = await paidOutByWeek(db, timeZone, period);
  if (byWeek.size === 0) return ['No decision was made in these weeks.'];
  const line = (...[week, version, ...cells]: readonly string[]) =>
    `${week}  ${String(version).padEnd(24)}${cells.map((cell) => cell.padStart(10)).join('')}`;
  const percent = (part: number, all: number) => (all === 0 ? '-' : `${((100 * part) / all).toFixed(1)}%`);
  const lines = [line('Week of   ', 'Version', 'Decided', 'Lends', 'Mean APR', 'Approved', 'Funded')];
  for (const [name, { decided, lends, apr, reasons }] of [...byWeek].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [week = '', version = ''] = name.split(' ');
    const own = paid.find((row) => row.week === week && row.version === version);
    const mean = meanOf(apr);
    lines.push(
      line(
        week,
        version,
        String(decided),
        percent(lends, decided),
        mean === undefined ? '-' : `${(mean / 100).toFixed(2)}%`,
        String(own?.approved ?? 0),
        percent(own?.funded ?? 0, own?.approved ?? 0),
      ),
      ...Object.entries(reasons)
        .sort(([a, times], [b, more]) => more - times || (a < b ? -1 : 1))
        .slice(0, mostReasons)
        .map(([reason, times]) => `            ${String(times).padStart(5)}  ${reason}`),
    );
  }
  for (const { version, figures } of await latestWatched(db, now))
    for (const [of, index] of Object.entries(figures.stability))
      lines.push(
        `Population stability of ${of}, ${version}: ${index.toFixed(3)}, ${stabilityVerdict(index)}.`,
      );
  return lines;
}

const mondayOf = (day: IsoDate) => addDays(day, -((dayOfWeek(day) + 6) % 7));

/** By Monday and version. */
async function tallied({ db, vault, lender }: ReplayServices, period: Period) {
  const policies = storedPolicies(db, lender);
  const { timeZone } = lender.brand.hours;
  const weeks = new Map<string, Week>();
  for await (const decisions of storedDecisions({ db, vault, timeZone }, period)) {
    for (const decision of decisions) {
      if (decision.kind !== 'prequalification') continue;
      const kept = parseStored(decision, lender.advertised.usualAmount);
      const policy = await policies.asOf(kept.decision);
      const name = `${mondayOf(kept.on)} ${kept.decision.policyVersion}`;
      const week = weeks.get(name) ?? { decided: 0, ...emptySide() };
      weeks.set(name, week);
      week.decided += 1;
      addToSide(week, sideOf(kept.decision, { lender: policy.lender, on: kept.on }, kept));
    }
  }
  return weeks;
}
