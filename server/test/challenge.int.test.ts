// A challenger decides silently beside the policy in force: the same inputs, for a share of the people, with no effect on anyone.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LENDER_DIRECTORY, loadLender } from '#lender/load.ts';
import { runOps } from '#server/cli/ops.ts';
import { purge } from '#server/evidence/retention/purge.ts';
import { readRecords } from '#server/operations/commands/person-records.ts';
import { transact } from '#server/platform/db/database.ts';
import { actingAs } from '#server/platform/operator.ts';
import { decideChallenge, isChosen, latestChallenge } from '#server/policy-analysis/challenges.ts';
import {
  endChallenge,
  reportChallenge,
  startChallenge,
} from '#server/policy-analysis/commands/policy-challenge.ts';
import { savePolicyVersion } from '#server/records/policy-versions.ts';
import { declineFor, writePolicy } from './changed-policy.ts';
import { decidedAs } from './journeys.ts';
import { audited } from './rows.ts';
import { testFolder } from './test-folder.ts';
import { jobsEnded } from './waits.ts';
import { eventually, openWorld } from './world.ts';

const lender = loadLender();
const world = openWorld({ applicantsWalk: true });

/** Declines everyone whose monthly income is below $9,000, which is person 1. */
const folder = writePolicy(testFolder(afterAll), {
  eligibility: declineFor({ monthlyIncome: '< 9000' }, 'income-insufficient'),
});
const strict = loadLender(LENDER_DIRECTORY, folder).policy;
const { version } = strict;
beforeAll(() => transact(world.db, (tx) => savePolicyVersion(tx, world.clock, strict)));

const minutes = (count: number) => world.clock.advance(count * 60_000);
const count = async (table: 'decision' | 'challenge_decision' | 'vendor_call') =>
  (await world.db.selectFrom(table).select('application_id').execute()).length;
const start = (share: number, changes: { version?: string; inForce?: string } = {}) => {
  const inForce = world.services.lender.policy.version;
  const wanted = { version, share, why: 'Is $9,000 enough?', inForce, ...changes };
  return actingAs('pat.reyes', () => startChallenge(world.services, wanted));
};

it('refuses what is not stored or in force, another share, and a second challenge', async () => {
  await expect(start(20, { version: 'none' })).rejects.toThrow("Policy none isn't stored");
  await expect(start(20, { inForce: version })).rejects.toThrow(`Policy ${version} is in force.`);
  for (const share of ['0', '101', '2.5', 'all']) {
    const typed = runOps({}, ['policy', 'challenge', version, '--share', share, '--for', 'x'], () => {});
    await expect(typed).rejects.toThrow('It is from 1 to 100.');
  }
  const report = reportChallenge({ ...world.services, lender }, world.db);
  await expect(report).rejects.toThrow('There was no challenge yet.');
  await expect(endChallenge(world.services)).rejects.toThrow('No challenge is running.');
  expect(await start(100)).toBe(`Policy ${version} decides silently for 100% of the applicants from now on.`);
  await expect(start(20)).rejects.toThrow('is the challenger now');
});

it('decides after the answer is out, without a vendor, and changes nothing', async () => {
  for (const person of [1, 1, 10]) await decidedAs(world, person);
  await jobsEnded(world);
  const before = { decisions: await count('decision'), calls: await count('vendor_call') };
  await decideChallenge(world.services);
  expect(await count('challenge_decision')).toBe(0);
  minutes(3);
  await decideChallenge(world.services, 2);
  expect(await count('challenge_decision')).toBe(3);
  expect({ decisions: await count('decision'), calls: await count('vendor_call') }).toEqual(before);
  const stored = await world.db.selectFrom('challenge_decision').selectAll().execute();
  for (const row of stored) {
    expect(row.detail).toMatch(/^[\w-]+\.[\w-]+$/);
    const { records } = await readRecords(world.db, world.services.vault, [row.application_id]);
    expect(records).not.toHaveProperty('challenge_decision');
    expect(JSON.stringify(records)).not.toContain(version);
  }
});

it('reports both', async () => {
  const lines = await actingAs('pat.reyes', () => reportChallenge({ ...world.services, lender }, world.db));
  expect(lines[0]).toBe(`${version} has decided for 100% of the applicants for 0.0 days: Is $9,000 enough?`);
  expect(lines.join('\n')).toContain('# Champion and challenger');
  expect(lines).toContain('| Approval rate | 66.7% | 0.0% | −66.7 pts |');
  expect(lines.join('\n')).not.toContain('Rivera');
  const operator = 'pat.reyes';
  expect(await audited(world, 'challenge-started', 'challenge-read', 'challenge-stopped')).toMatchObject([
    { type: 'challenge-started', operator },
    { type: 'challenge-read', operator },
  ]);
});

it('chooses the same people whenever they apply, about as many as requested', async () => {
  const challenge = await latestChallenge(world.db);
  if (challenge === undefined) throw new Error('There is a challenge.');
  const { vault } = world.services;
  const people = Array.from({ length: 4000 }, (_, at) => String(100_000_000 + at * 7));
  const chosen = (share: number) => people.filter((ssn) => isChosen(vault, { ...challenge, share }, ssn));
  const some = chosen(20);
  expect(some).toEqual(chosen(20));
  // Five standard errors of 20% of 4,000.
  expect(Math.abs(some.length - 800)).toBeLessThan(130);
  const more = new Set(chosen(40));
  expect(some.every((ssn) => more.has(ssn))).toBe(true);
  expect(chosen(100)).toHaveLength(4000);
});

it('is purged with the application', async () => {
  const { id } = await decidedAs(world, 10);
  minutes(3);
  await eventually(async () => {
    await decideChallenge(world.services);
    return (await count('challenge_decision')) === 4;
  });
  // A round of retention gives way to jobs of the application; this purge doesn't.
  await jobsEnded(world);
  await transact(world.db, (tx) => purge(tx, world.services, [id]));
  expect(await count('challenge_decision')).toBe(3);
});

it('a challenger that fails leaves applicants alone, and forgets whom it chose when it ends', async () => {
  const { db } = world.services;
  await db.updateTable('challenge').set({ version: 'gone' }).execute();
  const { status } = await decidedAs(world, 1);
  expect(status).toBe('SUCCESS');
  minutes(3);
  await expect(decideChallenge(world.services)).rejects.toThrow('The challenger gone is not stored.');
  expect((await decidedAs(world, 10)).status).toBe('SUCCESS');
  await db.updateTable('challenge').set({ version }).execute();
  await endChallenge(world.services);
  expect(await latestChallenge(db)).toMatchObject({ key: null });
  const before = await count('challenge_decision');
  await decideChallenge(world.services);
  expect(await count('challenge_decision')).toBe(before);
});
