// A signed loan is canceled by the next business day, as long as its money has not gone; and what a refusal after signing does.
import { describe, expect, it } from 'vitest';
import { nextBankingDay } from '#finance/banking-days.ts';
import { localTime } from '#lender/zoned-time.ts';
import { readReturnFolder } from '#server/funding/ach/return-files.ts';
import { boardingOf } from '#server/funding/boarding/boarding.ts';
import { notifyMoneySent } from '#server/funding/jobs.ts';
import { lockApplication } from '#server/journey/applications.ts';
import { cancelLoan, writeAchFile } from '#server/journey/jobs.ts';
import { lenderToday, secondsAfter } from '#server/platform/clock.ts';
import { transact } from '#server/platform/db/database.ts';
import { insertRow } from '#server/platform/db/rows.ts';
import { type ApplicationId, encryptionContext } from '#server/platform/db/tables.ts';
import type { Encrypted } from '#server/platform/encryption.ts';
import { NotPerformed } from '#server/platform/jobs/vendor-calls.ts';
import { findDisbursement, saveUnwritten, saveWritten } from '#server/records/disbursements.ts';
import { openHold } from '#server/records/holds.ts';
import { signedAs } from './journeys.ts';
import { holdOf, operate, reviewHolds } from './operator.ts';
import { achFilesWith, bankReturns, loansOf, traceOf, writtenPayment } from './payouts.ts';
import { holdCall, replaceCall } from './replace.ts';
import { rowsOf, setRows } from './rows.ts';
import { casesOf } from './vendors.ts';
import { advanceForTest, jobsEnded, lockWaitedFor } from './waits.ts';
import { type Browser, extendSessions, hasServer, openWorld, readUntil, stateOf } from './world.ts';

const world = openWorld({ onBankingMorning: true });

const hour = 3_600_000;
const week = 7 * 24 * hour;
const match = { kind: 'ofac', stage: 'payment', reason: 'match', evidence: {} } as const;
const refuse = async (id: ApplicationId) =>
  reviewHolds(world, 'refuse', (await holdOf(world, id)).id, '--note', 'A true match');
const writtenPaymentOf = (id: ApplicationId) => writtenPayment(world, id);
const coreEventsOf = async (id: ApplicationId) =>
  (await loansOf(world, id))[0]?.updates.map(({ kind }) => kind);
const subjectsTo = async (email: unknown) => (await world.mailTo(email)).map(({ subject }) => subject);
const entriesOf = (payment: { loan_id: string }) => achFilesWith(world, payment);
/** Until when the status page offers to cancel, and whether the journey does. */
const offeredIn = async (browser: Browser) => {
  const { links } = await browser.journey();
  const { cancel } = (await browser.get(links.status as string)).json();
  expect(links.withdraw !== undefined).toBe(cancel !== undefined);
  return cancel as { label: string; at: string } | undefined;
};
/** The OFAC list does not answer until the returned function is called. */
const holdOfacSearch = () => holdCall(world.services.vendors.bureau, 'ofacSearch').go;
const withdrawLinkOf = async (browser: Browser) => (await browser.journey()).links.withdraw;

it('takes the money out of its file, with a report and a receipt', { tags: ['full'] }, async () => {
  const { browser, id, sent } = await signedAs(world);
  const payment = await writtenPaymentOf(id);
  expect(entriesOf(payment)).toHaveLength(1);
  const link = await browser.link('withdraw');
  const presses = await Promise.all([1, 2].map(() => browser.post(link, {})));
  expect(presses.map((answer) => answer.statusCode).sort()).toEqual([200, 409]);
  await jobsEnded(world, { of: id });

  expect(entriesOf(payment)).toEqual([]);
  expect(await findDisbursement(world.db, id)).toBeUndefined();
  expect((await coreEventsOf(id))?.filter((kind) => kind === 'canceled')).toHaveLength(1);
  const expected = { defaultScreen: 'withdrawn', phase: 'ended', isSigned: true };
  expect(await browser.journey()).toMatchObject(expected);
  expect(await browser.read('status')).toMatchObject({
    heading: 'You canceled your loan',
    done: expect.arrayContaining([expect.objectContaining({ what: 'You canceled it' })]),
  });
  world.clock.advance(10 * hour);
  await notifyMoneySent(world.services);
  world.clock.advance(-10 * hour);
  await jobsEnded(world, { of: id });
  const subjects = (await subjectsTo(sent.email)).filter((subject) =>
    /^You canceled|money is on its way/i.test(subject),
  );
  expect(subjects).toEqual([expect.stringMatching(/^You canceled/)]);
});

it('is never booked in the core system if that was not done yet', { tags: ['full'] }, async () => {
  const { core } = world.services.vendors;
  const release = holdOfacSearch();
  const { browser, id } = await signedAs(world);
  expect((await browser.post(await browser.link('withdraw'))).statusCode).toBe(200);
  release();
  await jobsEnded(world, { of: id });
  expect(await core.findLoan(id, AbortSignal.timeout(60_000))).toBeUndefined();
  expect(await findDisbursement(world.db, id)).toBeUndefined();
});

