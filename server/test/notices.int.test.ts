// Everyone who is refused, unfinished or approved gets the notice that the law requires: at once, or within 30 days of the application.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { LoanTerms } from '#contract/fast-path.ts';
import type { OfferTerm } from '#contract/offers.ts';
import { isoDate } from '#finance/dates.ts';
import { cents, formatUsd } from '#finance/money.ts';
import { bounceEvent } from '#sandbox/vendors/mail/bounces.ts';
import { readApplication } from '#server/journey/applications.ts';
import { choosePaper, recordMailing, reprintLetters } from '#server/notices/commands/letters.ts';
import { counterofferOf } from '#server/notices/counteroffer.ts';
import { enqueueDueNotices } from '#server/notices/due.ts';
import { claimedBatches } from '#server/notices/notice-letters.ts';
import { withdraw } from '#server/notices/withdrawal.ts';
import { decideNotice, noticeTasks } from '#server/operations/commands/notices.ts';
import { countQueues } from '#server/operations/queues.ts';
import { dayIn } from '#server/platform/clock.ts';
import { transact } from '#server/platform/db/database.ts';
import type { ApplicationId } from '#server/platform/db/tables.ts';
import { actingAs } from '#server/platform/operator.ts';
import { knownLookups } from '#server/records/applicant-fields.ts';
import { applicationsOfEmail } from '#server/records/applicants.ts';
import { auditEventsOf } from '#server/records/audit.ts';
import { readDocument } from '#server/records/documents.ts';
import { findNotice, type Notice, noticesOf, overdueNotices } from '#server/records/notices.ts';
import type { LetterBatch, LetterPrinter } from '#server/vendors/letter-printer.ts';
import { MailRefused } from '#server/vendors/mail/mail.ts';
import {
  approvalDecidedAs,
  decidedAs,
  depositChosenAs,
  documentsSentAs,
  linkedAs,
  oneClickAs,
} from './journeys.ts';
import { bearer } from './leads.ts';
import { folderPrinter, letterDesk, letterTimeZone, printed, printedFile, printWith } from './letters.ts';
import { acceptHardPull, chooseDeposit, emailedLink, sendDocuments, signHere } from './receive-funds.ts';
import { holdCall, replaceCall } from './replace.ts';
import { rowsOf } from './rows.ts';
import { isBusy, jobsEnded } from './waits.ts';
import { type Browser, eventually, form, hasServer, openWorld } from './world.ts';

const noticeJobs = ['render-notice', 'draft-notice', 'email-notice'];

const day = 86_400;

const world = openWorld();

const allNoticesOf = (id: ApplicationId) => noticesOf(world.db, id);
const noticesIn = async (id: ApplicationId, kind: string) =>
  (await allNoticesOf(id)).filter((notice) => notice.kind === kind);
const paperOf = async ({ id }: { id: string }) => {
  return JSON.stringify((await readDocument(world.db, world.services.vault, `notice:${id}`))?.paper);
};

/** As "denial (approval): sent". The notices about its score are looked at by themselves. */
const ledgerOf = async (id: ApplicationId) =>
  (await allNoticesOf(id))
    .filter(({ kind }) => kind !== 'score-disclosure')
    .map(({ kind, basis, state }) => `${kind}${basis === null ? '' : ` (${basis})`}: ${state}`);

/** The ledger of an application, once nothing in it is being rendered or sent. */
const settledLedgerOf = (id: ApplicationId) =>
  eventually(async () => {
    const all = await allNoticesOf(id);
    const isRequired = all.some(({ kind, state }) => kind !== 'pending' && state === 'required');
    return isRequired || (await isBusy(world, { of: id, names: noticeJobs })) ? undefined : ledgerOf(id);
  });

const noticePage = async (browser: Browser) => {
  const { adverseActionPage } = await browser.read('adverseAction');
  return (await browser.get(adverseActionPage)).body;
};

