// How a policy decides, and whether its applicants are still those that it was made for.
import { beforeAll, expect, it } from 'vitest';
import { loadLender } from '#lender/load.ts';
import { secondsAfter } from '#server/platform/clock.ts';
import { latestWatched, watchPolicy } from '#server/policy-analysis/watch.ts';
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

it('finds a shifted population', async () => {
  await world.db
    .updateTable('policy_watch')
    .set({ baseline: JSON.stringify({ score: { none: 500 }, income: { '< 20000': 500 } }) })
    .execute();
  await watchPolicy(world.services);
  const [watched] = await latestWatched(world.db, world.clock.now());
  expect(watched?.figures.stability.score).toBeGreaterThan(0.25);
  // A day later without a measurement, nothing is shown.
  expect(await latestWatched(world.db, secondsAfter(world.clock.now(), 2 * day))).toEqual([]);
});
