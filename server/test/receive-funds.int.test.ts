// From a verified applicant to a funded loan: one hard pull, one envelope, one disbursement.
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { consents } from '#contract/consents.ts';
import { readNachaFile } from '#finance/nacha-reader.ts';
import { fundingDays } from '#server/journey/funding-days.ts';
import { transact } from '#server/platform/db/database.ts';
import type { ApplicationId } from '#server/platform/db/tables.ts';
import { readDecision } from '#server/records/decisions.ts';
import { openHoldsOf } from '#server/records/holds.ts';
import { saveOfacScreening } from '#server/records/ofac-screenings.ts';
import { mayPay } from '#server/stages/funding/account-validation.ts';
import { writeAchFiles } from '#server/stages/funding/ach-file.ts';
import { releaseHold } from '#server/stages/holds/release.ts';
import { paymentSearchKey } from '#server/stages/screening/ofac.ts';
import type { Boarding } from '#server/vendors/core-boarding.ts';
import { acceptTerms, linkBank, verified } from './bank.ts';
import { storedConsents } from './consents.ts';
import { handInDocuments } from './documents.ts';
import { approvalDecidedAs, decidedAs, depositChosenAs, documentsSentAs } from './journeys.ts';
import { readPdf } from './pdf-tools.ts';
import {
  atSigningPage,
  chooseDeposit,
  emailedLink,
  finished,
  openedElsewhere,
  sendDocuments,
} from './receive-funds.ts';
import { applicationOf, type Browser, eventually, openWorld } from './world.ts';

const world = openWorld({ onBankingMorning: true });

describe('approval', () => {
  it('of a partner’s applicant repeats no agreement that came with the terms', async () => {
    const { browser } = await decidedAs(world, 1, { additional_information: { sub_id: 'hl-app' } });
    const links = await acceptTerms(browser, undefined, { acceptLegal: true });
    await verified(browser, (await linkBank(world, browser, links)).verificationHref);
    const { submitApproval } = (await browser.journey()).links;
    const submitted = await browser.post(submitApproval as string, { acceptHardPull: true });
    expect(submitted.statusCode).toBe(200);
    const given = await storedConsents(world, applicationOf(submitApproval));
    const statements = [...new Set(given.map(({ statement }) => statement))];
    expect(statements.filter((one) => one.startsWith('I have read'))).toEqual([
      consents.terms.statement,
      consents.disclosures.statement,
    ]);
    expect(given.filter(({ statement }) => statement === consents.disclosures.statement)).toHaveLength(3);
  });

  it('approves at final rates on one hard pull, however often the button is pressed', async () => {
    const { browser, journey, sent } = await approvalDecidedAs(world, 1, 3);
    expect(journey.defaultScreen).toBe('approval-payment');
    const approval = (await browser.get(journey.links.approval as string)).json();
    expect(approval).toMatchObject({
      status: 'APPROVED',
      amount: 500000,
      acceptedOffer: { monthlyPayment: 18360 },
    });
    const { db, vault } = world.product.services;
    const made = await readDecision(db, vault, applicationOf(journey.links.approval), 'approval');
    // The bank's data counts, not the applicant's.
    const confirmed = made?.inputs.confirmedIncome;
    expect([confirmed?.by, Math.round((confirmed?.annualCents ?? 0) / 1_200_00)]).toEqual(['bank', 74]);
    const digits = String(sent.ssn).replaceAll('-', '');
    const pulls = await world.console<{ kind: string }[]>(`pulls?ssn=${digits}`);
    expect(pulls.map((one) => one.kind).sort()).toEqual(['hard', 'soft']);
  });
});

describe('the account that the money goes to', () => {
  it('is named again once it is typed, and stays chosen when it is confirmed on the return', async () => {
    const { browser, journey } = await depositChosenAs(world, 'manual');
    const chosen = { institutionName: 'First Bank', accountType: 'checking', mask: '6789' };
    expect(journey.choices.depositAccount).toMatchObject(chosen);

    const href = journey.links.accounts as string;
    const accounts = (await browser.get(href)).json() as { accountId: string; selectedDeposit: boolean }[];
    const [typed, ...linked] = accounts;
    expect(typed).toMatchObject({
      name: 'Checking account',
      mask: '6789',
      institution: { name: 'First Bank' },
      selectedDeposit: true,
    });
    expect(linked.length).toBeGreaterThan(0);
    expect(linked.every((one) => !one.selectedDeposit)).toBe(true);

    const confirm = (accountId: unknown) =>
      browser.post(href, { accountId: accountId as string, accountPurpose: 'deposit' });
    expect((await confirm(typed?.accountId)).statusCode).toBe(200);
    expect((await browser.journey()).choices.depositAccount).toMatchObject(chosen);

    await confirm(linked[0]?.accountId);
    expect((await browser.journey()).choices.depositAccount?.institutionName).not.toBe('First Bank');
    // Making the other choice clears the typed account.
    expect((await confirm(typed?.accountId)).statusCode).toBe(400);
  });
});