it('is canceled by the branch, and not anymore once the file is closed', { tags: ['full'] }, async () => {
  const { id, sent } = await signedAs(world);
  await writtenPaymentOf(id);
  expect(await operate(world, 'withdraw', id)).toContain('is canceled');
  await world.mailAbout(sent.email, /^You canceled/);
  const again = operate(world, 'withdraw', id);
  await expect(again).rejects.toThrow("LOAN_CANCELED, which can't be withdrawn");

  const { browser, id: paid } = await signedAs(world);
  const { file_day: day } = await writtenPaymentOf(paid);
  expect(day).toBe(lenderToday(world.services));
  const link = await browser.link('withdraw');
  const { lender, clock } = world.services;
  const zone = lender.brand.hours.timeZone;
  // The last minute before the file closes, which is earlier than the end of the next business day.
  const { at = '' } = (await offeredIn(browser)) ?? {};
  const closing = localTime(zone, secondsAfter(new Date(at), 60)).time;
  expect([lender.funding.cutoff, lender.funding.sameDay?.cutoff]).toContain(closing);
  expect(localTime(zone, new Date(at)).day).toBe(day);
  expect(Date.parse(at)).toBeGreaterThan(clock.now().getTime());
  advanceForTest(world, 8 * hour);
  await extendSessions(world);
  expect(await offeredIn(browser)).toBeUndefined();
  const late = await browser.post(link);
  expect(late.statusCode).toBe(409);
  expect(late.json().errors[0].message).toContain('your money is on its way');
  await expect(operate(world, 'withdraw', paid)).rejects.toThrow('your money is on its way');
  expect(await findDisbursement(world.db, paid)).toBeDefined();
});

it.runIf(hasServer)(
  'is canceled by the branch while a job records its payment',
  { tags: ['full'] },
  async () => {
    const { id } = await signedAs(world);
    const { sequence } = await writtenPaymentOf(id);
    // As after a crash between the file and its record.
    await transact(world.db, (tx) => saveUnwritten(tx, [sequence]));
    let canceled: Promise<string> | undefined;
    await transact(world.db, async (tx) => {
      await lockApplication(tx, id);
      canceled = operate(world, 'withdraw', id);
      await lockWaitedFor(world);
      await saveWritten(tx, world.clock, [sequence]);
    });
    expect(await canceled).toContain('is canceled');
  },
);

it('is not canceled after the next business day, even if the money waits', { tags: ['full'] }, async () => {
  replaceCall(world.services.vendors.core, 'bookLoan', () => async () => {
    throw new Error('The core system is unavailable.');
  });
  const { browser, id } = await signedAs(world);
  const { label, at = '' } = (await offeredIn(browser)) ?? {};
  expect(label).toBe('As long as your money is still with us, you can cancel your loan until');
  const day = nextBankingDay(lenderToday(world.services));
  const zone = world.services.lender.brand.hours.timeZone;
  expect(localTime(zone, new Date(at))).toEqual({ day, time: '23:59' });
  advanceForTest(world, week);
  await extendSessions(world);
  expect(await withdrawLinkOf(browser)).toBeUndefined();
  expect(await findDisbursement(world.db, id)).toBeUndefined();
});

describe('a loan that cannot be paid', { tags: ['full'] }, () => {
  it('ends with its reason if its account is never confirmed', async () => {
    const { browser, id, sent } = await signedAs(world, '000111222');
    expect(await operate(world, 'accounts', 'end', id)).toContain('The loan is canceled');
    await jobsEnded(world, { of: id });
    expect(await stateOf(world, id)).toBe('APPROVAL_WITHDRAWN');
    const notice = (await browser.get(await browser.link('adverseAction'))).body;
    expect(notice).toContain('confirm an account for the money of the loan');
    expect((await subjectsTo(sent.email)).join()).not.toContain('You canceled');
    expect(await operate(world, 'accounts', 'end', id)).toContain('nothing changed');
  });

  it('is canceled by the branch if the bank returned its money, after the applicant’s own time', async () => {
    const { browser, id } = await signedAs(world);
    const { sequence } = await writtenPaymentOf(id);
    await bankReturns(world, { traceNumber: traceOf(world, sequence), code: 'R03' });
    await readReturnFolder(world.services);
    expect(await stateOf(world, id)).toBe('DISBURSEMENT_RETURNED');
    advanceForTest(world, week);
    await extendSessions(world);
    expect(await withdrawLinkOf(browser)).toBeUndefined();
    expect(await operate(world, 'withdraw', id)).toContain('is canceled');
    await jobsEnded(world, { of: id });
    expect(await stateOf(world, id)).toBe('LOAN_CANCELED');
    expect(await coreEventsOf(id)).toContain('canceled');
  });
});

