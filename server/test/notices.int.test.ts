// Everyone who is refused, unfinished or approved gets the notice that the law requires: at once, or within 30 days of the application.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { PDFDocument } from '@cantoo/pdf-lib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LoanTerms } from '#contract/fast-path.ts';
import type { OfferTerm } from '#contract/offers.ts';
import { cents, formatUsd } from '#finance/money.ts';
import { people } from '#sandbox/people/people.ts';
import { bounceEvent } from '#sandbox/vendors/mail/bounces.ts';
import { choosePaper, printLetters, recordMailing, reprintLetters } from '#server/cli/letters.ts';
import { decideNotice, noticeTasks } from '#server/cli/notices.ts';
import { readApplication } from '#server/journey/applications.ts';
import { dayIn } from '#server/platform/clock.ts';
import { transact } from '#server/platform/db/database.ts';
import type { ApplicationId } from '#server/platform/db/tables.ts';
import { actingAs } from '#server/platform/operator.ts';
import { auditEventsOf } from '#server/records/audit.ts';
import { readDocument } from '#server/records/documents.ts';
import { claimedBatches, claimLetters } from '#server/records/letters.ts';
import { noticesOf, overdueNotices } from '#server/records/notices.ts';
import { repeatHeldChecks } from '#server/stages/holds/jobs.ts';
import { recordBounceByRecipient } from '#server/stages/notices/bounces.ts';
import { enqueueDueNotices } from '#server/stages/notices/due.ts';
import { withdraw } from '#server/stages/notices/withdrawal.ts';
import { countQueues } from '#server/stages/operations/queues.ts';
import { decideWithoutVehicles } from '#server/stages/retention/expire.ts';
import { fileDrop, type LetterBatch, type LetterPrinter } from '#server/vendors/letter-printer.ts';
import { MailRefused } from '#server/vendors/mail.ts';
import { acceptTerms } from './bank.ts';
import { approvalDecidedAs, decidedAs, depositChosenAs, documentsSentAs, linkedAs } from './journeys.ts';
import { handIn, lead, newCode, open, proofOfConsent } from './leads.ts';
import { chooseDeposit, emailedLink, finished, sendDocuments, signHere } from './receive-funds.ts';
import { replaceCall } from './replace.ts';
import { isBusy, jobsEnded } from './waits.ts';
import { type Browser, createWorld, eventually, form, hasServer, type World } from './world.ts';

const noticeJobs = ['render-notice', 'draft-notice', 'email-notice'];

const day = 86_400;

const timeZone = 'America/New_York';
let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world?.close());

/** What the application requires as an action; the notices about its score are looked at by themselves. */
const ledgerOf = async (id: ApplicationId) =>
  (await noticesOf(world.product.services.db, id))
    .filter(({ kind }) => kind !== 'score-disclosure')
    .map(({ kind, basis, state }) => ({ kind, basis, state }));

/** The ledger of an application, once nothing in it is being rendered or sent. */
const settledLedgerOf = (id: ApplicationId) =>
  eventually(async () => {
    const { db } = world.product.services;
    const isRequired = (await noticesOf(db, id)).some(
      ({ kind, state }) => kind !== 'pending' && state === 'required',
    );
    return isRequired || (await isBusy(world, { of: id, names: noticeJobs })) ? undefined : ledgerOf(id);
  });

async function fastPathAs(person: number, changes: Record<string, unknown> = {}) {
  const decided = await decidedAs(world, person, changes);
  const offer = (await decided.browser.get(decided.journey.links.fastPathOffer as string)).json();
  await decided.browser.post(offer.submitApplication.href, { acceptHardPull: true });
  const journey = await eventually(async () => {
    const now = await decided.browser.journey();
    return now.defaultScreen === 'fast-path-loading' ? undefined : now;
  });
  return { ...decided, journey };
}

const noticePage = async (browser: Browser) => {
  const href = (await browser.journey()).links.adverseAction;
  const { adverseActionPage } = (await browser.get(href as string)).json();
  return (await browser.get(adverseActionPage)).body;
};

/** Advances the time and runs the sweep, until what it enqueued is done. */
async function passDays(days: number): Promise<void> {
  world.clock.advance(days * day * 1000);
  await enqueueDueNotices(world.product.services);
  await jobsEnded(world, { names: noticeJobs });
}

describe('a final refusal is sent at once, with its reason', () => {
  it('by the identity check', async () => {
    const { browser, sent, journey } = await decidedAs(world, 14);
    expect(journey.defaultScreen).toBe('error');
    const page = await noticePage(browser);
    expect(page).toContain('We couldn&#39;t verify your identity');
    expect(page).toContain('an outside source other than a consumer reporting agency');
    expect(page).not.toContain('Experian');
    expect(await settledLedgerOf(await browser.applicationId())).toEqual([
      { kind: 'denial', basis: 'prequalification', state: 'sent' },
    ]);
    const mail = (await world.mailTo(sent.email)).find(({ subject }) => subject.startsWith('Our decision'));
    expect(mail?.text).toMatch(/Read my notice: \S+\/resume\?opens=documents&token=/);
    expect(mail?.text).toContain("We're also mailing it to you on paper.");
  });

  it('by the bureau’s fraud screen after the hard pull, with the score', async () => {
    const { browser } = await fastPathAs(9);
    const page = await noticePage(browser);
    expect(page).toContain('We couldn&#39;t verify your identity');
    expect(page).toContain('<dd>771</dd>');
    expect(await settledLedgerOf(await browser.applicationId())).toEqual([
      { kind: 'denial', basis: 'approval', state: 'sent' },
    ]);
  });

  it('by a loan made a few days ago', async () => {
    const { browser } = await decidedAs(world, 23);
    await acceptTerms(browser).catch(() => {});
    expect((await browser.journey()).defaultScreen).toBe('expired');
    expect(await noticePage(browser)).toContain('We made you a loan within the last 30 days');
  });
});

