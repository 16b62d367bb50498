// What reviewers decide by `ops holds`: an application continues, more is requested, other terms are offered, or it is denied. Each
// with what the applicant sees, and the email about it.
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Uploads } from '#contract/uploads.ts';
import { decideNotice } from '#server/cli/notices.ts';
import { readApplication } from '#server/journey/applications.ts';
import { transact } from '#server/platform/db/database.ts';
import type { ApplicationId, NoticeId } from '#server/platform/db/tables.ts';
import { NotPerformed } from '#server/platform/jobs/vendor-calls.ts';
import { saveCorrection } from '#server/records/applicants.ts';
import { auditEventsOf } from '#server/records/audit.ts';
import { readDecision } from '#server/records/decisions.ts';
import { openHoldsOf, readEvidence } from '#server/records/holds.ts';
import { noticesOf, readReasons } from '#server/records/notices.ts';
import { recordCall } from '#server/stages/holds/review.ts';
import { readDenial } from '#server/stages/notices/adverse-action.ts';
import { enqueueDueNotices } from '#server/stages/notices/due.ts';
import { enforceRetention } from '#server/stages/retention/enforce-retention.ts';
import { acceptTerms, linkBank, verified } from './bank.ts';
import { handInDocuments } from './documents.ts';
import { decidedAs, linkedAs } from './journeys.ts';
import { reviewHolds } from './operator.ts';
import { chooseDeposit, emailedLink, finished, sendDocuments, signHere } from './receive-funds.ts';
import { replaceCall } from './replace.ts';
import { sandboxAhead } from './vendors.ts';
import { jobsEnded, reached } from './waits.ts';
import {
  applicationOf,
  applyAs,
  type Browser,
  eventually,
  extendSessions,
  form,
  hasServer,
  openWorld,
  stateOf,
} from './world.ts';

const world = openWorld();

interface Applied {
  readonly browser: Browser;
  readonly sent: Record<string, unknown>;
  readonly id: ApplicationId;
}

const day = 86_400;
const note = ['--note', 'Seen at the branch'];

const applied = async ({ browser, sent }: { browser: Browser; sent: Record<string, unknown> }) => ({
  browser,
  sent,
  id: await browser.applicationId(),
});
const holdOf = async (id: ApplicationId) => {
  const [hold] = await openHoldsOf(world.product.services.db, id);
  if (hold === undefined) throw new Error('No review waits.');
  return hold.id;
};
const pullsOf = async ({ sent }: Applied) =>
  (await world.console<{ kind: string }[]>(`pulls?ssn=${String(sent.ssn)}`)).map(({ kind }) => kind);

const steppedUpAs = async (person: number) => applied(await decidedAs(world, person));
const homeElsewhere = async () => {
  const address = { ...(form(1).address as object), zipCode: '30303', stateConfirmed: true };
  return applied(await decidedAs(world, 1, { address }));
};
const notVerified = async () => applied(await linkedAs(world, 'user_low_income'));
async function referred(): Promise<Applied> {
  const decided = await decidedAs(world, 8);
  const offer = (await decided.browser.get(decided.journey.links.fastPathOffer as string)).json();
  await decided.browser.post(offer.submitApplication.href, { acceptHardPull: true });
  await decided.browser.arriveAt('error');
  return applied(decided);
}
async function pass(seconds: number): Promise<void> {
  world.clock.advance(seconds * 1000);
  await sandboxAhead(world, seconds);
}
/** The bureau is unavailable for the lender's whole day. */
async function failed(): Promise<Applied> {
  await world.fault('bureau', { mode: 'error' });
  const one = await applied(await applyAs(world, 1));
  await one.browser.arriveAt('capture-only');
  await pass(25 * 3600);
  await world.product.services.jobs.resumeDelayed();
  await reached(world, one.id, 'DECISION_FAILED');
  await extendSessions(world);
  await one.browser.arriveAt('error');
  return one;
}

