// DISBURSEMENT: the core system pays loans out instead of our ACH files.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { readApplication } from '#server/journey/applications.ts';
import { dayIn } from '#server/platform/clock.ts';
import { transact } from '#server/platform/db/database.ts';
import type { ApplicationId } from '#server/platform/db/tables.ts';
import { findDisbursement } from '#server/records/disbursements.ts';
import { openHold, openHoldsOf, readEvidence } from '#server/records/holds.ts';
import { fundingEstimateOf } from '#server/stages/approval/funding-estimate.ts';
import { recordSent } from '#server/stages/funding/money-sent.ts';
import { payOut } from '#server/stages/funding/payout-jobs.ts';
import { resumePayment } from '#server/stages/funding/resume-payment.ts';
import { lookUpRestored, markRestored } from '#server/stages/holds/after-restore.ts';
import { approvalDecidedAs, signedAs } from './journeys.ts';
import { emailedToken, newCode, open } from './leads.ts';
import { chooseDeposit } from './receive-funds.ts';
import { replaceCall } from './replace.ts';
import { sandboxAhead } from './vendors.ts';
import { jobsEnded } from './waits.ts';
import { createWorld, eventually, form, type World } from './world.ts';

let world: World;
const start = async (DISBURSEMENT: 'instant' | 'core') => {
  world = await createWorld({ onBankingMorning: true, env: { DISBURSEMENT } });
};
afterEach(() => world?.close());

interface Loan {
  readonly idempotencyKey: string;
  readonly loan: { readonly disbursement: { readonly method: string; readonly expectedOn: string } };
  readonly updates: { readonly kind: string; readonly method?: string; readonly amountCents?: number }[];
}
const services = () => world.product.services;
const loanOf = async (id: string) =>
  (await world.console<Loan[]>('loans')).find(({ idempotencyKey }) => idempotencyKey === id);
const payoutsOf = async (id: string) =>
  (await loanOf(id))?.updates.filter(({ kind }) => kind === 'paid-out') ?? [];
const moneySent = (id: ApplicationId) =>
  eventually(async () => {
    const found = await findDisbursement(services().db, id);
    return found?.sent_at ? found : undefined;
  });
const today = () => dayIn(services().lender.brand.hours.timeZone, world.clock.now());
const achFiles = () => {
  const folder = join(world.config.dataDirectory, 'ach');
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith('credits-')) : [];
};

it('instant: the core system pays by RTP or FedNow on the day of the signature, once, in no file', async () => {
  await start('instant');
  // After every cutoff of the files.
  world.clock.advance(10 * 3_600_000);
  await sandboxAhead(world, 10 * 3600);
  const approved = await approvalDecidedAs(world);
  await chooseDeposit(approved.browser);
  const approvedId = await approved.browser.applicationId();
  // The day is promised once the account is confirmed.
  const promise = await eventually(async () => {
    const found = await fundingEstimateOf(services(), await readApplication(services().db, approvedId));
    return found?.arrivesOn === undefined ? undefined : found;
  }, 30);
  expect(promise.arrivesOn).toBe(today());
  expect(Date.parse(promise.signBy as string)).toBeGreaterThan(world.clock.now().getTime());

  const { id, browser, sent } = await signedAs(world);
  expect(await moneySent(id)).toMatchObject({ method: 'instant', effective_on: today() });
  expect((await loanOf(id))?.loan.disbursement).toMatchObject({ method: 'instant', expectedOn: today() });
  expect(await payoutsOf(id)).toMatchObject([{ method: 'instant' }]);
  expect(achFiles()).toEqual([]);
  expect((await browser.read('autopay')).loan.fundsArrive).toBe(today());
  expect((await browser.journey()).links.withdraw).toBeUndefined();
  await world.mailAbout(sent.email, /money/i);
  // What was paid is not paid again, however often its job runs.
  await transact(services().db, (tx) => resumePayment(tx, services(), id));
  await jobsEnded(world, { of: id });
  expect(await payoutsOf(id)).toHaveLength(1);
});

it('instant: moves the days if the bank takes no instant payments', async () => {
  await start('instant');
  const { id, browser } = await signedAs(world, '000123450000');
  const tomorrow = new Date(Date.parse(today()) + 86_400_000).toISOString().slice(0, 10);
  expect((await moneySent(id)).effective_on).toBe(tomorrow);
  const { loan } = await browser.read('autopay');
  expect(loan.fundsArrive).toBe(tomorrow);
  const dates = await eventually(async () =>
    (await loanOf(id))?.updates.find(({ kind }) => kind === 'dates'),
  );
  expect(dates).toMatchObject({ fundsArriveOn: tomorrow, disbursement: { traceNumber: null } });
});

it('core: a loan whose response was lost is paid once, on the day that the core system names', async () => {
  await start('core');
  await world.fault('core', { mode: 'twice', times: 1, path: '/payout' });
  const { id } = await signedAs(world);
  await moneySent(id);
  expect(await payoutsOf(id)).toHaveLength(1);
  expect(achFiles()).toEqual([]);
});

