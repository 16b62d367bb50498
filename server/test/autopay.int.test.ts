// Automatic payments after signing: authorized, skipped, canceled and reconsidered, and the loan documents before them.
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Autopay, autopayAuthorization } from '#contract/autopay.ts';
import type { getDocuments } from '#contract/documents.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { isoDate } from '#finance/dates.ts';
import { cents } from '#finance/money.ts';
import { notifyMoneySent } from '#server/funding/jobs.ts';
import { readApplication } from '#server/journey/applications.ts';
import { fundLoan, writeAchFile } from '#server/journey/jobs.ts';
import { dollars, longDate } from '#server/pdf/format.ts';
import { transact } from '#server/platform/db/database.ts';
import type { ApplicationId, ApprovedTerm, BlobKey } from '#server/platform/db/tables.ts';
import { auditEventsOf } from '#server/records/audit.ts';
import { readDecision } from '#server/records/decisions.ts';
import { readDocument, storePdf } from '#server/records/documents.ts';
import { saveEnvelope, saveEnvelopeId, saveSigned } from '#server/records/envelopes.ts';
import { approvedOffers } from '#server/stages/approval/decide.ts';
import { buildLoanDocuments } from '#server/stages/documents/build-loan-documents.ts';
import { renderLoanDocuments } from '#server/stages/documents/envelope.ts';
import { untilBankingMorning } from './banking-morning.ts';
import { storedConsents } from './consents.ts';
import { depositChosenAs } from './journeys.ts';
import { authorization, authorizeAutopay, insertPayment, loansOf, writtenPayment } from './payouts.ts';
import { rowsOf, setRows } from './rows.ts';
import { advanceForTest, jobsEnded } from './waits.ts';
import { type Browser, eventually, extendSessions, openWorld, readUntil, refusalOf } from './world.ts';

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

  /** An approved applicant with an account for the funds chosen, whose documents are recorded as signed. */
  async function signedAs(by: 'manual' | 'linked' = 'manual') {
    const { browser, sent, id } = await depositChosenAs(world, by);
    await setRows(world, 'application', id, { state: 'SIGNED' });
    return { browser, id, href: await browser.link('autopay'), email: sent.email as string };
  }

  const read = async (browser: Browser) => (await browser.read('autopay')) as Autopay;
  const authorized = /^Your autopay authorization –/;
  const eventsOf = async (id: ApplicationId) =>
    (await auditEventsOf(world.db, id)).map(({ type }) => type).filter((type) => type.startsWith('autopay-'));

  it('offers a linked account that receives the funds once', async () => {
    const { browser } = await signedAs('linked');
    const { accounts } = await read(browser);
    expect(accounts[0]?.selectedDeposit).toBe(true);
    // With the bank's own name and logo, as on the page where it was chosen.
    expect(accounts[0]?.name).not.toBe('Checking account');
    expect(accounts[0]?.institution.logo).toBeDefined();
    expect(new Set(accounts.map((account) => account.accountId)).size).toBe(accounts.length);
  });

  it('is authorized once however often the button is pressed, stored word for word, and mailed with a copy', async () => {
    const { browser, href, id, email } = await signedAs();
    const before = await read(browser);
    const account = before.accounts[0] as Autopay['accounts'][number];
    const press = async () => (await browser.put(href, authorization(before, 2))).json() as Autopay;
    const [after] = await Promise.all([press(), press(), press()]);
    const { firstDebit = '', lastDebit = '' } = before.days.find((day) => day.daysBeforeDue === 2) ?? {};
    const { accountId, mask, institution } = account;
    const chosen = { accountId, daysBeforeDue: 2, firstDebit, firstPaid: before.loan?.firstDue };
    expect(after).toMatchObject({ status: 'ACTIVE', chosen });
    expect(await browser.screen()).toBe('success');

    const { db, vault, lender, blobs } = world.services;
    const statement = autopayAuthorization({
      lender: lender.brand.legalName,
      account,
      paymentAmount: before.paymentAmount,
      daysBeforeDue: 2,
      firstDebit,
      lastDebit,
      lastPayment: before.loan?.lastPayment as number,
    }).join(' ');
    expect(statement).toContain(institution.name);
    const stored = JSON.stringify([await rowsOf(world, 'consent', id), await rowsOf(world, 'autopay', id)]);
    expect(stored).not.toMatch(new RegExp(`${institution.name}|ending in ${mask}|\\$\\d|123456789`));
    const consents = (await storedConsents(world, id)).filter(
      ({ document }) => document === 'autopay-authorization',
    );
    const digest = createHash('sha256').update(statement).digest('hex');
    expect(consents).toMatchObject([{ statement, version: '4', text_hash: digest }]);
    const [row] = await rowsOf(world, 'autopay', id);
    const kept = () => readDocument(db, vault, `autopay-authorization:${id}:${row?.authorization_id}`);
    expect((await kept())?.paper.blocks).toContainEqual({ kind: 'paragraph', text: [statement] });

    expect((await world.mailAbout(email, authorized)).text).toContain('Open my copy: ');
    expect(await world.mailsAbout(email, authorized)).toHaveLength(1);
    expect(await eventsOf(id)).toEqual(['autopay-authorized']);

    const { files } = (await browser.read('documents')) as ResponseOf<typeof getDocuments>;
    const copy = files?.find(({ title }) => title === 'Authorization for automatic payments');
    const opened = (await browser.get(copy?.pdf as string)).rawPayload;
    expect(opened.equals(await blobs.read((await kept())?.pdf as BlobKey))).toBe(true);
    const page = (await browser.get(copy?.page as string)).body;
    expect(page).toContain('What is authorized');
    const look = (await browser.get(/href="([^"]*look[^"]*\.css)"/.exec(page)?.[1] as string)).body;
    const face = await browser.get(
      new URL(/url\("?([^")]+)/.exec(look)?.[1] as string, 'http://x/lender/').pathname,
    );
    expect([face.statusCode, face.headers['content-type']]).toEqual([200, 'font/woff2']);
  });

  it('is skipped as easily, authorized later, canceled with a confirmation, which forgets the numbers, and authorized again', async () => {
    const { browser, href, id, email } = await signedAs();
    const choose = async (choice: 'skip' | 'cancel') => {
      const answer = await browser.put(href, { choice });
      return answer.statusCode === 200 ? (answer.json() as Autopay).status : answer.statusCode;
    };
    const before = await read(browser);
    const skipped = [await choose('cancel'), await choose('skip'), await choose('skip')];
    expect(skipped).toEqual([409, 'SKIPPED', 'SKIPPED']);
    expect(await browser.screen()).toBe('success');
    expect({ ...(await read(browser)), status: before.status }).toEqual(before);
    expect(await world.mailsAbout(email, /autopay/)).toHaveLength(0);

    const later = await browser.put(href, authorization(before, 3));
    expect(later.json()).toMatchObject({ status: 'ACTIVE', chosen: { daysBeforeDue: 3 } });
    await world.mailAbout(email, authorized);
    expect(await eventsOf(id)).toEqual(['autopay-skipped', 'autopay-authorized']);
    const canceled = [await choose('skip'), await choose('cancel'), await choose('cancel')];
    expect(canceled).toEqual([409, 'CANCELED', 'CANCELED']);
    await world.mailAbout(email, /canceled/);
    expect((await read(browser)).chosen).toBeUndefined();
    const expected = [{ routing_number: null, account_number: null, days_before_due: null }];
    expect(await rowsOf(world, 'autopay', id)).toMatchObject(expected);

    expect((await browser.put(href, authorization(before, 2))).json().status).toBe('ACTIVE');
    await eventually(async () => (await world.mailsAbout(email, authorized)).length === 2);
    expect(await world.mailsAbout(email, /canceled/)).toHaveLength(1);
    const moves = (await auditEventsOf(world.db, id)).flatMap(({ data }) =>
      'event' in data ? data.event : [],
    );
    expect(moves.filter((event) => event === 'autopayDecided')).toHaveLength(1);
  });

  it('reaches the core system once: loan, dates, authorization and end', { tags: ['full'] }, async () => {
    const { browser, href, id, email } = await signedAs();
    const before = await read(browser);
    await Promise.all([1, 2].map(() => browser.put(href, authorization(before, 2))));
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
      readUntil(
        () => loansOf(world, id),
        ([loan]) => loan?.updates.length === count,
      );

    const [booked, ...others] = await loansWithUpdates(2);
    expect(others).toEqual([]);
    const expected = { note: { contractRate: expect.any(Number), isAutoSecured: false }, vehicle: null };
    expect(booked?.loan).toMatchObject(expected);
    const { loan } = await read(browser);
    expect(booked?.updates.find(({ kind }) => kind === 'autopay-set')).toMatchObject({
      daysBeforeDue: 2,
      firstDebitOn: authorization(before, 2).firstDebit,
      amountCents: before.paymentAmount,
      accountType: 'checking',
      routingNumber: '021000021',
      accountNumber: '000123456789',
    });
    expect(booked?.updates.find(({ kind }) => kind === 'dates')).toMatchObject({
      fundsArriveOn: loan?.fundsArrive,
      firstDueOn: loan?.firstDue,
      lastDueOn: loan?.lastDue,
      disbursement: {
        traceNumber: expect.stringMatching(/^\d{15}$/),
        account: { accountNumber: '000123456789' },
      },
    });

    // The credit misses its file, and arrives a week later: the core system is notified at once, the applicant when the money is sent.
    const row = await writtenPayment(world, id);
    await jobsEnded(world, { of: id });
    await setRows(world, 'disbursement', id, { written_at: null });
    rmSync(join(world.config.dataDirectory, 'ach', `credits-${row.file_day}-same-day.ach`));
    const week = 7 * 24 * 60 * 60 * 1000;
    const aWeekLater = () => advanceForTest(world, week + untilBankingMorning(clock.now().getTime() + week));
    aWeekLater();
    for (const _ of [1, 2])
      await transact(db, (tx) => jobs.enqueue(tx, writeAchFile, id, { day: row.file_day }));
    const [moved] = await loansWithUpdates(4);
    const later = await writtenPayment(world, id);
    expect(later.effective_on > row.effective_on).toBe(true);
    const updates = (kind: string) => moved?.updates.filter((update) => update.kind === kind);
    expect(updates('dates')).toMatchObject([
      { fundsArriveOn: row.effective_on },
      { fundsArriveOn: later.effective_on },
    ]);
    const [first, last, ...more] = updates('autopay-set') as unknown as Record<string, string>[];
    expect(more).toEqual([]);
    expect(last).toMatchObject({ daysBeforeDue: 2, authorizationId: first?.authorizationId });
    // Payments are due later, and debited later.
    const firstDebit = last?.firstDebitOn ?? '';
    expect(firstDebit > (first?.firstDebitOn ?? '') && firstDebit > later.effective_on).toBe(true);
    expect((last?.lastDebitOn ?? '') >= (first?.lastDebitOn ?? '')).toBe(true);
    await jobsEnded(world, { of: id });
    const movedMails = () => world.mailsAbout(email, /first autopay debit has a new date/);
    expect(await movedMails()).toEqual([]);
    aWeekLater();
    await extendSessions(world);
    await notifyMoneySent(services);
    const mail = await world.mailAbout(email, /first autopay debit has a new date/);
    expect(mail.text).toContain(longDate(isoDate(firstDebit)));
    await jobsEnded(world, { of: id });
    expect(await movedMails()).toHaveLength(1);

    const after = await read(browser);
    expect(after.chosen?.firstPaid).toBe(after.loan?.firstDue);
    expect((await browser.journey()).loan?.firstDueDate).toBe(after.loan?.firstDue);
    expect(after.chosen?.firstDebit).not.toBe(authorization(before, 2).firstDebit);

    await browser.put(href, { choice: 'cancel' });
    const [ended] = await loansWithUpdates(5);
    expect(ended?.updates.at(-1)).toMatchObject({ kind: 'autopay-ended' });
  });

  it('keeps the first debit that was read, or refuses with the new date once the days have moved on', async () => {
    const { browser, href, id } = await signedAs();
    const context = world.clock.now();
    // Of a Tuesday and the Wednesday after it, three banking days lead to Friday, when a payment is due, and to Monday.
    const { friday, beforeMidnight } = quietTuesday(context);
    const dueFriday = friday.toISOString().slice(0, 10);
    const arrived = `${friday.getUTCFullYear() - 2}${dueFriday.slice(4)}`;
    await insertPayment(world, id, { file_day: arrived, effective_on: arrived });
    const moveTo = async (instant: Date) => {
      world.clock.advance(instant.getTime() - world.clock.now().getTime());
      await extendSessions(world);
    };
    onTestFinished(() => moveTo(context));
    await moveTo(beforeMidnight);
    const readBefore = authorization(await read(browser));
    expect(readBefore.firstDebit).toBe(dueFriday);
    await moveTo(new Date(beforeMidnight.getTime() + 10 * 60_000));
    const refused = await browser.put(href, readBefore);
    expect(refused.statusCode).toBe(409);
    const late = await read(browser);
    const moved = authorization(late);
    expect(moved.firstDebit > readBefore.firstDebit).toBe(true);
    expect(late.ifSetUp?.byHand).toBe(dueFriday);
    const message = `The first debit has moved to ${longDate(isoDate(moved.firstDebit))}. Please read your authorization again and check the box.`;
    expect(refused.json().errors).toEqual([{ code: 'plan-changed', field: 'daysBeforeDue', message }]);
    expect((await read(browser)).status).toBe('NOT_DECIDED');

    await moveTo(beforeMidnight);
    expect((await browser.put(href, readBefore)).json().chosen.firstDebit).toBe(readBefore.firstDebit);
    await moveTo(new Date(beforeMidnight.getTime() + 10 * 60_000));
    expect((await browser.put(href, readBefore)).json().chosen.firstDebit).toBe(readBefore.firstDebit);
    expect(await eventsOf(id)).toContain('autopay-authorized');
  });

  it('refuses an account that is not theirs, a day that is not offered, and a box left empty', async () => {
    const { browser, href } = await signedAs();
    const good = authorization(await read(browser));
    for (const change of [{ accountId: 'another' }, { daysBeforeDue: 4 }, { acceptAuthorization: false }]) {
      const refused = await browser.put(href, { ...good, ...change });
      expect(refusalOf(refused, 400).field).toBe(Object.keys(change)[0]);
    }
    expect((await read(browser)).status).toBe('NOT_DECIDED');
  });

  it('works while the bank does not respond, from the account that receives the funds', async () => {
    const { browser, href } = await signedAs();
    const { accountId: linked } = authorization(await read(browser), 0, 1);
    expect((await authorizeAutopay(browser, 1)).statusCode).toBe(200);
    await world.fault('plaid', { mode: 'error' });
    onTestFinished(() => world.fault('plaid', { mode: 'none' }));
    const autopay = await read(browser);
    expect(autopay.status).toBe('ACTIVE');
    expect(autopay.accounts.map(({ accountId }) => accountId)).toContain(linked);
    const typed = await browser.put(href, authorization(autopay));
    expect(typed.json()).toMatchObject({ status: 'ACTIVE', chosen: { accountId: 'deposit' } });
  });

  it('has loan documents with the approved payment, and the same dates if a crash delays their rendering', async () => {
    const { browser, id } = await signedAs();
    const { loan } = await read(browser);
    const rendered = await renderLoanDocuments(world.services, id);
    const built = await buildLoanDocuments(world.services, id);
    expect(rendered.map(({ paper }) => paper)).toEqual(built.map(({ paper }) => paper));
    const noteOf = async () =>
      (await readDocument(world.db, world.services.vault, `promissory-note:${id}`))?.paper;
    const note = await noteOf();
    expect(JSON.stringify(note)).toContain(longDate(isoDate(loan?.lastDue ?? '')));
    expect(JSON.stringify(note)).toContain(dollars(cents(loan?.lastPayment ?? 0)));
    await world.db.deleteFrom('document').where('key', '=', `promissory-note:${id}`).execute();
    advanceForTest(world, 4 * 24 * 60 * 60 * 1000);
    await renderLoanDocuments(world.services, id);
    expect(await noteOf()).toEqual(note);
  });

  it('has a security agreement with the vehicle if it secures the loan', async () => {
    const { id } = await signedAs();
    const { services } = world.product;
    const application = await readApplication(services.db, id);
    const wanted = { ...(application.accepted_term as ApprovedTerm), amount: 1_000_000, isAutoSecured: true };
    const offered = await approvedOffers(services, { ...application, approved_term: wanted });
    const term = offered?.terms.find(({ isAutoSecured }) => isAutoSecured);
    if (offered === undefined || term === undefined) throw new Error('There is no offer with a vehicle.');
    const approved = JSON.stringify({ ...term, amount: offered.amount });
    await setRows(world, 'application', id, { approved_term: approved });
    const papers = await buildLoanDocuments(services, id);
    const agreement = papers.find(({ kind }) => kind === 'security-agreement');
    const vehicle = (await readDecision(services.db, services.vault, id, 'approval'))?.inputs.vehicle;
    const expected = [[String(vehicle?.year), vehicle?.make, vehicle?.model, vehicle?.vin]];
    expect(agreement?.paper.blocks.find((block) => block.kind === 'table')?.rows).toEqual(expected);
    expect(JSON.stringify(papers[0]?.paper)).toContain(`VIN ${vehicle?.vin}`);
  });
});