describe('an alert on the credit file', () => {
  it('is called about and released, and the loan is funded', async () => {
    const one = await steppedUpAs(25);
    const { browser, sent, id } = one;
    const hold = await holdOf(id);
    await expect(reviewHolds(world, 'release', hold, ...note)).rejects.toThrow('Call its number first');
    await expect(reviewHolds(world, 'offer', hold, '--most', '4000', ...note)).rejects.toThrow(
      'Call its number first',
    );
    const call = ['call', hold, '--note', 'Spoke with Alex Rivera'];
    await expect(
      reviewHolds(world, ...call, '--result', 'confirmed', '--number', '8015559999'),
    ).rejects.toThrow('Call the number that the alert names: 8015550125.');
    expect(await reviewHolds(world, ...call, '--result', 'no-answer')).toContain('still waits');
    await expect(reviewHolds(world, 'release', hold, ...note)).rejects.toThrow('Call its number first');
    expect(await reviewHolds(world, ...call, '--result', 'confirmed')).toContain('You can release');
    expect(await reviewHolds(world, 'show', hold)).toMatch(/"number": "8015550125",\s+"result": "confirmed"/);
    expect(await reviewHolds(world, 'release', hold, ...note)).toBe('Released: the application continues.');
    await browser.arriveAt('offers');
    expect((await world.mailAbout(one.sent.email, /^Your loan offers are ready/)).text).toContain(
      '/resume?token=',
    );
    expect(await reviewHolds(world, 'release', hold, ...note)).toContain('already resolved');

    // The alert is on the hard pull's report, too.
    const links = await acceptTerms(browser);
    await verified(browser, (await linkBank(world, browser, links)).verificationHref);
    const { submitApproval } = (await browser.journey()).links;
    const { job } = (await browser.post(submitApproval as string, { acceptHardPull: true })).json();
    expect(await finished(browser, job.href)).toBe('SUCCESS');
    await chooseDeposit(browser, 'linked');
    await sendDocuments(browser, sent.email as string);
    await emailedLink(world, sent.email as string);
    await signHere(browser);
    const paid = await eventually(() =>
      world.product.services.db
        .selectFrom('disbursement')
        .select('loan_id')
        .where('application_id', '=', id)
        .executeTakeFirst(),
    );
    expect(paid.loan_id).toBeDefined();
    const audited = await world.product.services.db
      .selectFrom('audit_event')
      .select('type')
      .where('application_id', '=', id)
      .where('type', 'like', 'hold%')
      .orderBy('id')
      .execute();
    expect(audited.map(({ type }) => type)).toEqual([
      'hold-call-recorded',
      'hold-call-recorded',
      'hold-viewed',
      'hold-resolved',
    ]);
  });

  it('is not raised again for the same person and phone for 30 days', async () => {
    const one = await steppedUpAs(25);
    const hold = await holdOf(one.id);
    await reviewHolds(world, 'call', hold, '--result', 'confirmed', '--note', 'Spoke with Alex Rivera');
    await reviewHolds(world, 'release', hold, ...note);
    await one.browser.arriveAt('offers');
    await one.browser.post((await one.browser.journey()).links.withdraw as string);
    const { ssn, phone } = one.sent;
    const again = await decidedAs(world, 25, { ssn, phone });
    expect(again.journey.defaultScreen).toBe('offers');
    await again.browser.post(again.journey.links.withdraw as string);

    // The same identifiers from another phone are another request.
    const other = await decidedAs(world, 25, { ssn });
    expect(other.journey.defaultScreen).toBe('verification-needed');
    await other.browser.post(other.journey.links.withdraw as string);
    await pass(31 * day);
    const later = await decidedAs(world, 25, { ssn, phone });
    expect(later.journey.defaultScreen).toBe('verification-needed');
  });

  it('without a number needs the one that was called, and a denial on the phone stops the release', async () => {
    const { id } = await steppedUpAs(26);
    const hold = await holdOf(id);
    const call = ['call', hold, '--note', 'By the number of the branch’s records'];
    await expect(reviewHolds(world, ...call, '--result', 'confirmed')).rejects.toThrow('after --number');
    await reviewHolds(world, ...call, '--result', 'confirmed', '--number', '8015550199');
    await reviewHolds(world, ...call, '--result', 'denied', '--number', '8015550199');
    await expect(reviewHolds(world, 'release', hold, ...note)).rejects.toThrow('Call its number first');
  });
});