const inWisconsin = {
  streetAddress: '2 E Main St',
  city: 'Madison',
  state: 'WI',
  zipCode: '53703',
  residentialStatus: 'rent',
  monthlyPayment: 1200,
};
const marital = { status: 'married', spouse: { name: 'Jordan Rivera' } };
const spouseNoticeOf = async (id: ApplicationId) =>
  (await noticesOf(world.product.services.db, id)).find(({ kind }) => kind === 'spouse');
const renderedSpouseNotice = (id: ApplicationId) =>
  eventually(async () => {
    const one = await spouseNoticeOf(id);
    return one?.renderedAt ? one : undefined;
  });
async function lettersPrinted(): Promise<void> {
  const { database, db, vault, blobs } = world.product.services;
  const folder = mkdtempSync(join(tmpdir(), 'branchline-letters-'));
  await printLetters({ database, db, vault, blobs, clock: world.clock, timeZone, printer: fileDrop(folder) });
  rmSync(folder, { recursive: true });
}

it('the spouse of a borrower in Wisconsin is mailed a letter about the loan, once, before any payment is due', async () => {
  const { browser, sent, journey } = await approvalDecidedAs(world, 1, 1, { address: inWisconsin });
  const id = await browser.applicationId();
  expect(journey.defaultScreen).toBe('approval-payment');
  await chooseDeposit(browser);
  const href = (await browser.journey()).links.documents as string;
  const documents = (await browser.get(href)).json();
  expect(documents.marital).toEqual({});
  await browser.get(documents.esign.pdf);
  const refused = await browser.post(href, { email: sent.email });
  expect(refused.json().errors[0]).toMatchObject({ field: 'maritalStatus', code: 'invalid' });

  await sendDocuments(browser, sent.email as string, { marital });
  expect((await browser.get(href)).json().marital).toEqual({ answer: marital });
  await emailedLink(world, sent.email as string);
  await signHere(browser);
  expect((await browser.journey()).defaultScreen).toBe('docusign-success');
  expect(await renderedSpouseNotice(id)).toMatchObject({ state: 'rendered', letter: 'wanted' });

  const { files } = (await browser.get(href)).json();
  const page = (files as { title: string; page: string }[]).find(
    ({ title }) => title === 'Notice to your spouse',
  )?.page;
  const spousePage = (await browser.get(page as string)).body;
  expect(spousePage).toContain('Jordan Rivera');
  expect(spousePage).toContain('2 E Main St');
  expect(spousePage).toContain('$5,000.00 to your spouse, Alex Rivera');
  await lettersPrinted();
  await lettersPrinted();
  expect(
    (await noticesOf(world.product.services.db, id)).filter(({ kind }) => kind === 'spouse'),
  ).toMatchObject([{ state: 'printed', letter: 'printed' }]);
  expect((await world.mailTo(sent.email)).map(({ subject }) => subject).join()).not.toContain('spouse');
});

it('the spouse of a borrower in Wisconsin is mailed nothing about a loan that was canceled before', async () => {
  const { browser, sent } = await approvalDecidedAs(world, 1, 1, { address: inWisconsin });
  await chooseDeposit(browser);
  await sendDocuments(browser, sent.email as string, { marital });
  await emailedLink(world, sent.email as string);
  const id = await signHere(browser);
  await renderedSpouseNotice(id);
  await transact(world.product.services.db, (tx) => withdraw(tx, world.product.services, id, 'operator'));
  await lettersPrinted();
  expect(await spouseNoticeOf(id)).toMatchObject({ state: 'void', letter: 'none', printedAt: null });
});

it('an approval that the page shows at once is sent by the email about the loan documents', async () => {
  const { browser, sent } = await approvalDecidedAs(world);
  const id = await browser.applicationId();
  expect(await settledLedgerOf(id)).toEqual([{ kind: 'approval', basis: null, state: 'rendered' }]);
  await chooseDeposit(browser);
  await sendDocuments(browser, String(sent.email));
  await emailedLink(world, String(sent.email));
  // The email arrives before its job has recorded it.
  const sentLedger = [{ kind: 'approval', basis: null, state: 'sent' }];
  await eventually(async () => isDeepStrictEqual(await ledgerOf(id), sentLedger) || undefined);
  expect((await world.mailTo(sent.email)).map(({ subject }) => subject).join()).not.toContain('is approved');
});

