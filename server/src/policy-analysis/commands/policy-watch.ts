// `ops policy watch`: how each version of the policy decided week by week: approvals, prices, reasons, and loans that were paid out.
import { addDays, dayOfWeek, type IsoDate } from '#finance/dates.ts';
import { defineCommand, otherwise } from '../../commands/command.ts';
import { tableOf } from '../../commands/printing.ts';
import { onReplica } from '../../commands/replica.ts';
import { whole } from '../../commands/words.ts';
import { daysAfter } from '../../platform/clock.ts';
import type { Period } from '../../platform/db/rows.ts';
import { storedPolicies } from '../../records/policy-versions.ts';
import { latestWatched } from '../policy-watch.ts';
import { sideOf } from '../replay/replay.ts';
import type { ReplayServices } from '../replay/replay-decisions.ts';
import { addToSide, emptySide, meanOf, type SideTally } from '../replay/replay-summary.ts';
import { stabilityVerdict } from '../replay/stability-index.ts';
import { paidOutByWeek, parseStored, storedDecisions } from '../replay/stored-decisions.ts';

const mostReasons = 3;

export const watch = defineCommand('watch', 'how each version decided, week by week', {
  options: { weeks: otherwise('8', whole('number', 1, 99), 'of the last weeks') },
  needs: ['vault', 'lender'],
  run: (services, { weeks }, print) =>
    onReplica(services, print, ({ db }) => watchReport({ ...services, db }, services.clock.now(), weeks)),
});

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
  const percent = (part: number, all: number) => (all === 0 ? '-' : `${((100 * part) / all).toFixed(1)}%`);
  const weeksInOrder = [...byWeek].sort(([a], [b]) => (a < b ? -1 : 1));
  const [head = '', ...rows] = tableOf(
    [
      ['Week of', 'Version', 'Decided', 'Lends', 'Mean APR', 'Approved', 'Funded'],
      ...weeksInOrder.map(([name, { decided, lends, apr }]) => {
        const [week = '', version = ''] = name.split(' ');
        const own = paid.find((row) => row.week === week && row.version === version);
        const mean = meanOf(apr);
        return [
          ...[week, version, decided, percent(lends, decided)],
          mean === undefined ? '-' : `${(mean / 100).toFixed(2)}%`,
          own?.approved ?? 0,
          percent(own?.funded ?? 0, own?.approved ?? 0),
        ];
      }),
    ],
    [2, 3, 4, 5, 6],
  );
  const lines = [head];
  for (const [at, [, { reasons }]] of weeksInOrder.entries())
    lines.push(
      rows[at] ?? '',
      ...Object.entries(reasons)
        .sort(([a, times], [b, more]) => more - times || (a < b ? -1 : 1))
        .slice(0, mostReasons)
        .map(([reason, times]) => `            ${String(times).padStart(5)}  ${reason}`),
    );
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
