// Outages of vendors for seconds, for hours and for good: no application ends, no hard pull is made twice, and every applicant is
// notified.
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { stateOf as declarationOf, type StateName, statesNotifiedByEmail } from '#server/journey/chart.ts';
import type { ApplicationId } from '#server/platform/db/tables.ts';
import { unresolvedCalls } from '#server/platform/jobs/call-records.ts';
import { createLog } from '#server/platform/log.ts';
import { noticesOf } from '#server/records/notices.ts';
import { notifyAllPending } from '#server/stages/notices/state-emails.ts';
import { freePort } from '../../scripts/free-port.js';
import { decidedAs, linkedAs } from './journeys.ts';
import { replaceCall } from './replace.ts';
import { jobsEnded, reached } from './waits.ts';
import {
  applyAs,
  type Browser,
  createWorld,
  eventually,
  form,
  stateOf,
  textCode,
  type World,
} from './world.ts';

/** The connection to the bureau, which can be closed so that connections are refused, and opened again at the same address. */
class Gate {
  target = 0;
  #server: Server | undefined;
  #port: number | undefined;
  readonly #sockets = new Set<Socket>();

  async open(): Promise<void> {
    this.#server = createServer((socket) => {
      const onward = connect(this.target, '127.0.0.1');
      for (const one of [socket, onward]) {
        this.#sockets.add(one);
        one.on('error', () => {});
        one.on('close', () => {
          this.#sockets.delete(one);
          socket.destroy();
          onward.destroy();
        });
      }
      socket.pipe(onward).pipe(socket);
    });
    this.#port ??= await freePort();
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  async shut(): Promise<void> {
    const closed = once(this.#server as Server, 'close');
    this.#server?.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  get url() {
    return `http://127.0.0.1:${this.#port}/bureau`;
  }
}

const gate = new Gate();
const logged: string[] = [];
let world: World;
beforeAll(async () => {
  await gate.open();
  world = await createWorld({
    env: { BUREAU_URL: gate.url },
    log: createLog('info', { write: (line) => logged.push(line) }),
  });
  gate.target = Number(new URL(world.sandboxUrl).port);
});
afterEach(async () => {
  for (const vendor of ['socure', 'bureau', 'vehicle-data']) await world.fault(vendor, { mode: 'none' });
});
afterAll(async () => {
  await world?.close();
  await gate.shut();
});

const subjectsTo = async (to: unknown) =>
  (await world.mailTo(to)).map(({ subject }) => subject.replace(/ – .*/, '')).sort();
const pullsOf = async (ssn: unknown) =>
  (await world.console<{ kind: string }[]>(`pulls?ssn=${String(ssn)}`)).map(({ kind }) => kind);
const comesTo = (id: ApplicationId, state: StateName) => reached(world, id, state);
/** Moves the clock, and runs what came due. */
async function pass(seconds: number) {
  world.clock.advance(seconds * 1000);
  await world.product.services.jobs.resumeDelayed();
}
const isDelayed = (browser: Browser, job: string) =>
  eventually(async () => {
    const answer = (await browser.get(job, { prefer: 'wait=20' })).json();
    expect(answer.status).toBe('PENDING');
    return answer.isDelayed === true ? true : undefined;
  });