describe.runIf(hasServer)('operators at once', () => {
  const shared = openWorld({ database: 'server' });

  it('record their calls about an alert beside each other, and none after its review was decided', async () => {
    const { services } = shared.product;
    const { db, vault } = services;
    const id = applicationOf((await decidedAs(shared, 25)).journey.links.user);
    const [hold] = await openHoldsOf(db, id);
    if (hold === undefined) throw new Error('No review waits.');
    const call = { by: 'Sam Operator', note: 'It was someone else', number: '8015550125' };
    let other: Promise<string> | undefined;
    await transact(db, async (tx) => {
      await recordCall(tx, services, hold, { ...call, result: 'denied' });
      other = reviewHolds(shared, 'call', hold.id, '--result', 'no-answer', '--note', 'No one answered');
      await setTimeout(300);
    });
    expect(await other).toContain('Recorded');
    const { calls } = (await readEvidence(db, vault, hold.id)) as { calls: { result: string }[] };
    expect(calls.map(({ result }) => result)).toEqual(['denied', 'no-answer']);

    await reviewHolds(shared, 'refuse', hold.id, '--note', 'Denied on the phone');
    const isRecorded = await transact(db, (tx) =>
      recordCall(tx, services, hold, { ...call, result: 'confirmed' }),
    );
    expect(isRecorded).toBe(false);
    const audited = (await auditEventsOf(db, id)).filter(({ type }) => type === 'hold-call-recorded');
    expect(audited).toHaveLength(2);
  });
});