describe('a counteroffer', () => {
  it('replaces the requested terms, with the reasons and the rights in one notice', async () => {
    const { browser, sent, journey } = await fastPathAs(28, { loanAmount: 12_000 });
    expect(journey.defaultScreen).toBe('fast-path-counteroffer');
    const offer = (await browser.get(journey.links.counteroffer as string)).json();
    expect(offer).toMatchObject({ requested: { loanAmount: 1_200_000 }, isAutoSecured: false });
    expect(offer.reason).toMatch(/^Balances on bankcard or revolving accounts are too high/);
    // Less is offered, too, over the same months; the most comes last.
    const amounts = offer.offers.map(({ loanAmount }: LoanTerms) => loanAmount);
    expect([amounts[0], amounts.at(-1)]).toEqual([250_100, 600_000]);
    expect(amounts).toEqual(amounts.toSorted((a: number, b: number) => a - b));
    expect(new Set(offer.offers.map(({ term }: LoanTerms) => term)).size).toBe(1);
    const id = await browser.applicationId();
    expect(await settledLedgerOf(id)).toEqual([{ kind: 'counteroffer', basis: null, state: 'sent' }]);
    const [notice] = (await noticesOf(world.product.services.db, id)).filter(
      ({ kind }) => kind === 'counteroffer',
    );
    const { db, vault } = world.product.services;
    const paper = JSON.stringify((await readDocument(db, vault, `notice:${notice?.id}`))?.paper);
    for (const part of [
      'We are unable to offer you credit on the terms that you requested.',
      'A loan of $6,000',
      'Principal reasons for our decision',
      'Equal Credit Opportunity Act notice',
      '"625"',
    ])
      expect(paper).toContain(part);
    expect(paper).not.toContain('collateral');
    const pdf = await browser.get(journey.links.counterofferNotice as string);
    expect(pdf.headers['content-type']).toBe('application/pdf');
    const mail = (await world.mailTo(sent.email)).find(({ subject }) =>
      subject.startsWith('We have another offer'),
    );
    expect(mail?.text).toMatch(/See my offer: [\s\S]*Read my notice: /);

    const accept = (loanAmount: number) => browser.post(journey.links.counteroffer as string, { loanAmount });
    expect((await accept(600_100)).statusCode).toBe(409);
    await accept(400_000);
    const accepted = await browser.journey();
    expect(accepted.defaultScreen).toBe('fast-path-select-payment');
    expect(accepted.loan).toMatchObject({ amount: 400_000, months: offer.requested.term });
    expect(await settledLedgerOf(id)).toEqual([
      { kind: 'counteroffer', basis: null, state: 'sent' },
      { kind: 'approval', basis: null, state: 'rendered' },
    ]);
  });

  it('on the hard pull follows an earlier one on the soft pull, with its own reasons', async () => {
    // No program lends as much, so that the offers are a counteroffer already.
    const { browser, sent, journey } = await fastPathAs(28, { loanAmount: 50_000 });
    expect(journey.defaultScreen).toBe('fast-path-counteroffer');
    const id = await browser.applicationId();
    expect(await settledLedgerOf(id)).toEqual([
      { kind: 'counteroffer', basis: 'prequalification', state: 'sent' },
      { kind: 'counteroffer', basis: null, state: 'sent' },
    ]);
    const { db, vault } = world.product.services;
    const [first, latest] = (await noticesOf(db, id)).filter(({ kind }) => kind === 'counteroffer');
    const paperOf = async (notice: typeof first) =>
      JSON.stringify((await readDocument(db, vault, `notice:${notice?.id}`))?.paper);
    const { amountAboveLargest } = world.product.services.lender.policy.adverseAction;
    expect(await paperOf(first)).toContain(amountAboveLargest);
    const paper = await paperOf(latest);
    expect(paper).not.toContain(amountAboveLargest);
    expect(paper).toContain('A loan of $6,000');
    expect(paper).toContain('"625"');
    const mails = (await world.mailTo(sent.email)).filter(({ subject }) =>
      subject.startsWith('We have another offer'),
    );
    expect(mails).toHaveLength(2);

    // The page has the reason and the notice of the hard pull.
    const offer = (await browser.get(journey.links.counteroffer as string)).json();
    expect(offer.reason).toMatch(/^Balances on bankcard or revolving accounts are too high/);
    await browser.get(journey.links.counterofferNotice as string);
    const viewed = (await noticesOf(db, id)).filter(({ viewedAt }) => viewedAt !== null);
    expect(viewed.map((notice) => notice.id)).toEqual([latest?.id]);
  });

  it('that is declined withdraws the application, and requires nothing more', {
    tags: ['full'],
  }, async () => {
    const { browser, journey } = await fastPathAs(28);
    const id = await browser.applicationId();
    await browser.post(journey.links.withdraw as string);
    expect((await browser.journey()).defaultScreen).toBe('withdrawn');
    expect((await settledLedgerOf(id)).map(({ kind }) => kind)).toEqual(['counteroffer', 'withdrawal']);
  });

  it('is sent at prequalification where the offers are of another amount than requested, and states their terms', async () => {
    const requesting = async (person: number, loanAmount: number, address = {}) => {
      const home = { ...(lead(person).address as object), ...address };
      const body = lead(person, { loanAmount, address: home, consent: proofOfConsent(world) });
      const browser = world.browser();
      await open(browser, await handIn(world, body));
      const otp = await newCode(world, body.phone, 1);
      const { job } = (
        await browser.post((await browser.journey()).links.verifyOtp as string, { otp })
      ).json();
      await finished(browser, job.href);
      const id = await browser.applicationId();
      return { ledger: await settledLedgerOf(id), body, browser };
    };
    const inTexas = { city: 'Austin', state: 'TX', zipCode: '78701' };
    const inGeorgia = { city: 'Atlanta', state: 'GA', zipCode: '30303' };
    for (const [person, wanted, offered, address] of [
      [2, 12_000, 6000],
      // More than the gap's smaller loan, and less than its larger one.
      [5, 5000, 4500],
      [5, 6400, 6500],
      [3, 5000, 6500],
      [1, 2600, 3001, inGeorgia],
      [3, 15_000, 12_000, inTexas],
    ] as const) {
      const { ledger, body, browser } = await requesting(person, wanted, address);
      expect(ledger).toEqual([{ kind: 'counteroffer', basis: 'prequalification', state: 'sent' }]);
      const { getTerms } = (await browser.get((await browser.journey()).links.loanRequest as string)).json();
      const { terms } = (await browser.get(`${getTerms.href}?amount=${offered * 100}`)).json();
      const ends = (of: 'months' | 'monthlyPayment' | 'apr') => {
        const all = (terms as OfferTerm[]).filter((term) => !term.isAutoSecured).map((term) => term[of]);
        return [Math.min(...all), Math.max(...all)] as const;
      };
      const { text } = await world.mailAbout(body.email, /^We have another offer/);
      const [shortest, longest] = ends('months');
      const payments = ends('monthlyPayment').map((one) => formatUsd(cents(one)));
      const aprs = ends('apr').map((one) => `${one.toFixed(2)}%`);
      for (const part of [
        `A loan of ${formatUsd(cents(offered * 100))}\n`,
        `Paid back in ${shortest} to ${longest} monthly payments of ${payments.join(' to ')}`,
        `An annual percentage rate (APR) of ${[...new Set(aprs)].join(' to ')}`,
      ])
        expect(text).toContain(part);
    }
    expect((await requesting(2, 5000)).ledger).toEqual([{ kind: 'pending', basis: null, state: 'required' }]);
  });
});