/** Advances the time and runs the sweep, until what it enqueued is done. */
async function passDays(days: number): Promise<void> {
  world.clock.advance(days * day * 1000);
  await enqueueDueNotices(world.services);
  await jobsEnded(world, { names: noticeJobs });
}

const unverified = 'We couldn&#39;t verify your identity';
it.each([
  [
    'the identity check',
    () => decidedAs(world, 14),
    [unverified, 'an outside source other than a consumer reporting agency'],
    'prequalification',
  ],
  ['the fraud screen of the hard pull', () => oneClickAs(world, 9), [unverified, '<dd>771</dd>'], 'approval'],
] as const)('a final refusal by %s is sent at once, with its reason and its source', async (_, refused, words, basis) => {
  const { browser, id } = await refused();
  const page = await noticePage(browser);
  for (const part of words) expect(page).toContain(part);
  expect(page.includes('Experian')).toBe(basis === 'approval');
  expect(await settledLedgerOf(id)).toEqual([`denial (${basis}): sent`]);
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
const renderedSpouseNotice = (id: ApplicationId) =>
  eventually(async () => (await noticesIn(id, 'spouse')).find(({ renderedAt }) => renderedAt !== null));
async function depositChosenInWisconsin() {
  const { browser, sent } = await approvalDecidedAs(world, 1, 1, { address: inWisconsin });
  await chooseDeposit(browser);
  return { browser, email: sent.email as string };
}

it('a spouse in Wisconsin is mailed one letter before any payment is due', { tags: ['full'] }, async () => {
  const { browser, email } = await depositChosenInWisconsin();
  const href = await browser.link('documents');
  const documents = (await browser.get(href)).json();
  expect(documents.marital).toEqual({});
  await browser.get(documents.esign.pdf);
  const refused = await browser.post(href, { email });
  expect(refused.json().errors[0]).toMatchObject({ field: 'maritalStatus', code: 'invalid' });

  await sendDocuments(browser, email, { marital });
  expect((await browser.get(href)).json().marital).toEqual({ answer: marital });
  await emailedLink(world, email);
  const id = await signHere(browser);
  expect(await renderedSpouseNotice(id)).toMatchObject({ state: 'rendered', letter: 'wanted' });

  const { files } = (await browser.get(href)).json();
  const shown = (files as { title: string; page: string }[]).find(
    ({ title }) => title === 'Notice to your spouse',
  );
  const page = (await browser.get(shown?.page as string)).body;
  for (const part of ['Jordan Rivera', '2 E Main St', '$5,000.00 to your spouse, Alex Rivera'])
    expect(page).toContain(part);
  await printed(world);
  await printed(world);
  expect(await noticesIn(id, 'spouse')).toMatchObject([{ state: 'printed', letter: 'printed' }]);
  expect((await world.mailTo(email)).map(({ subject }) => subject).join()).not.toContain('spouse');
});

it('a spouse in Wisconsin is mailed nothing about a loan canceled before', { tags: ['full'] }, async () => {
  const { browser, email } = await depositChosenInWisconsin();
  await sendDocuments(browser, email, { marital });
  await emailedLink(world, email);
  const id = await signHere(browser);
  await renderedSpouseNotice(id);
  await transact(world.db, (tx) => withdraw(tx, world.services, id, 'operator'));
  await printed(world);
  expect(await noticesIn(id, 'spouse')).toMatchObject([{ state: 'void', letter: 'none', printedAt: null }]);
});

describe('a counteroffer', () => {
  it('replaces the requested terms, with the reasons and the rights in one notice', async () => {
    const { browser, sent, journey, id } = await oneClickAs(world, 28, { loanAmount: 12_000 });
    expect(journey.defaultScreen).toBe('fast-path-counteroffer');
    const offer = await browser.read('counteroffer');
    expect(offer).toMatchObject({ requested: { loanAmount: 1_200_000 }, isAutoSecured: false });
    expect(offer.reason).toMatch(/^Balances on bankcard or revolving accounts are too high/);
    // Less is offered, too, over the same months; the most comes last.
    const amounts = offer.offers.map(({ loanAmount }: LoanTerms) => loanAmount);
    expect([amounts[0], amounts.at(-1)]).toEqual([250_100, 600_000]);
    expect(amounts).toEqual(amounts.toSorted((a: number, b: number) => a - b));
    expect(new Set(offer.offers.map(({ term }: LoanTerms) => term)).size).toBe(1);
    expect(await settledLedgerOf(id)).toEqual(['counteroffer: sent']);
    const [notice] = await noticesIn(id, 'counteroffer');
    const paper = await paperOf(notice as Notice);
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
    const [mail] = await world.mailsAbout(sent.email, /^We have another offer/);
    expect(mail?.text).toMatch(/See my offer: [\s\S]*Read my notice: /);

    const accept = (loanAmount: number) => browser.post(journey.links.counteroffer as string, { loanAmount });
    expect((await accept(600_100)).statusCode).toBe(409);
    await accept(400_000);
    const accepted = await browser.journey();
    expect(accepted.defaultScreen).toBe('fast-path-select-payment');
    expect(accepted.loan).toMatchObject({ amount: 400_000, months: offer.requested.term });
    expect(await settledLedgerOf(id)).toEqual(['counteroffer: sent', 'approval: rendered']);
    // What was requested, and what the counteroffer offered, stay as they were.
    const { accepted_term: requested, approved_term: approved } = await readApplication(world.db, id);
    expect([requested?.amount, approved?.amount]).toEqual([1_200_000, 400_000]);
    const { reasons, counteroffer } = await counterofferOf(world.services, notice as Notice);
    expect([`${reasons[0]}.`, counteroffer.terms[0]]).toEqual([offer.reason, 'A loan of $6,000']);
  });

  it('on the hard pull follows an earlier one on the soft pull, with its own reasons', async () => {
    // No program lends as much, so that the offers are a counteroffer already.
    const { browser, sent, journey, id } = await oneClickAs(world, 28, { loanAmount: 50_000 });
    expect(journey.defaultScreen).toBe('fast-path-counteroffer');
    const expected = ['counteroffer (prequalification): sent', 'counteroffer: sent'];
    expect(await settledLedgerOf(id)).toEqual(expected);
    const [first, latest] = (await noticesIn(id, 'counteroffer')) as [Notice, Notice];
    expect(await paperOf(first)).toContain(world.services.lender.policy.adverseAction.amountAboveLargest);
    const paper = await paperOf(latest);
    expect(paper).not.toContain(world.services.lender.policy.adverseAction.amountAboveLargest);
    for (const part of ['A loan of $6,000', '"625"']) expect(paper).toContain(part);
    expect(await world.mailsAbout(sent.email, /^We have another offer/)).toHaveLength(2);

    const offer = await browser.read('counteroffer');
    expect(offer.reason).toMatch(/^Balances on bankcard or revolving accounts are too high/);
    await browser.get(journey.links.counterofferNotice as string);
    const viewed = (await allNoticesOf(id)).filter(({ viewedAt }) => viewedAt !== null);
    expect(viewed.map((notice) => notice.id)).toEqual([latest.id]);
  });

  it('is sent with its terms where another amount is offered at first', { tags: ['full'] }, async () => {
    const requesting = async (person: number, loanAmount: number, address = {}) => {
      const { browser, sent, id } = await decidedAs(world, person, { loanAmount, address });
      return { ledger: await settledLedgerOf(id), email: sent.email, browser };
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
      const { ledger, email, browser } = await requesting(person, wanted, address);
      expect(ledger).toEqual(['counteroffer (prequalification): sent']);
      const { getTerms } = await browser.read('loanRequest');
      const { terms } = (await browser.get(`${getTerms.href}?amount=${offered * 100}`)).json();
      const ends = (of: 'months' | 'monthlyPayment' | 'apr') => {
        const all = (terms as OfferTerm[]).filter((term) => !term.isAutoSecured).map((term) => term[of]);
        return [Math.min(...all), Math.max(...all)] as const;
      };
      const { text } = await world.mailAbout(email, /^We have another offer/);
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
    expect((await requesting(2, 5000)).ledger).toEqual(['pending: required']);
  });
});

describe('the credit score disclosure', () => {
  it('reaches everyone who prequalifies once, before they sign', { tags: ['full'] }, async () => {
    const { browser, sent, link, id } = await documentsSentAs(world);
    expect(link).toContain('docusign-resume');
    const notices = await noticesIn(id, 'score-disclosure');
    expect(notices.map(({ basis }) => basis)).toEqual(['prequalification']);
    const [notice] = notices as [Notice];
    const [envelope] = await rowsOf(world, 'vendor_call', id, { operation: 'create-envelope' });
    expect(notice.renderedAt?.getTime()).toBeLessThan(new Date(envelope?.intended_at as Date).getTime());
    const paper = await paperOf(notice);
    for (const part of ['680', 'VantageScore 4.0']) expect(paper).toContain(part);
    await settledLedgerOf(id);
    expect(await world.mailsAbout(sent.email, /^Your loan offers are ready/)).toEqual([
      expect.objectContaining({ text: expect.stringContaining('Read my credit score notice: ') }),
    ]);
    const { files } = await browser.read('documents');
    const expected = 'Your credit score and the price you pay for credit';
    expect(files.map(({ title }: { title: string }) => title)).toContain(expected);
  });

  it('is sent again if another score approved, and not for the same one', { tags: ['full'] }, async () => {
    const { bureau } = world.services.vendors;
    replaceCall(bureau, 'hardPull', (pull) => async (...request: Parameters<typeof bureau.hardPull>) => {
      const report = await pull(...request);
      return { ...report, file: { ...report.file, score: 691 } };
    });
    const { id } = await documentsSentAs(world);
    const notices = await noticesIn(id, 'score-disclosure');
    expect(notices.map(({ basis }) => basis)).toEqual(['prequalification', 'approval']);
    const [first, second] = await Promise.all(notices.map(paperOf));
    expect([first, second].map((paper) => [paper?.includes('"680"'), paper?.includes('"691"')])).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  it('is about the approval also where the clock of the process that decided is behind', async () => {
    const { bureau } = world.services.vendors;
    replaceCall(bureau, 'hardPull', (pull) => async (...request: Parameters<typeof bureau.hardPull>) => {
      const report = await pull(...request);
      return { ...report, file: { ...report.file, score: 691 } };
    });
    const { browser, id } = await linkedAs(world);
    world.clock.advance(-60_000);
    expect(await acceptHardPull(browser)).toBe('SUCCESS');
    await settledLedgerOf(id);
    const notices = await noticesIn(id, 'score-disclosure');
    expect(notices.map(({ basis }) => basis)).toEqual(['prequalification', 'approval']);
    expect(await paperOf(notices[1] as Notice)).toContain('"691"');
    world.clock.advance(60_000);
  });

  it('is sent before the envelope if an approval had none', { tags: ['full'] }, async () => {
    const { browser, sent, id } = await depositChosenAs(world);
    await settledLedgerOf(id);
    await world.db
      .deleteFrom('notice')
      .where('application_id', '=', id)
      .where('kind', '=', 'score-disclosure')
      .execute();
    await sendDocuments(browser, sent.email as string);
    await emailedLink(world, sent.email as string);
    const expected = [{ basis: 'approval', renderedAt: expect.any(Date) }];
    expect(await noticesIn(id, 'score-disclosure')).toMatchObject(expected);
  });
});

describe('an applicant who withdraws', () => {
  it('gets a receipt and nothing else, and their envelope is void', { tags: ['full'] }, async () => {
    const { browser, sent, id } = await documentsSentAs(world);
    const withdrawal = await browser.link('withdraw');
    expect((await browser.post(withdrawal)).statusCode).toBe(200);
    expect((await browser.post(withdrawal)).statusCode).toBe(409);
    expect(await browser.journey()).toMatchObject({ defaultScreen: 'withdrawn', phase: 'ended' });
    expect(await settledLedgerOf(id)).toEqual(['approval: sent', 'withdrawal: sent']);
    expect(await world.mailsAbout(sent.email, /^You withdrew your loan application/)).toHaveLength(1);
    await eventually(async () => {
      const [envelope] = await world.console<{ status: string }[]>(`envelopes?email=${sent.email}`);
      return envelope?.status === 'voided';
    });
  });

  it('needs no notice of what was pending, and may apply again', async () => {
    const { browser, sent, id } = await decidedAs(world, 5);
    await browser.post(await browser.link('withdraw'));
    expect(await settledLedgerOf(id)).toEqual(['pending: void', 'withdrawal: sent']);
    expect((await world.browser().post('/api/v2/prequalifications/', sent)).json().duplicateLead).toBe(false);
  });
});

const eventOf = (mail: string, recipient: string, key = world.config.MAIL_WEBHOOK_KEY ?? '') =>
  bounceEvent({ messageId: `<${mail}@branchline.example>`, recipient }, key, world.clock.now());
const post = async (event: string) =>
  (await world.browser().post('/webhooks/mail', JSON.parse(event))).statusCode;

describe('a letter', () => {
  const refusedAs = async (person: number, changes: Record<string, unknown> = {}) => {
    const { sent, id } = await decidedAs(world, person, changes);
    await settledLedgerOf(id);
    return { id, email: String(sent.email) };
  };
  const noticeIn = (id: ApplicationId, kind: Notice['kind']) => findNotice(world.db, id, kind);

  it.runIf(hasServer)(
    'is in one file if two operators print at once, also one that a killed command left',
    async () => {
      const { id } = await refusedAs(10);
      const killed = printWith(world, { print: () => Promise.reject(new Error('killed')) });
      await expect(killed).rejects.toThrow('killed');
      const [left] = await claimedBatches(world.db);

      const files: string[] = [];
      const slow: LetterPrinter = {
        print: async ({ id: file }) => {
          files.push(file);
          return { place: file };
        },
      };
      const printing = holdCall(slow, 'print');
      const first = printWith(world, slow);
      await printing.begun;
      await expect(printed(world)).rejects.toThrow('Another `ops letters` is printing');
      printing.go();
      expect(await first).toHaveLength(files.length);
      expect(files.filter((file) => file === left)).toHaveLength(1);
      expect(await rowsOf(world, 'audit_event', id, { type: 'notice-printed' })).toHaveLength(1);
      expect(await printWith(world, slow)).toEqual(['There are no letters to print.']);
    },
  );

  it('is printed again, and its mailing is recorded once with the day, the operator and the number', {
    tags: ['full'],
  }, async () => {
    const { id } = await refusedAs(10);
    const handedOver: LetterBatch[] = [];
    const waiting = async (name: string) =>
      (await countQueues(world.services)).find(({ queue }) => queue === name)?.waiting;
    expect(await waiting('letters')).toBeGreaterThan(0);
    await printWith(world, {
      print: async (batch) => {
        handedOver.push(batch);
        return { place: 'the service', mailingId: 'M-77' };
      },
    });
    expect(await waiting('letters')).toBe(0);
    const before = (await waiting('letters-to-mail')) ?? 0;
    expect(before).toBeGreaterThan(0);
    const [notice] = await rowsOf(world, 'notice', id, { kind: 'denial' });
    const batch = notice?.batch as string;

    const drop = letterDesk(world, folderPrinter());
    for (const reference of [batch, id.slice(0, 8)]) {
      expect((await printedFile(await reprintLetters(drop, reference))).getPageCount()).toBeGreaterThan(0);
    }
    expect(handedOver).toHaveLength(1);

    const today = dayIn(letterTimeZone, world.clock.now());
    const mail = (on = today) =>
      actingAs('Pat Operator', () =>
        recordMailing(drop, { batch: batch.slice(0, 8), on, mailingId: undefined }),
      );
    await expect(mail(isoDate('2999-01-01'))).rejects.toThrow('in the future');
    const expected = /was printed on .+, so it was not mailed before/;
    await expect(mail(isoDate('2020-01-01'))).rejects.toThrow(expected);
    const other = await decidedAs(world, 1);
    await expect(reprintLetters(drop, other.id.slice(0, 8))).rejects.toThrow('no printed letters');
    expect(await mail()).toMatch(/mailed on/);
    await expect(mail()).rejects.toThrow('recorded already');
    expect(await waiting('letters-to-mail')).toBe(before - 1);
    const mailing = { mailedOn: today, mailedBy: 'Pat Operator', mailingId: 'M-77' };
    expect(await noticeIn(id, 'denial')).toMatchObject(mailing);
    const events = (await auditEventsOf(world.db, id)).map(({ type, operator }) => `${type} by ${operator}`);
    expect(events).toEqual(
      expect.arrayContaining(['notice-reprinted by null', 'letter-mailed by Pat Operator']),
    );
  });

  it('carries a denial to applicants who have not shown that they can open a PDF, and is printed once', async () => {
    const { id, email } = await refusedAs(10);
    expect(await noticeIn(id, 'denial')).toMatchObject({ state: 'sent', letter: 'wanted' });
    const lines = await printed(world);
    expect(lines).toEqual([expect.stringMatching(/^\d+ letters?: .*letters-.*\.pdf$/)]);
    expect(await noticeIn(id, 'denial')).toMatchObject({ state: 'printed', letter: 'printed' });
    expect((await printedFile(lines[0])).getPageCount() % 2).toBe(0);
    expect(await printed(world)).toEqual(['There are no letters to print.']);
    expect((await world.mailTo(email)).map(({ text }) => text).join()).toContain('Get my notices on paper');
  });

  it('follows an email that bounced, and takes the place of later ones', async () => {
    const { id, email } = await refusedAs(14, { email: `nobody.${randomUUID()}@bounce.example` });
    await printed(world);
    const mail = `adverse-action.${id}`;
    expect(await post(eventOf(mail, email, 'another-key'))).toBe(400);
    for (const _ of [1, 2]) expect(await post(eventOf(mail, email))).toBe(200);
    // Mailgun's signature does not cover the content, so it holds for one event.
    const event = eventOf(mail, email);
    const other = event.replace(mail, `approval-notice.${randomUUID()}`);
    // An event may repeat the whole message.
    const large = JSON.stringify({ ...JSON.parse(event), message: 'x'.repeat(900_000) });
    expect([await post(large), await post(other)]).toEqual([200, 400]);
    // It went by letter before, which is enough.
    expect(await noticeIn(id, 'denial')).toMatchObject({ state: 'bounced', letter: 'printed' });

    const approved = await approvalDecidedAs(world);
    await settledLedgerOf(approved.id);
    world.clock.advance(16 * 60_000);
    await enqueueDueNotices(world.services);
    await settledLedgerOf(approved.id);
    const notice = await noticeIn(approved.id, 'approval');
    expect(notice).toMatchObject({ state: 'sent', letter: 'none' });
    await world.mailAbout(approved.sent.email, /^Your loan application is approved/);
    await post(eventOf(`approval-notice.${notice?.id}`, String(approved.sent.email)));
    expect(await noticeIn(approved.id, 'approval')).toMatchObject({ state: 'bounced', letter: 'wanted' });
    expect(await printed(world)).toEqual([expect.stringMatching(/^1 letter: /)]);
  });

  const bouncedAt = async (id: ApplicationId) => (await readApplication(world.db, id)).email_bounced_at;

  it('takes the place of a denial to an address that the mail server refuses, which is not tried again', async () => {
    const { id } = await refusedAs(10, { email: `nobody.${randomUUID()}@refused.example` });
    const notice = await noticeIn(id, 'denial');
    expect(notice).toMatchObject({ letter: 'wanted', sentAt: null });
    expect(await bouncedAt(id)).not.toBeNull();
    await sql`update notice set required_at = required_at - interval '2 minutes' where id = ${notice?.id}`.execute(
      world.db,
    );
    await enqueueDueNotices(world.services);
    expect(await isBusy(world, { of: id, names: ['email-notice'] })).toBe(false);
    await printed(world);
  });

  it('takes the place of an approval whose message the mail server refuses, and of no later one', async () => {
    const { id } = await approvalDecidedAs(world);
    await settledLedgerOf(id);
    replaceCall(world.services.vendors.mailer, 'send', () => async () => {
      throw new MailRefused('', false);
    });
    world.clock.advance(16 * 60_000);
    await enqueueDueNotices(world.services);
    await settledLedgerOf(id);
    expect(await noticeIn(id, 'approval')).toMatchObject({ state: 'bounced', letter: 'wanted' });
    expect(await bouncedAt(id)).toBeNull();
    await printed(world);
  });

  it('is all that is sent after the consent to electronic notices was withdrawn, by link or by operator', async () => {
    const { browser, sent, id } = await decidedAs(world, 1);
    await settledLedgerOf(id);
    const link = await eventually(
      async () =>
        (await world.mailTo(sent.email)).flatMap(
          ({ text }) => /paper-notices\?token=(\S+)/.exec(text)?.[1] ?? [],
        )[0],
    );
    const choose = async (token: string) =>
      (await world.browser().post('/api/v1/paper-notices', {}, bearer(token))).json();
    expect(await choose('made-up')).toEqual({ status: false });
    expect(await choose(link)).toEqual({ status: true });
    expect(await choosePaper(world.services, id)).toContain('already go by mail');
    const withdrawn = await rowsOf(world, 'audit_event', id, { type: 'esign-consent-withdrawn' });
    expect(withdrawn).toMatchObject([{ data: { by: 'link' } }]);
    await jobsEnded(world, { of: id });
    const before = (await world.mailTo(sent.email)).length;
    await browser.post(await browser.link('withdraw'));
    await eventually(async () => (await noticeIn(id, 'withdrawal'))?.letter === 'wanted');
    expect(await world.mailTo(sent.email)).toHaveLength(before);
    expect(await printed(world)).toEqual([expect.stringMatching(/^1 letter: /)]);
  });
});

it('what is pending on day 20 is called incomplete or decided by day 30', { tags: ['full'] }, async () => {
  const { services } = world.product;
  const prequalified = await decidedAs(world, 1);
  const referred = await oneClickAs(world, 8);
  const notVerified = await linkedAs(world, 'user_low_income');
  const unconfirmed = form(2);
  const known = form(15);
  for (const sent of [unconfirmed, known]) await world.browser().post('/api/v2/prequalifications/', sent);
  const lookup = knownLookups.email(services.vault, String(known.email));
  const [knownId] = await applicationsOfEmail(services.db, lookup);
  expect((await referred.browser.journey()).branchCalls).toBe(true);
  expect((await notVerified.browser.journey()).branchCalls).toBeUndefined();
  const ids = {
    prequalified: prequalified.id,
    steppedUp: (await decidedAs(world, 13)).id,
    notVerified: notVerified.id,
    referred: referred.id,
    known: knownId as ApplicationId,
  };

  await passDays(19);
  for (const id of Object.values(ids)) expect(await ledgerOf(id)).toEqual(['pending: required']);

  await passDays(1.1);
  expect(await ledgerOf(ids.prequalified)).toEqual(['incomplete (offer-choice): sent']);
  expect(await ledgerOf(ids.known)).toEqual(['incomplete (account-login): sent']);
  // The offers, which had ten days left, stay good as long as the notice gives to answer.
  const { deadline: until } = await readApplication(services.db, ids.prequalified);
  expect((until?.getTime() ?? 0) - world.clock.now().getTime()).toBeGreaterThan(19.9 * day * 1000);
  expect(await ledgerOf(ids.steppedUp)).toEqual(['pending (identity-documents): drafted']);
  expect(await ledgerOf(ids.notVerified)).toEqual(['pending (verification-documents): drafted']);
  expect(await ledgerOf(ids.referred)).toEqual(['pending (approval): drafted']);
  const [reminder] = await world.mailsAbout(prequalified.sent.email, /^We need something/);
  for (const part of [
    'Choose a loan amount and term from the offers that we showed you.',
    '/resume?token=',
    /Continue my application: [\s\S]*Read my notice: /,
  ])
    expect(reminder?.text).toMatch(part);
  expect(await world.mailsAbout(unconfirmed.email, /^We need something/)).toHaveLength(1);

  const tasks = await noticeTasks(services.db, world.clock.now());
  const waiting = new RegExp(`^${ids.notVerified}  NOT_VERIFIED since`);
  expect(tasks).toContainEqual(expect.stringMatching(waiting));
  const deny = {
    verb: 'deny',
    id: ids.notVerified,
    reasons: ['irregular-employment'],
    note: 'Seen at the branch',
  } as const;
  expect(await decideNotice(services, deny)).toContain('is denied');
  expect(await decideNotice(services, deny)).toContain('nothing changed');
  expect(await settledLedgerOf(ids.notVerified)).toEqual(['denial (verification): sent']);
  const documentsOf = async (id: ApplicationId) =>
    (await rowsOf(world, 'document', id))
      .filter(({ kind }) => kind.startsWith('adverse-action'))
      .sort((a, b) => Number(a.made_at) - Number(b.made_at));
  const [paper] = await documentsOf(ids.notVerified);
  const given = await readDocument(services.db, services.vault, paper?.key ?? '');
  expect(JSON.stringify(given?.paper)).toContain('Temporary or irregular employment');

  await passDays(8);
  expect(await ledgerOf(ids.steppedUp)).toEqual(['incomplete (identity-documents): sent']);
  expect(await ledgerOf(ids.referred)).toEqual(['denial (approval): sent']);
  const expected = ['adverse-action-draft', 'adverse-action'];
  expect((await documentsOf(ids.referred)).map(({ kind }) => kind)).toEqual(expected);

  // Nothing is sent twice. With the letters printed, no notice is overdue after 31 days.
  await printed(world);
  await passDays(3);
  expect(await ledgerOf(ids.prequalified)).toHaveLength(1);
  expect(await overdueNotices(services.db, world.clock.now())).toEqual([]);
});

it('what was pending over an outage of 29 days is drafted and decided once', { tags: ['full'] }, async () => {
  const { id } = await oneClickAs(world, 8);
  await passDays(29);
  expect(await settledLedgerOf(id)).toEqual(['denial (approval): sent']);
  const types = (await auditEventsOf(world.db, id)).map(({ type }) => type);
  const expected = ['notice-drafted', 'notice-decided'];
  expect(types.filter((type) => /^notice-(drafted|decided)$/.test(type))).toEqual(expected);
});

// Last, because it moves the clock away from the vendors'.
it('an event of the mail service counts once for a signature, also after midnight in UTC', async () => {
  const sinceMidnight = world.clock.now().getTime() % (day * 1000);
  world.clock.advance(day * 1000 - sinceMidnight - 60_000);
  const event = eventOf(`offers-ready.${randomUUID()}`, 'a@bounce.example');
  expect(await post(event)).toBe(200);
  world.clock.advance(2 * 60_000);
  expect(await post(event)).toBe(400);
});