it('by an operator resolves what still holds it, in their name', { tags: ['full'] }, async () => {
  const { id } = await signedAs(world);
  await transact(world.db, (tx) =>
    openHold(tx, world.services, id, { kind: 'signature', stage: 'signing', reason: 'caps', evidence: {} }),
  );
  await operate(world, 'withdraw', id);
  const [hold] = await rowsOf(world, 'hold', id);
  const context = encryptionContext('hold', 'resolved_by', hold?.id as string);
  const resolver = world.services.vault.decryptJson(hold?.resolved_by as Encrypted, context);
  expect(resolver).toMatchObject({ by: 'Pat Operator' });
});

it('is refused before the branch learned of it, and gets no case', { tags: ['full'] }, async () => {
  const { db, vendors } = world.services;
  const restore = replaceCall(vendors.core, 'openCase', () => async () => {
    throw new NotPerformed('The core system is unavailable.');
  });
  const { id } = await signedAs(world);
  await transact(db, (tx) => openHold(tx, world.services, id, match));
  await refuse(id);
  restore();
  await jobsEnded(world, { of: id });
  expect(await casesOf(world, id)).toEqual([]);
});

describe('a match with the OFAC list that is confirmed after the file is closed', () => {
  it('ends a loan that was kept out of its file', { tags: ['full'] }, async () => {
    const { id, sent } = await signedAs(world);
    const payment = await writtenPaymentOf(id);
    await transact(world.db, async (tx) => {
      await openHold(tx, world.services, id, match);
      await world.services.jobs.enqueue(tx, writeAchFile, id, { day: payment.file_day });
    });
    await jobsEnded(world, { of: id });
    expect(entriesOf(payment)).toEqual([]);
    advanceForTest(world, 8 * hour);
    expect(await refuse(id)).toBe('Refused: the application has ended.');
    await jobsEnded(world, { of: id });
    expect(await stateOf(world, id)).toBe('APPROVAL_WITHDRAWN');
    expect(await findDisbursement(world.db, id)).toBeUndefined();
    expect(await coreEventsOf(id)).toContain('canceled');
    expect(await subjectsTo(sent.email)).toContainEqual(expect.stringContaining('Our decision'));
  });

  it.each([
    ['', new Date()],
    [', also if a crash kept us from recording it', null],
  ])('leaves a loan whose money the bank has, and says so%s', async (_, written) => {
    const { id } = await signedAs(world);
    const payment = await writtenPaymentOf(id);
    const { db } = world.services;
    await setRows(world, 'disbursement', id, { written_at: written });
    advanceForTest(world, 8 * hour);
    await transact(db, (tx) => openHold(tx, world.services, id, match));
    expect(await refuse(id)).toContain('the bank has the money already');
    expect(await stateOf(world, id)).toBe('SIGNED');
    expect(entriesOf(payment)).toHaveLength(1);
    // The bank gives the money back, and it is not sent again.
    await bankReturns(world, { traceNumber: traceOf(world, payment.sequence), code: 'R06' });
    await readReturnFolder(world.services);
    expect(await stateOf(world, id)).toBe('APPROVAL_WITHDRAWN');
  });
});

describe('the job that cancels a loan', () => {
  it('alerts at once if the bank has the money', { tags: ['full'] }, async () => {
    const { id } = await signedAs(world);
    const { sequence, file_day: fileDay } = await writtenPaymentOf(id);
    const { db, jobs } = world.services;
    advanceForTest(world, 8 * hour);
    const payment = { sequence, fileDay };
    const job = await transact(db, (tx) => jobs.enqueue(tx, cancelLoan, id, { payment }));
    const jobOf = async () => (await rowsOf(world, 'job', id)).find((row) => row.id === job);
    const givenUp = await readUntil(jobOf, (found) => found?.status !== 'PENDING');
    expect(givenUp).toMatchObject({ status: 'FAILURE', failures: 1, gave_up_at: expect.any(Date) });
  });

  it('finds a loan whose booking was killed, and cancels it', { tags: ['full'] }, async () => {
    const { db, vendors, clock } = world.services;
    const release = holdOfacSearch();
    const { browser, id } = await signedAs(world);
    const signal = AbortSignal.timeout(30_000);
    await vendors.core.bookLoan(await boardingOf(world.services, id), id, signal);
    await insertRow(db, 'vendor_call', {
      ...{ application_id: id, vendor: 'core', operation: 'book-loan', key: `loan:${id}` },
      ...{ attempts: 1, intended_at: clock.now(), leased_until: new Date(0) },
      status: 'intended',
    });
    expect((await browser.post(await browser.link('withdraw'))).statusCode).toBe(200);
    release();
    await jobsEnded(world, { of: id });
    expect(await coreEventsOf(id)).toContain('canceled');
  });
});
