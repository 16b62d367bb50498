// From a verified applicant to a funded loan: one hard pull, one envelope, one disbursement.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { consents } from '#contract/consents.ts';
import { readNachaFile } from '#finance/nacha-reader.ts';
import { checkpointAudit } from '#server/evidence/audit-checkpoints.ts';
import { writeAchFiles } from '#server/funding/ach/ach-file.ts';
import { fundingDays } from '#server/journey/funding-estimate.ts';
import { releaseHold } from '#server/operations/holds/release.ts';
import { transact } from '#server/platform/db/database.ts';
import type { ApplicationId } from '#server/platform/db/tables.ts';
import { latestAnchor } from '#server/records/audit.ts';
import { readDecision } from '#server/records/decisions.ts';
import { mayPay } from '#server/records/deposit-accounts.ts';
import { openHoldsOf } from '#server/records/holds.ts';
import { paymentSearchKey } from '#server/stages/screening/ofac.ts';
import { saveOfacScreening } from '#server/stages/screening/ofac-screenings.ts';
import { acceptTerms, linkBank, verified } from './bank.ts';
import { storedConsents } from './consents.ts';
import { handInDocuments } from './documents.ts';
import { approvalDecidedAs, decidedAs, depositChosenAs, documentsSentAs } from './journeys.ts';
import { insertPayment, loansOf } from './payouts.ts';
import { chooseDeposit, emailedLink, signHere, typedAccount } from './receive-funds.ts';
import { rowsOf, setRows } from './rows.ts';
import { pullsOf } from './vendors.ts';
import { eventually, openWorld, readUntil, refusalOf } from './world.ts';

const world = openWorld({ onBankingMorning: true });

describe('approval', () => {
  it('of a partner’s applicant repeats no agreement that came with the terms', async () => {
    const { browser, id } = await decidedAs(world, 1, { additional_information: { sub_id: 'hl-app' } });
    const links = await acceptTerms(browser, undefined, { acceptLegal: true });
    await verified(browser, (await linkBank(world, browser, links)).verificationHref);
    const submitted = await browser.post(await browser.link('submitApproval'), { acceptHardPull: true });
    expect(submitted.statusCode).toBe(200);
    const statements = (await storedConsents(world, id)).map(({ statement }) => statement);
    const expected = [consents.terms.statement, consents.disclosures.statement];
    expect([...new Set(statements)].filter((one) => one.startsWith('I have read'))).toEqual(expected);
    expect(statements.filter((one) => one === consents.disclosures.statement)).toHaveLength(3);
  });

  it('approves at final rates on one hard pull, however often the button is pressed', async () => {
    const { browser, journey, sent, id } = await approvalDecidedAs(world, 1, 3);
    expect(journey.defaultScreen).toBe('approval-payment');
    const expected = { status: 'APPROVED', amount: 500000, acceptedOffer: { monthlyPayment: 18360 } };
    expect(await browser.read('approval')).toMatchObject(expected);
    const made = await readDecision(world.db, world.services.vault, id, 'approval');
    const confirmed = made?.inputs.confirmedIncome;
    expect([confirmed?.by, Math.round((confirmed?.annualCents ?? 0) / 1_200_00)]).toEqual(['bank', 74]);
    expect(await pullsOf(world, sent.ssn)).toEqual(['hard', 'soft']);
  });
});

it('a typed account is named, and stays chosen when confirmed on return', { tags: ['full'] }, async () => {
  const { browser, journey } = await depositChosenAs(world, 'manual');
  const chosen = { institutionName: 'First Bank', accountType: 'checking', mask: '6789' };
  expect(journey.choices.depositAccount).toMatchObject(chosen);

  const href = journey.links.accounts as string;
  const [typed, ...linked]: { accountId: string; selectedDeposit: boolean }[] =
    await browser.read('accounts');
  const checking = { name: 'Checking account', mask: '6789', institution: { name: 'First Bank' } };
  expect(typed).toMatchObject({ ...checking, selectedDeposit: true });
  expect(linked.length).toBeGreaterThan(0);
  expect(linked.every((one) => !one.selectedDeposit)).toBe(true);

  const confirm = (accountId: unknown) => browser.post(href, { accountId, accountPurpose: 'deposit' });
  expect((await confirm(typed?.accountId)).statusCode).toBe(200);
  expect((await browser.journey()).choices.depositAccount).toMatchObject(chosen);

  await confirm(linked[0]?.accountId);
  expect((await browser.journey()).choices.depositAccount?.institutionName).not.toBe('First Bank');
  // Making the other choice clears the typed account.
  expect((await confirm(typed?.accountId)).statusCode).toBe(400);
});