describe('a review that continues', () => {
  it('after a step-up requests the credit report that was not requested before, once', async () => {
    const one = await steppedUpAs(13);
    expect(await pullsOf(one)).toEqual([]);
    await reviewHolds(world, 'release', await holdOf(one.id), ...note);
    await one.browser.arriveAt('offers');
    await world.mailAbout(one.sent.email, /^Your loan offers are ready/);
    expect(await pullsOf(one)).toEqual(['soft']);
  });

  it('without a score requests the report again, because only another one can be decided on', async () => {
    const one = await steppedUpAs(37);
    await reviewHolds(world, 'release', await holdOf(one.id), ...note);
    await eventually(async () => {
      const reports = await world.product.services.db
        .selectFrom('vendor_call')
        .select('id')
        .where('application_id', '=', one.id)
        .where('operation', '=', 'soft-pull')
        .where('status', '=', 'completed')
        .execute();
      return reports.length === 2 ? true : undefined;
    });
    await reached(world, one.id, 'STEP_UP');
  });

  it.each([
    ['continues with offers once its ZIP code is corrected', '84101', 'offers'],
    ['is outside the trade area where the corrected ZIP code is', '84531', 'out-of-trade-area'],
    ['continues with offers where the ZIP code was right', undefined, 'offers'],
  ] as const)('of a home in another state than its ZIP code %s', async (_, corrected, screen) => {
    const one = await homeElsewhere();
    const { db, vault } = world.product.services;
    if (corrected) await transact(db, (tx) => saveCorrection(tx, vault, one.id, 'zipCode', corrected));
    await reviewHolds(world, 'release', await holdOf(one.id), ...note);
    await one.browser.arriveAt(screen);
  });

  it('of a home in another state than its ZIP code may be denied by the reviewer, for the residence', async () => {
    const one = await homeElsewhere();
    await reviewHolds(world, 'refuse', await holdOf(one.id), ...note);
    const [denial] = (await noticesOf(world.product.services.db, one.id)).filter(
      ({ kind }) => kind === 'denial',
    );
    if (denial === undefined) throw new Error('There is no denial.');
    expect((await readDenial(world.product.services, denial)).reasons).toEqual(['residence-not-verified']);
  });

  it('with a score is decided on the report that is here, though its fraud screen takes the person for dead', async () => {
    const one = await steppedUpAs(42);
    await reviewHolds(world, 'release', await holdOf(one.id), ...note);
    await one.browser.arriveAt('offers');
  });

  it('after an unverified bank leads to the final consent, and the same bank is enough the next time', async () => {
    const one = await notVerified();
    await reviewHolds(world, 'release', await holdOf(one.id), ...note);
    await one.browser.arriveAt('verification-success');
    const { links } = await one.browser.journey();
    expect((await one.browser.get(links.verification as string)).json()).toMatchObject({
      status: 'FINISHED',
      income: true,
      identity: true,
      residence: true,
    });
    expect((await world.mailAbout(one.sent.email, /^You can continue your loan application/)).text).toContain(
      '/resume?token=',
    );
    const { job } = (await one.browser.post(links.submitApproval as string, { acceptHardPull: true })).json();
    await finished(one.browser, job.href);
    const { db, vault } = world.product.services;
    const made = await readDecision(db, vault, one.id, 'approval');
    // What the reviewer saw supports the declared income.
    expect(made?.inputs.confirmedIncome).toEqual({ annualCents: 7_200_000, by: 'documents' });
    await one.browser.post((await one.browser.journey()).links.withdraw as string);

    const { ssn, phone } = one.sent;
    const next = await linkedAs(world, 'user_low_income', 1, { ssn, phone });
    expect((await next.browser.journey()).defaultScreen).toBe('verification-success');
  });

  it('after a referral is decided on the report that is here', async () => {
    const one = await referred();
    expect(await stateOf(world, one.id)).toBe('APPROVAL_REFERRED');
    await world.mailAbout(one.sent.email, /^Your branch will help you/);
    await reviewHolds(world, 'release', await holdOf(one.id), ...note);
    await one.browser.arriveAt('fast-path-select-payment');
    await world.mailAbout(one.sent.email, /^Your loan application is approved/);
    expect((await pullsOf(one)).sort()).toEqual(['hard', 'soft']);
  });

  it('after an outage is decided once the bureau is back, and never denied for want of a report', async () => {
    const one = await failed();
    await world.mailAbout(one.sent.email, /^Your branch will help you/);
    const cases = await eventually(async () => {
      const all = await world.console<{ applicationId: string; reason: string }[]>('cases');
      const own = all.filter(({ applicationId }) => applicationId === one.id);
      return own.length > 0 ? own : undefined;
    });
    expect(cases).toMatchObject([{ reason: 'no-decision' }]);
    await world.fault('bureau', { mode: 'none' });
    await reviewHolds(world, 'release', await holdOf(one.id), ...note);
    expect((await world.mailAbout(one.sent.email, /^Your loan offers are ready/)).text).toContain(
      '/resume?token=',
    );
    expect(await stateOf(world, one.id)).toBe('PREQUALIFIED');
    // Weeks may have passed, so that the text code comes first.
    expect((await one.browser.journey()).defaultScreen).toBe('phone-check');
  });

  it('makes no hard pull after the offers have expired', async () => {
    const one = await applied(await decidedAs(world, 8));
    const { db, jobs, vendors } = world.product.services;
    const restore = replaceCall(vendors.bureau, 'hardPull', () => async () => {
      throw new NotPerformed('The bureau is unavailable.');
    });
    const { links } = await one.browser.journey();
    const { submitApplication } = (await one.browser.get(links.fastPathOffer as string)).json();
    await one.browser.post(submitApplication.href, { acceptHardPull: true });
    await reached(world, one.id, 'APPROVAL_DELAYED');
    await pass(25 * 3600);
    await jobs.resumeDelayed();
    await reached(world, one.id, 'APPROVAL_FAILED');
    restore();
    await pass(60 * day);
    expect(await reviewHolds(world, 'release', await holdOf(one.id), ...note)).toContain('have expired');
    await jobsEnded(world, { of: one.id });
    expect(await stateOf(world, one.id)).toBe('APPROVAL_FAILED');
    expect(await pullsOf(one)).not.toContain('hard');
    const settle = { verb: 'settled', id: one.id, reasons: [] } as const;
    expect(await decideNotice(world.product.services, settle)).toContain('is settled');
    expect(await openHoldsOf(db, one.id)).toEqual([]);
  });

  it('is refused after the person has applied again', async () => {
    const one = await failed();
    await world.fault('bureau', { mode: 'none' });
    const { ssn, phone } = one.sent;
    const next = await decidedAs(world, 1, { ssn, phone });
    expect(next.journey.defaultScreen).toBe('offers');
    expect(await reviewHolds(world, 'release', await holdOf(one.id), ...note)).toContain('has applied again');
    expect(await stateOf(world, one.id)).toBe('DECISION_FAILED');
    const settle = { verb: 'settled', id: one.id, reasons: [] } as const;
    expect(await decideNotice(world.product.services, settle)).toContain('is settled');
    expect(await openHoldsOf(world.product.services.db, one.id)).toEqual([]);
  });
});

