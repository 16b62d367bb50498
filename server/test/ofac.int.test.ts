// The OFAC list is searched again on the day of a payment and when an account changes, and every search is on record for ten years.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { holdsCommand } from '#server/cli/holds.ts';
import { transact } from '#server/platform/db/database.ts';
import type { ApplicationId } from '#server/platform/db/tables.ts';
import { findDisbursement } from '#server/records/disbursements.ts';
import { ofacScreeningsOf } from '#server/records/ofac-screenings.ts';
import { paymentScreeningSchedule } from '#server/stages/funding/payment-screening.ts';
import { purge } from '#server/stages/retention/purge.ts';
import { enforceRetention } from '#server/stages/retention/round.ts';
import type { OfacAnswer } from '#server/vendors/bureau-screening.ts';
import { signedAs } from './receive-funds.ts';
import { replaceCall } from './replace.ts';
import { createWorld, eventually, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world?.close());

const match: OfacAnswer = {
  answer: 'match',
  message: '1201 NAME MATCHES OFAC LIST',
  listDate: '2026-11-20',
};
const services = () => world.product.services;
const bureauFinds = (answer: OfacAnswer) =>
  replaceCall(services().vendors.bureau, 'ofacSearch', () => async () => answer);
const paymentOf = (id: ApplicationId) => eventually(() => findDisbursement(services().db, id));
const screenings = async (id: ApplicationId) =>
  (await ofacScreeningsOf(services().db, id)).map(({ occasion, result }) => `${occasion}: ${result}`);

const holdOf = (id: ApplicationId) =>
  eventually(async () =>
    services()
      .db.selectFrom('hold')
      .select(['id', 'kind', 'stage', 'reason'])
      .where('application_id', '=', id)
      .where('resolution', 'is', null)
      .executeTakeFirst(),
  );
const decide = (verb: 'release' | 'refuse', hold: string) =>
  holdsCommand(services(), [verb, hold, '--note', 'Another birth date'], () => {});

it('is searched on the day of the payment and for the account, with the date of the list', async () => {
  const { id } = await signedAs(world);
  await paymentOf(id);
  const made = await eventually(async () => {
    const all = await ofacScreeningsOf(services().db, id);
    return all.length === 4 ? all : undefined;
  });
  expect(made.map(({ occasion }) => occasion).sort()).toEqual([
    'account-change',
    'approval',
    'payment',
    'prequalification',
  ]);
  for (const one of made)
    expect(one).toMatchObject({ result: 'clear', listDate: expect.stringMatching(/^20/) });
});

it('holds the money back on a match until a person has cleared it, and never pays after a refusal', async () => {
  bureauFinds(match);
  const { id } = await signedAs(world);
  const hold = await holdOf(id);
  expect(hold).toMatchObject({ kind: 'ofac', stage: 'payment', reason: 'match' });
  expect(await findDisbursement(services().db, id)).toBeUndefined();
  await decide('release', hold.id);
  await paymentOf(id);
  // The release after the match for the account covers the same entry of the list on the day of the payment.
  expect(await screenings(id)).toEqual(
    expect.arrayContaining(['account-change: match', 'payment: match', 'payment: released']),
  );

  const { id: refused } = await signedAs(world);
  await decide('refuse', (await holdOf(refused)).id);
  await eventually(async () => {
    const jobs = await services()
      .db.selectFrom('job')
      .select(['name', 'status', 'retry_at'])
      .where('application_id', '=', refused)
      .where('name', '=', 'fund-loan')
      .execute();
    if (jobs.some(({ retry_at }) => retry_at !== null)) world.clock.advance(60_000);
    return jobs.every(({ status }) => status === 'SUCCESS') || undefined;
  });
  expect(await findDisbursement(services().db, refused)).toBeUndefined();
  expect(await screenings(refused)).toContain('payment: refused');
});

it('is searched again on the day of the file, and a match takes the credit out of it until it is cleared', async () => {
  const { id } = await signedAs(world);
  const { file_day: day, loan_id: loan } = await paymentOf(id);
  const { db, config } = services();
  const isInFile = () =>
    ['', '-same-day'].some((kind) => {
      const file = join(config.dataDirectory, 'ach', `credits-${day}${kind}.ach`);
      return existsSync(file) && readFileSync(file, 'utf8').includes(loan.slice(-15).toUpperCase());
    });
  await eventually(async () => isInFile() || undefined);
  // As if it had been funded on an earlier day.
  for (const table of ['ofac_screening', 'vendor_call'])
    await sql`update ${sql.table(table)} set key = key || '-before'
      where application_id = ${id} and key like 'ofac-search:%:payment:%'`.execute(db);
  const morning = Date.parse(`${day}T09:00:00-05:00`);
  world.clock.advance(Math.max(0, morning - world.clock.now().getTime()));
  bureauFinds(match);
  await paymentScreeningSchedule(services()).run();
  const hold = await holdOf(id);
  expect(hold).toMatchObject({ kind: 'ofac', stage: 'payment' });
  await eventually(async () => !isInFile() || undefined);
  await decide('release', hold.id);
  await eventually(async () => isInFile() || undefined);
});

it('stays on record for ten years, longer than the application', async () => {
  // The vendors' clocks stay where they are.
  await world.close();
  world = await createWorld();
  const { id } = await signedAs(world);
  await paymentOf(id);
  const before = await screenings(id);
  await transact(services().db, (tx) => purge(tx, services(), [{ id, period: 'loans' }]));
  expect(await screenings(id)).toEqual(before);
  const year = 365.25 * 86_400_000;
  world.clock.advance(9.9 * year);
  await enforceRetention(services());
  expect(await screenings(id)).toEqual(before);
  world.clock.advance(0.2 * year);
  await enforceRetention(services());
  expect(await screenings(id)).toEqual([]);
});