describe('the linked bank', () => {
  it('can be removed between approval and signature, and nothing else is', { tags: ['full'] }, async () => {
    const { browser, id } = await documentsSentAs(world, 'linked');
    const before = await browser.journey();
    expect(before.choices.linkedBank).toEqual({ institutionName: 'First Platypus Bank' });
    expect(before.allowed).toContain('verification-manage');
    const bank = await browser.read('linkedBank');
    expect(bank).toMatchObject({ isNeeded: false, remove: { href: expect.any(String) } });
    expect(bank.replace).toBeUndefined();

    const removed = await Promise.all([1, 2].map(() => browser.call('DELETE', bank.remove.href)));
    expect(removed.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const after = await browser.journey();
    const choices = { depositAccount: { mask: before.choices.depositAccount?.mask } };
    expect(after).toMatchObject({ defaultScreen: 'thank-you', choices });
    expect(after.choices.linkedBank).toBeUndefined();
    expect((await browser.get(after.links.linkedBank as string)).statusCode).toBe(404);
    await readUntil(
      () => rowsOf(world, 'linked_bank', id),
      ([linked]) => linked?.access_token === null,
    );
    const events = await rowsOf(world, 'audit_event', id);
    expect(events.filter(({ type }) => type === 'bank-removed')).toHaveLength(1);
    // The loan is signed all the same, and the bank cannot be removed any more.
    await signHere(browser);
    expect(await browser.screen()).toBe('docusign-success');
    expect((await browser.call('DELETE', bank.remove.href)).statusCode).toBe(409);
  });

  it('that was removed leaves its account chosen, to be confirmed again or replaced by a typed one', async () => {
    const { browser } = await approvalDecidedAs(world);
    await chooseDeposit(browser, 'linked');
    const { choices, links } = await browser.journey();
    await browser.call('DELETE', (await browser.read('linkedBank')).remove.href);
    const expected = [{ accountId: 'deposit', mask: choices.depositAccount?.mask, selectedDeposit: true }];
    expect(await browser.read('accounts')).toMatchObject(expected);
    const confirm = { accountId: 'deposit', accountPurpose: 'deposit' };
    expect((await browser.post(links.accounts as string, confirm)).statusCode).toBe(200);
    expect(await browser.screen()).toBe('confirm-email');
  });

  it('cannot be exchanged for another once the hard pull was made', async () => {
    const { browser, links } = await approvalDecidedAs(world);
    expect((await browser.get(links.createPlaidLinkToken)).statusCode).toBe(409);
    expect((await browser.journey()).links.exchange).toBeUndefined();
  });
});

it('signing makes one envelope, one mail and one loan although each vendor’s first response is lost', {
  tags: ['full'],
}, async () => {
  const secured = { amount: 750_000, isAutoSecured: true };
  const { browser, journey, sent } = await depositChosenAs(world, 'manual', secured);
  const href = journey.links.documents as string;
  await browser.get((await browser.get(href)).json().esign.pdf);
  // Signing in and creating the envelope are one call each.
  await world.fault('docusign', { mode: 'twice', times: 2 });
  await world.fault('mail', { mode: 'twice', times: 1 });
  await browser.post(href, { email: sent.email });
  await emailedLink(world, sent.email as string);
  await world.fault('docusign', { mode: 'none' });
  await world.fault('core', { mode: 'twice', times: 1 });
  await checkpointAudit(world.services);
  const id = await signHere(browser);
  const [hold] = await openHoldsOf(world.db, id);
  if (hold === undefined) throw new Error('The papers of the vehicle are not waited for.');
  await handInDocuments(browser, ['insurance']);
  const resolver = { by: 'Pat Operator', note: 'Seen' };
  await transact(world.db, (tx) => releaseHold(tx, world.services, hold, 'released', resolver));
  const paid = await readUntil(
    () => rowsOf(world, 'disbursement', id),
    ({ length }) => length > 0,
  );
  expect(paid).toHaveLength(1);
  const [booked, ...others] = await loansOf(world, id);
  expect(others).toEqual([]);
  expect(booked?.loan).toMatchObject({
    applicationId: id,
    branchId: expect.any(String),
    borrower: {
      firstName: 'Alex',
      lastName: 'Rivera',
      dateOfBirth: '1985-04-12',
      ssn: (sent.ssn as string).replaceAll('-', ''),
      addresses: [{ kind: 'home', streetAddress: '350 S Main St', city: 'Salt Lake City', state: 'UT' }],
      contact: { phone: sent.phone, email: sent.email, electronicNotices: true },
    },
    vehicle: { year: 2019, make: 'SUBARU', model: 'OUTBACK', vin: '4S4BSANCXK3000001' },
    note: { amountCents: 750_000, months: 48, isAutoSecured: true, state: 'UT' },
    disbursement: {
      method: 'ach-credit',
      amountCents: 750_000,
      account: { accountType: 'checking', routingNumber: '021000021', accountNumber: '000123456789' },
    },
    signature: { envelopeId: expect.any(String) },
    consents: expect.arrayContaining([expect.objectContaining({ document: 'esign-consent' })]),
    documents: expect.arrayContaining([expect.objectContaining({ kind: 'promissory-note' })]),
    auditCheckpoint: await latestAnchor(world.db, world.clock.now()),
  });
  expect(booked?.loan.auditCheckpoint).toMatch(/^1:/);
  const { schedule = [], disclosure } = booked?.loan ?? {};
  expect(schedule).toHaveLength(48);
  expect(disclosure?.totalOfPaymentsCents).toBe(schedule.reduce((sum, row) => sum + row.paymentCents, 0));
  expect(await world.console<unknown[]>(`envelopes?email=${sent.email}`)).toHaveLength(1);
  expect(await world.mailsAbout(sent.email, /ready to sign/)).toHaveLength(1);
});

it('the deposit account needs a routing number that a bank has, and the consent to electronic documents before it sends any', async () => {
  const { browser, journey, sent } = await depositChosenAs(world);
  const account = { ...typedAccount('123456'), routingNumber: '021000020' };
  const wrong = await browser.post(journey.links.directEntry as string, account);
  expect(refusalOf(wrong, 400).field).toBe('routingNumber');
  const refused = await browser.post(journey.links.documents as string, { email: sent.email });
  expect(refusalOf(refused, 400).field).toBe('esign');
});

/** Funded for a day's file, which isn't written yet. */
async function fundedAs() {
  const { id } = await depositChosenAs(world);
  const { clock, lender } = world.services;
  // Until a job has confirmed the account, no file pays it.
  await eventually(() => mayPay(world.services, id));
  const { fileDay, effectiveOn } = fundingDays(lender, clock.now(), 500_000);
  const { sequence } = await insertPayment(world, id, { file_day: fileDay, effective_on: effectiveOn });
  await searchedOn(id, fileDay);
  return { id, fileDay, sequence };
}
const searchedOn = (id: ApplicationId, day: string) => {
  const key = paymentSearchKey(id, day);
  const search = { key, occasion: 'payment', result: 'clear', listDate: null, evidence: {} } as const;
  return transact(world.db, (tx) => saveOfacScreening(tx, world.services, id, search));
};
const moves: { id: string; day: string }[] = [];
const write = (day: string) =>
  writeAchFiles(world.services, day, async (_, id, later) => void moves.push({ id, day: later.fileDay }));
const filesWith = (sequence: number) =>
  readdirSync(join(world.config.dataDirectory, 'ach')).filter((name) =>
    readNachaFile(readFileSync(join(world.config.dataDirectory, 'ach', name), 'utf8'))
      .batches.flatMap((batch) => batch.entries)
      .some((entry) => Number(entry.traceNumber.slice(-7)) === sequence),
  );

it('a credit that missed its day goes into the next file, and one that did not stays, whatever was recorded of it', async () => {
  const held = await fundedAs();
  await write(held.fileDay);
  // Killed after the file was written but before that was recorded; the other credit never got into it.
  await setRows(world, 'disbursement', held.id, { written_at: null });
  const late = await fundedAs();
  world.clock.advance(7 * 86_400_000);
  await write(late.fileDay);
  expect(moves.map((one) => one.id)).toEqual([late.id]);
  const next = moves[0]?.day ?? '';
  expect(next > late.fileDay).toBe(true);
  await searchedOn(late.id, next);
  await write(next);
  // A repeated request changes neither file.
  await write(late.fileDay);
  expect(moves).toHaveLength(1);
  expect(filesWith(held.sequence)).toEqual([`credits-${held.fileDay}-same-day.ach`]);
  expect(filesWith(late.sequence)).toEqual([`credits-${next}-same-day.ach`]);
});