describe('the credit score disclosure', () => {
  const scoresOf = async (id: ApplicationId) =>
    (await noticesOf(world.product.services.db, id)).filter(({ kind }) => kind === 'score-disclosure');
  const paperOf = async ({ id }: { id: string }) =>
    JSON.stringify(
      (await readDocument(world.product.services.db, world.product.services.vault, `notice:${id}`))?.paper,
    );

  it('reaches everyone who prequalifies once, before they sign', async () => {
    const { browser, sent, link } = await documentsSentAs(world);
    expect(link).toContain('docusign-resume');
    const id = await browser.applicationId();
    const notices = await scoresOf(id);
    expect(notices.map(({ basis }) => basis)).toEqual(['prequalification']);
    const { envelope } = await world.product.services.db
      .selectFrom('vendor_call')
      .select(({ fn }) => fn.min('intended_at').as('envelope'))
      .where('application_id', '=', id)
      .where('operation', '=', 'create-envelope')
      .executeTakeFirstOrThrow();
    for (const notice of notices) {
      expect(notice.renderedAt?.getTime()).toBeLessThan(new Date(envelope as Date).getTime());
      const paper = await paperOf(notice);
      for (const part of [
        '680',
        'VantageScore 4.0',
        '300 to a high of 850',
        'annualcreditreport.com',
        '"emphasized":true',
      ])
        expect(paper).toContain(part);
    }
    await settledLedgerOf(id);
    const mails = (await world.mailTo(sent.email)).filter(({ subject }) =>
      subject.startsWith('Your loan offers are ready'),
    );
    expect(mails).toHaveLength(1);
    for (const { text } of mails) expect(text).toContain('Read my credit score notice: ');
    const { files } = (await browser.get((await browser.journey()).links.documents as string)).json();
    expect(files.map(({ title }: { title: string }) => title)).toContain(
      'Your credit score and the price you pay for credit',
    );
  });

  it('is sent again if another score approved, and not for the same one', async () => {
    const { bureau } = world.product.services.vendors;
    replaceCall(bureau, 'hardPull', (pull) => async (...request: Parameters<typeof bureau.hardPull>) => {
      const report = await pull(...request);
      return { ...report, file: { ...report.file, score: 691 } };
    });
    const { browser } = await documentsSentAs(world);
    const notices = await scoresOf(await browser.applicationId());
    expect(notices.map(({ basis }) => basis)).toEqual(['prequalification', 'approval']);
    const [first, second] = await Promise.all(notices.map(paperOf));
    expect([first, second].map((paper) => [paper?.includes('"680"'), paper?.includes('"691"')])).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  it('is sent before the envelope if an approval had none', { tags: ['full'] }, async () => {
    const { browser, sent } = await depositChosenAs(world);
    const id = await browser.applicationId();
    await settledLedgerOf(id);
    const { db } = world.product.services;
    await db
      .deleteFrom('notice')
      .where('application_id', '=', id)
      .where('kind', '=', 'score-disclosure')
      .execute();
    await sendDocuments(browser, sent.email as string);
    await emailedLink(world, sent.email as string);
    expect((await scoresOf(id)).map(({ basis, renderedAt }) => [basis, renderedAt !== null])).toEqual([
      ['approval', true],
    ]);
  });
});

describe('an applicant who withdraws', () => {
  it('gets a receipt and nothing else, and the envelope they could sign is void', async () => {
    const { browser, sent } = await documentsSentAs(world);
    const id = await browser.applicationId();
    const { withdraw } = (await browser.journey()).links;
    expect((await browser.post(withdraw as string)).statusCode).toBe(200);
    expect((await browser.post(withdraw as string)).statusCode).toBe(409);
    const journey = await browser.journey();
    expect({ defaultScreen: journey.defaultScreen, phase: journey.phase }).toEqual({
      defaultScreen: 'withdrawn',
      phase: 'ended',
    });
    expect(await settledLedgerOf(id)).toEqual([
      { kind: 'approval', basis: null, state: 'sent' },
      { kind: 'withdrawal', basis: null, state: 'sent' },
    ]);
    expect((await world.mailTo(sent.email)).map(({ subject }) => subject)).toContainEqual(
      expect.stringContaining('You withdrew your loan application'),
    );
    await eventually(async () => {
      const [envelope] = await world.console<{ status: string }[]>(`envelopes?email=${sent.email}`);
      return envelope?.status === 'voided' ? true : undefined;
    });
  });

  it('needs no notice of what was pending, and may apply again', async () => {
    const { browser, sent } = await decidedAs(world, 5);
    const id = await browser.applicationId();
    await browser.post((await browser.journey()).links.withdraw as string);
    expect(await settledLedgerOf(id)).toEqual([
      { kind: 'pending', basis: null, state: 'void' },
      { kind: 'withdrawal', basis: null, state: 'sent' },
    ]);
    const again = await world.browser().post('/api/v2/prequalifications/', sent);
    expect(again.json().duplicateLead).toBe(false);
  });
});

describe('a letter', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'branchline-letters-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const print = async () => {
    const { database, db, vault, blobs } = world.product.services;
    return printLetters({
      database,
      db,
      vault,
      blobs,
      clock: world.clock,
      timeZone,
      printer: fileDrop(folder),
    });
  };
  it.runIf(hasServer)(
    'is in one file if two operators print at once, also one that a killed command left',
    async () => {
      const { database, db, vault, blobs, clock } = world.product.services;
      const { browser } = await decidedAs(world, 10);
      const id = await browser.applicationId();
      await settledLedgerOf(id);
      const printWith = (printer: LetterPrinter) =>
        printLetters({ database, db, vault, blobs, clock, timeZone, printer });
      const killed = printWith({ print: () => Promise.reject(new Error('killed')) });
      await expect(killed).rejects.toThrow('killed');
      const [left] = await claimedBatches(db);

      let begin = () => {};
      const began = new Promise<void>((resolve) => {
        begin = resolve;
      });
      let proceed = () => {};
      const proceeds = new Promise<void>((resolve) => {
        proceed = resolve;
      });
      const files: string[] = [];
      const slow: LetterPrinter = {
        print: async ({ id: file }) => {
          begin();
          await proceeds;
          files.push(file);
          return { place: file };
        },
      };
      const first = printWith(slow);
      await began;
      await expect(printWith(fileDrop(folder))).rejects.toThrow('Another `ops letters` is printing');
      proceed();
      expect(await first).toHaveLength(files.length);
      expect(files.filter((file) => file === left)).toHaveLength(1);
      const events = (await auditEventsOf(db, id)).filter(({ type }) => type === 'notice-printed');
      expect(events).toHaveLength(1);
      expect(await printWith(slow)).toEqual(['There are no letters to print.']);
    },
  );

  it('is printed again, and its mailing is recorded once with the day, the operator and the number', async () => {
    const { database, db, vault, blobs, clock } = world.product.services;
    const { browser } = await decidedAs(world, 10);
    const id = await browser.applicationId();
    await settledLedgerOf(id);
    const handedOver: string[] = [];
    const printer = {
      print: async ({ id: batch, letters }: LetterBatch) => {
        handedOver.push(`${batch}: ${letters}`);
        return { place: 'the service', mailingId: 'M-77' };
      },
    };
    const waiting = async (name: string) =>
      (await countQueues(world.product.services)).find(({ queue }) => queue === name)?.waiting;
    expect(await waiting('letters')).toBeGreaterThan(0);
    await printLetters({ database, db, vault, blobs, clock, timeZone, printer });
    expect(await waiting('letters')).toBe(0);
    const before = (await waiting('letters-to-mail')) ?? 0;
    expect(before).toBeGreaterThan(0);
    const { batch } = await db
      .selectFrom('notice')
      .select('batch')
      .where('application_id', '=', id)
      .where('letter', '=', 'printed')
      .executeTakeFirstOrThrow();

    const drop = { db, vault, blobs, clock, timeZone, printer: fileDrop(folder) };
    for (const reference of [batch as string, id.slice(0, 8)]) {
      const line = await reprintLetters(drop, reference);
      const pages = await PDFDocument.load(readFileSync(line.split(': ')[1] as string));
      expect(pages.getPageCount()).toBeGreaterThan(0);
    }
    expect(handedOver).toHaveLength(1);

    const on = dayIn(timeZone, clock.now());
    const mail = (given: object) =>
      actingAs('Pat Operator', () =>
        recordMailing(drop, { batch: (batch as string).slice(0, 8), on, mailingId: undefined, ...given }),
      );
    await expect(mail({ on: '2999-01-01' })).rejects.toThrow('not in the future');
    await expect(mail({ on: '2020-01-01' })).rejects.toThrow(
      /was printed on .+, so it was not mailed before/,
    );
    const { browser: other } = await decidedAs(world, 1);
    await expect(reprintLetters(drop, (await other.applicationId()).slice(0, 8))).rejects.toThrow(
      'no printed letters',
    );
    expect(await mail({})).toMatch(/mailed on/);
    await expect(mail({})).rejects.toThrow('recorded already');
    expect(await waiting('letters-to-mail')).toBe(before - 1);
    const notice = (await noticesOf(db, id)).find(({ printedAt }) => printedAt !== null);
    expect(notice).toMatchObject({ mailedOn: on, mailedBy: 'Pat Operator', mailingId: 'M-77' });
    const events = (await auditEventsOf(db, id)).map(({ type, operator }) => [type, operator]);
    expect(events).toEqual(
      expect.arrayContaining([
        ['notice-reprinted', null],
        ['letter-mailed', 'Pat Operator'],
      ]),
    );
  });

  const noticeIn = async (id: ApplicationId, kind: string) =>
    (await noticesOf(world.product.services.db, id)).find((notice) => notice.kind === kind);
  const bounce = (mail: string, recipient: string, key = world.config.MAIL_WEBHOOK_KEY ?? '') => {
    const event = bounceEvent(
      { messageId: `<${mail}@branchline.example>`, recipient },
      key,
      world.clock.now(),
    );
    return world.browser().post('/webhooks/mail', JSON.parse(event));
  };

  it('carries a denial to applicants who have not shown that they can open a PDF, and is printed once', async () => {
    const { browser, sent } = await decidedAs(world, 10);
    const id = await browser.applicationId();
    await settledLedgerOf(id);
    expect(await noticeIn(id, 'denial')).toMatchObject({ state: 'sent', letter: 'wanted' });
    const lines = await print();
    expect(lines).toEqual([expect.stringMatching(/^\d+ letters?: .*letters-.*\.pdf$/)]);
    expect(await noticeIn(id, 'denial')).toMatchObject({ state: 'printed', letter: 'printed' });
    expect(await print()).toEqual(['There are no letters to print.']);
    const pdf = await PDFDocument.load(readFileSync(lines[0]?.split(': ')[1] ?? ''));
    expect(pdf.getPageCount() % 2).toBe(0);
    expect((await world.mailTo(sent.email)).map(({ text }) => text).join()).toContain(
      'Get my notices on paper',
    );
  });

  it('is finished in the same file after the command was killed', async () => {
    const { browser } = await decidedAs(world, 12);
    const id = await browser.applicationId();
    await settledLedgerOf(id);
    const { db } = world.product.services;
    const batch = randomUUID();
    await db.transaction().execute((tx) => claimLetters(tx, batch, 10));
    expect(await print()).toEqual([`1 letter: ${join(folder, `letters-${batch}.pdf`)}`]);
  });

  it('follows an email that bounced, and takes the place of later ones', async () => {
    const { browser, sent } = await decidedAs(world, 14, { email: `nobody.${randomUUID()}@bounce.example` });
    const id = await browser.applicationId();
    await settledLedgerOf(id);
    await print();
    const mail = `adverse-action.${id}`;
    expect((await bounce(mail, String(sent.email), 'another-key')).statusCode).toBe(400);
    expect((await bounce(mail, String(sent.email))).statusCode).toBe(200);
    await bounce(mail, String(sent.email));
    // Mailgun's signature does not cover the content, so it holds for one event.
    const event = bounceEvent(
      { messageId: `<${mail}@branchline.example>`, recipient: String(sent.email) },
      world.config.MAIL_WEBHOOK_KEY ?? '',
      world.clock.now(),
    );
    const send = (body: string) => world.browser().post('/webhooks/mail', JSON.parse(body));
    const other = event.replace(mail, `approval-notice.${randomUUID()}`);
    // An event may repeat the whole message.
    const large = JSON.stringify({ ...JSON.parse(event), message: 'x'.repeat(900_000) });
    expect([(await send(large)).statusCode, (await send(other)).statusCode]).toEqual([200, 400]);
    // It went by letter before, which is enough.
    expect(await noticeIn(id, 'denial')).toMatchObject({ state: 'bounced', letter: 'printed' });

    const approved = await approvalDecidedAs(world);
    const approvedId = await approved.browser.applicationId();
    await settledLedgerOf(approvedId);
    world.clock.advance(16 * 60_000);
    await enqueueDueNotices(world.product.services);
    await settledLedgerOf(approvedId);
    const notice = await noticeIn(approvedId, 'approval');
    expect(notice?.letter).toBe('none');
    await bounce(`approval-notice.${notice?.id}`, String(approved.sent.email));
    expect(await noticeIn(approvedId, 'approval')).toMatchObject({ state: 'bounced', letter: 'wanted' });
    expect(await print()).toEqual([expect.stringMatching(/^1 letter: /)]);
  });

  it('takes the place of a denial to an address that the mail server refuses, which is not tried again', async () => {
    const email = `nobody.${randomUUID()}@refused.example`;
    const { browser } = await decidedAs(world, 10, { email });
    const id = await browser.applicationId();
    await settledLedgerOf(id);
    const notice = await noticeIn(id, 'denial');
    expect(notice).toMatchObject({ letter: 'wanted', sentAt: null });
    const { services } = world.product;
    expect((await readApplication(services.db, id)).email_bounced_at).not.toBeNull();
    await sql`update notice set required_at = required_at - interval '2 minutes' where id = ${notice?.id}`.execute(
      services.db,
    );
    await enqueueDueNotices(services);
    expect(await isBusy(world, { of: id, names: ['email-notice'] })).toBe(false);
    await print();
  });

  it('takes the place of later emails after a bounce that names only the address', async () => {
    const { browser, sent } = await decidedAs(world, 1);
    const id = await browser.applicationId();
    const { services } = world.product;
    await recordBounceByRecipient(services, {
      mail: undefined,
      recipient: String(sent.email),
      isAddressBad: true,
    });
    expect((await readApplication(services.db, id)).email_bounced_at).not.toBeNull();
  });

  it('takes the place of an approval whose message the mail server refuses, and of no later one', async () => {
    const { browser } = await approvalDecidedAs(world);
    const id = await browser.applicationId();
    await settledLedgerOf(id);
    const { services } = world.product;
    replaceCall(services.vendors.mailer, 'send', () => async () => {
      throw new MailRefused('', false);
    });
    world.clock.advance(16 * 60_000);
    await enqueueDueNotices(services);
    await settledLedgerOf(id);
    expect(await noticeIn(id, 'approval')).toMatchObject({ state: 'bounced', letter: 'wanted' });
    expect((await readApplication(services.db, id)).email_bounced_at).toBeNull();
    await print();
  });

  it('is all that is sent after the consent to electronic notices was withdrawn, by link or by operator', async () => {
    const { browser, sent } = await decidedAs(world, 1);
    const id = await browser.applicationId();
    await settledLedgerOf(id);
    const link = await eventually(
      async () =>
        (await world.mailTo(sent.email)).flatMap(
          ({ text }) => /paper-notices\?token=(\S+)/.exec(text)?.[1] ?? [],
        )[0],
    );
    const choose = (token: string) =>
      world.browser().post('/api/v1/paper-notices', {}, { authorization: `Bearer ${token}` });
    expect((await choose('made-up')).json()).toEqual({ status: false });
    expect((await choose(link)).json()).toEqual({ status: true });
    const { services } = world.product;
    expect(await choosePaper(services, id)).toContain('already go by mail');
    const events = await services.db
      .selectFrom('audit_event')
      .select('data')
      .where('application_id', '=', id)
      .where('type', '=', 'esign-consent-withdrawn')
      .execute();
    expect(events).toEqual([{ data: { by: 'link' } }]);
    const before = (await world.mailTo(sent.email)).length;
    await browser.post((await browser.journey()).links.withdraw as string);
    await eventually(async () => (await noticeIn(id, 'withdrawal'))?.letter === 'wanted' || undefined);
    expect(await world.mailTo(sent.email)).toHaveLength(before);
    expect(await print()).toEqual([expect.stringMatching(/^1 letter: /)]);
  });
});

