// The OFAC list is searched again on the day of a payment and when an account changes, and every search is on record for ten years.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { enforceRetention } from '#server/evidence/retention/enforce-retention.ts';
import { purge } from '#server/evidence/retention/purge.ts';
import { screenPayments } from '#server/funding/jobs.ts';
import { readDenial } from '#server/notices/adverse-action.ts';
import { lenderDay, lenderToday } from '#server/platform/clock.ts';
import { transact } from '#server/platform/db/database.ts';
import type { ApplicationId } from '#server/platform/db/tables.ts';
import { findDisbursement } from '#server/records/disbursements.ts';
import { findNotice } from '#server/records/notices.ts';
import { enqueueAccountScreening } from '#server/stages/screening/ofac.ts';
import { ofacScreeningsOf } from '#server/stages/screening/ofac-screenings.ts';
import type { OfacResult } from '#server/vendors/bureau/screening.ts';
import { signedAs } from './journeys.ts';
import { holdOf, reviewHolds } from './operator.ts';
import { achFilesWith, authorizeAutopay, writtenPayment } from './payouts.ts';
import { replaceCall } from './replace.ts';
import { rowsOf } from './rows.ts';
import { sandboxAhead } from './vendors.ts';
import { jobsEnded } from './waits.ts';
import { createWorld, eventually, extendSessions, hasServer, readUntil, type World } from './world.ts';

let world: World;
/** A world whose clock is that of its vendors again. */
async function newMorning(): Promise<void> {
  await world?.close();
  world = await createWorld({ onBankingMorning: true });
}
beforeAll(newMorning);
afterAll(() => world?.close());

const match: OfacResult = { answer: 'match', message: '1200 NAME MATCHES OFAC LIST', listDate: '2026-11-20' };
const bureauFinds = (answer: OfacResult) =>
  replaceCall(world.services.vendors.bureau, 'ofacSearch', () => async () => answer);
const paymentOf = (id: ApplicationId) => eventually(() => findDisbursement(world.db, id));
const screenings = async (id: ApplicationId) =>
  (await ofacScreeningsOf(world.db, id)).map(({ occasion, result }) => `${occasion}: ${result}`);

const decide = (verb: 'release' | 'refuse', hold: string) =>
  reviewHolds(world, verb, hold, '--note', 'Another birth date');

it('is searched on the day of the payment and for the account, with the date of the list', async () => {
  const { id } = await signedAs(world);
  await paymentOf(id);
  await eventually(async () => (await screenings(id)).length === 4);
  const occasions = ['account-change', 'approval', 'payment', 'prequalification'];
  expect((await screenings(id)).sort()).toEqual(occasions.map((occasion) => `${occasion}: clear`));
  for (const { listDate } of await ofacScreeningsOf(world.db, id)) expect(listDate).toMatch(/^20/);
});

it('holds the money back on a match until a person has cleared it, and never pays after a refusal', async () => {
  bureauFinds(match);
  const { id } = await signedAs(world);
  const hold = await holdOf(world, id);
  expect(hold).toMatchObject({ kind: 'ofac', stage: 'payment', reason: 'match' });
  expect(await findDisbursement(world.db, id)).toBeUndefined();
  await decide('release', hold.id);
  await paymentOf(id);
  await jobsEnded(world, { of: id });
  // The release after the match for the account covers the same entry of the list on the day of the payment.
  expect(await screenings(id)).toEqual(
    expect.arrayContaining(['account-change: match', 'payment: match', 'payment: released']),
  );

  const { id: refused } = await signedAs(world);
  await decide('refuse', (await holdOf(world, refused)).id);
  await eventually(async () => {
    const jobs = await rowsOf(world, 'job', refused, { name: 'fund-loan' });
    if (jobs.some(({ retry_at }) => retry_at !== null)) world.clock.advance(60_000);
    return jobs.every(({ status }) => status === 'SUCCESS');
  });
  expect(await findDisbursement(world.db, refused)).toBeUndefined();
  expect(await screenings(refused)).toContain('payment: refused');
  const denial = await eventually(() => findNotice(world.db, refused, 'denial'));
  const expected = { reasons: [{ other: 'identityNotVerified' }], report: { bureau: { name: 'Experian' } } };
  expect(await readDenial(world.services, denial)).toMatchObject(expected);
});

const hour = 3_600_000;
/** Another world, after the last file of the day has closed. */
async function newEvening(): Promise<void> {
  await newMorning();
  world.clock.advance(12 * hour);
  await sandboxAhead(world, 12 * 3600);
}

/** As if the loans had been funded on an earlier day. */
async function forgetPaymentScreenings(...ids: readonly ApplicationId[]): Promise<void> {
  for (const table of ['ofac_screening', 'vendor_call'])
    await sql`update ${sql.table(table)} set key = key || '-before'
      where application_id = any(${ids}) and key like 'ofac-search:%:payment:%'`.execute(world.db);
}

const filesWith = (payment: { loan_id: string }) => achFilesWith(world, payment);

it('is searched on the day of the file, whose credit a match takes out', { tags: ['full'] }, async () => {
  const { id } = await signedAs(world);
  const payment = await paymentOf(id);
  const isInFile = () => filesWith(payment).length > 0;
  await eventually(async () => isInFile());
  await forgetPaymentScreenings(id);
  bureauFinds(match);
  await screenPayments(world.services);
  const hold = await holdOf(world, id);
  expect(hold).toMatchObject({ kind: 'ofac', stage: 'payment' });
  await eventually(async () => !isInFile());
  await decide('release', hold.id);
  await eventually(async () => isInFile());
});

