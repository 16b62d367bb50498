// Vendor outages: no application ends, no hard pull is made twice, and every applicant is notified.
import { afterEach, describe, expect, it } from 'vitest';
import { type StateName, statesNotifiedByEmail } from '#server/journey/chart.ts';
import { notifyAllPending } from '#server/messages/state-emails.ts';
import type { ApplicationId } from '#server/platform/db/tables.ts';
import { unresolvedCalls } from '#server/platform/jobs/call-records.ts';
import { NotPerformed } from '#server/platform/jobs/vendor-calls.ts';
import { createLog } from '#server/platform/log.ts';
import { noticesOf } from '#server/records/notices.ts';
import { decidedAs, linkedAs } from './journeys.ts';
import { holdCall, replaceCall } from './replace.ts';
import { rowsOf, setRows } from './rows.ts';
import { casesOf, openCore, pullsOf } from './vendors.ts';
import { jobsEnded, reached } from './waits.ts';
import { applyAs, type Browser, createWorld, eventually, form, openWorld, stateOf } from './world.ts';

const bureauUnreachable = () =>
  replaceCall(globalThis, 'fetch', (real) => async (...request: Parameters<typeof fetch>) => {
    const [to] = request;
    if (!(to instanceof Request) || !new URL(to.url).pathname.startsWith('/bureau/')) return real(...request);
    const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED', syscall: 'connect' });
    throw new TypeError('fetch failed', { cause });
  });

const blobsUnreachable = () =>
  replaceCall(world.services.vendors.blobStore, 'put', () => async () => {
    throw new NotPerformed('The blob store cannot be reached.');
  });

const logged: string[] = [];
const world = openWorld({ log: createLog('info', { write: (line) => logged.push(line) }) });
afterEach(async () => {
  for (const vendor of ['socure', 'bureau']) await world.fault(vendor, { mode: 'none' });
});

const subjectsTo = async (to: unknown) =>
  (await world.mailTo(to)).map(({ subject }) => subject.replace(/ – .*/, '')).sort();
const comesTo = (id: ApplicationId, state: StateName) => reached(world, id, state);
async function pass(seconds: number) {
  world.clock.advance(seconds * 1000);
  await world.services.jobs.resumeDelayed();
}
const jobIs = (
  id: ApplicationId,
  isSo: (job: Awaited<ReturnType<typeof rowsOf<'job'>>>[number]) => boolean,
) => eventually(async () => (await rowsOf(world, 'job', id)).some(isSo));
const isDelayed = (browser: Browser, job: string) =>
  eventually(async () => {
    const answer = (await browser.get(job, { prefer: 'wait=20' })).json();
    expect(answer.status).toBe('PENDING');
    return answer.isDelayed === true;
  });
async function delayedBy(vendor: string, mode: 'refused' | 'error', person: number) {
  await world.fault(vendor, { mode });
  const applied = await applyAs(world, person);
  await isDelayed(applied.browser, applied.job);
  // An email about a state is not sent once the application is in another one.
  await jobsEnded(world, { of: applied.id, names: ['send-email-verification', 'notify-of-state'] });
  return applied;
}