describe('the linked bank', () => {
  const screen = 'verification-manage';
  const removeOf = async (browser: Browser) =>
    (await browser.get((await browser.journey()).links.linkedBank as string)).json().remove.href as string;

  it('can be removed between the approval and the signature, and nothing else is undone', async () => {
    const { browser, journey } = await approvalDecidedAs(world);
    expect(journey.allowed).toContain(screen);
    expect(journey.choices.linkedBank).toEqual({ institutionName: 'First Platypus Bank' });
    await chooseDeposit(browser, 'linked');
    await sendDocuments(browser, 'linked.bank@example.com');
    const before = await browser.journey();
    expect(before.allowed).toContain(screen);
    const bank = (await browser.get(before.links.linkedBank as string)).json();
    expect(bank).toMatchObject({ isNeeded: false, remove: { href: expect.any(String) } });
    expect(bank.replace).toBeUndefined();

    const removed = await Promise.all([1, 2].map(() => browser.call('DELETE', bank.remove.href)));
    expect(removed.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const after = await browser.journey();
    expect(after).toMatchObject({
      defaultScreen: 'thank-you',
      choices: { depositAccount: { mask: before.choices.depositAccount?.mask } },
    });
    expect(after.choices.linkedBank).toBeUndefined();
    expect((await browser.get(after.links.linkedBank as string)).statusCode).toBe(404);
    const { db } = world.product.services;
    const id = applicationOf(bank.remove.href);
    await eventually(async () => {
      const { access_token: token } = await db
        .selectFrom('linked_bank')
        .select('access_token')
        .where('application_id', '=', id)
        .executeTakeFirstOrThrow();
      return token === null || undefined;
    });
    const events = await db
      .selectFrom('audit_event')
      .select('type')
      .where('application_id', '=', id)
      .where('type', '=', 'bank-removed')
      .execute();
    expect(events).toHaveLength(1);

    // The loan is signed and funded all the same, and the bank cannot be removed any more.
    const token = new URL(await emailedLink(world, 'linked.bank@example.com')).searchParams.get('token');
    const { docusignUrl } = (
      await browser.get('/api/v1/receive-funds/docusign-resume/', { authorization: `Bearer ${token}` })
    ).json();
    await atSigningPage(docusignUrl, 'sign');
    const { job } = (
      await browser.put(after.links.signature as string, { event: 'signing_complete' })
    ).json();
    expect(await finished(browser, job.href)).toBe('SUCCESS');
    const signed = await browser.journey();
    expect(signed.defaultScreen).toBe('docusign-success');
    expect(signed.allowed).not.toContain(screen);
    expect((await browser.call('DELETE', bank.remove.href)).statusCode).toBe(409);
  });

  it('that was removed leaves its account chosen, to be confirmed again or replaced by a typed one', async () => {
    const { browser } = await approvalDecidedAs(world);
    await chooseDeposit(browser, 'linked');
    const { choices, links } = await browser.journey();
    await browser.call('DELETE', await removeOf(browser));
    const accounts = (await browser.get(links.accounts as string)).json();
    expect(accounts).toMatchObject([
      { accountId: 'deposit', mask: choices.depositAccount?.mask, selectedDeposit: true },
    ]);
    const confirm = { accountId: 'deposit', accountPurpose: 'deposit' };
    expect((await browser.post(links.accounts as string, confirm)).statusCode).toBe(200);
    expect((await browser.journey()).defaultScreen).toBe('confirm-email');
  });

  it('cannot be exchanged for another once the hard pull was made', async () => {
    const { browser, links } = await approvalDecidedAs(world);
    expect((await browser.get(links.createPlaidLinkToken)).statusCode).toBe(409);
    expect((await browser.journey()).links.exchange).toBeUndefined();
  });
});

describe('signing', () => {
  it('leads from the mailed link on another device to a funded loan, once', async () => {
    const { sent, token } = await documentsSentAs(world, 'linked');
    const { browser: phone } = await openedElsewhere(world, sent, token);
    const resume = () =>
      phone.get('/api/v1/receive-funds/docusign-resume/', { authorization: `Bearer ${token}` });
    expect((await resume()).json()).toMatchObject({
      docusignUrl: expect.stringMatching(/^http/),
      stageMarker: 'docusignResume',
    });
    const { docusignUrl } = (await resume()).json();
    expect(await atSigningPage(docusignUrl, 'sign')).toBe('signing_complete');

    const { links } = await phone.journey();
    const signature = links.signature as string;
    const updates = await Promise.all([1, 2].map(() => phone.put(signature, { event: 'signing_complete' })));
    expect(updates.map((one) => one.statusCode)).toEqual([200, 200]);
    expect(await finished(phone, updates[0]?.json().job.href)).toBe('SUCCESS');
    const journey = await phone.journey();
    expect(journey.defaultScreen).toBe('docusign-success');

    const envelopes = await world.console<{ status: string }[]>(`envelopes?email=${sent.email}`);
    expect(envelopes.map((one) => one.status)).toEqual(['completed']);
    const digits = String(sent.ssn).replaceAll('-', '');
    const pulls = await world.console<{ kind: string }[]>(`pulls?ssn=${digits}`);
    expect(pulls.filter((one) => one.kind === 'hard')).toHaveLength(1);

    const { db } = world.product.services;
    const id = applicationOf(signature);
    const row = await eventually(async () => {
      const found = await db
        .selectFrom('disbursement')
        .selectAll()
        .where('application_id', '=', id as never)
        .executeTakeFirst();
      return found?.written_at == null ? undefined : found;
    });
    const path = join(world.config.dataDirectory, 'ach', `credits-${row.file_day}-same-day.ach`);
    const file = readNachaFile(readFileSync(path, 'utf8'));
    const [batch] = file.batches;
    expect(batch?.entries.some((entry) => entry.amount === row.amount)).toBe(true);
    // Credited on the day of its file, as the applicant reads.
    const { loan } = (await phone.get(journey.links.autopay as string)).json();
    expect([batch?.effectiveOn, row.effective_on, loan.fundsArrive]).toEqual(Array(3).fill(row.file_day));

    const files = (await phone.get(journey.links.documents as string)).json().files as { pdf: string }[];
    const pdf = await phone.get(files[0]?.pdf as string);
    expect(pdf.headers['content-type']).toBe('application/pdf');
    const kept = join(mkdtempSync(join(tmpdir(), 'signed-')), 'signed.pdf');
    writeFileSync(kept, pdf.rawPayload);
    const seal = readPdf('pdfsig', ['-nocert', kept]);
    expect(seal).toContain('Signature is Valid');
    expect(seal).toContain('Total document signed');
    // The link to the signed copy is emailed once.
    const copies = await eventually(async () => {
      const mails = await world.mailTo(sent.email);
      return (
        mails.filter(({ subject }) => subject.startsWith('Your signed loan documents')).length || undefined
      );
    });
    expect(copies).toBe(1);
  });

  it('makes one envelope, one mail and one loan although each vendor’s first response is lost', {
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
    const signature = (await browser.journey()).links.signature as string;
    const { docusignUrl } = (await browser.post(signature)).json();
    await world.fault('core', { mode: 'twice', times: 1 });
    await atSigningPage(docusignUrl, 'sign');
    const { job } = (await browser.put(signature, { event: 'signing_complete' })).json();
    expect(await finished(browser, job.href)).toBe('SUCCESS');
    const id = applicationOf(signature);
    const { db } = world.product.services;
    const [hold] = await openHoldsOf(db, id as ApplicationId);
    if (hold === undefined) throw new Error('The papers of the vehicle are not waited for.');
    await handInDocuments(browser, ['insurance']);
    const resolver = { by: 'Pat Operator', note: 'Seen' };
    await transact(db, (tx) => releaseHold(tx, world.product.services, hold, 'released', resolver));
    const paid = await eventually(async () => {
      const rows = await db
        .selectFrom('disbursement')
        .select('loan_id')
        .where('application_id', '=', id as never)
        .execute();
      return rows.length > 0 ? rows : undefined;
    });
    expect(paid).toHaveLength(1);
    const loans = await world.console<{ idempotencyKey: string; loan: Boarding }[]>('loans');
    const [booked, ...others] = loans.filter((loan) => loan.idempotencyKey === id);
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
    });
    const { consents = [], documents = [], schedule = [], disclosure } = booked?.loan ?? {};
    expect(consents.map(({ document }) => document)).toEqual(
      expect.arrayContaining(['terms-of-use', 'esign-consent', 'credit-profile-authorization']),
    );
    expect(documents.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['truth-in-lending', 'promissory-note', 'security-agreement']),
    );
    expect(schedule).toHaveLength(48);
    expect(disclosure?.totalOfPaymentsCents).toBe(schedule.reduce((sum, row) => sum + row.paymentCents, 0));
    expect(await world.console<unknown[]>(`envelopes?email=${sent.email}`)).toHaveLength(1);
    const mails = await world.mailTo(sent.email);
    expect(mails.filter((mail) => mail.subject.includes('ready to sign'))).toHaveLength(1);
  });
});