const reviews = [
  ['a step-up', () => steppedUpAs(30), 'verification-needed'],
  ['an unverified bank', notVerified, 'verification-chat'],
  ['a referral', referred, 'error'],
  ['an outage', failed, 'error'],
] as const;

describe.each(reviews)('a review of %s', (what, begin, screen) => {
  const tags = ['a step-up', 'a referral'].includes(what) ? ['full'] : [];

  it('that asks for more notifies the applicant, who sends it by the link', { tags }, async () => {
    const one = await begin();
    await world.fault('bureau', { mode: 'none' });
    expect(await reviewHolds(world, 'ask', await holdOf(one.id), '--for', 'photo-id,pay-stub')).toContain(
      "what's missing",
    );
    const mail = await world.mailAbout(one.sent.email, /^We need something to finish your application/);
    expect(mail.text).toContain('Show us a government-issued photo ID.');
    expect(mail.text).toContain('Show us proof of your income');
    expect(mail.text).not.toContain('utility bill');
    expect(mail.text).toContain('/resume?opens=documents&token=');
    const { links, defaultScreen, allowed } = await one.browser.journey();
    expect(defaultScreen).toBe(screen);
    expect(allowed).toContain('verification-documents');
    const uploads = (await one.browser.get(links.uploads as string)).json<Uploads>();
    expect(uploads.documents.filter(({ isWanted }) => isWanted).map(({ kind }) => kind)).toEqual([
      'photo-id',
      'pay-stub',
    ]);
    await handInDocuments(one.browser, ['photo-id', 'pay-stub']);
    await world.mailAbout(one.sent.email, /^We received your documents/);
    // With them, a decision is due again.
    const pending = (await noticesOf(world.product.services.db, one.id)).filter(
      ({ kind }) => kind === 'pending',
    );
    expect(pending.map(({ state }) => state)).toEqual(['required']);
    const due = world.clock.now().getTime() + 30 * day * 1000;
    expect(pending[0]?.dueAt.getTime()).toBeLessThanOrEqual(due);
  });

  it('that refuses it denies it for the reviewer’s reasons', { tags }, async () => {
    const one = await begin();
    await world.fault('bureau', { mode: 'none' });
    const hold = await holdOf(one.id);
    if (what === 'an outage')
      await expect(reviewHolds(world, 'refuse', hold, ...note)).rejects.toThrow(
        'Give your reasons after --reason',
      );
    expect(await reviewHolds(world, 'refuse', hold, ...note, '--reason', 'income-not-verified')).toContain(
      'is denied',
    );
    expect(await stateOf(world, one.id)).toBe('DENIED');
    await one.browser.arriveAt('error');
    await world.mailAbout(one.sent.email, /^Our decision on your loan application/);
    const { links } = await one.browser.journey();
    const denial = (await one.browser.get(links.adverseAction as string)).json<{ reasons: string[] }>();
    expect(denial.reasons).toEqual(
      ["We couldn't verify your income"].map(() => expect.stringMatching(/income/i)),
    );
    expect(await openHoldsOf(world.product.services.db, one.id)).toEqual([]);
  });

  it('that offers other terms makes a counteroffer where the policy has such terms', async () => {
    const one = await begin();
    await world.fault('bureau', { mode: 'none' });
    const hold = await holdOf(one.id);
    expect(await reviewHolds(world, 'offer', hold, '--most', '100', ...note)).toContain('no such terms');
    if (what !== 'an outage')
      await expect(reviewHolds(world, 'offer', hold, '--most', '4000', ...note)).rejects.toThrow(
        'Give your reasons',
      );
    const offered = await reviewHolds(
      world,
      'offer',
      hold,
      '--most',
      '4000',
      ...note,
      '--reason',
      'income-insufficient',
    );
    if (what === 'an outage') {
      expect(offered).toContain('no such terms');
      expect(await stateOf(world, one.id)).toBe('DECISION_FAILED');
      return;
    }
    expect(offered).toContain('at most $4,000');
    await one.browser.arriveAt(what === 'a referral' ? 'fast-path-counteroffer' : 'offers');
    const mail = await world.mailAbout(one.sent.email, /^We have another offer for you/);
    expect(mail.text).toContain('$4,000');
    expect(mail.text).toContain('/resume?opens=documents&token=');
    if (what === 'a referral') return;
    const { links } = await one.browser.journey();
    const { amounts } = (await one.browser.get(links.loanRequest as string)).json<{ amounts?: number[] }>();
    expect(JSON.stringify(amounts ?? [])).not.toContain('500000');
    const terms = await acceptTerms(one.browser, { amount: 400_000, isAutoSecured: false });
    const linked = await linkBank(world, one.browser, terms, 'user_low_income');
    await verified(one.browser, linked.verificationHref);
    // The reviewer has cleared the income that this bank does not show.
    expect((await one.browser.journey()).defaultScreen).toBe(
      what === 'an unverified bank' ? 'verification-success' : 'verification-chat',
    );
  });
});

