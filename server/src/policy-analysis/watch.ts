// Measures how policy versions decide, and whether applicants still resemble those each was made for.
import { daysAfter } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { type Period, rowsOf, saveRow } from '../platform/db/rows.ts';
import type { Counts, WatchedBands, WatchedFigures } from '../platform/db/tables.ts';
import { type DatedDecision, isByPolicy, outcomesIn } from '../records/decisions.ts';
import { readPolicyVersion } from '../records/policy-versions.ts';
import type { With } from '../services.ts';
import { bandsIn, count, sizeOf } from './replay/replay-summary.ts';
import { stabilityOf } from './replay/stability-index.ts';
import { paidOutByVersion } from './replay/stored-decisions.ts';

type Needs = With<'clock' | 'db' | 'vault'>;

/** The versions with the most decisions, so that the metrics stay few. */
const mostVersions = 5;
const leastForBaseline = 500;
/** A measurement older than this no longer counts: its version has stopped deciding, or the job fails. */
const freshDays = 1;

/** The versions that decided lately. */
export const latestWatched = (db: Db, now: Date) =>
  rowsOf(db, 'policy_watch', { measured_at: { '>': daysAfter(now, -freshDays) } }).all([
    'version',
    'figures',
  ]);

const readBaseline = async (db: Db, version: string): Promise<WatchedBands | undefined> =>
  (await rowsOf(db, 'policy_watch', { version }).value('baseline')) ?? undefined;

interface Tally extends WatchedBands {
  readonly decisions: Readonly<Record<DatedDecision['kind'], Counts>>;
}

export async function watchPolicy(services: Needs): Promise<void> {
  const { clock, db } = services;
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
  const paid = await paidOutByVersion(db, period);
  const decided = ({ decisions }: Tally) => sizeOf(decisions.prequalification) + sizeOf(decisions.approval);
  const busiest = [...versions].sort(([, a], [, b]) => decided(b) - decided(a)).slice(0, mostVersions);
  for (const [version, tally] of busiest) {
    const baseline = (await readBaseline(db, version)) ?? (await baselineOf(services, version));
    const figures: WatchedFigures = {
      decisions: tally.decisions,
      ...(paid.get(version) ?? { approved: 0, funded: 0 }),
      stability: baseline === undefined ? {} : stabilityOf(baseline, tally),
    };
    const row = { baseline: baseline === undefined ? null : JSON.stringify(baseline), measured_at: now };
    await saveRow(db, 'policy_watch', { version }, { ...row, figures: JSON.stringify(figures) });
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