// First, while the sandbox's clock is the product's: a bank's link token does not outlast hours.
describe('a hard pull', () => {
  it('whose request never left is made once the bureau can be reached, and the outcome is emailed', async () => {
    const { browser, sent } = await linkedAs(world);
    const id = await browser.applicationId();
    const { links } = await browser.journey();
    await gate.shut();
    const { job } = (await browser.post(links.submitApproval as string, { acceptHardPull: true })).json();
    await isDelayed(browser, job.href);
    expect(await browser.journey()).toMatchObject({ defaultScreen: 'capture-only' });
    expect(await stateOf(world, id)).toBe('APPROVAL_DELAYED');
    expect(await pullsOf(sent.ssn)).toEqual(['soft']);
    await gate.open();
    await pass(31);
    await comesTo(id, 'APPROVED');
    expect((await pullsOf(sent.ssn)).sort()).toEqual(['hard', 'soft']);
    const mail = await world.mailAbout(sent.email, /is approved/);
    expect(mail.text).toContain('/resume?token=');
  });

  it('of the fast path waits in the same way', { tags: ['full'] }, async () => {
    const { browser, sent } = await decidedAs(world, 6);
    const id = await browser.applicationId();
    const { links } = await browser.journey();
    const { submitApplication } = (await browser.get(links.fastPathOffer as string)).json();
    await gate.shut();
    await browser.post(submitApplication.href, { acceptHardPull: true });
    await comesTo(id, 'APPROVAL_DELAYED');
    expect((await browser.journey()).defaultScreen).toBe('capture-only');
    await gate.open();
    await pass(31);
    await comesTo(id, 'FAST_PATH_APPROVED');
    expect((await pullsOf(sent.ssn)).sort()).toEqual(['hard', 'soft']);
  });

  it('whose response is lost is never repeated: the applicant is emailed once, and the operator alerted', async () => {
    const { browser, sent } = await linkedAs(world);
    const id = await browser.applicationId();
    const { links } = await browser.journey();
    await world.fault('bureau', { mode: 'twice', path: 'credit-profile', times: 1 });
    await browser.post(links.submitApproval as string, { acceptHardPull: true });
    await comesTo(id, 'APPROVAL_UNRESOLVED');
    await world.mailAbout(sent.email, /^We're checking/);
    expect((await browser.journey()).defaultScreen).toBe('contact');
    expect((await unresolvedCalls(world.product.services.db)).map((call) => call.application_id)).toEqual([
      id,
    ]);
    const alerts = logged.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50);
    expect(alerts.some(({ msg }) => /unresolved/.test(msg))).toBe(true);
    await pass(24 * 3600);
    await notifyAllPending(world.product.services);
    expect((await pullsOf(sent.ssn)).sort()).toEqual(['hard', 'soft']);
    const mails = (await world.mailTo(sent.email)).filter(({ subject }) =>
      subject.startsWith("We're checking"),
    );
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain("We won't ask for it again");
  });
});

it('an applicant who withdraws meanwhile causes no further vendor call, but a call in flight completes first', {
  tags: ['full'],
}, async () => {
  const { services } = world.product;
  const { bureau } = services.vendors;
  const delayed = async () => {
    const { browser, sent } = await decidedAs(world, 6);
    const { links } = await browser.journey();
    const { submitApplication } = (await browser.get(links.fastPathOffer as string)).json();
    await gate.shut();
    await browser.post(submitApplication.href, { acceptHardPull: true });
    const id = await browser.applicationId();
    await comesTo(id, 'APPROVAL_DELAYED');
    await gate.open();
    const { withdraw } = (await browser.journey()).links;
    return { browser, sent, id, withdraw: () => browser.post(withdraw as string) };
  };
  const jobsOf = (id: ApplicationId) =>
    eventually(async () => {
      const query = services.db.selectFrom('job').select('status').where('application_id', '=', id);
      const rows = await query.where('name', 'like', 'decide-%').execute();
      return rows.every(({ status }) => status === 'SUCCESS') || undefined;
    });

  // The job is about to call: it has signed in.
  const early = await delayed();
  const signIn = Promise.withResolvers<void>();
  const signingIn = Promise.withResolvers<void>();
  const signsInAtOnce = replaceCall(bureau, 'signIn', (real) => async (signal) => {
    signingIn.resolve();
    await signIn.promise;
    await real(signal);
  });
  await pass(31);
  await signingIn.promise;
  expect((await early.withdraw()).statusCode).toBe(200);
  signIn.resolve();
  await jobsOf(early.id);
  signsInAtOnce();

  // The request was sent: its response comes first.
  const late = await delayed();
  const pull = Promise.withResolvers<void>();
  const pulling = Promise.withResolvers<void>();
  replaceCall(bureau, 'hardPull', (real) => async (...request) => {
    pulling.resolve();
    await pull.promise;
    return real(...request);
  });
  await pass(31);
  await pulling.promise;
  const refused = await late.withdraw();
  expect(refused.json().errors).toMatchObject([{ code: 'try-again' }]);
  expect(await stateOf(world, late.id)).toBe('APPROVAL_DELAYED');
  pull.resolve();
  await comesTo(late.id, 'FAST_PATH_APPROVED');
  expect((await late.withdraw()).statusCode).toBe(200);

  // No vendor was called about the form yet.
  await world.fault('socure', { mode: 'refused' });
  const { browser, sent, job } = await applyAs(world, 1);
  await isDelayed(browser, job);
  const saved = await browser.applicationId();
  await browser.post((await browser.journey()).links.withdraw as string);
  await world.fault('socure', { mode: 'none' });
  await pass(24 * 3600);
  await jobsOf(saved);

  const people = [
    { id: early.id, sent: early.sent, pulls: ['soft'], mail: 'We saved your loan application' },
    { id: late.id, sent: late.sent, pulls: ['hard', 'soft'], mail: 'Your loan application is approved' },
    { id: saved, sent, pulls: [], mail: 'We saved your loan application' },
  ];
  for (const { id, sent: form, pulls, mail } of people) {
    expect(await stateOf(world, id)).toBe('WITHDRAWN');
    expect((await pullsOf(form.ssn)).sort()).toEqual(pulls);
    const subjects = await eventually(async () => {
      const subjects = await subjectsTo(form.email);
      return subjects.includes('You withdrew your loan application') ? subjects : undefined;
    });
    expect(subjects).toContain(mail);
    expect(subjects.filter((one) => /withdrew|saved/.test(one))).toHaveLength(2);
    expect(subjects.filter((one) => /branch|decision|more time/.test(one))).toEqual([]);
  }
  // Nor is a text about an update sent.
  const texts = await services.db
    .selectFrom('job')
    .innerJoin('application', 'application.id', 'job.application_id')
    .select('job.id')
    .where('application.state', '=', 'WITHDRAWN')
    .where('job.name', '=', 'send-text')
    .whereRef('job.created_at', '>=', 'application.state_since')
    .execute();
  expect(texts).toEqual([]);
  // The person may apply again at once.
  const again = (await world.browser().post('/api/v2/prequalifications/', sent)).json();
  expect(again).toMatchObject({ duplicateLead: false });
});

