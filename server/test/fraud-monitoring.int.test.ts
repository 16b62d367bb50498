// Before a loan is paid, the lender's rules look for signs of fraud, as the Nacha Operating Rules require of originators.
import { beforeEach, expect, it } from 'vitest';
import type { FraudRule } from '#lender/schema/fraud-monitoring.ts';
import { isInFiles } from '#server/funding/ach/ach-file.ts';
import { readReturnFolder } from '#server/funding/ach/return-files.ts';
import { monitorPayment } from '#server/funding/checks/fraud-monitoring.ts';
import { fundLoan } from '#server/journey/jobs.ts';
import { releaseHold } from '#server/operations/holds/release.ts';
import { humanQueues } from '#server/operations/queues.ts';
import { transact } from '#server/platform/db/database.ts';
import type { ApplicationId } from '#server/platform/db/tables.ts';
import { accountLookup, insertValidation } from '#server/records/account-validations.ts';
import { saveDepositAccount } from '#server/records/deposit-accounts.ts';
import { type Disbursement, findDisbursement } from '#server/records/disbursements.ts';
import { findHold, type Hold, openHoldsOf, readEvidence } from '#server/records/holds.ts';
import { signedAs } from './journeys.ts';
import { keysOf, lookupKeys, randomKey, restartWithKeys, rotated } from './lookup-keys.ts';
import { holdOf, operate } from './operator.ts';
import { bankReturns } from './payouts.ts';
import { typedAccount } from './receive-funds.ts';
import { replaceCall } from './replace.ts';
import { rowsOf, setRows } from './rows.ts';
import { jobsEnded } from './waits.ts';
import { eventually, testWorld, type World } from './world.ts';

let world: World;
beforeEach(async () => {
  world = await testWorld({ onBankingMorning: true, applicantsWalk: true });
  // Each test turns on what it is about.
  turnOff();
});

const rules = () => world.services.lender.fraudMonitoring.rules;
const setRule = (rule: FraudRule, changes: object) => Object.assign(rules()[rule], changes);
const turnOff = () => {
  for (const rule of Object.keys(rules()) as FraudRule[]) setRule(rule, { action: 'off' });
};
const release = (hold: Hold) =>
  transact(world.db, (tx) => releaseHold(tx, world.services, hold, 'released', resolver));
const isPaid = (id: ApplicationId) =>
  eventually(async () => (await findDisbursement(world.db, id)) !== undefined);
/** As `rule: action found`. */
const findings = async (id: ApplicationId) =>
  (await rowsOf(world, 'fraud_finding', id)).map((one) => `${one.rule}: ${one.action} ${one.found}`).sort();
const resolver = { by: 'Pat Operator', note: 'Called them.' };

it('holds a payment to many applicants’ account until released, once', { tags: ['full'] }, async () => {
  setRule('account-shared', { action: 'hold', most: 1 });
  const first = await signedAs(world);
  await isPaid(first.id);
  expect(await findings(first.id)).toEqual([]);

  const second = await signedAs(world);
  const hold = await holdOf(world, second.id);
  expect(hold).toMatchObject({ kind: 'fraud', stage: 'payment', reason: 'account-shared' });
  const expected = { findings: [{ rule: 'account-shared', found: 2, applications: [first.id] }] };
  expect(await readEvidence(world.db, world.services.vault, hold.id)).toMatchObject(expected);
  expect(await findDisbursement(world.db, second.id)).toBeUndefined();
  // The core system has no loan that is not paid.
  expect(JSON.stringify(await world.console('loans'))).not.toContain(second.id);

  expect(await release(hold)).toBe('continues');
  await isPaid(second.id);
  expect((await findHold(world.db, hold.id))?.resolution).toBe('released');
  expect(await openHoldsOf(world.db, second.id)).toEqual([]);
});

it('finds many accounts of an applicant, and one changed before payment', { tags: ['full'] }, async () => {
  setRule('accounts-of-applicant', { action: 'report', most: 1 });
  setRule('account-changed', { action: 'report' });
  setRule('account-shared', { action: 'report', most: 1 });
  const { id, browser } = await signedAs(world);
  await isPaid(id);
  expect(await findings(id)).toEqual([]);
  // The bank returns the money, and the applicant gives another account.
  const sent = await eventually(async () => (await world.console<{ traceNumber: string }[]>('ach'))[0]);
  await bankReturns(world, { traceNumber: sent.traceNumber, code: 'R03' });
  await readReturnFolder(world.services);
  const given = await browser.post(await browser.link('directEntry'), typedAccount('000987654321'));
  expect(given.statusCode).toBe(200);
  await isPaid(id);
  expect(await findings(id)).toEqual(['account-changed: report null', 'accounts-of-applicant: report 2']);
  const report = await operate(world, 'fraud');
  expect(report).toMatch(new RegExp(`accounts-of-applicant \\(2\\)  application ${id}: reported`));
});

