// The account is validated before money moves: by its numbers, two micro-entries or a person.
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { readNachaFile } from '#finance/nacha-reader.ts';
import { addDays, instantOf } from '#lender/zoned-time.ts';
import { isInFiles, writeAchFiles } from '#server/funding/ach/ach-file.ts';
import { checkMicroEntries } from '#server/funding/ach/micro-entries.ts';
import { applyReturnFile } from '#server/funding/ach/return-files.ts';
import { settle } from '#server/funding/checks/account-validation.ts';
import { emailHeld, emailUnsigned } from '#server/messages/application-messages.ts';
import { emailAccountUpdate } from '#server/messages/loan-messages.ts';
import { sendReminders } from '#server/messages/reminders.ts';
import { humanQueues } from '#server/operations/queues.ts';
import { daysAfter, lenderToday } from '#server/platform/clock.ts';
import { transact } from '#server/platform/db/database.ts';
import { rowsOf as rowsWith } from '#server/platform/db/rows.ts';
import type { ApplicationId } from '#server/platform/db/tables.ts';
import {
  type AccountValidation,
  findValidation,
  settleValidation,
} from '#server/records/account-validations.ts';
import { deleteDepositAccount } from '#server/records/deposit-accounts.ts';
import { findDisbursement } from '#server/records/disbursements.ts';
import { openHold } from '#server/records/holds.ts';
import { untilBankingMorning } from './banking-morning.ts';
import { approvalDecidedAs, depositChosenAs, signedAs } from './journeys.ts';
import { holdOf, operate, reviewHolds } from './operator.ts';
import { bankReturns, loansOf, traceOf, writtenMicroEntries, writtenPayment } from './payouts.ts';
import { chooseDeposit, typedAccount } from './receive-funds.ts';
import { replaceCall } from './replace.ts';
import { rowsOf, setRows } from './rows.ts';
import { jobsEnded } from './waits.ts';
import { applicationOf, type Browser, eventually, openWorld, type World } from './world.ts';

const world = openWorld();

const becomes = (browser: Browser, status: string) =>
  eventually(async () => (await browser.read('accountValidation')).status === status);

const payments = (id: ApplicationId) => rowsOf(world, 'disbursement', id);
const isPaid = (id: ApplicationId) => eventually(async () => (await payments(id))[0]);

/** The signed loans whose applicants are to be called after some days. */
const callsIn = async (days: number, { product, clock } = world) => {
  const waiting = await humanQueues.accounts.read(product.services, daysAfter(clock.now(), days));
  return waiting
    .flatMap(({ what, isOverdue }) => (isOverdue && what.startsWith('signed') ? what : []))
    .join();
};

function entriesIn({ config }: World, { file_day: day, sequences }: AccountValidation) {
  const path = join(config.dataDirectory, 'ach', `credits-${day}.ach`);
  if (!existsSync(path)) return [];
  const { batches } = readNachaFile(readFileSync(path, 'utf8'));
  return batches
    .flatMap(({ kind, entryDescription: description, entries }) =>
      entries.map((entry) => ({ kind, description, ...entry })),
    )
    .filter(({ traceNumber }) => sequences?.includes(Number(traceNumber.slice(-7))));
}

