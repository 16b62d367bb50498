// Approvals expire, and are checked again when their documents are rendered and when they are signed.
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { enforceRetention } from '#server/evidence/retention/enforce-retention.ts';
import { readApplication, transactOn } from '#server/journey/applications.ts';
import type { StateName } from '#server/journey/chart.ts';
import { enqueueDueNotices } from '#server/notices/due.ts';
import { decideNotice, noticeTasks } from '#server/operations/commands/notices.ts';
import { endOfDayAfter } from '#server/platform/clock.ts';
import type { ApplicationId } from '#server/platform/db/tables.ts';
import { readEnvelope } from '#server/records/envelopes.ts';
import { noticesOf } from '#server/records/notices.ts';
import { checkOpenEnvelopes } from '#server/stages/documents/envelope-status.ts';
import type { MilitaryResult } from '#server/vendors/bureau/screening.ts';
import { approvalDecidedAs, decidedAs, depositChosenAs, documentsSentAs } from './journeys.ts';
import { bearer } from './leads.ts';
import { holdOf, reviewHolds } from './operator.ts';
import { atSigningPage, sendDocuments } from './receive-funds.ts';
import { replaceCall } from './replace.ts';
import { rowsOf, setRows } from './rows.ts';
import { sandboxAhead } from './vendors.ts';
import { jobsEnded, reached } from './waits.ts';
import { eventually, form, openWorld, stateOf } from './world.ts';

const world = openWorld();

const inState = (id: ApplicationId, state: StateName) => reached(world, id, state);
const runOut = (id: ApplicationId) =>
  setRows(world, 'application', id, { deadline: new Date(world.clock.now().getTime() - 1000) });
/** The denial reports the end, so that the applicant gets no second email about it. */
async function emailedOnce(sent: Record<string, unknown>) {
  const { text } = await world.mailAbout(sent.email, /Our decision on your loan application/);
  expect(text).toContain("you don't owe us anything");
  const all = await world.mailTo(sent.email);
  expect(all.filter(({ subject }) => /approval has ended/.test(subject))).toEqual([]);
}
const envelopes = (sent: Record<string, unknown>) =>
  world.console<{ status: string }[]>(`envelopes?email=${encodeURIComponent(sent.email as string)}`);
const disbursed = async (id: ApplicationId) => (await rowsOf(world, 'disbursement', id)).length;

/** The job that sent the documents has ended, too. */
const settled = (id: ApplicationId) => jobsEnded(world, { of: id });

/** Signed while the approval held, and found after it had run out, some days after the documents were sent. */
async function signedTooLate(days = 0) {
  const { browser, sent, id } = await documentsSentAs(world);
  await atSigningPage((await browser.post(await browser.link('signature'))).json().docusignUrl, 'sign');
  await settled(id);
  await sandboxAhead(world, days * 86_400);
  await runOut(id);
  await enforceRetention(world.services);
  await inState(id, 'SIGNED_HELD');
  return { browser, sent, id };
}

