// Copies of applicants are what applicants are who walked.
import { expect, it } from 'vitest';
import { seededSteps } from './journeys.ts';
import { comparable, hashesOf, vendorRows } from './seed.ts';
import { openWorld } from './world.ts';

const walked = openWorld({ slowResponseMs: 50 });
const copied = openWorld();

it.each(Object.keys(seededSteps))('an applicant at the step %s is copied in every table', async (name) => {
  const step = seededSteps[name as keyof typeof seededSteps];
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