describe('a typed account', () => {
  it('unknown to the check is paid only after its micro-entries are confirmed, and signing continues', async () => {
    const { browser, sent, id } = await signedAs(world, '000111222');
    const journey = await browser.journey();
    const choices = { depositAccount: { validation: 'MICRO_ENTRIES' } };
    expect(journey).toMatchObject({ defaultScreen: 'docusign-success', choices });
    const mail = await world.mailAbout(sent.email, /^Two small deposits/);
    expect(mail.text).toMatch(/ACCTVERIFY.*\/resume\?token=/s);

    const row = await writtenMicroEntries(world, id);
    const entries = entriesIn(world, row).filter(({ description }) => description === 'ACCTVERIFY');
    expect(entries.map(({ kind, transactionCode }) => [kind, transactionCode])).toEqual([
      ['PPD', '22'],
      ['PPD', '22'],
      ['WEB', '27'],
    ]);
    const [first = 0, second = 0, back = 0] = entries.map(({ amount }) => amount);
    expect(first).not.toBe(second);
    expect(Math.max(first, second)).toBeLessThan(100);
    expect(back).toBe(first + second);
    // The signature alone moves nothing.
    expect(await payments(id)).toEqual([]);
    expect(await callsIn(4)).not.toContain(id);
    expect(await callsIn(6)).toContain(`signed, micro-entries not confirmed, application ${id}`);
    const href = journey.links.accountValidation as string;
    expect((await browser.post(href, { amounts: [100, 100] })).json()).toMatchObject({
      errors: [{ field: 'amounts', message: "These aren't the amounts we sent. You have 2 tries left." }],
    });
    const responses = await Promise.all([1, 2].map(() => browser.post(href, { amounts: [second, first] })));
    expect(responses.map((answer) => answer.json().status)).toEqual(['VALID', 'VALID']);
    await isPaid(id);
    await world.mailAbout(sent.email, /^Your account is confirmed/);
    expect(await loansOf(world, id)).toHaveLength(1);
  });

  it('with three wrong amounts, or another owner, is left to a person', { tags: ['full'] }, async () => {
    const wrong = await signedAs(world, '000111222');
    const other = await depositChosenAs(world);
    await other.browser.post(other.journey.links.directEntry as string, typedAccount('000111333'));
    await becomes(other.browser, 'MANUAL_REVIEW');
    const href = await wrong.browser.link('accountValidation');
    await becomes(wrong.browser, 'MICRO_ENTRIES');
    for (const status of [400, 400, 200])
      expect((await wrong.browser.post(href, { amounts: [100, 100] })).statusCode).toBe(status);
    await becomes(wrong.browser, 'MANUAL_REVIEW');
    await world.mailAbout(wrong.sent.email, /^We're confirming your account/);

    const list = await operate(world, 'accounts');
    expect(list).toContain(`${wrong.id}  since`);
    expect(list).toMatch(new RegExp(`${other.id}.*the bank names another owner`));
    expect(await operate(world, 'accounts', 'accept', wrong.id)).toContain('will be paid to it');
    await isPaid(wrong.id);
    expect(await callsIn(6)).not.toContain(wrong.id);
    const refused = await operate(world, 'accounts', 'refuse', other.id);
    expect(refused).toContain('who can choose another one');
    await becomes(other.browser, 'INVALID');
    await world.mailAbout(other.sent.email, /^We need another account/);
  });
});

it('a linked account whose bank names no owner is left to the account check', async () => {
  const { browser, journey } = await approvalDecidedAs(world);
  const id = applicationOf(journey.links.approval as string);
  await setRows(world, 'verification', id, { identity: false });
  await rowsWith(world.db, 'vendor_call', { application_id: id, operation: 'read-owners' }).delete();
  replaceCall(world.services.vendors.bankData, 'ownership', (real) => async (token, signal) => ({
    ...(await real(token, signal)),
    owners: [],
  }));
  await chooseDeposit(browser, 'linked');
  await jobsEnded(world, { of: id });
  expect(await findValidation(world.db, id)).toMatchObject({ status: 'VALID', method: 'vendor' });
});

describe('micro-entries', () => {
  const banking = openWorld({ onBankingMorning: true });

  const services = () => banking.product.services;
  const days = (count: number) => banking.clock.advance(count * 86_400_000);
  const depositsOf = async (id: ApplicationId) => {
    const row = await findValidation(services().db, id);
    if (row?.sequences == null) throw new Error('There are no micro-entries.');
    return { ...row, sequences: row.sequences };
  };
  /** How many of its two credits and one debit are in the file of their day. */
  const entriesOf = async (id: ApplicationId) => entriesIn(banking, await depositsOf(id)).length;
  const written = async () => {
    const signed = await signedAs(banking, '000111222');
    await eventually(async () => (await depositsOf(signed.id)).written_at ?? undefined);
    // While the job that wrote them is pending, a check of the files leaves them to it.
    await jobsEnded(banking, { of: signed.id });
    expect(await entriesOf(signed.id)).toBe(3);
    return signed;
  };
  const checked = async () => {
    await checkMicroEntries(services());
    await jobsEnded(banking, { names: ['write-ach-file'] });
  };
  const match = { kind: 'ofac', stage: 'payment', reason: 'match', evidence: {} } as const;
  const hold = (id: ApplicationId) => transact(services().db, (tx) => openHold(tx, services(), id, match));
  const release = async (id: ApplicationId) =>
    reviewHolds(banking, 'release', (await holdOf(banking, id)).id, '--note', 'Another birth date');
  type Signed = Awaited<ReturnType<typeof written>>;

  it.each<[string, (signed: Signed) => Promise<unknown>]>([
    ['a match with the OFAC list', ({ id }) => hold(id)],
    ['a withdrawal', async ({ browser }) => browser.post(await browser.link('withdraw'))],
    ['a refusal of the account', ({ id }) => operate(banking, 'accounts', 'refuse', id)],
    ['its deletion', ({ id }) => transact(services().db, (tx) => deleteDepositAccount(tx, id))],
  ])('leave their file after %s, and are moved to no other', { tags: ['full'] }, async (_, stop) => {
    const signed = await written();
    await stop(signed);
    await checked();
    expect(await entriesOf(signed.id)).toBe(0);
    const { file_day: day, written_at: at } = await depositsOf(signed.id);
    expect(at).toBeNull();
    days(4);
    await checked();
    expect((await depositsOf(signed.id)).file_day).toBe(day);
    days(-4);
  });

  it('leave their file once the applicant chooses another account', async () => {
    const { browser, id } = await depositChosenAs(banking);
    const href = await browser.link('directEntry');
    expect((await browser.post(href, typedAccount('000111222'))).statusCode).toBe(200);
    const given = await writtenMicroEntries(banking, id);
    await jobsEnded(banking, { of: id });
    expect(entriesIn(banking, given)).toHaveLength(3);
    expect((await browser.post(href, typedAccount('000123456789'))).statusCode).toBe(200);
    await becomes(browser, 'VALID');
    await jobsEnded(banking, { of: id });
    expect(entriesIn(banking, given)).toEqual([]);
  });

  it('go out once after the match was cleared, and stay in a file that the bank has', {
    tags: ['full'],
  }, async () => {
    const { id } = await written();
    await hold(id);
    await checked();
    days(4);
    await release(id);
    const { file_day: before } = await depositsOf(id);
    await checked();
    await jobsEnded(banking, { of: id });
    const moved = { file_day: expect.not.stringMatching(before as string), written_at: expect.any(Date) };
    expect(await depositsOf(id)).toMatchObject(moved);
    expect(await entriesOf(id)).toBe(3);

    days(4);
    await hold(id);
    await checked();
    expect(await entriesOf(id)).toBe(3);
    expect((await depositsOf(id)).written_at).not.toBeNull();
    days(-8);
  });

  let ahead = 0;
  const backToToday = () => {
    banking.clock.advance(-ahead);
    ahead = 0;
  };
  afterEach(backToToday);
  const confirmed = async () => {
    const signed = await written();
    const halfDay = 43_200_000;
    ahead = halfDay + untilBankingMorning(banking.clock.now().getTime() + halfDay);
    banking.clock.advance(ahead);
    await transact(services().db, async (tx) =>
      settle(tx, services(), await depositsOf(signed.id), { status: 'VALID', method: 'micro-entries' }),
    );
    const payment = await writtenPayment(banking, signed.id);
    const entry = { sequence: payment.sequence, fileDay: payment.file_day };
    return { ...signed, payment, entry };
  };
  const returned = async (id: ApplicationId) => {
    const back = (await depositsOf(id)).sequences[2] ?? 0;
    const path = await bankReturns(banking, { traceNumber: traceOf(banking, back), code: 'R10' });
    return (await applyReturnFile(services(), readFileSync(path, 'utf8'))).applied.join();
  };
  const giveAnother = async ({ browser }: Signed) =>
    browser.post(await browser.link('directEntry'), typedAccount('000123456789'));

  it('that are returned take the payment out of its file, for another one', { tags: ['full'] }, async () => {
    const signed = await confirmed();
    const { id, payment, entry } = signed;
    expect(await returned(id)).toContain('another account is requested');
    expect((await depositsOf(id)).status).toBe('INVALID');
    await eventually(async () => (await findDisbursement(services().db, id)) === undefined);
    expect(await isInFiles(services(), entry)).toBe(false);

    backToToday();
    expect((await giveAnother(signed)).statusCode).toBe(200);
    expect((await writtenPayment(banking, id)).sequence).toBeGreaterThan(payment.sequence);
    expect(await isInFiles(services(), entry)).toBe(false);
  });

  it('remind the applicant after two and seven days, and start over', { tags: ['full'] }, async () => {
    const { id, sent } = await written();
    const { effective_on: arriveOn } = await depositsOf(id);
    const remindersBy = async (day: string, subject: RegExp) => {
      const now = instantOf('America/New_York', day, '10:11');
      await sendReminders({ ...services(), clock: { now: () => now } }, 'accounts');
      await jobsEnded(banking, { of: id });
      return (await banking.mailsAbout(sent.email, subject)).length;
    };
    const remindedOn = (after: number) =>
      remindersBy(addDays(arriveOn as string, after), /^Enter two small deposits/);
    expect(await remindedOn(1)).toBe(0);
    await hold(id);
    expect(await remindedOn(2)).toBe(0);
    await release(id);
    expect(await remindedOn(2)).toBe(1);
    expect(await remindedOn(6)).toBe(1);
    expect(await remindedOn(7)).toBe(2);
    expect(await remindedOn(30)).toBe(2);
    const { text } = await banking.mailAbout(sent.email, /^Enter two small deposits/);
    expect(text).toMatch(/ACCTVERIFY.*\/resume\?token=/s);

    await operate(banking, 'accounts', 'refuse', id);
    const askedOn = (after: number) =>
      remindersBy(addDays(lenderToday(services()), after), /^We still need another account/);
    expect(await callsIn(6, banking)).toContain(`signed, needs another account, application ${id}`);
    expect(await askedOn(1)).toBe(0);
    expect(await askedOn(30)).toBe(1);
    expect(await askedOn(31)).toBe(1);
  });

  it('that are returned once the bank has the money alert an operator', { tags: ['full'] }, async () => {
    const signed = await confirmed();
    const { id, payment, entry } = signed;
    days(1);
    expect(await returned(id)).toContain('look into it');
    await jobsEnded(banking, { of: id });
    expect((await depositsOf(id)).status).toBe('VALID');
    expect(await findDisbursement(services().db, id)).toEqual(payment);
    expect(await isInFiles(services(), entry)).toBe(true);
    const subjects = (await banking.mailTo(signed.sent.email)).map(({ subject }) => subject);
    expect(subjects.join()).not.toContain('another account');
    days(-1);
  });

  it('leave no payment in a file whose account is no longer confirmed', { tags: ['full'] }, async () => {
    const signed = await confirmed();
    const { id, entry } = signed;
    const refused = { status: 'INVALID', reason: 'R10' } as const;
    await transact(services().db, (tx) => settleValidation(tx, banking.clock, id, refused));
    await writeAchFiles(services(), entry.fileDay, async () => {});
    expect(await isInFiles(services(), entry)).toBe(false);
    backToToday();
    expect((await giveAnother(signed)).statusCode).toBe(409);
  });
});

it('an email that was late says nothing that is over by then', async () => {
  const { id, sent } = await signedAs(world);
  await jobsEnded(world, { of: id });
  const { db, jobs } = world.services;
  const before = await world.mailTo(sent.email);
  await transact(db, async (tx) => {
    await jobs.enqueue(tx, emailHeld, id, { stage: 'approval' });
    await jobs.enqueue(tx, emailUnsigned, id, { mail: randomUUID() });
    await jobs.enqueue(tx, emailAccountUpdate, id, { about: 'refused', id: randomUUID() });
  });
  await jobsEnded(world, { of: id });
  expect(await world.mailTo(sent.email)).toEqual(before);
});
