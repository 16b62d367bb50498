// What reviewers decide by `ops holds`, with what the applicant sees and the email about it.
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Uploads } from '#contract/uploads.ts';
import { enforceRetention } from '#server/evidence/retention/enforce-retention.ts';
import { readApplication } from '#server/journey/applications.ts';
import { enqueueDueNotices } from '#server/notices/due.ts';
import { decideNotice } from '#server/operations/commands/notices.ts';
import { recordCall } from '#server/operations/holds/review.ts';
import { transact } from '#server/platform/db/database.ts';
import type { ApplicationId, NoticeId } from '#server/platform/db/tables.ts';
import { NotPerformed } from '#server/platform/jobs/vendor-calls.ts';
import { saveCorrection } from '#server/records/applicants.ts';
import { auditEventsOf } from '#server/records/audit.ts';
import { readDecision } from '#server/records/decisions.ts';
import { openHoldsOf, readEvidence } from '#server/records/holds.ts';
import { noticesOf, readReasons } from '#server/records/notices.ts';
import { ofacScreeningsOf } from '#server/stages/screening/ofac-screenings.ts';
import { acceptTerms, linkBank, verified } from './bank.ts';
import { handInDocuments } from './documents.ts';
import { decidedAs, linkedAs } from './journeys.ts';
import { holdOf, reviewHolds } from './operator.ts';
import { acceptHardPull } from './receive-funds.ts';
import { holdCall, replaceCall } from './replace.ts';
import { rowsOf } from './rows.ts';
import { casesOf, pullsOf, sandboxAhead } from './vendors.ts';
import { jobsEnded, reached } from './waits.ts';
import {
  applyAs,
  type Browser,
  eventually,
  extendSessions,
  hasServer,
  openWorld,
  readUntil,
  someOf,
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

const steppedUpAs = (person: number): Promise<Applied> => decidedAs(world, person);
const homeElsewhere = () => decidedAs(world, 1, { address: { zipCode: '30303', stateConfirmed: true } });
const notVerified = () => linkedAs(world, 'user_low_income');
const acceptFastPath = async ({ browser }: Applied) => {
  const { submitApplication } = await browser.read('fastPathOffer');
  await browser.post(submitApplication.href, { acceptHardPull: true });
};
async function referred(): Promise<Applied> {
  const one = await steppedUpAs(8);
  await acceptFastPath(one);
  await one.browser.arriveAt('error');
  return one;
}
const review = async ({ id }: Applied, verb: string, ...args: string[]) =>
  reviewHolds(world, verb, (await holdOf(world, id)).id, ...args);
const release = (one: Applied) => review(one, 'release', ...note);
const noticesTo = async ({ id }: Applied, kind: string) =>
  (await noticesOf(world.db, id)).filter((notice) => notice.kind === kind);
const withdraw = async (browser: Browser) => browser.post(await browser.link('withdraw'));
async function settledByBranch({ id }: Applied) {
  const settle = { verb: 'settled', id, reasons: [] } as const;
  expect(await decideNotice(world.services, settle)).toContain('is settled');
  expect(await openHoldsOf(world.db, id)).toEqual([]);
}
async function pass(seconds: number): Promise<void> {
  world.clock.advance(seconds * 1000);
  await sandboxAhead(world, seconds);
}
/** The bureau was unavailable for the lender's whole day. */
async function failed(person = 1): Promise<Applied> {
  await world.fault('bureau', { mode: 'error' });
  const one = await applyAs(world, person);
  await one.browser.arriveAt('capture-only');
  await pass(25 * 3600);
  await world.services.jobs.resumeDelayed();
  await reached(world, one.id, 'DECISION_FAILED');
  await extendSessions(world);
  await one.browser.arriveAt('error');
  await world.fault('bureau', { mode: 'none' });
  return one;
}

describe('an alert on the credit file', () => {
  it('is called about and released, and not raised again by the hard pull', { tags: ['full'] }, async () => {
    const one = await steppedUpAs(25);
    const { browser, id } = one;
    const hold = await holdOf(world, id);
    const call = (...result: string[]) => review(one, 'call', '--note', 'Spoke', '--result', ...result);
    await expect(release(one)).rejects.toThrow('Call its number first');
    await expect(review(one, 'offer', '--most', '4000', ...note)).rejects.toThrow('Call its number first');
    const wrongNumber = call('confirmed', '--number', '8015559999');
    await expect(wrongNumber).rejects.toThrow('Call the number that the alert names: 8015550125.');
    expect(await call('no-answer')).toContain('still waits');
    await expect(release(one)).rejects.toThrow('Call its number first');
    expect(await call('confirmed')).toContain('You can release');
    expect(await review(one, 'show')).toMatch(/"result": "confirmed",\s+"number": "8015550125"/);
    expect(await release(one)).toBe('Released: the application continues.');
    await browser.arriveAt('offers');
    const mail = await world.mailAbout(one.sent.email, /^Your loan offers are ready/);
    expect(mail.text).toContain('/resume?token=');
    expect(await reviewHolds(world, 'release', hold.id, ...note)).toContain('already resolved');

    // The alert is on the hard pull's report, too.
    const links = await acceptTerms(browser);
    await verified(browser, (await linkBank(world, browser, links)).verificationHref);
    expect(await acceptHardPull(browser)).toBe('SUCCESS');
    expect(await browser.screen()).toBe('approval-payment');
    const audited = (await auditEventsOf(world.db, id)).map(({ type }) => type);
    const expected = ['hold-call-recorded', 'hold-call-recorded', 'hold-viewed', 'hold-resolved'];
    expect(audited.filter((type) => type.startsWith('hold'))).toEqual(expected);
  });

  it('is not raised again for the same person and phone for 30 days', { tags: ['full'] }, async () => {
    const one = await steppedUpAs(25);
    await review(one, 'call', '--result', 'confirmed', '--note', 'Spoke with Alex Rivera');
    await release(one);
    await one.browser.arriveAt('offers');
    await withdraw(one.browser);
    const { ssn, phone } = one.sent;
    const again = await decidedAs(world, 25, { ssn, phone });
    expect(again.journey.defaultScreen).toBe('offers');
    await withdraw(again.browser);

    // The same identifiers from another phone are another request.
    const other = await decidedAs(world, 25, { ssn });
    expect(other.journey.defaultScreen).toBe('verification-needed');
    await withdraw(other.browser);
    await pass(31 * day);
    expect((await decidedAs(world, 25, { ssn, phone })).journey.defaultScreen).toBe('verification-needed');
  });

  it('without a number needs the one called; a denial stops the release', { tags: ['full'] }, async () => {
    const one = await steppedUpAs(26);
    const call = (...result: string[]) =>
      review(one, 'call', '--note', 'By our records', '--result', ...result);
    await expect(call('confirmed')).rejects.toThrow('after --number');
    await call('confirmed', '--number', '8015550199');
    await call('denied', '--number', '8015550199');
    await expect(release(one)).rejects.toThrow('Call its number first');
  });
});

it.runIf(hasServer)(
  'operators record their calls about an alert at once, and none after its review was decided',
  { tags: ['full'] },
  async () => {
    const { services } = world;
    const { db, vault } = services;
    const hold = await holdOf(world, (await steppedUpAs(25)).id);
    const call = { by: 'Sam Operator', note: 'It was someone else', number: '8015550125' };
    let other: Promise<string> | undefined;
    await transact(db, async (tx) => {
      await recordCall(tx, services, hold, { ...call, result: 'denied' });
      other = reviewHolds(world, 'call', hold.id, '--result', 'no-answer', '--note', 'No one answered');
      await setTimeout(300);
    });
    expect(await other).toContain('Recorded');
    const { calls } = (await readEvidence(db, vault, hold.id)) as { calls: { result: string }[] };
    expect(calls.map(({ result }) => result)).toEqual(['denied', 'no-answer']);

    await reviewHolds(world, 'refuse', hold.id, '--note', 'Denied on the phone');
    const isRecorded = await transact(db, (tx) =>
      recordCall(tx, services, hold, { ...call, result: 'confirmed' }),
    );
    expect(isRecorded).toBe(false);
  },
);

describe('a review that continues', () => {
  it('after a step-up requests the credit report that was not requested before, once', async () => {
    const one = await steppedUpAs(13);
    expect(await pullsOf(world, one.sent.ssn)).toEqual([]);
    await release(one);
    await one.browser.arriveAt('offers');
    await world.mailAbout(one.sent.email, /^Your loan offers are ready/);
    expect(await pullsOf(world, one.sent.ssn)).toEqual(['soft']);
  });

  it('without a score requests the report again, because only another one can be decided on', async () => {
    const one = await steppedUpAs(37);
    await release(one);
    await readUntil(
      () => rowsOf(world, 'vendor_call', one.id),
      (calls) =>
        calls.filter((call) => call.operation === 'soft-pull' && call.status === 'completed').length === 2,
    );
    await reached(world, one.id, 'STEP_UP');
    // Each report's search of the OFAC list is on record.
    await eventually(async () => (await ofacScreeningsOf(world.db, one.id)).length === 2);
  });

  it.each([
    ['continues with offers once its ZIP code is corrected', '84101', 'offers'],
    ['is outside the trade area where the corrected ZIP code is', '84531', 'out-of-trade-area'],
    ['continues with offers where the ZIP code was right', undefined, 'offers'],
  ] as const)('of a home in another state than its ZIP code %s', async (_, corrected, screen) => {
    const one = await homeElsewhere();
    const { db, vault } = world.services;
    if (corrected) await transact(db, (tx) => saveCorrection(tx, vault, one.id, 'zipCode', corrected));
    await release(one);
    await one.browser.arriveAt(screen);
  });

  it('of a home in another state than its ZIP code may be denied by the reviewer, for the residence', async () => {
    const one = await homeElsewhere();
    await review(one, 'refuse', ...note);
    const { reasons } = await one.browser.read('adverseAction');
    expect(reasons).toEqual(["We couldn't confirm your address."]);
  });

  it('with a score is decided on the report that is here, though its fraud screen takes the person for dead', async () => {
    const one = await steppedUpAs(42);
    await release(one);
    await one.browser.arriveAt('offers');
  });

  it('after an unverified bank leads to the final consent, also next time', { tags: ['full'] }, async () => {
    const one = await notVerified();
    await release(one);
    await one.browser.arriveAt('verification-success');
    const verification = await one.browser.read('verification');
    expect(verification).toMatchObject({ status: 'FINISHED', income: true, identity: true, residence: true });
    const mail = await world.mailAbout(one.sent.email, /^You can continue your loan application/);
    expect(mail.text).toContain('/resume?token=');
    expect(await acceptHardPull(one.browser)).toBe('SUCCESS');
    const made = await readDecision(world.db, world.services.vault, one.id, 'approval');
    // What the reviewer saw supports the declared income.
    expect(made?.inputs.confirmedIncome).toEqual({ annualCents: 7_200_000, by: 'documents' });
    await withdraw(one.browser);

    const { ssn, phone } = one.sent;
    const next = await linkedAs(world, 'user_low_income', 1, { ssn, phone });
    expect(await next.browser.screen()).toBe('verification-success');
    await withdraw(next.browser);
    // No one has seen a document for more income than that.
    const more = await linkedAs(world, 'user_low_income', 1, { ssn, phone, income: { mainIncome: 95_000 } });
    expect(await more.browser.screen()).toBe('verification-chat');
  });

  it('after a referral is decided on the report that is here', { tags: ['full'] }, async () => {
    const one = await referred();
    expect(await stateOf(world, one.id)).toBe('APPROVAL_REFERRED');
    await world.mailAbout(one.sent.email, /^Your branch will help you/);
    await release(one);
    await one.browser.arriveAt('fast-path-select-payment');
    await world.mailAbout(one.sent.email, /^Your loan application is approved/);
    expect(await pullsOf(world, one.sent.ssn)).toEqual(['hard', 'soft']);
  });

  it('after an outage is decided once the bureau is back, and never denied for want of a report', async () => {
    const one = await failed();
    await world.mailAbout(one.sent.email, /^Your branch will help you/);
    expect(await someOf(() => casesOf(world, one.id))).toMatchObject([{ reason: 'no-decision' }]);
    await release(one);
    const mail = await world.mailAbout(one.sent.email, /^Your loan offers are ready/);
    expect(mail.text).toContain('/resume?token=');
    expect(await stateOf(world, one.id)).toBe('PREQUALIFIED');
    // Weeks may have passed, so that the text code comes first.
    expect(await one.browser.screen()).toBe('phone-check');
  });

  it('makes no hard pull after the offers have expired', { tags: ['full'] }, async () => {
    const one = await decidedAs(world, 8);
    const restore = replaceCall(world.services.vendors.bureau, 'hardPull', () => async () => {
      throw new NotPerformed('The bureau is unavailable.');
    });
    await acceptFastPath(one);
    await reached(world, one.id, 'APPROVAL_DELAYED');
    await pass(25 * 3600);
    await world.services.jobs.resumeDelayed();
    await reached(world, one.id, 'APPROVAL_FAILED');
    restore();
    await pass(60 * day);
    expect(await release(one)).toContain('have expired');
    await jobsEnded(world, { of: one.id });
    expect(await stateOf(world, one.id)).toBe('APPROVAL_FAILED');
    expect(await pullsOf(world, one.sent.ssn)).not.toContain('hard');
    await settledByBranch(one);
  });

  it('is refused after the person has applied again', { tags: ['full'] }, async () => {
    const one = await failed();
    const { ssn, phone } = one.sent;
    expect((await decidedAs(world, 1, { ssn, phone })).journey.defaultScreen).toBe('offers');
    expect(await release(one)).toContain('has applied again');
    expect(await stateOf(world, one.id)).toBe('DECISION_FAILED');
    await settledByBranch(one);
  });
});

it('an outage that ends in a step-up gives no day for documents that are here already', async () => {
  const one = await failed(25);
  await handInDocuments(one.browser, ['photo-id', 'bill']);
  await release(one);
  await reached(world, one.id, 'STEP_UP');
  expect((await readApplication(world.db, one.id)).deadline).toBeNull();
  await settledByBranch(one);
});

const reviews = [
  ['a step-up', () => steppedUpAs(30), 'verification-needed'],
  ['an unverified bank', notVerified, 'verification-chat'],
  ['a referral', referred, 'error'],
  ['an outage', () => failed(), 'error'],
] as const;

describe.each(reviews)('a review of %s', (what, begin, screen) => {
  const tags = what === 'an unverified bank' ? [] : ['full'];

  it('that asks for more notifies the applicant, who sends it by the link', { tags }, async () => {
    const one = await begin();
    expect(await review(one, 'ask', '--for', 'photo-id,pay-stub')).toContain("what's missing");
    const mail = await world.mailAbout(one.sent.email, /^We need something to finish your application/);
    expect(mail.text).toContain('Show us a government-issued photo ID.');
    expect(mail.text).toContain('Show us proof of your income');
    expect(mail.text).not.toContain('utility bill');
    expect(mail.text).toContain('/resume?opens=documents&token=');
    const { defaultScreen, allowed } = await one.browser.journey();
    expect(defaultScreen).toBe(screen);
    expect(allowed).toContain('verification-documents');
    const uploads: Uploads = await one.browser.read('uploads');
    const wanted = uploads.documents.filter(({ isWanted }) => isWanted).map(({ kind }) => kind);
    expect(wanted).toEqual(['photo-id', 'pay-stub']);
    await handInDocuments(one.browser, ['photo-id', 'pay-stub']);
    await world.mailAbout(one.sent.email, /^We received your documents/);
    // With them, a decision is due again.
    const [pending, ...others] = await noticesTo(one, 'pending');
    expect([pending?.state, others]).toEqual(['required', []]);
    const due = world.clock.now().getTime() + 30 * day * 1000;
    expect(pending?.dueAt.getTime()).toBeLessThanOrEqual(due);
  });

  it('that refuses it denies it for the reviewer’s reasons', { tags }, async () => {
    const one = await begin();
    if (what === 'an outage')
      await expect(review(one, 'refuse', ...note)).rejects.toThrow('Give your reasons after --reason');
    const reason = ['--reason', 'income-not-verified'];
    expect(await review(one, 'refuse', ...note, ...reason)).toContain('is denied');
    expect(await stateOf(world, one.id)).toBe('DENIED');
    await one.browser.arriveAt('error');
    await world.mailAbout(one.sent.email, /^Our decision on your loan application/);
    const { reasons, score } = await one.browser.read('adverseAction');
    expect(reasons).toEqual([expect.stringMatching(/income/i)]);
    // The reviewer had the report, where there was one.
    expect(score !== undefined).toBe(what !== 'an outage');
    expect(await openHoldsOf(world.db, one.id)).toEqual([]);
  });

  it('that offers other terms makes a counteroffer where the policy has such terms', async () => {
    const one = await begin();
    expect(await review(one, 'offer', '--most', '100', ...note)).toContain('no such terms');
    if (what === 'an unverified bank')
      // The terms that were accepted are lent as they are.
      expect(await review(one, 'offer', '--most', '12000', ...note)).toContain('no such terms');
    const terms = ['--most', '4000', ...note];
    if (what !== 'an outage')
      await expect(review(one, 'offer', ...terms)).rejects.toThrow('Give your reasons');
    const offered = await review(one, 'offer', ...terms, '--reason', 'income-insufficient');
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
    const links = await acceptTerms(one.browser, { amount: 400_000, isAutoSecured: false });
    const linked = await linkBank(world, one.browser, links, 'user_low_income');
    await verified(one.browser, linked.verificationHref);
    // The reviewer has cleared the income that this bank does not show.
    const isCleared = what === 'an unverified bank';
    expect(await one.browser.screen()).toBe(isCleared ? 'verification-success' : 'verification-chat');
  });
});

it('a withdrawal while documents are awaited has a receipt of its day', async () => {
  const one = await referred();
  await review(one, 'ask', '--for', 'pay-stub');
  await withdraw(one.browser);
  const [receipt] = await readUntil(
    () => noticesTo(one, 'withdrawal'),
    ({ length }) => length === 1,
  );
  expect(receipt?.requiredAt.getTime()).toBeLessThan(world.clock.now().getTime() + day * 1000);
});

it('a referral with no terms that the applicant can take is denied for what limited them', async () => {
  const one = await steppedUpAs(28);
  const { submitApplication } = await one.browser.read('fastPathOffer');
  const pull = holdCall(world.services.vendors.bureau, 'hardPull');
  await one.browser.post(submitApplication.href, { acceptHardPull: true });
  // Less than any program lends.
  const { accepted_term: shown } = await readApplication(world.db, one.id);
  const less = JSON.stringify({ ...shown, amount: 100_000 });
  await world.db.updateTable('application').set({ accepted_term: less }).where('id', '=', one.id).execute();
  pull.go();
  await one.browser.arriveAt('error');
  expect(await openHoldsOf(world.db, one.id)).toMatchObject([{ kind: 'undecided', reason: 'no-terms' }]);

  await review(one, 'refuse', ...note);
  expect(await stateOf(world, one.id)).toBe('DENIED');
  const denial = await one.browser.read('adverseAction');
  expect(denial.reasons.slice(0, 2)).toEqual([
    'Amount requested is less than the smallest loan that we make.',
    expect.stringMatching(/^Balances on bankcard or revolving accounts are too high/),
  ]);
  expect(denial.reasons.join()).not.toContain('identity');
  expect(denial.score).toMatchObject({ value: 625 });
});

it('a reviewer’s counteroffer after an earlier one has its own notice, with the reviewer’s reasons', async () => {
  const one = await linkedAs(world, 'user_low_income', 1, { loanAmount: 50_000 });
  const { db, vault } = world.services;
  const given = async () => (await noticesTo(one, 'counteroffer')).filter(({ state }) => state === 'sent');
  await eventually(async () => (await given()).length === 1);
  const reason = ['--reason', 'income-insufficient'];
  expect(await review(one, 'offer', '--most', '4000', ...note, ...reason)).toContain('with its notice');
  const [earlier, later] = await readUntil(given, ({ length }) => length === 2);
  expect(await readReasons(db, vault, earlier?.id as NoticeId)).toBeUndefined();
  expect(await readReasons(db, vault, later?.id as NoticeId)).toEqual(['income-insufficient']);
});

it('an outage undecided by day 28 gets a notice to ask again, no denial', { tags: ['full'] }, async () => {
  const one = await failed();
  // Documents take the place of no report.
  await handInDocuments(one.browser, ['photo-id', 'bill']);
  for (const days of [20, 8]) {
    await pass(days * day);
    await enqueueDueNotices(world.services);
  }
  const mail = await world.mailAbout(one.sent.email, /^We need something to finish your application/);
  expect(mail.text).toContain('Ask us for offers again');
  expect(await stateOf(world, one.id)).toBe('DECISION_FAILED');
  expect(await noticesOf(world.db, one.id)).toMatchObject([{ kind: 'incomplete' }]);
});

it('an unverified bank with all documents waits for us past its offers', { tags: ['full'] }, async () => {
  const one = await notVerified();
  const passDays = async (days: number) => {
    await pass(days * day);
    await extendSessions(world);
    await enqueueDueNotices(world.services);
    await enforceRetention(world.services);
  };
  // The notice of what is missing gives 20 days.
  await passDays(28.5);
  await passDays(19);
  await handInDocuments(one.browser, ['pay-stub']);
  await passDays(2);
  expect(await stateOf(world, one.id)).toBe('NOT_VERIFIED');
  expect(await openHoldsOf(world.db, one.id)).toMatchObject([{ kind: 'bank' }]);
  await passDays(18.5);
  await passDays(8);
  expect(await stateOf(world, one.id)).toBe('DENIED');
  const kinds = (await noticesOf(world.db, one.id)).map(({ kind }) => kind);
  expect(kinds).toEqual(['score-disclosure', 'incomplete', 'denial']);
});

it('a referral that sends no documents is due again, and denied by day 28', { tags: ['full'] }, async () => {
  const one = await referred();
  await review(one, 'ask');
  await world.mailAbout(one.sent.email, /^We need something to finish your application/);
  const [term] = await noticesTo(one, 'pending');
  await pass(Math.ceil(((term?.requiredAt.getTime() ?? 0) - world.clock.now().getTime()) / 1000));
  await enqueueDueNotices(world.services);
  expect(await stateOf(world, one.id)).toBe('APPROVAL_REFERRED');
  for (const days of [20.5, 8]) {
    await pass(days * day);
    await enqueueDueNotices(world.services);
  }
  expect(await stateOf(world, one.id)).toBe('DENIED');
  expect(await openHoldsOf(world.db, one.id)).toEqual([]);
});
