import { expect, it } from 'vitest';
import { killTargets, nodeTargets, planOf } from './plan.ts';

const options = { applications: 60, kills: 25, seed: 7, isClustered: false };

it('is the same for the same seed, and another for another', () => {
  expect(planOf(options)).toEqual(planOf(options));
  expect(planOf({ ...options, seed: 8 })).not.toEqual(planOf(options));
});

it('kills every part about equally often, PostgreSQL among them', () => {
  const { kills } = planOf(options);
  expect(kills).toHaveLength(25);
  for (const target of killTargets)
    expect(kills.filter((kill) => kill.target === target).length).toBeGreaterThanOrEqual(4);
});

it('ends the leader of a cluster in every way, cuts off its synchronous standby, and kills nothing else', () => {
  const { kills } = planOf({ ...options, kills: 20, isClustered: true });
  for (const target of nodeTargets) expect(kills.filter((kill) => kill.target === target)).toHaveLength(4);
  expect(nodeTargets).toContain('standby-cut-off');
});