it('reports an account of someone else by the bank, though confirmed', { tags: ['full'] }, async () => {
  setRule('name-mismatch', { action: 'hold' });
  const { id } = await signedAs(world);
  await isPaid(id);
  const { db, jobs } = world.services;
  await db.deleteFrom('disbursement').where('application_id', '=', id).execute();
  await setRows(world, 'account_validation', id, { reason: 'other-name', method: 'person' });
  await transact(db, (tx) => jobs.enqueue(tx, fundLoan, id, {}));
  expect((await holdOf(world, id)).reason).toBe('name-mismatch');
  const report = await operate(world, 'fraud');
  expect(report).toMatch(/name-mismatch {2}application \S+: waits for a person/);
});

it('finds people, accounts and devices while the lookup key is changed', { tags: ['full'] }, async () => {
  const hold = () => {
    turnOff();
    setRule('account-shared', { action: 'hold', most: 1 });
    setRule('device-shared', { action: 'report', most: 1 });
    setRule('accounts-of-applicant', { action: 'report', most: 1 });
  };
  hold();
  await isPaid((await signedAs(world)).id);
  const turn = async (name: string) => {
    await restartWithKeys(world, { lookupKeys: [randomKey(name), ...keysOf(world).lookupKeys] });
    hold();
  };
  await turn('dev-2');

  const second = await signedAs(world);
  const held = await holdOf(world, second.id);
  expect(await findings(second.id)).toEqual(['account-shared: hold 2', 'device-shared: report 2']);
  // The finding and the uses of the account are found under a third key, too.
  await turn('dev-3');
  await release(held);
  await isPaid(second.id);
  expect(await openHoldsOf(world.db, second.id)).toEqual([]);

  await rotated(world);
  const ours = ['account_use.account_lookup', 'fraud_finding.account_lookup', 'session.device_lookup'];
  expect(await lookupKeys(world)).toMatchObject(Object.fromEntries(ours.map((one) => [one, ['dev-3']])));
});

it('looks at an account that was given while the loan was booked', { tags: ['full'] }, async () => {
  setRule('account-changed', { action: 'hold' });
  const { db, clock, vault, vendors } = world.services;
  let isChanged = false;
  replaceCall(vendors.core, 'bookLoan', (book) => async (boarding, id, signal) => {
    if (!isChanged)
      await transact(db, async (tx) => {
        isChanged = true;
        const account = {
          kind: 'linked',
          institutionName: 'Second Bank',
          routingNumber: '021000021',
          accountNumber: '000987654321',
          accountType: 'checking',
          linkedAccountId: null,
          mask: '4321',
          isTokenized: false,
        } as const;
        await saveDepositAccount(tx, { vault, clock }, id as ApplicationId, account);
        const lookup = accountLookup(vault, account);
        await insertValidation(tx, clock, id as ApplicationId, lookup, 'linked');
      });
    return book(boarding, id, signal);
  });
  const { id } = await signedAs(world);
  expect((await holdOf(world, id)).reason).toBe('account-changed');
  expect(await findDisbursement(db, id)).toBeUndefined();
});

it('takes a stored credit out of its file, and puts it back if released', { tags: ['full'] }, async () => {
  const { id } = await signedAs(world);
  const { db } = world.services;
  const payment = async () => (await findDisbursement(db, id)) as Disbursement;
  await eventually(async () => (await payment())?.written_at ?? undefined);
  const isWritten = async () => {
    await jobsEnded(world, { of: id });
    const { sequence, file_day: fileDay } = await payment();
    return isInFiles(world.services, { sequence, fileDay });
  };
  expect(await isWritten()).toBe(true);
  setRule('account-shared', { action: 'hold', most: 0 });
  expect(await transact(db, (tx) => monitorPayment(tx, world.services, id))).toBe(false);
  expect(await isWritten()).toBe(false);
  expect((await payment()).written_at).toBeNull();
  await release(await holdOf(world, id));
  expect(await isWritten()).toBe(true);
});

it('is reviewed every year', async () => {
  const { fraudMonitoring } = world.services.lender;
  const read = (at: string) => humanQueues['fraud-monitoring'].read(world.services, new Date(at));
  Object.assign(fraudMonitoring, { reviewedOn: '2026-06-15' });
  expect(await read('2027-05-01T00:00:00Z')).toEqual([]);
  expect(await read('2027-05-20T00:00:00Z')).toMatchObject([{ what: 'due 2027-06-15', isOverdue: false }]);
  expect(await read('2027-06-15T12:00:00Z')).toMatchObject([{ isOverdue: true }]);
});