describe('an outage of a vendor that the decision needs', () => {
  const isWaitedOut = async (vendor: string) => {
    await world.fault(vendor, { mode: 'refused' });
    const { browser, sent, job } = await applyAs(world, 1);
    await isDelayed(browser, job);
    const journey = await browser.journey();
    expect(journey).toMatchObject({ defaultScreen: 'capture-only', phase: 'waiting' });
    const id = await browser.applicationId();
    await world.mailAbout(sent.email, /^We saved your loan application/);
    // The same form again finds the same application, which is stored.
    const again = (await browser.post('/api/v2/prequalifications/', sent)).json();
    expect(again).toMatchObject({ isCaptureOnlyMode: true, duplicateLead: false });
    await world.fault(vendor, { mode: 'none' });
    await pass(31);
    await comesTo(id, 'PREQUALIFIED');
    expect((await browser.get(job)).json().status).toBe('SUCCESS');
    const mail = await world.mailAbout(sent.email, /^Your loan offers are ready/);
    expect(mail.text).toContain('/resume?token=');
    expect(await pullsOf(sent.ssn)).toEqual(['soft']);
  };
  it('bureau dropping connections for seconds loses no decision', () => isWaitedOut('bureau'));

  it('socure dropping connections for seconds loses no decision', { tags: ['full'] }, () =>
    isWaitedOut('socure'),
  );

  it('of hours is waited out through restarts, and a decline is reported only by its notice', async () => {
    await world.fault('bureau', { mode: 'error' });
    const { browser, sent, job } = await applyAs(world, 10);
    await isDelayed(browser, job);
    const id = await browser.applicationId();
    await pass(3 * 3600);
    await eventually(async () => {
      const { retry_at } = await world.product.services.db
        .selectFrom('job')
        .select('retry_at')
        .where('application_id', '=', id)
        .where('name', '=', 'decide-prequalification')
        .executeTakeFirstOrThrow();
      return retry_at !== null && retry_at > world.clock.now() ? true : undefined;
    });
    expect(await stateOf(world, id)).toBe('DECISION_DELAYED');
    await world.restart();
    await world.fault('bureau', { mode: 'none' });
    await pass(1800);
    await comesTo(id, 'DECLINED');
    const about = await world.mailAbout(sent.email, /^Our decision on your loan/);
    expect(about.text).toContain('/resume?token=');
    expect(await subjectsTo(sent.email)).toEqual([
      'Confirm your email address',
      'Our decision on your loan application',
      'We saved your loan application',
    ]);
  });

  it('longer than the policy’s day ends the application with an email, a case for the branch and a ledger entry', async () => {
    await world.fault('socure', { mode: 'error' });
    const { browser, sent, job } = await applyAs(world, 1);
    await isDelayed(browser, job);
    const id = await browser.applicationId();
    await pass(24 * 3600 - 60);
    await eventually(async () => {
      const { failures, retry_at } = await world.product.services.db
        .selectFrom('job')
        .select(['failures', 'retry_at'])
        .where('application_id', '=', id)
        .where('awaited', '=', true)
        .executeTakeFirstOrThrow();
      return failures === 4 && retry_at !== null ? true : undefined;
    });
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
    const cases = await eventually(async () => {
      const opened = await world.console<{ applicationId: string; reason: string }[]>('cases');
      const own = opened.filter(({ applicationId }) => applicationId === id);
      return own.length > 0 ? own : undefined;
    });
    expect(cases).toMatchObject([{ reason: 'no-decision' }]);
    const required = await noticesOf(world.product.services.db, id);
    expect(required.map(({ kind, state }) => ({ kind, state }))).toEqual([
      { kind: 'pending', state: 'required' },
    ]);
    expect(await pullsOf(sent.ssn)).toEqual([]);
  });
});

