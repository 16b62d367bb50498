// Copies of applicants are what applicants are who walked.
import { describe, expect, it } from 'vitest';
import { seededSteps } from './journeys.ts';
import { comparable, hashesOf, vendorRows } from './seed.ts';
import { openWorld } from './world.ts';

const walked = openWorld({ slowResponseMs: 50 });
const copied = openWorld();

const steps = Object.keys(seededSteps) as (keyof typeof seededSteps)[];
describe.each(steps)('an applicant at the step %s', (name) => {
  // The last step has found who shares its account and device: those at the steps before it, in both worlds.
  const tags = name.startsWith('linked ') ? ['full'] : [];

  it('is copied in every table', { tags }, async () => {
    const step = seededSteps[name];
    const found = [];
    for (const world of [walked, copied]) {
      const hashes = hashesOf(world);
      const before = vendorRows(world);
      const came = await step(world);
      found.push(await comparable(world, came, before, hashes));
    }
    const [one, other] = found;
    for (const table in one) expect.soft(other?.[table], table).toEqual(one[table]);
  });
});