it('a referral with no terms that the applicant can take is denied for what limited them', async () => {
  const decided = await decidedAs(world, 28);
  const { submitApplication } = (
    await decided.browser.get(decided.journey.links.fastPathOffer as string)
  ).json();
  await world.fault('bureau', { mode: 'slow', delayMs: 1500, times: 1, path: 'credit-profile' });
  await decided.browser.post(submitApplication.href, { acceptHardPull: true });
  const one = await applied(decided);
  const { db } = world.product.services;
  // Less than any program lends.
  const { accepted_term: shown } = await readApplication(db, one.id);
  const less = JSON.stringify({ ...shown, amount: 100_000 });
  await db.updateTable('application').set({ accepted_term: less }).where('id', '=', one.id).execute();
  await one.browser.arriveAt('error');
  expect(await openHoldsOf(db, one.id)).toMatchObject([{ kind: 'undecided', reason: 'no-terms' }]);

  await reviewHolds(world, 'refuse', await holdOf(one.id), ...note);
  expect(await stateOf(world, one.id)).toBe('DENIED');
  const { links } = await one.browser.journey();
  const denial = (await one.browser.get(links.adverseAction as string)).json();
  expect(denial.reasons.slice(0, 2)).toEqual([
    'Amount requested is less than the smallest loan that we make.',
    expect.stringMatching(/^Balances on bankcard or revolving accounts are too high/),
  ]);
  expect(denial.reasons.join()).not.toContain('identity');
  expect(denial.score).toMatchObject({ value: 625 });
});