describe('a vehicle service that is unavailable', () => {
  it('still allows the offers that need no vehicle', async () => {
    await world.fault('vehicle-data', { mode: 'error' });
    const { browser, journey } = await decidedAs(world, 1);
    expect(journey.defaultScreen).toBe('offers');
    const request = (await browser.get(journey.links.loanRequest as string)).json();
    expect(request.programs.map((one: { programName: string }) => one.programName)).toEqual([
      'small',
      'large',
    ]);
    expect(journey.choices.isLoanAutoSecured).toBe(false);
  });

  it('declines no one who could qualify with a vehicle: their job waits', async () => {
    await world.fault('vehicle-data', { mode: 'error' });
    const { browser, sent, job } = await applyAs(world, 4);
    await isDelayed(browser, job);
    const id = await browser.applicationId();
    expect(await stateOf(world, id)).toBe('DECISION_DELAYED');
    await world.fault('vehicle-data', { mode: 'none' });
    await pass(31);
    await comesTo(id, 'PREQUALIFIED');
    expect(await pullsOf(sent.ssn)).toEqual(['soft']);
  });
});

describe('the core system, offline when a form arrives', () => {
  const core = (online: boolean) =>
    fetch(`${world.sandboxUrl}/console/api/core`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ online }),
    });
  const saved = { isCaptureOnlyMode: true, isOffline: true, duplicateLead: false, borrowerStatus: 'NEW' };

  it.each([
    ['the application is decided', 1, 'PREQUALIFIED', ['soft']],
    ['a present borrower is sent to log in', 15, 'PRESENT_BORROWER', []],
    ['a duplicate is reported', 16, 'DUPLICATE_IN_CORE', []],
  ] as const)('is called once it is back, and %s', async (_, number, state, pulls) => {
    await core(false);
    const browser = world.browser();
    const sent = form(number);
    const answer = (await browser.post('/api/v2/prequalifications/', sent)).json();
    expect(answer).toMatchObject(saved);
    expect(answer.verifyOtp).toBeUndefined();
    const id = await browser.applicationId();
    expect(await stateOf(world, id)).toBe('CAPTURED');
    await eventually(async () => {
      const { failures } = await world.product.services.db
        .selectFrom('job')
        .select('failures')
        .where('application_id', '=', id)
        .where('name', '=', 'decide-captured')
        .executeTakeFirstOrThrow();
      return failures > 0 ? true : undefined;
    });
    expect(await pullsOf(sent.ssn)).toEqual([]);
    await core(true);
    await pass(61);
    await comesTo(id, state);
    expect(await pullsOf(sent.ssn)).toEqual(pulls);
    const subjects = await eventually(async () => {
      const all = await subjectsTo(sent.email);
      return all.length > 2 ? all : undefined;
    });
    expect(subjects).toContain('We saved your loan application');
  });

  it('lets the browser that sent the form see the decision with a text code, which the emailed link sends', async () => {
    await core(false);
    const browser = world.browser();
    const sent = form(1);
    await browser.post('/api/v2/prequalifications/', sent);
    const id = await browser.applicationId();
    await core(true);
    await pass(61);
    await comesTo(id, 'PREQUALIFIED');
    const { links, defaultScreen } = await browser.journey();
    expect(defaultScreen).toBe('phone-check');
    expect((await browser.get(links.requestOtp as string)).json()).toMatchObject({ status: 'failed' });
    const mail = await eventually(async () =>
      (await world.mailTo(sent.email)).find(({ text }) => text.includes('/resume?token=')),
    );
    const authorization = `Bearer ${/resume\?token=(\S+)/.exec(mail.text)?.[1]}`;
    await browser.post('/api/v1/leads/resume/', {}, { authorization });
    const otp = await textCode(world, String(sent.phone));
    const entered = await browser.post(links.verifyOtp as string, { phone: sent.phone, otp });
    expect(entered.json()).toMatchObject({ success: true });
    expect((await browser.journey()).defaultScreen).toBe('offers');
  });

  it('is waited for for two seconds', async () => {
    const impatient = await createWorld({ env: { VENDOR_TIMEOUT_SCALE: '1' } });
    await impatient.fault('core', { mode: 'timeout' });
    const began = performance.now();
    const answer = (await impatient.browser().post('/api/v2/prequalifications/', form(1))).json();
    expect(answer).toMatchObject(saved);
    expect(performance.now() - began).toBeGreaterThan(1900);
    await impatient.close();
  });
});

