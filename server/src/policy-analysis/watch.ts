// Measures how policy versions decide, and whether applicants still resemble those each was made for.
import { daysAfter } from '../platform/clock.ts';
import type { Period } from '../platform/db/rows.ts';
import type { Counts, WatchedBands } from '../platform/db/tables.ts';
import { type DatedDecision, isByPolicy, outcomesIn } from '../records/decisions.ts';
import { readPolicyVersion } from '../records/policy-versions.ts';
import type { With } from '../services.ts';
import { readBaseline, saveWatched } from './policy-watch.ts';
import { bandsIn, count, sizeOf } from './replay/replay-summary.ts';
import { stabilityOf } from './replay/stability-index.ts';
import { paidOutByWeek } from './replay/stored-decisions.ts';

type Needs = With<'clock' | 'db' | 'vault' | 'lender'>;

/** The versions with the most decisions, so that the metrics stay few. */
const mostVersions = 5;
const leastForBaseline = 500;

interface Tally extends WatchedBands {
  readonly decisions: Readonly<Record<DatedDecision['kind'], Counts>>;
}

export async function watchPolicy(services: Needs): Promise<void> {
  const { clock, db, lender } = services;
  const now = clock.now();
  const versions = new Map<string, Tally>();
  for await (const stored of decisionsIn(services, { from: daysAfter(now, -7), until: now })) {
    const { policyVersion } = stored.decision;
    const decisions = { prequalification: {}, approval: {} };
    const tally: Tally = versions.get(policyVersion) ?? { score: {}, income: {}, decisions };
    versions.set(policyVersion, tally);
    count(tally.decisions[stored.kind], stored.decision.kind);
    addBands(tally, stored);
  }
  const period = { from: daysAfter(now, -28), until: now };
  const paid = await paidOutByWeek(db, lender.brand.hours.timeZone, period);
  const decided = ({ decisions }: Tally) => sizeOf(decisions.prequalification) + sizeOf(decisions.approval);
  const busiest = [...versions].sort(([, a], [, b]) => decided(b) - decided(a)).slice(0, mostVersions);
  for (const [version, tally] of busiest) {
    const baseline = (await readBaseline(db, version)) ?? (await baselineOf(services, version));
    const own = paid.filter((week) => week.version === version);
    await saveWatched(db, now, version, {
      baseline,
      figures: {
        decisions: tally.decisions,
        approved: own.reduce((sum, { approved }) => sum + approved, 0),
        funded: own.reduce((sum, { funded }) => sum + funded, 0),
        stability: baseline === undefined ? {} : stabilityOf(baseline, tally),
      },
    });
  }
}

/** The applicants of the 90 days before the version was stored, as a replay counts them; if they are too few, the first ones that it decided. */
async function baselineOf(services: Needs, version: string): Promise<WatchedBands | undefined> {
  const policy = await readPolicyVersion(services.db, version);
  if (policy === undefined) return undefined;
  const { storedAt } = policy;
  const before = { score: {}, income: {} };
  const replayed = { from: daysAfter(storedAt, -90), until: storedAt };
  for await (const stored of decisionsIn(services, replayed)) addBands(before, stored);
  if (sizeOf(before.score) >= leastForBaseline) return before;
  const first = { score: {}, income: {} };
  for await (const stored of decisionsIn(services, { from: storedAt, until: services.clock.now() })) {
    if (stored.decision.policyVersion !== version) continue;
    addBands(first, stored);
    if (sizeOf(first.score) === leastForBaseline) return first;
  }
  return undefined;
}

async function* decisionsIn({ db, vault }: Needs, period: Period): AsyncGenerator<DatedDecision> {
  for await (const made of outcomesIn(db, vault, period)) if (isByPolicy(made)) yield made;
}

/** Counts each applicant once, by the prequalification. */
function addBands(bands: WatchedBands, { kind, inputs }: DatedDecision): void {
  if (kind !== 'prequalification') return;
  const { score, income } = bandsIn(inputs);
  count(bands.score, score);
  count(bands.income, income);
}
