// Automatic payments after signing: authorized, skipped, canceled and reconsidered, and the loan documents before them.
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Autopay, autopayAuthorization } from '#contract/autopay.ts';
import type { getDocuments } from '#contract/documents.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { isoDate } from '#finance/dates.ts';
import { cents } from '#finance/money.ts';
import { fundLoan } from '#server/journey/jobs.ts';
import { dollars, longDate } from '#server/pdf/format.ts';
import { transact } from '#server/platform/db/database.ts';
import type { ApplicationId, BlobKey } from '#server/platform/db/tables.ts';
import { readDecision } from '#server/records/decisions.ts';
import { findDisbursement } from '#server/records/disbursements.ts';
import { readDocument, storePdf } from '#server/records/documents.ts';
import { saveEnvelope, saveEnvelopeId, saveSigned } from '#server/records/envelopes.ts';
import { approvedOffers } from '#server/stages/approval/decide.ts';
import { buildLoanDocuments } from '#server/stages/documents/build-loan-documents.ts';
import { renderLoanDocuments } from '#server/stages/documents/envelope.ts';
import { notifyMoneySent } from '#server/stages/funding/money-sent.ts';
import { writeAchFile } from '#server/stages/funding/payout-jobs.ts';
import { untilBankingMorning } from './banking-morning.ts';
import { storedConsents } from './consents.ts';
import { linkedAs } from './journeys.ts';
import { jobsEnded } from './waits.ts';
import { applicationOf, type Browser, eventually, extendSessions, openWorld } from './world.ts';

/** The record in the sandbox's core system. */
interface BookedLoan {
  loan: { applicationId: string };
  updates: { kind: string }[];
}

/** Five to midnight at the lender of a Tuesday in March, when no holiday is near, and the Friday after it. */
function quietTuesday(after: Date): { beforeMidnight: Date; friday: Date } {
  const wednesday = new Date(Date.UTC(after.getUTCFullYear() + 1, 2, 16, 3, 55));
  while (wednesday.getUTCDay() !== 3) wednesday.setUTCDate(wednesday.getUTCDate() + 1);
  const friday = new Date(wednesday);
  friday.setUTCDate(friday.getUTCDate() + 2);
  return { beforeMidnight: wednesday, friday };
}