it('of a changed account that ends after the credit was written takes it out', async () => {
  const { id } = await signedAs(world);
  const payment = await writtenPayment(world, id);
  await jobsEnded(world, { of: id });
  bureauFinds(match);
  await transact(world.db, (tx) => enqueueAccountScreening(tx, world.services, id));
  await holdOf(world, id);
  await jobsEnded(world, { of: id });
  expect(filesWith(payment)).toEqual([]);
});

it('emails the applicant when a match holds the payment of a finished application', async () => {
  const { id, browser, sent } = await signedAs(world);
  await authorizeAutopay(browser);
  await paymentOf(id);
  bureauFinds(match);
  await transact(world.db, (tx) => enqueueAccountScreening(tx, world.services, id));
  await holdOf(world, id);
  await world.mailAbout(sent.email, /^We need a little more time/);
});

it.runIf(hasServer)(
  'has the file written once for many searches that end while it is being written',
  { tags: ['full'] },
  async () => {
    const { db } = world.services;
    const payments = [];
    for (const _ of [1, 2, 3, 4]) {
      const { id } = await signedAs(world);
      payments.push(await paymentOf(id));
      await jobsEnded(world, { of: id });
    }
    await forgetPaymentScreenings(...payments.map((payment) => payment.application_id));
    const written = async () =>
      (await db.selectFrom('job').select('id').where('name', '=', 'write-ach-file').execute()).length;
    const before = await written();
    // As if a rewrite took long: the lock of the files.
    await transact(db, async (tx) => {
      await sql`select pg_advisory_xact_lock(4201337)`.execute(tx);
      await screenPayments(world.services);
      await jobsEnded(world, { names: ['screen-payment'] });
      // One job that waits for all searches, and one more if the first had begun.
      expect([1, 2]).toContain((await written()) - before);
    });
    await jobsEnded(world, { names: ['write-ach-file'] });
    for (const payment of payments) expect(filesWith(payment)).toHaveLength(1);
  },
);

it('is paid only on a day that it was searched for, or later', { tags: ['full'] }, async () => {
  await newEvening();
  const { id, browser } = await signedAs(world);
  const first = await paymentOf(id);
  const today = () => lenderToday(world.services);
  expect(first.file_day > today()).toBe(true);
  await jobsEnded(world, { of: id });
  // A file that is ready the evening before would be paid without the search of its day.
  expect(filesWith(first)).toEqual([]);

  // No worker runs until the file is closed.
  while (today() < first.file_day) world.clock.advance(hour);
  world.clock.advance(18 * hour);
  await extendSessions(world);
  await screenPayments(world.services);
  const later = await readUntil(
    () => paymentOf(id),
    (payment) => payment.file_day > first.file_day,
  );
  expect(filesWith(first)).toEqual([]);
  const { loan } = await browser.read('autopay');
  expect(loan.fundsArrive).toBe(later.effective_on);
  expect(later.effective_on > first.effective_on).toBe(true);

  while (today() < later.file_day) world.clock.advance(hour);
  await screenPayments(world.services);
  await eventually(async () => filesWith(first).length > 0);
  expect(filesWith(first)).toEqual([expect.stringContaining(`credits-${later.file_day}`)]);
  expect((await screenings(id)).filter((one) => one === 'payment: clear').length).toBeGreaterThan(1);

  // A day without a worker at all, as long as the credit is in no file.
  await newEvening();
  const { id: other } = await signedAs(world);
  const missed = await paymentOf(other);
  await jobsEnded(world, { of: other });
  world.clock.advance(4 * 24 * hour);
  await screenPayments(world.services);
  await eventually(async () => (await paymentOf(other)).file_day > missed.file_day);
});

it('is paid on its day if the clock jumps it, and announced once', { tags: ['full'] }, async () => {
  await newEvening();
  const { id, browser, sent } = await signedAs(world);
  expect((await authorizeAutopay(browser)).statusCode).toBe(200);
  const payment = await paymentOf(id);
  await jobsEnded(world, { of: id });
  expect((await world.browser().post('/dev/clock', { advanceSeconds: 9 * 24 * 3600 })).statusCode).toBe(200);
  const paid = await paymentOf(id);
  const dayOf = (at: Date | null) => at && lenderDay(world.services.lender, at);
  const expected = Array(3).fill(payment.file_day);
  expect([paid.file_day, dayOf(paid.written_at), dayOf(paid.sent_at)]).toEqual(expected);
  expect(filesWith(payment)).toEqual([expect.stringContaining(`credits-${payment.file_day}`)]);
  await jobsEnded(world, { of: id });
  const subjects = (await world.mailTo(sent.email)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => /first autopay debit|We sent your money/.test(subject))).toEqual([
    expect.stringContaining('We sent your money'),
  ]);
});

it('stays on record for ten years, longer than the application', async () => {
  await newMorning();
  const { id } = await signedAs(world);
  await paymentOf(id);
  await jobsEnded(world, { of: id });
  const before = await screenings(id);
  await transact(world.db, (tx) => purge(tx, world.services, [id]));
  expect(await screenings(id)).toEqual(before);
  const year = 365.25 * 86_400_000;
  world.clock.advance(9.9 * year);
  await enforceRetention(world.services);
  expect(await screenings(id)).toEqual(before);
  world.clock.advance(0.2 * year);
  await enforceRetention(world.services);
  expect(await screenings(id)).toEqual([]);
});