describe('an approval', () => {
  it('lasts for the days of the policy, and its end is reported and final', { tags: ['full'] }, async () => {
    const { browser, journey, sent, id } = await approvalDecidedAs(world);
    const { db, lender } = world.services;
    expect((await readApplication(db, id)).deadline).toEqual(endOfDayAfter(lender, world.clock.now(), 30));

    await runOut(id);
    expect((await browser.get(journey.links.approval as string)).json().errors[0].code).toBe('expired');
    const expected = { defaultScreen: 'expired', offersPast: 'approval-expired' };
    expect(await browser.journey()).toMatchObject(expected);
    expect(await readApplication(db, id)).toMatchObject({ state: 'APPROVAL_EXPIRED', live_ssn: null });
    const mail = await world.mailAbout(sent.email, /approval has ended/);
    expect(mail.text).toContain("you don't owe us anything");

    expect((await decidedAs(world, 1, { ...form(1), ssn: sent.ssn })).journey.defaultScreen).toBe('offers');
  });

  it('with documents out has its envelope voided once before it ends', { tags: ['full'] }, async () => {
    const { browser, sent, token, id } = await documentsSentAs(world);
    await settled(id);
    await runOut(id);
    const link = await browser.get('/api/v1/receive-funds/docusign-resume/', bearer(token));
    expect(link.json()).toMatchObject({ status: 'closed' });
    expect(link.json().docusignUrl).toBeUndefined();
    await enforceRetention(world.services);
    await enforceRetention(world.services);
    await inState(id, 'APPROVAL_EXPIRED');
    await transactOn(world.db, id, (tx, application) =>
      world.services.jobs.enqueueEffect(tx, 'voidEnvelope', application),
    );
    await settled(id);
    expect(await envelopes(sent)).toMatchObject([{ status: 'voided' }]);
    const voids = await rowsOf(world, 'vendor_call', id, { operation: 'void-envelope' });
    expect(voids).toMatchObject([{ attempts: 1, status: 'completed' }]);
    await world.mailAbout(sent.email, /approval has ended/);
  });

  it('that was signed first waits for a person, and is funded after it', { tags: ['full'] }, async () => {
    const { browser, sent, id } = await signedTooLate();
    expect(await browser.screen()).toBe('verification-needed');
    await world.mailAbout(sent.email, /more time/);
    expect(await disbursed(id)).toBe(0);
    const hold = await holdOf(world, id);
    expect(hold).toMatchObject({ kind: 'signature', stage: 'signing', reason: 'late' });

    // It stays a person's task with a day, and time alone decides nothing.
    const listed = await reviewHolds(world);
    expect(listed.split('\n').find((line) => line.includes(id))).toMatch(/decide by \d{4}-\d\d-\d\d$/);
    // Its draft is from a time when the state still named a denial.
    await sql`update notice set required_at = required_at - interval '29 days', state = 'drafted', basis = 'terms-changed'
      where application_id = ${id} and kind = 'pending'`.execute(world.db);
    await enqueueDueNotices(world.services, 1);
    const pending = (await noticesOf(world.db, id)).find(({ kind }) => kind === 'pending');
    expect(pending).toMatchObject({ state: 'drafted', basis: null });
    const task = new RegExp(`^${id}  SIGNED_HELD since .*nothing is funded until then$`);
    expect(await noticeTasks(world.db, world.clock.now())).toContainEqual(expect.stringMatching(task));
    expect(await decideNotice(world.services, { verb: 'deny', id, reasons: [] })).toContain('with ops holds');
    expect(await stateOf(world, id)).toBe('SIGNED_HELD');
    expect(await disbursed(id)).toBe(0);
    await reviewHolds(world, 'release', hold.id, '--note', 'Signed on the last day');
    await inState(id, 'SIGNED');
    await eventually(async () => (await disbursed(id)) === 1);
    const notices = await noticesOf(world.db, id);
    expect(notices.filter(({ kind, state }) => kind === 'pending' && state !== 'void')).toEqual([]);
  });

  it('signed too late and then refused is denied for the terms, unfunded', { tags: ['full'] }, async () => {
    const { sent, id } = await signedTooLate();
    await reviewHolds(world, 'refuse', (await holdOf(world, id)).id, '--note', 'Signed after the end');
    await inState(id, 'APPROVAL_WITHDRAWN');
    await emailedOnce(sent);
    await settled(id);
    const notices = (await noticesOf(world.db, id)).map(({ kind, basis }) => `${kind}: ${basis}`);
    expect(notices).toContain('denial: terms-changed');
    expect(await disbursed(id)).toBe(0);
  });

  it('whose envelope is voided is denied for the terms, not the identity', { tags: ['full'] }, async () => {
    const { browser, id } = await documentsSentAs(world);
    const { signatures, timeouts } = world.services.vendors;
    const { envelopeId = '' } = (await readEnvelope(world.services, id)) ?? {};
    await signatures.void(envelopeId, 'A wrong amount', timeouts.signal(15));
    await checkOpenEnvelopes(world.services);
    await inState(id, 'SIGNING_VOIDED');
    await settled(id);
    await decideNotice(world.services, { verb: 'deny', id, reasons: [] });
    const { reasons } = await browser.read('adverseAction');
    expect(reasons).toEqual([`${world.services.lender.policy.adverseAction.termsChanged}.`]);
  });
});

describe('when the documents are rendered', () => {
  const military = (answer: MilitaryResult['answer']) =>
    replaceCall(world.services.vendors.bureau, 'militarySearch', () => async () => ({
      answer,
      message: null,
      searchedOn: null,
      certificate: null,
    }));
  const agedCheck = (id: ApplicationId) =>
    sql`update military_check set checked_at = checked_at - interval '31 days'
      where application_id = ${id}`.execute(world.db);

  it('nothing is rendered while a newer response of the military database is missing', {
    tags: ['full'],
  }, async () => {
    const { browser, sent, id } = await depositChosenAs(world);
    await agedCheck(id);
    const restore = military('unknown');
    await sendDocuments(browser, sent.email as string);
    await world.mailAbout(sent.email, /more time/);
    restore();
    expect(await envelopes(sent)).toEqual([]);
    const { id: hold } = await holdOf(world, id);
    await reviewHolds(world, 'release', hold, '--note', 'Searched', '--not-covered');
    await world.mailAbout(sent.email, /ready to sign/);
  });

  it.each([
    ['the borrower is covered by now', 'military'],
    ['a cap has fallen below the rate', 'caps'],
    ['the bank was compared too long ago', 'verification'],
  ])('the approval ends if %s', async (_, objection) => {
    const { browser, sent, id } = await depositChosenAs(world);
    let restore = () => {};
    if (objection === 'military') {
      await agedCheck(id);
      restore = military('covered');
    }
    if (objection === 'caps')
      await sql`update application set approved_term = jsonb_set(approved_term, '{interestRate}', '35.5')
        where id = ${id}`.execute(world.db);
    if (objection === 'verification')
      await sql`update verification set verified_at = verified_at - interval '61 days'
        where application_id = ${id}`.execute(world.db);
    await sendDocuments(browser, sent.email as string);
    await inState(id, 'APPROVAL_WITHDRAWN');
    restore();
    expect(await browser.screen()).toBe('expired');
    expect(await envelopes(sent)).toEqual([]);
    await emailedOnce(sent);
    const audited = await rowsOf(world, 'audit_event', id, { type: 'loan-rechecked' });
    expect(audited).toMatchObject([{ data: { at: 'rendering', objection } }]);
  });
});

// It moves the vendors' clock far ahead, so it comes last.
it('one signed days later waits for a person, its envelope found no more', { tags: ['full'] }, async () => {
  const { id } = await signedTooLate(8);
  expect(await disbursed(id)).toBe(0);
});