it('a referral that a branch decided ends, and the person may apply again', async () => {
  const one = await referred();
  const { db } = world.product.services;
  const settle = { verb: 'settled', id: one.id, reasons: [] } as const;
  expect(await decideNotice(world.product.services, settle)).toContain('is settled');
  expect(await stateOf(world, one.id)).toBe('DECIDED_BY_BRANCH');
  expect((await readApplication(db, one.id)).live_ssn).toBeNull();
  const pending = (await noticesOf(db, one.id)).filter(({ kind }) => kind === 'pending');
  expect(pending.map(({ state }) => state)).toEqual(['void']);
  await one.browser.arriveAt('error');
});

it('a reviewer’s counteroffer after an earlier one has its own notice, with the reviewer’s reasons', async () => {
  const one = await applied(await linkedAs(world, 'user_low_income', 1, { loanAmount: 50_000 }));
  const { db, vault } = world.product.services;
  const given = async () =>
    (await noticesOf(db, one.id)).filter(({ kind, state }) => kind === 'counteroffer' && state === 'sent');
  await eventually(async () => (await given()).length === 1 || undefined);
  const reason = ['--reason', 'income-insufficient'];
  expect(
    await reviewHolds(world, 'offer', await holdOf(one.id), '--most', '4000', ...note, ...reason),
  ).toContain('with its notice');
  const [earlier, later] = await eventually(async () => {
    const both = await given();
    return both.length === 2 ? both : undefined;
  });
  expect(await readReasons(db, vault, earlier?.id as NoticeId)).toBeUndefined();
  expect(await readReasons(db, vault, later?.id as NoticeId)).toEqual(['income-insufficient']);
});

it('an outage undecided by day 28 gets a notice that a new request is needed, and no denial', async () => {
  const one = await failed();
  await world.fault('bureau', { mode: 'none' });
  // Documents take the place of no report.
  await handInDocuments(one.browser, ['photo-id', 'bill']);
  for (const days of [20, 8]) {
    await pass(days * day);
    await enqueueDueNotices(world.product.services);
  }
  const mail = await world.mailAbout(one.sent.email, /^We need something to finish your application/);
  expect(mail.text).toContain('Ask us for offers again');
  expect(await stateOf(world, one.id)).toBe('DECISION_FAILED');
  const kinds = (await noticesOf(world.product.services.db, one.id)).map(({ kind }) => kind);
  expect(kinds).toEqual(['incomplete']);
});

it('an unverified bank with all documents waits for our decision, however soon its offers would have expired', async () => {
  const one = await notVerified();
  const { services } = world.product;
  const passDays = async (days: number) => {
    await pass(days * day);
    await extendSessions(world);
    await enqueueDueNotices(services);
    await enforceRetention(services);
  };
  // The notice of what is missing gives 20 days.
  await passDays(28.5);
  await passDays(19);
  await handInDocuments(one.browser, ['pay-stub']);
  await passDays(2);
  expect(await stateOf(world, one.id)).toBe('NOT_VERIFIED');
  expect(await openHoldsOf(services.db, one.id)).toMatchObject([{ kind: 'bank' }]);
  await passDays(18.5);
  await passDays(8);
  expect(await stateOf(world, one.id)).toBe('DENIED');
  const kinds = (await noticesOf(services.db, one.id)).map(({ kind }) => kind);
  expect(kinds).toEqual(['score-disclosure', 'incomplete', 'denial']);
});

it('a referral that does not answer a request for documents is due a decision again, and denied by day 28', async () => {
  const one = await referred();
  const { services } = world.product;
  await reviewHolds(world, 'ask', await holdOf(one.id));
  await world.mailAbout(one.sent.email, /^We need something to finish your application/);
  const term = (await noticesOf(services.db, one.id)).find(({ kind }) => kind === 'pending');
  await pass(((term?.requiredAt.getTime() ?? 0) - world.clock.now().getTime()) / 1000);
  await enqueueDueNotices(services);
  expect(await stateOf(world, one.id)).toBe('APPROVAL_REFERRED');
  for (const days of [20.5, 8]) {
    await pass(days * day);
    await enqueueDueNotices(services);
  }
  expect(await stateOf(world, one.id)).toBe('DENIED');
  expect(await openHoldsOf(services.db, one.id)).toEqual([]);
});