describe('the deposit account', () => {
  it('requires the consent to electronic documents before it sends any', async () => {
    const { browser, journey, sent } = await depositChosenAs(world);
    const refused = await browser.post(journey.links.documents as string, { email: sent.email });
    expect([refused.statusCode, refused.json().errors[0].field]).toEqual([400, 'esign']);
  });

  it('refuses a routing number with a wrong check digit or prefix', async () => {
    const { browser, journey } = await depositChosenAs(world);
    for (const routingNumber of ['021000020', '123456789', '987654320']) {
      const refused = await browser.post(journey.links.directEntry as string, {
        institutionName: 'First Bank',
        accountSubtype: 'savings',
        routingNumber,
        accountNumber: '123456',
        accountPurpose: 'deposit',
      });
      expect([refused.statusCode, refused.json().errors[0].field]).toEqual([400, 'routingNumber']);
    }
  });
});

describe('a credit', () => {
  /** Funded for a day's file, which isn't written yet. */
  async function fundedAs() {
    const { journey } = await depositChosenAs(world);
    const id = applicationOf(journey.links.documents);
    const { db, clock, lender } = world.product.services;
    // Until a job has confirmed the account, no file pays it.
    await eventually(async () => (await mayPay(world.product.services, id)) || undefined);
    const { fileDay, effectiveOn } = fundingDays(
      lender.funding,
      lender.brand.hours.timeZone,
      clock.now(),
      500_000,
    );
    const { sequence } = await db
      .insertInto('disbursement')
      .values({
        application_id: id,
        amount: 500_000,
        loan_id: `LN-${id}`,
        file_day: fileDay,
        effective_on: effectiveOn,
        created_at: clock.now(),
        written_at: null,
      })
      .returning('sequence')
      .executeTakeFirstOrThrow();
    await searchedOn(id, fileDay);
    return { id, fileDay, sequence };
  }
  const searchedOn = (id: ApplicationId, day: string) => {
    const { services } = world.product;
    const key = paymentSearchKey(id, day);
    const search = { key, occasion: 'payment', result: 'clear', listDate: null, evidence: {} } as const;
    return transact(services.db, (tx) => saveOfacScreening(tx, services, id, search));
  };
  const moves: { id: string; day: string }[] = [];
  const write = (day: string) =>
    writeAchFiles(
      world.product.services,
      day,
      async (_, id, later) => void moves.push({ id, day: later.fileDay }),
    );
  const filesWith = (sequence: number) =>
    readdirSync(join(world.config.dataDirectory, 'ach')).filter((name) =>
      readNachaFile(readFileSync(join(world.config.dataDirectory, 'ach', name), 'utf8'))
        .batches.flatMap((batch) => batch.entries)
        .some((entry) => Number(entry.traceNumber.slice(-7)) === sequence),
    );

  it('that missed its day goes into the next file, and one that did not stays, whatever was recorded of it', async () => {
    const { db } = world.product.services;
    const held = await fundedAs();
    await write(held.fileDay);
    // Killed after the file was written but before that was recorded; the other credit never got into it.
    await db
      .updateTable('disbursement')
      .set({ written_at: null })
      .where('application_id', '=', held.id)
      .execute();
    const late = await fundedAs();
    const days = 7 * 86_400_000;
    world.clock.advance(days);
    try {
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
    } finally {
      world.clock.advance(-days);
    }
  });
});