it('every applicant whose application ended, or waits for a person, gets one email, even if its job was lost', async () => {
  const { db } = world.product.services;
  // The outages above are over: no form is stored for later.
  await db.deleteFrom('breaker').execute();
  const { metrics } = world.product.services;
  const missed = async () => (await metrics.missedNotifications.get()).values[0]?.value ?? 0;
  const before = await missed();
  const people: { state: StateName; email: unknown; id: ApplicationId }[] = [];
  for (const state of statesNotifiedByEmail) {
    const browser = world.browser();
    const sent = form(1);
    await browser.post('/api/v2/prequalifications/', sent);
    const id = await browser.applicationId();
    await db
      .updateTable('application')
      .set({ state, state_since: world.clock.now() })
      .where('id', '=', id)
      .execute();
    people.push({ state, email: sent.email, id });
  }
  await notifyAllPending(world.product.services);
  expect((await missed()) - before).toBe(people.length);
  for (const { state, email } of people) {
    const { notifiedBy } = declarationOf(state);
    if (notifiedBy.by !== 'email') throw new Error(`${state} has no email.`);
    // The sweep runs again while jobs end, and finds none that is underway or has just ended.
    const about = await eventually(async () => {
      await notifyAllPending(world.product.services);
      return (await subjectsTo(email)).filter((subject) => subject !== 'Confirm your email address').at(0);
    });
    expect(about, state).toMatch(/\w/);
  }
  // No notification is sent twice, and emails to unconfirmed addresses repeat nothing that was typed.
  expect((await missed()) - before).toBe(people.length);
  for (const { state, email, id } of people) {
    await jobsEnded(world, { of: id });
    const mails = (await world.mailTo(email)).filter(
      ({ subject }) => !subject.startsWith('Confirm your email'),
    );
    expect(
      mails.map(({ repeats }) => repeats),
      state,
    ).toEqual([0]);
    if (
      ['DUPLICATE', 'DUPLICATE_IN_CORE', 'PRESENT_BORROWER', 'CAPTURED', 'DECISION_DELAYED'].includes(state)
    )
      expect(mails[0]?.text).not.toContain('Alex');
  }
});