describe('what is pending on day 20', () => {
  it('is called incomplete if the next step is the applicant’s, and is otherwise decided by day 30', async () => {
    const { services } = world.product;
    const prequalified = await decidedAs(world, 1);
    const steppedUp = await decidedAs(world, 13);
    const notVerified = await linkedAs(world, 'user_low_income');
    const referred = await fastPathAs(8);
    const unconfirmed = world.browser();
    const sent = form(2);
    await unconfirmed.post('/api/v2/prequalifications/', sent);
    expect((await referred.browser.journey()).branchCalls).toBe(true);
    expect((await notVerified.browser.journey()).branchCalls).toBeUndefined();
    const everyone = { prequalified, steppedUp, notVerified, referred };
    const ids = Object.fromEntries(
      await Promise.all(
        Object.entries(everyone).map(
          async ([name, { browser }]) => [name, await browser.applicationId()] as const,
        ),
      ),
    ) as Record<keyof typeof everyone, ApplicationId>;

    await passDays(19);
    for (const id of Object.values(ids))
      expect(await ledgerOf(id)).toEqual([{ kind: 'pending', basis: null, state: 'required' }]);

    await passDays(1.1);
    expect(await ledgerOf(ids.prequalified)).toEqual([
      { kind: 'incomplete', basis: 'offer-choice', state: 'sent' },
    ]);
    // The offers, which had ten days left, stay good as long as the notice gives to answer.
    const { offers_expire_at: until } = await readApplication(services.db, ids.prequalified);
    expect((until?.getTime() ?? 0) - world.clock.now().getTime()).toBeGreaterThan(19.9 * day * 1000);
    const drafted = [
      [ids.steppedUp, 'identity-documents'],
      [ids.notVerified, 'verification-documents'],
      [ids.referred, 'approval'],
    ] as const;
    for (const [id, basis] of drafted)
      expect(await ledgerOf(id)).toEqual([{ kind: 'pending', basis, state: 'drafted' }]);
    const reminder = (await world.mailTo(prequalified.sent.email)).find(({ subject }) =>
      subject.startsWith('We need something'),
    );
    expect(reminder?.text).toContain('Choose a loan amount and term from the offers that we showed you.');
    expect(reminder?.text).toContain('/resume?token=');
    expect(reminder?.text).toMatch(/Continue my application: [\s\S]*Read my notice: /);
    expect((await world.mailTo(sent.email)).map(({ subject }) => subject)).toContainEqual(
      expect.stringContaining('We need something'),
    );

    // A person decides one of them in time, and gives the reason.
    const tasks = await noticeTasks(services.db, world.clock.now());
    expect(tasks).toContainEqual(
      expect.stringMatching(new RegExp(`^${ids.notVerified}  NOT_VERIFIED since`)),
    );
    const deny = {
      verb: 'deny',
      id: ids.notVerified,
      reasons: ['irregular-employment'],
      note: 'Seen at the branch',
    } as const;
    expect(await decideNotice(services, deny)).toContain('is denied');
    expect(await decideNotice(services, deny)).toContain('nothing changed');
    expect(await settledLedgerOf(ids.notVerified)).toEqual([
      { kind: 'denial', basis: 'verification', state: 'sent' },
    ]);

    await passDays(8);
    expect(await ledgerOf(ids.steppedUp)).toEqual([
      { kind: 'incomplete', basis: 'identity-documents', state: 'sent' },
    ]);
    const [paper] = await services.db
      .selectFrom('document')
      .select('key')
      .where('application_id', '=', ids.notVerified)
      .where('kind', '=', 'adverse-action')
      .execute();
    const given = await readDocument(services.db, services.vault, paper?.key ?? '');
    expect(JSON.stringify(given?.paper)).toContain('Temporary or irregular employment');
    expect(await ledgerOf(ids.referred)).toEqual([{ kind: 'denial', basis: 'approval', state: 'sent' }]);
    const denial = await services.db
      .selectFrom('document')
      .select('kind')
      .where('application_id', '=', ids.referred)
      .where('kind', 'like', 'adverse-action%')
      .orderBy('made_at')
      .execute();
    expect(denial.map(({ kind }) => kind)).toEqual(['adverse-action-draft', 'adverse-action']);

    // Nothing is sent twice. With the letters printed, no notice is overdue after 31 days.
    await lettersPrinted();
    await passDays(3);
    expect(await ledgerOf(ids.prequalified)).toHaveLength(1);
    expect(await overdueNotices(services.db, world.clock.now())).toEqual([]);
  });
});