describe('automatic payments', () => {
  const world = openWorld({ onBankingMorning: true });

  /** An approved applicant with a deposit account chosen and documents recorded as signed. */
  async function signedAs(deposit: 'typed' | 'linked' = 'typed') {
    const linked = await linkedAs(world);
    const { browser, sent } = linked;
    const { links } = await browser.journey();
    const job = (await browser.post(links.submitApproval as string, { acceptHardPull: true })).json().job
      .href;
    await eventually(async () =>
      (await browser.get(job, { prefer: 'wait=5' })).json().status === 'SUCCESS' ? true : undefined,
    );
    const approval = (await browser.get((await browser.journey()).links.approval as string)).json();
    const chosen = (
      await browser.post(approval.selectOffer.href, {
        term: approval.acceptedOffer.months,
        isAutoSecured: approval.acceptedOffer.isAutoSecured,
      })
    ).json();
    const entered =
      deposit === 'typed'
        ? await browser.post(chosen.directEntryHref, {
            institutionName: 'First Bank',
            accountSubtype: 'checking',
            routingNumber: '021000021',
            accountNumber: '123456789',
            accountPurpose: 'deposit',
          })
        : await browser.post(chosen.accountsHref, {
            accountId: (await browser.get(chosen.accountsHref)).json()[0].accountId,
            accountPurpose: 'deposit',
          });
    expect(entered.statusCode).toBe(200);
    const id = applicationOf(chosen.directEntryHref);
    await world.product.services.db
      .updateTable('application')
      .set({ state: 'SIGNED' })
      .where('id', '=', id)
      .execute();
    const href = (await browser.journey()).links.autopay as string;
    return { browser, id, href, email: sent.email as string };
  }

  const read = async (browser: Browser, href: string) => (await browser.get(href)).json() as Autopay;
  const authorization = (autopay: Autopay, daysBeforeDue = 2) => ({
    choice: 'authorize',
    accountId: autopay.accounts[0]?.accountId,
    daysBeforeDue,
    firstDebit: autopay.days.find((one) => one.daysBeforeDue === daysBeforeDue)?.firstDebit ?? '2026-01-01',
    acceptAuthorization: true,
  });
  const mailTo = async (email: string, subject: RegExp) =>
    (await world.mailTo(email)).filter((mail) => subject.test(mail.subject));
  const eventsOf = async (id: ApplicationId) =>
    (
      await world.product.services.db
        .selectFrom('audit_event')
        .select('type')
        .where('application_id', '=', id)
        .where('type', 'like', 'autopay-%')
        .orderBy('id')
        .execute()
    ).map((event) => event.type);

  it('offers the account of the funds first, the linked bank’s others after it, and the days up to three before payments are due', async () => {
    const { browser, href } = await signedAs();
    const autopay = await read(browser, href);
    expect(autopay.status).toBe('NOT_DECIDED');
    expect(autopay.chosen).toBeUndefined();
    expect(autopay.accounts[0]).toMatchObject({
      mask: '6789',
      institution: { name: 'First Bank' },
      accountSubtype: 'checking',
      selectedDeposit: true,
    });
    expect(autopay.accounts.length).toBeGreaterThan(1);
    expect(
      autopay.accounts.slice(1).every((account) => /checking|savings/.test(account.accountSubtype)),
    ).toBe(true);
    expect(JSON.stringify(autopay)).not.toMatch(/123456789|021000021/);
    expect(autopay.days.map((one) => one.daysBeforeDue)).toEqual([0, 1, 2, 3]);
    const { loan } = autopay;
    expect(autopay.ifSetUp).toEqual({ firstPaid: loan?.firstDue });
    expect(loan).toMatchObject({ amount: 500_000, payments: 48, payment: autopay.paymentAmount });
    expect(autopay.days.every((one) => one.firstDebit <= (loan?.firstDue ?? ''))).toBe(true);
    // The card beside the page shows the same.
    const inShort = (await browser.journey()).loan;
    expect(inShort).toMatchObject({
      months: 48,
      monthlyPayment: loan?.payment,
      firstDueDate: loan?.firstDue,
    });
    expect(inShort?.totalOfPayments).toBe(47 * (loan?.payment ?? 0) + (loan?.lastPayment ?? 0));
    expect(inShort?.branch?.phone).toMatch(/^\+1\d{10}$/);
  });

  it('offers a linked account that receives the funds once', async () => {
    const { browser, href } = await signedAs('linked');
    const { accounts } = await read(browser, href);
    expect(accounts[0]?.selectedDeposit).toBe(true);
    // With the bank's own name and logo, as on the page where it was chosen.
    expect(accounts[0]?.name).not.toBe('Checking account');
    expect(accounts[0]?.institution.logo).toBeDefined();
    expect(new Set(accounts.map((account) => account.accountId)).size).toBe(accounts.length);
  });

  it('is authorized once however often the button is pressed, stored word for word, and mailed with a copy', async () => {
    const { browser, href, id, email } = await signedAs();
    const before = await read(browser, href);
    const presses = await Promise.all([1, 2, 3].map(() => browser.put(href, authorization(before))));
    for (const press of presses) expect(press.statusCode).toBe(200);
    const { firstDebit = '', lastDebit = '' } = before.days.find((one) => one.daysBeforeDue === 2) ?? {};
    const after = presses[0]?.json() as Autopay;
    expect(after).toMatchObject({
      status: 'ACTIVE',
      chosen: {
        accountId: before.accounts[0]?.accountId,
        daysBeforeDue: 2,
        firstDebit,
        firstPaid: before.loan?.firstDue,
      },
    });
    expect((await browser.journey()).defaultScreen).toBe('success');

    const { db, vault, lender } = world.product.services;
    const statement = autopayAuthorization({
      lender: lender.brand.legalName,
      account: before.accounts[0] as Autopay['accounts'][number],
      paymentAmount: before.paymentAmount,
      daysBeforeDue: 2,
      firstDebit,
      lastDebit,
      lastPayment: before.loan?.lastPayment as number,
    }).join(' ');
    const stored = JSON.stringify(
      await db.selectFrom('consent').selectAll().where('application_id', '=', id).execute(),
    );
    const { institution, mask } = before.accounts[0] as Autopay['accounts'][number];
    expect(statement).toContain(institution.name);
    expect(stored).not.toContain(institution.name);
    expect(stored).not.toMatch(new RegExp(`ending in ${mask}|\\$\\d`));
    const consents = (await storedConsents(world, id)).filter(
      ({ document }) => document === 'autopay-authorization',
    );
    expect(consents).toHaveLength(1);
    expect(consents[0]).toMatchObject({
      statement,
      version: '4',
      text_hash: createHash('sha256').update(statement).digest('hex'),
    });
    const row = await db
      .selectFrom('autopay')
      .selectAll()
      .where('application_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain('123456789');
    const kept = () => readDocument(db, vault, `autopay-authorization:${id}:${row.authorization_id}`);
    expect((await kept())?.paper.blocks).toContainEqual({ kind: 'paragraph', text: [statement] });

    const mails = await eventually(async () => {
      const sent = await mailTo(email, /^Your autopay authorization –/);
      return sent.length > 0 ? sent : undefined;
    });
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('Open my copy: ');
    expect(await eventsOf(id)).toEqual(['autopay-authorized']);

    // Its dates go into a calendar, without what the applicant would not show there.
    const calendar = await browser.get(after.calendar as string);
    expect(calendar.headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(calendar.headers['content-disposition']).toBe('attachment; filename="loan-payments.ics"');
    expect(calendar.body).toContain(`DTSTART;VALUE=DATE:${firstDebit.replaceAll('-', '')}`);
    expect(calendar.body).not.toMatch(new RegExp(`\\$|${mask}|${id}`));
    expect((await world.browser().get(after.calendar as string)).statusCode).toBe(401);

    // It is among the applicant's documents, as a PDF and as a page.
    const documents = (await browser.journey()).links.documents as string;
    const { files } = (await browser.get(documents)).json() as ResponseOf<typeof getDocuments>;
    const copy = files?.find(({ title }) => title === 'Authorization for automatic payments');
    const opened = (await browser.get(copy?.pdf as string)).rawPayload;
    const pdf = await world.product.services.blobs.read((await kept())?.pdf as BlobKey);
    expect(opened.equals(pdf)).toBe(true);
    const page = (await browser.get(copy?.page as string)).body;
    expect(page).toContain('What is authorized');
    const face = await browser.get(/url\("([^"]+)"\)/.exec(page)?.[1] as string);
    expect([face.statusCode, face.headers['content-type']]).toEqual([200, 'font/woff2']);
  });

  it('is skipped as easily, changes nothing else, and can be authorized later', async () => {
    const { browser, href, id, email } = await signedAs();
    const before = await read(browser, href);
    expect((await browser.put(href, { choice: 'skip' })).json().status).toBe('SKIPPED');
    expect((await browser.put(href, { choice: 'skip' })).statusCode).toBe(200);
    expect((await browser.journey()).defaultScreen).toBe('success');
    const skipped = await read(browser, href);
    expect({ ...skipped, status: before.status }).toEqual(before);
    expect(await mailTo(email, /autopay/)).toHaveLength(0);

    const later = await browser.put(href, authorization(skipped, 3));
    expect(later.json()).toMatchObject({ status: 'ACTIVE', chosen: { daysBeforeDue: 3 } });
    expect((await browser.put(href, { choice: 'skip' })).statusCode).toBe(409);
    await eventually(async () => (await mailTo(email, /^Your autopay authorization –/)).length || undefined);
    expect(await eventsOf(id)).toEqual(['autopay-skipped', 'autopay-authorized']);
    const moves = await world.product.services.db
      .selectFrom('audit_event')
      .select('data')
      .where('application_id', '=', id)
      .where('type', '=', 'journey-moved')
      .execute();
    expect(moves.filter((move) => 'event' in move.data && move.data.event === 'autopayDecided')).toHaveLength(
      1,
    );
  });

  it('is canceled on the same page with a confirmation, forgets the numbers, and can be authorized again', async () => {
    const { browser, href, id, email } = await signedAs();
    expect((await browser.put(href, { choice: 'cancel' })).statusCode).toBe(409);
    const before = await read(browser, href);
    await browser.put(href, authorization(before));
    const canceled = await browser.put(href, { choice: 'cancel' });
    expect(canceled.json().status).toBe('CANCELED');
    expect(canceled.json().chosen).toBeUndefined();
    expect((await browser.put(href, { choice: 'cancel' })).statusCode).toBe(200);
    await eventually(async () => ((await mailTo(email, /canceled/)).length > 0 ? true : undefined));
    const row = await world.product.services.db
      .selectFrom('autopay')
      .selectAll()
      .where('application_id', '=', id)
      .executeTakeFirstOrThrow();
    expect([row.routing_number, row.account_number, row.days_before_due]).toEqual([null, null, null]);

    const again = await browser.put(href, authorization(before));
    expect(again.json().status).toBe('ACTIVE');
    await eventually(async () =>
      (await mailTo(email, /^Your autopay authorization –/)).length === 2 ? true : undefined,
    );
    expect(await mailTo(email, /canceled/)).toHaveLength(1);
  });

  it('reaches the core system once: the booked loan, its dates, the authorization and its end', async () => {
    const { browser, href, id, email } = await signedAs();
    // Authorized before the loan is booked.
    const before = await read(browser, href);
    await Promise.all([1, 2].map(() => browser.put(href, authorization(before))));
    const { services } = world.product;
    const { db, jobs, clock } = services;
    for (const document of await renderLoanDocuments(services, id)) await storePdf(services, document);
    await transact(db, async (tx) => {
      await saveEnvelope(tx, services, id, email, clock.now());
      await saveEnvelopeId(tx, id, `envelope-${id}`);
      await saveSigned(tx, clock, id);
    });
    await transact(db, (tx) => jobs.enqueue(tx, fundLoan, id, {}));
    const loansWithUpdates = (count: number) =>
      eventually(async () => {
        const loans = await world.console<BookedLoan[]>('loans');
        const booked = loans.filter(({ loan }) => loan.applicationId === id);
        return booked[0]?.updates.length === count ? booked : undefined;
      });

    const [booked, ...others] = await loansWithUpdates(2);
    expect(others).toEqual([]);
    expect(booked?.loan).toMatchObject({
      note: { contractRate: expect.any(Number), isAutoSecured: false },
      vehicle: null,
    });
    const { loan } = await read(browser, href);
    const set = {
      kind: 'autopay-set',
      daysBeforeDue: 2,
      firstDebitOn: authorization(before).firstDebit,
      amountCents: before.paymentAmount,
      accountType: 'checking',
      routingNumber: '021000021',
      accountNumber: '123456789',
    };
    expect(booked?.updates.find(({ kind }) => kind === 'autopay-set')).toMatchObject(set);
    expect(booked?.updates.find(({ kind }) => kind === 'dates')).toMatchObject({
      fundsArriveOn: loan?.fundsArrive,
      firstDueOn: loan?.firstDue,
      lastDueOn: loan?.lastDue,
      disbursement: {
        traceNumber: expect.stringMatching(/^\d{15}$/),
        account: { accountNumber: '123456789' },
      },
    });

    // The credit misses its file twice, and arrives two weeks later: the core system is notified each time, the applicant once.
    const written = () =>
      eventually(async () => {
        const one = await findDisbursement(db, id);
        return one?.written_at == null ? undefined : one;
      });
    const row = await written();
    const week = 7 * 24 * 60 * 60 * 1000;
    let ahead = 0;
    const advanceAWeek = () => {
      const step = week + untilBankingMorning(world.clock.now().getTime() + week);
      ahead += step;
      world.clock.advance(step);
    };
    const movedMails = () => mailTo(email, /first autopay debit has a new date/);
    try {
      for (const updates of [4, 6]) {
        const { file_day: day } = await written();
        await jobsEnded(world, { of: id });
        await db
          .updateTable('disbursement')
          .set({ written_at: null })
          .where('application_id', '=', id)
          .execute();
        rmSync(join(world.config.dataDirectory, 'ach', `credits-${day}-same-day.ach`));
        advanceAWeek();
        for (const _ of [1, 2]) await transact(db, (tx) => jobs.enqueue(tx, writeAchFile, id, { day }));
        await loansWithUpdates(updates);
      }
      const [moved] = await loansWithUpdates(6);
      // In the file of the day on which it was moved, before the next scheduled search.
      const later = await written();
      expect(later.effective_on > row.effective_on).toBe(true);
      const dates = moved?.updates.filter(({ kind }) => kind === 'dates') as { fundsArriveOn?: string }[];
      expect([dates.length, dates[0]?.fundsArriveOn, dates.at(-1)?.fundsArriveOn]).toEqual([
        3,
        row.effective_on,
        later.effective_on,
      ]);
      const debits = moved?.updates.filter(({ kind }) => kind === 'autopay-set') as Record<string, string>[];
      const [first, last] = [debits[0], debits.at(-1)];
      expect([debits.length, last?.daysBeforeDue, last?.authorizationId]).toEqual([
        3,
        2,
        first?.authorizationId,
      ]);
      // Payments are due later, and debited later.
      expect((last?.firstDebitOn ?? '') > (first?.firstDebitOn ?? '')).toBe(true);
      expect((last?.firstDebitOn ?? '') > later.effective_on).toBe(true);
      expect((last?.lastDebitOn ?? '') >= (first?.lastDebitOn ?? '')).toBe(true);
      await jobsEnded(world, { of: id });
      expect(await movedMails()).toEqual([]);
      advanceAWeek();
      await notifyMoneySent(services);
      const [mail] = await eventually(async () => {
        const mails = await movedMails();
        return mails.length > 0 ? mails : undefined;
      });
      expect(mail?.text).toContain(longDate(isoDate(last?.firstDebitOn ?? '')));
      await jobsEnded(world, { of: id });
      expect(await movedMails()).toHaveLength(1);
    } finally {
      world.clock.advance(-ahead);
    }

    const after = await read(browser, href);
    expect(after.chosen?.firstPaid).toBe(after.loan?.firstDue);
    expect((await browser.journey()).loan?.firstDueDate).toBe(after.loan?.firstDue);
    expect(after.chosen?.firstDebit).not.toBe(authorization(before).firstDebit);

    await browser.put(href, { choice: 'cancel' });
    const [ended] = await loansWithUpdates(7);
    expect(ended?.updates.at(-1)).toMatchObject({ kind: 'autopay-ended' });
  });

  it('keeps the first debit that was read, or refuses with the new date once the days have moved on', async () => {
    const { browser, href, id } = await signedAs();
    const { clock } = world;
    const { db } = world.product.services;
    const context = clock.now();
    // Of a Tuesday and the Wednesday after it, three banking days lead to Friday, when a payment is due, and to Monday.
    const { friday, beforeMidnight } = quietTuesday(context);
    const dueFriday = friday.toISOString().slice(0, 10);
    const arrived = `${friday.getUTCFullYear() - 2}${dueFriday.slice(4)}`;
    await db
      .insertInto('disbursement')
      .values({
        application_id: id,
        amount: 500_000,
        loan_id: 'BL-1',
        file_day: arrived,
        effective_on: arrived,
        created_at: clock.now(),
        written_at: null,
      })
      .execute();
    const moveTo = async (instant: Date) => {
      clock.advance(instant.getTime() - clock.now().getTime());
      await extendSessions(world);
    };
    try {
      await moveTo(beforeMidnight);
      const readBefore = authorization(await read(browser, href), 0);
      expect(readBefore.firstDebit).toBe(dueFriday);
      await moveTo(new Date(beforeMidnight.getTime() + 10 * 60_000));
      const refused = await browser.put(href, readBefore);
      expect(refused.statusCode).toBe(409);
      const late = await read(browser, href);
      const moved = authorization(late, 0);
      expect(moved.firstDebit > readBefore.firstDebit).toBe(true);
      expect(late.ifSetUp?.byHand).toBe(dueFriday);
      expect(refused.json().errors).toEqual([
        {
          code: 'plan-changed',
          field: 'daysBeforeDue',
          message: `The first debit has moved to ${longDate(isoDate(moved.firstDebit))}. Please read your authorization again and check the box.`,
        },
      ]);
      expect((await read(browser, href)).status).toBe('NOT_DECIDED');

      await moveTo(beforeMidnight);
      expect((await browser.put(href, readBefore)).json().chosen.firstDebit).toBe(readBefore.firstDebit);
      await moveTo(new Date(beforeMidnight.getTime() + 10 * 60_000));
      // The response was lost, and the button is pressed again.
      expect((await browser.put(href, readBefore)).json().chosen.firstDebit).toBe(readBefore.firstDebit);
      expect(await eventsOf(id)).toContain('autopay-authorized');
    } finally {
      await moveTo(context);
    }
  });

  it('refuses an account that is not theirs, a day that is not offered, and a box left empty', async () => {
    const { browser, href } = await signedAs();
    const good = authorization(await read(browser, href));
    for (const change of [
      { accountId: 'another' },
      { daysBeforeDue: 4 },
      { daysBeforeDue: -1 },
      { acceptAuthorization: false },
    ]) {
      const refused = await browser.put(href, { ...good, ...change });
      expect(refused.statusCode).toBe(400);
      expect(refused.json().errors[0].field).toBe(Object.keys(change)[0]);
    }
    expect((await read(browser, href)).status).toBe('NOT_DECIDED');
    expect((await browser.journey()).defaultScreen).toBe('docusign-success');
  });

  it('works while the bank does not respond, from the account that receives the funds', async () => {
    const { browser, href } = await signedAs();
    const linked = (await read(browser, href)).accounts[1]?.accountId as string;
    expect(
      (await browser.put(href, { ...authorization(await read(browser, href)), accountId: linked }))
        .statusCode,
    ).toBe(200);
    await world.fault('plaid', { mode: 'error' });
    try {
      const autopay = await read(browser, href);
      expect(autopay.status).toBe('ACTIVE');
      expect(autopay.accounts.map((account) => account.accountId)).toContain(linked);
      const typed = await browser.put(href, authorization(autopay));
      expect(typed.json()).toMatchObject({ status: 'ACTIVE', chosen: { accountId: 'deposit' } });
    } finally {
      await world.fault('plaid', { mode: 'none' });
    }
  });

  it('has loan documents with the approved payment, and the same dates if a crash delays their rendering', async () => {
    const { browser, href, id } = await signedAs();
    const { services } = world.product;
    const { loan } = await read(browser, href);
    const rendered = await renderLoanDocuments(services, id);
    const papers = await buildLoanDocuments(services, id);
    expect(rendered.map(({ paper }) => paper)).toEqual(papers.map(({ paper }) => paper));
    expect(papers.map(({ kind, signed }) => `${kind} ${signed}`)).toEqual([
      'truth-in-lending true',
      'promissory-note true',
      'credit-authorization true',
      'privacy-notice false',
    ]);
    const noteOf = async () =>
      (await readDocument(services.db, services.vault, `promissory-note:${id}`))?.paper;
    const note = await noteOf();
    expect(JSON.stringify(note)).toContain(longDate(isoDate(loan?.lastDue ?? '')));
    expect(JSON.stringify(note)).toContain(dollars(cents(loan?.lastPayment ?? 0)));
    await services.db.deleteFrom('document').where('key', '=', `promissory-note:${id}`).execute();
    const fourDays = 4 * 24 * 60 * 60 * 1000;
    world.clock.advance(fourDays);
    await renderLoanDocuments(services, id);
    world.clock.advance(-fourDays);
    expect(await noteOf()).toEqual(note);
  });

  it('has a security agreement with the vehicle if it secures the loan', async () => {
    const { id } = await signedAs();
    const { services } = world.product;
    const offered = await approvedOffers(services, id, { amount: 1_000_000, isAutoSecured: true });
    const term = offered?.terms.find((one) => one.isAutoSecured);
    if (offered === undefined || term === undefined) throw new Error('There is no offer with a vehicle.');
    const { months, apr, interestRate, monthlyPayment, isAutoSecured } = term;
    const approved = { amount: offered.amount, months, apr, interestRate, monthlyPayment, isAutoSecured };
    await services.db
      .updateTable('application')
      .set({ approved_term: JSON.stringify(approved) })
      .where('id', '=', id)
      .execute();
    const papers = await buildLoanDocuments(services, id);
    const agreement = papers.find(({ kind }) => kind === 'security-agreement');
    const vehicle = (await readDecision(services.db, services.vault, id, 'approval'))?.inputs.vehicle;
    expect(agreement?.signed).toBe(true);
    expect(agreement?.paper.blocks.find((block) => block.kind === 'table')?.rows).toEqual([
      [String(vehicle?.year), vehicle?.make, vehicle?.model, vehicle?.vin],
    ]);
    expect(JSON.stringify(papers[0]?.paper)).toContain(`VIN ${vehicle?.vin}`);

    const other = JSON.stringify({ ...approved, monthlyPayment: monthlyPayment + 1 });
    await services.db.updateTable('application').set({ approved_term: other }).where('id', '=', id).execute();
    await expect(buildLoanDocuments(services, id)).rejects.toThrow('not those that were approved');
  });
});