it('frees the SSN, so that the core system alone says whether its borrower may apply again', async () => {
  await start('core');
  const { db, vendors } = services();
  const { id, sent } = await signedAs(world);
  await moneySent(id);
  await jobsEnded(world, { of: id });
  const again = async () =>
    (await world.browser().post('/api/v2/prequalifications/', form(1, { ssn: sent.ssn }))).json();
  expect((await readApplication(db, id)).state).toBe('SIGNED');
  expect(await again()).toMatchObject({ duplicateLead: false, borrowerStatus: 'NEW' });

  // A borrower who returns does not take it back.
  const returned = world.browser();
  await returned.post('/api/v1/leads/resume-link', { email: sent.email });
  const texts = (await world.textsTo(sent.phone)).length;
  await open(returned, await emailedToken(world, sent.email));
  const otp = await newCode(world, sent.phone, texts + 1);
  await returned.post(await returned.link('verifyOtp'), { otp });
  expect(await returned.screen()).toBe('docusign-success');
  expect(await again()).toMatchObject({ duplicateLead: false, borrowerStatus: 'NEW' });

  replaceCall(vendors.core, 'lookUp', (real) => async (...request) => ({
    ...(await real(...request)),
    standing: 'PRESENT_BORROWER' as const,
    isSamePerson: true,
  }));
  expect(await again()).toMatchObject({ borrowerStatus: 'PB' });
});

it('notifies the applicant once, even if its job runs twice at the same time', async () => {
  await start('core');
  const { db, vendors } = services();
  const notified: Date[] = [];
  replaceCall(vendors.core, 'payOut', (pay) => async (...payment) => {
    const paid = await pay(...payment);
    const [, , key] = payment;
    const id = key.split(':')[1] as ApplicationId;
    await transact(db, async (tx) => {
      const due = await findDisbursement(tx, id);
      if (due) await recordSent(tx, services(), due);
    });
    notified.push((await findDisbursement(db, id))?.sent_at as Date);
    world.clock.advance(1000);
    return paid;
  });
  const { id } = await signedAs(world);
  await moneySent(id);
  await jobsEnded(world, { of: id });
  expect(notified).toEqual([(await moneySent(id)).sent_at]);
});

it('is not requested while a match with the OFAC list holds the money', async () => {
  await start('instant');
  await world.fault('core', { mode: 'refused', path: '/payout' });
  const { id } = await signedAs(world);
  const { db } = services();
  // A call that is under way is not stopped.
  const attempts = db.selectFrom('job').select('failures').where('application_id', '=', id);
  await eventually(
    async () => (await attempts.where('name', '=', payOut.name).executeTakeFirst())?.failures || undefined,
  );
  await transact(db, (tx) =>
    openHold(tx, services(), id, { kind: 'ofac', stage: 'payment', reason: 'match', evidence: {} }),
  );
  await world.fault('core', { mode: 'none' });
  world.clock.advance(60_000);
  await jobsEnded(world, { of: id });
  expect(await payoutsOf(id)).toEqual([]);
});

/** A paid loan whose payment the database lacks, as after a restored backup. */
async function paidSinceBackup() {
  await start('instant');
  const { id } = await signedAs(world);
  const { db, vendors } = services();
  await moneySent(id);
  await jobsEnded(world, { of: id });
  await db
    .updateTable('disbursement')
    .set({ written_at: null, sent_at: null })
    .where('application_id', '=', id)
    .execute();
  await db.deleteFrom('vendor_call').where('key', 'like', `payout:${id}:%`).execute();
  let requested = 0;
  replaceCall(vendors.core, 'payOut', (pay) => (...payment) => {
    requested += 1;
    return pay(...payment);
  });
  await markRestored(services(), world.clock.now());
  return { id, requests: () => requested };
}

it('is not requested again after a restored backup if the core system reports it', async () => {
  const { id, requests } = await paidSinceBackup();
  expect(await lookUpRestored(services())).toMatchObject({ released: 1, found: [] });
  await moneySent(id);
  await jobsEnded(world, { of: id });
  expect(requests()).toBe(0);
  expect(await payoutsOf(id)).toHaveLength(1);
});

it('waits for a person after a restored backup if the core system does not report payments', async () => {
  const { id, requests } = await paidSinceBackup();
  replaceCall(services().vendors.core, 'findLoan', (find) => async (...about) => {
    const { payout: _, ...loan } = (await find(...about)) ?? { loanId: '', canceled: false };
    return loan;
  });
  expect(await lookUpRestored(services())).toMatchObject({ released: 0, found: [id] });
  await jobsEnded(world, { of: id });
  expect(requests()).toBe(0);
  const [hold] = await openHoldsOf(services().db, id);
  expect(await readEvidence(services().db, services().vault, hold?.id ?? '')).toMatchObject({
    isUnknownPayout: true,
  });
});