it('what was pending over an outage of 29 days is decided once, and drafted before', async () => {
  const { browser } = await fastPathAs(8);
  const id = await browser.applicationId();
  await passDays(29);
  expect(await settledLedgerOf(id)).toEqual([{ kind: 'denial', basis: 'approval', state: 'sent' }]);
  const events = await world.product.services.db
    .selectFrom('audit_event')
    .select('type')
    .where('application_id', '=', id)
    .where('type', 'in', ['notice-drafted', 'notice-decided'])
    .orderBy('id')
    .execute();
  expect(events.map(({ type }) => type)).toEqual(['notice-drafted', 'notice-decided']);
});

describe('the people of the sandbox', { tags: ['full'] }, () => {
  // The clock of the previous world is weeks ahead of the vendors'.
  beforeAll(async () => {
    await world.close();
    world = await createWorld();
  });

  const incomplete = (missing: string) => ({ kind: 'incomplete', basis: missing, isGiven: true });
  const denial = (basis: string) => ({ kind: 'denial', basis, isGiven: true });
  const given = (kind: string) => ({ kind, basis: null, isGiven: true });
  /** The notices that each person got within a month of the walk below. Persons that are not named chose no offer. */
  const required: Readonly<Record<number, readonly object[]>> = {
    6: [given('approval')],
    7: [denial('approval')],
    8: [denial('approval')],
    9: [denial('approval')],
    10: [denial('prequalification')],
    11: [denial('prequalification')],
    12: [denial('prequalification')],
    13: [incomplete('identity-documents')],
    14: [denial('prequalification')],
    15: [incomplete('account-login')],
    16: [],
    17: [denial('approval')],
    21: [incomplete('credit-report')],
    22: [denial('prequalification')],
    23: [denial('recent-loan')],
    24: [denial('identity')],
    25: [incomplete('identity-documents')],
    26: [incomplete('identity-documents')],
    28: [given('counteroffer')],
    29: [incomplete('identity-documents')],
    30: [incomplete('identity-documents')],
    31: [denial('identity')],
    32: [denial('identity')],
    33: [incomplete('identity-documents')],
    35: [denial('prequalification')],
    36: [denial('prequalification')],
    37: [incomplete('identity-documents')],
    38: [incomplete('identity-documents')],
  };

  it('have the notices that are required, and nothing unsent, when the clock has moved by 31 days', async () => {
    const { services } = world.product;
    const { db } = services;
    const toTheHardPull = async (person: number) => {
      const linked = await linkedAs(world, 'user_good', person);
      const { submitApproval } = (await linked.browser.journey()).links;
      const { job } = (await linked.browser.post(submitApproval as string, { acceptHardPull: true })).json();
      await finished(linked.browser, job.href);
    };
    const submitted = async (person: number) => {
      await world.browser().post('/api/v2/prequalifications/', form(person));
    };
    const walks: Record<number, (person: number) => Promise<unknown>> = {
      6: fastPathAs,
      7: fastPathAs,
      8: fastPathAs,
      9: fastPathAs,
      // These two end with the form.
      15: submitted,
      16: submitted,
      17: toTheHardPull,
      21: async (person) => {
        // A bureau that fails provides as little as one that never responds, and sooner.
        await world.fault('bureau', { mode: 'error' });
        expect((await decidedAs(world, person)).journey.defaultScreen).toBe('capture-only');
        // The day that the policy waits for a response passes.
        world.clock.advance(25 * 3_600_000);
        await services.jobs.resumeDelayed();
        await eventually(async () => {
          const failed = db.selectFrom('application').select('id').where('state', '=', 'DECISION_FAILED');
          return failed.executeTakeFirst();
        });
        await world.fault('bureau', { mode: 'none' });
      },
      23: async (person) => acceptTerms((await decidedAs(world, person)).browser).catch(() => {}),
      27: async (person) => {
        const { browser } = await decidedAs(world, person);
        await repeatHeldChecks(services);
        await browser.arriveAt('offers');
      },
      28: fastPathAs,
      32: toTheHardPull,
    };
    const numbers = people.map(({ number }) => number).filter((number) => number !== 21);
    const ids = new Map<number, ApplicationId>();
    // The silent bureau comes last: it closes the form to others for a while.
    for (const person of [...numbers, 21]) {
      await (walks[person] ?? ((one: number) => decidedAs(world, one)))(person);
      const known = [...ids.values()];
      const { id } = await db
        .selectFrom('application')
        .select('id')
        .$if(known.length > 0, (query) => query.where('id', 'not in', known))
        .executeTakeFirstOrThrow();
      ids.set(person, id);
    }

    await passDays(18.5);
    await decideWithoutVehicles(services, 100);
    await passDays(2.5);
    await passDays(8);
    await lettersPrinted();
    await passDays(2);
    expect(await overdueNotices(db, world.clock.now())).toEqual([]);
    const walked = Object.fromEntries(
      await Promise.all(
        [...ids].map(async ([person, id]) => {
          const ledger = (await ledgerOf(id)).filter(({ state }) => state !== 'void');
          return [
            person,
            ledger.map(({ kind, basis, state }) => ({
              kind,
              basis,
              isGiven: state === 'sent' || state === 'printed',
            })),
          ] as const;
        }),
      ),
    );
    expect(walked).toEqual(
      Object.fromEntries(
        [...ids.keys()].map((person) => [person, required[person] ?? [incomplete('offer-choice')]]),
      ),
    );
  });
});

// Last, because it moves the clock away from the vendors'.
it('an event of the mail service counts once for a signature, also after midnight in UTC', async () => {
  const { clock, config } = world;
  const sinceMidnight = clock.now().getTime() % (day * 1000);
  clock.advance(day * 1000 - sinceMidnight - 60_000);
  const about = {
    messageId: `<offers-ready.${randomUUID()}@branchline.example>`,
    recipient: 'a@bounce.example',
  };
  const event = bounceEvent(about, config.MAIL_WEBHOOK_KEY ?? '', clock.now());
  const send = async () => (await world.browser().post('/webhooks/mail', JSON.parse(event))).statusCode;
  expect(await send()).toBe(200);
  clock.advance(2 * 60_000);
  expect(await send()).toBe(400);
});
