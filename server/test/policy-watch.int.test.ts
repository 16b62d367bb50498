// How a policy decides week by week, and whether its applicants are still those that it was made for.
import { beforeAll, expect, it } from 'vitest';
import { loadLender } from '#lender/load.ts';
import { secondsAfter } from '#server/platform/clock.ts';
import { watchReport } from '#server/policy-analysis/commands/policy-watch.ts';
import { latestWatched } from '#server/policy-analysis/policy-watch.ts';
import { watchPolicy } from '#server/policy-analysis/watch.ts';
import { type KeptForTest, storeDecisions } from './stored-decisions.ts';
import { openWorld } from './world.ts';

const lender = loadLender();
const { version } = lender.policy;
const day = 86_400;
const world = openWorld();
let kept: readonly KeptForTest[];

beforeAll(async () => {
  const from = secondsAfter(world.clock.now(), -90 * day);
  kept = await storeDecisions({ ...world.services, lender }, { people: 2000, from });
});

it('counts what was decided in the last 7 days, and finds a stable population', async () => {
  await watchPolicy(world.services);
  const since = secondsAfter(world.clock.now(), -7 * day);
  const latest = kept.filter(({ decidedAt }) => decidedAt >= since);
  const [watched, ...others] = await latestWatched(world.db, world.clock.now());
  expect(others).toEqual([]);
  expect(watched?.version).toBe(version);
  for (const kind of ['prequalification', 'approval'] as const) {
    const outcomes = latest.filter((one) => one.kind === kind).map(({ decision }) => decision.kind);
    for (const outcome of new Set(outcomes))
      expect(watched?.figures.decisions[kind][outcome]).toBe(
        outcomes.filter((one) => one === outcome).length,
      );
  }
  expect(watched?.figures.stability.score).toBeLessThan(0.1);
  expect(watched?.figures.stability.income).toBeLessThan(0.1);

  await world.product.operations.refresh();
  const metrics = await world.product.operations.metrics.registry.metrics();
  expect(metrics).toMatch(
    new RegExp(
      `branchline_policy_decisions\\{version="${version.replace('+', '\\+')}",kind="prequalification",outcome="PREQUALIFIED"\\} \\d+`,
    ),
  );
  expect(metrics).toMatch(/branchline_policy_approved\{version="[^"]+",status="funded"\} 0/);
  expect(metrics).toMatch(/branchline_policy_stability_index\{version="[^"]+",of="score"\} 0\.0/);
});

it('reports each week of a version with its rate, prices and reasons', async () => {
  const now = world.clock.now();
  const lines = await watchReport({ ...world.services, lender }, now, 4);
  expect(lines[0]).toMatch(/^Week of +Version +Decided +Lends +Mean APR +Approved +Funded$/);
  const weeks = lines.filter((line) => line.includes(version) && /^\d/.test(line));
  const since = secondsAfter(now, -28 * day);
  const decided = kept.filter(({ kind, decidedAt }) => kind === 'prequalification' && decidedAt >= since);
  const counted = weeks.map((line) => Number(line.split(/ {2,}/)[2]));
  expect(counted.reduce((sum, one) => sum + one, 0)).toBe(decided.length);
  expect(lines.some((line) => /^ {12} +\d+ {2}[A-Z]/.test(line))).toBe(true);
  expect(lines.at(-1)).toMatch(/^Population stability of income, \S+: 0\.0\d\d, stable\.$/);
});

it('finds a shifted population', async () => {
  await world.db
    .updateTable('policy_watch')
    .set({ baseline: JSON.stringify({ score: { none: 500 }, income: { '< 20000': 500 } }) })
    .execute();
  await watchPolicy(world.services);
  const [watched] = await latestWatched(world.db, world.clock.now());
  expect(watched?.figures.stability.score).toBeGreaterThan(0.25);
  const lines = await watchReport({ ...world.services, lender }, world.clock.now(), 1);
  expect(lines.at(-1)).toContain('shifted');
  // A day later without a measurement, nothing is shown.
  expect(await latestWatched(world.db, secondsAfter(world.clock.now(), 2 * day))).toEqual([]);
});