// First, while the sandbox's clock is the product's: a bank's link token does not outlast hours.
describe('a hard pull', () => {
  it.each([
    ['the bureau', bureauUnreachable],
    ['the blob store, which has it before the bureau', blobsUnreachable],
  ])('waits for %s, is made once, and its outcome is emailed', async (_, makeUnreachable) => {
    const { browser, sent, id } = await linkedAs(world);
    const submitApproval = await browser.link('submitApproval');
    const restore = makeUnreachable();
    const { job } = (await browser.post(submitApproval, { acceptHardPull: true })).json();
    await isDelayed(browser, job.href);
    expect(await browser.screen()).toBe('capture-only');
    expect(await stateOf(world, id)).toBe('APPROVAL_DELAYED');
    expect(await pullsOf(world, sent.ssn)).toEqual(['soft']);
    restore();
    await pass(31);
    await comesTo(id, 'APPROVED');
    expect(await pullsOf(world, sent.ssn)).toEqual(['hard', 'soft']);
    expect((await world.mailAbout(sent.email, /is approved/)).text).toContain('/resume?token=');
  });

  it('whose response is lost is never repeated: the applicant is emailed once, and the operator alerted', async () => {
    const { browser, sent, id } = await linkedAs(world);
    await world.fault('bureau', { mode: 'twice', path: 'credit-profile', times: 1 });
    await browser.post(await browser.link('submitApproval'), { acceptHardPull: true });
    await comesTo(id, 'APPROVAL_UNRESOLVED');
    await world.mailAbout(sent.email, /^We're checking/);
    expect(await browser.screen()).toBe('contact');
    expect((await unresolvedCalls(world.db)).map((call) => call.application_id)).toEqual([id]);
    const alerts = logged.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50);
    expect(alerts.some(({ msg }) => /unresolved/.test(msg))).toBe(true);
    await pass(24 * 3600);
    await notifyAllPending(world.services);
    expect(await pullsOf(world, sent.ssn)).toEqual(['hard', 'soft']);
    const mails = await world.mailsAbout(sent.email, /^We're checking/);
    expect(mails).toMatchObject([{ text: expect.stringContaining("We won't ask for it again") }]);
  });
});

it('a withdrawal ends vendor calls, but one in flight completes first', { tags: ['full'] }, async () => {
  const delayed = async () => {
    const { browser, sent, id } = await decidedAs(world, 6);
    const { submitApplication } = await browser.read('fastPathOffer');
    const restore = bureauUnreachable();
    await browser.post(submitApplication.href, { acceptHardPull: true });
    await comesTo(id, 'APPROVAL_DELAYED');
    await jobsEnded(world, { of: id, names: ['notify-of-state'] });
    restore();
    const withdraw = await browser.link('withdraw');
    return { browser, sent, id, withdraw: () => browser.post(withdraw) };
  };
  const jobsOf = (id: ApplicationId) =>
    eventually(async () => {
      const jobs = (await rowsOf(world, 'job', id)).filter(({ name }) => name.startsWith('decide-'));
      return jobs.every(({ status }) => status === 'SUCCESS');
    });

  // The job is about to call: it has signed in.
  const early = await delayed();
  const signIn = holdCall(world.services.vendors.bureau, 'signIn');
  await pass(31);
  await signIn.begun;
  expect((await early.withdraw()).statusCode).toBe(200);
  signIn.go();
  await jobsOf(early.id);
  signIn.restore();

  // The request was sent: its response comes first.
  const late = await delayed();
  const pull = holdCall(world.services.vendors.bureau, 'hardPull');
  await pass(31);
  await pull.begun;
  expect((await late.withdraw()).json().errors).toMatchObject([{ code: 'try-again' }]);
  expect(await stateOf(world, late.id)).toBe('APPROVAL_DELAYED');
  pull.go();
  await comesTo(late.id, 'FAST_PATH_APPROVED');
  expect((await late.withdraw()).statusCode).toBe(200);

  const people = [
    { ...early, pulls: ['soft'], mail: 'We saved your loan application' },
    { ...late, pulls: ['hard', 'soft'], mail: 'Your loan application is approved' },
  ];
  for (const { id, sent, pulls, mail } of people) {
    expect(await stateOf(world, id)).toBe('WITHDRAWN');
    expect(await pullsOf(world, sent.ssn)).toEqual(pulls);
    await world.mailAbout(sent.email, /^You withdrew your loan application/);
    const subjects = await subjectsTo(sent.email);
    expect(subjects).toContain(mail);
    expect(subjects.filter((one) => /withdrew|saved/.test(one))).toHaveLength(2);
    expect(subjects.filter((one) => /branch|decision|more time/.test(one))).toEqual([]);
  }
  // The person may apply again at once.
  const again = (await world.browser().post('/api/v2/prequalifications/', early.sent)).json();
  expect(again).toMatchObject({ duplicateLead: false });
});

describe('an outage of a vendor that the decision needs', () => {
  it('for seconds loses no decision', async () => {
    const { browser, sent, job, id } = await delayedBy('bureau', 'refused', 1);
    expect(await browser.journey()).toMatchObject({ defaultScreen: 'capture-only', phase: 'waiting' });
    await world.mailAbout(sent.email, /^We saved your loan application/);
    // The same form again finds the same application, which is stored.
    const again = (await browser.post('/api/v2/prequalifications/', sent)).json();
    expect(again).toMatchObject({ isCaptureOnlyMode: true, duplicateLead: false });
    await world.fault('bureau', { mode: 'none' });
    await pass(31);
    await comesTo(id, 'PREQUALIFIED');
    expect((await browser.get(job)).json().status).toBe('SUCCESS');
    const mail = await world.mailAbout(sent.email, /^Your loan offers are ready/);
    expect(mail.text).toContain('/resume?token=');
    expect(await pullsOf(world, sent.ssn)).toEqual(['soft']);
  });

  it('longer than the policy’s day ends the application with an email, a case for the branch and a ledger entry', async () => {
    const { sent, id } = await delayedBy('socure', 'error', 1);
    await pass(24 * 3600 - 60);
    await jobIs(id, ({ awaited, failures, retry_at }) => awaited && failures === 4 && retry_at !== null);
    expect(await stateOf(world, id)).toBe('DECISION_DELAYED');
    await pass(120);
    await comesTo(id, 'DECISION_FAILED');
    await world.fault('socure', { mode: 'none' });
    await world.mailAbout(sent.email, /^Your branch will help you/);
    expect(await subjectsTo(sent.email)).toEqual([
      'Confirm your email address',
      'We saved your loan application',
      'Your branch will help you with your loan application',
    ]);
    const opened = await eventually(async () => (await casesOf(world, id))[0]);
    expect(opened.reason).toBe('no-decision');
    expect(await noticesOf(world.db, id)).toMatchObject([{ kind: 'pending', state: 'required' }]);
    expect(await pullsOf(world, sent.ssn)).toEqual([]);
  });
});

describe('the core system, offline when a form arrives', () => {
  it.each([
    ['the application is decided', 1, 'PREQUALIFIED', ['soft']],
    ['a present borrower is sent to log in', 15, 'PRESENT_BORROWER', []],
    ['a duplicate is reported', 16, 'DUPLICATE_IN_CORE', []],
  ] as const)('is called once it is back, and %s', async (_, number, state, pulls) => {
    await openCore(world, false);
    const browser = world.browser();
    const sent = form(number);
    const answer = (await browser.post('/api/v2/prequalifications/', sent)).json();
    const saved = { isCaptureOnlyMode: true, isOffline: true, duplicateLead: false, borrowerStatus: 'NEW' };
    expect(answer).toMatchObject(saved);
    expect(answer.verifyOtp).toBeUndefined();
    const id = await browser.applicationId();
    expect(await stateOf(world, id)).toBe('CAPTURED');
    await jobIs(id, ({ name, failures }) => name === 'decide-captured' && failures > 0);
    await world.mailAbout(sent.email, /^We saved your loan application/);
    expect(await pullsOf(world, sent.ssn)).toEqual([]);
    await openCore(world, true);
    await pass(61);
    await comesTo(id, state);
    expect(await pullsOf(world, sent.ssn)).toEqual(pulls);
    await eventually(async () => (await subjectsTo(sent.email)).length > 2);
    expect(await subjectsTo(sent.email)).toContain('We saved your loan application');
  });

  it('is waited for for two seconds', { tags: ['full'] }, async () => {
    const impatient = await createWorld({ env: { VENDOR_TIMEOUT_SCALE: '1' } });
    await impatient.fault('core', { mode: 'timeout' });
    const began = performance.now();
    const answer = (await impatient.browser().post('/api/v2/prequalifications/', form(1))).json();
    expect(answer).toMatchObject({ isCaptureOnlyMode: true });
    expect(performance.now() - began).toBeGreaterThan(1900);
    await impatient.close();
  });
});

it('an application that ended or waits gets one email, job lost or not', { tags: ['full'] }, async () => {
  // The outages above are over: no form is stored for later.
  await world.db.deleteFrom('breaker').execute();
  const missed = async () => (await world.services.metrics.missedNotifications.get()).values[0]?.value ?? 0;
  const before = await missed();
  const people: { state: StateName; email: unknown; id: ApplicationId }[] = [];
  for (const state of statesNotifiedByEmail) {
    const browser = world.browser();
    const sent = form(1);
    await browser.post('/api/v2/prequalifications/', sent);
    const id = await browser.applicationId();
    await setRows(world, 'application', id, { state, state_since: world.clock.now() });
    people.push({ state, email: sent.email, id });
  }
  const outcomesTo = async (email: unknown) =>
    (await world.mailTo(email)).filter(({ subject }) => !subject.startsWith('Confirm your email'));
  // The sweep runs again while jobs end, and finds none that is underway or has just ended.
  for (const { email } of people)
    await eventually(async () => {
      await notifyAllPending(world.services);
      return (await outcomesTo(email))[0];
    });
  // No notification is sent twice, and emails to unconfirmed addresses repeat nothing that was typed.
  expect((await missed()) - before).toBe(people.length);
  const nameless = ['DUPLICATE', 'DUPLICATE_IN_CORE', 'PRESENT_BORROWER', 'CAPTURED', 'DECISION_DELAYED'];
  for (const { state, email, id } of people) {
    await jobsEnded(world, { of: id });
    const mails = await outcomesTo(email);
    expect(mails, state).toMatchObject([{ repeats: 0 }]);
    if (nameless.includes(state)) expect(mails[0]?.text).not.toContain('Alex');
  }
});

it('an application that a restore stopped is told of, however long it was in its state', async () => {
  const { id, sent } = await decidedAs(world, 1);
  const past = new Date(world.clock.now().getTime() - 5 * 86_400_000);
  const stopped = { state: 'RESTORED', state_before_restore: 'PREQUALIFIED', state_since: past } as const;
  await setRows(world, 'application', id, stopped);
  await notifyAllPending(world.services);
  await world.mailAbout(sent.email, /^We saved your loan application/);
});
