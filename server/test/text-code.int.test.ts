// The text code: sent, resent, verified, and exactly one decision as a result.
import { expect, it } from 'vitest';
import { readApplication } from '#server/journey/applications.ts';
import { deliveryOf } from '#server/messages/delivery.ts';
import { transact } from '#server/platform/db/database.ts';
import { shortLivedCalls } from '#server/platform/jobs/call-records.ts';
import { wasBegunSince } from '#server/platform/jobs/job-records.ts';
import { sendTextCode } from '#server/stages/phone-check/jobs.ts';
import { decidedAs } from './journeys.ts';
import { finished } from './receive-funds.ts';
import { replaceCall } from './replace.ts';
import { rowsOf, setRows } from './rows.ts';
import { jobsEnded } from './waits.ts';
import { applicationOf, codeOutcome, form, openWorld, readUntil, refusalOf, textCode } from './world.ts';

const { checkCode } = shortLivedCalls.textCodes;

const world = openWorld();

async function begun(changes: Record<string, unknown> = {}) {
  const browser = world.browser();
  const sent = form(1, changes);
  const answer = (await browser.post('/api/v2/prequalifications/', sent)).json();
  const verify = answer.verifyOtp.verifyOtp.href as string;
  return { browser, sent, verify, resend: answer.requestOtp.href as string };
}

const notThe = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const jobsOf = (verify: string, job: string) => rowsOf(world, 'job', applicationOf(verify), { name: job });
const decisions = (verify: string) => jobsOf(verify, 'decide-prequalification');

it('to a phone shown by its last digits is refused if it is wrong, and the right one is accepted after it', async () => {
  const { browser, sent, verify } = await begun();
  expect((await browser.journey()).phoneHint).toBe(`(•••) •••-${String(sent.phone).slice(-4)}`);
  const otp = await textCode(world, String(sent.phone));
  const wrong = await browser.post(verify, { phone: sent.phone, otp: notThe(otp) });
  expect(wrong.json()).toMatchObject({
    success: false,
    errors: [{ field: 'otp', code: 'wrong-code', message: expect.stringContaining('enter it again') }],
  });
  expect(await decisions(verify)).toHaveLength(0);
  expect((await browser.post(verify, { otp })).json()).toMatchObject({ success: true });
});

it('expires after five wrong checks in a confirmed application, and reports it', async () => {
  const { browser, sent, id } = await decidedAs(world, 1);
  await setRows(world, 'session', id, { awaits_code: true });
  const { requestOtp: resend, verifyOtp: verify } = (await browser.journey()).links;
  expect((await browser.post(resend as string, {})).statusCode).toBe(200);
  const otp = await textCode(world, String(sent.phone), 1);
  for (let i = 0; i < 5; i += 1) await browser.post(verify as string, { otp: notThe(otp) });
  const after = (await browser.post(verify as string, { otp })).json();
  expect(after).toMatchObject({ success: false, errors: [{ field: 'otp', code: 'code-expired' }] });
});

it('that expired is refused, and a new one replaces it', async () => {
  const { browser, sent, verify, resend } = await begun();
  const otp = await textCode(world, String(sent.phone));
  // The vendor stores the codes and ages them by its own clock. In development both move together.
  expect((await world.browser().post('/dev/clock', { advanceSeconds: 11 * 60 })).statusCode).toBe(200);
  expect((await browser.post(verify, { otp })).json()).toMatchObject({
    success: false,
    errors: [{ code: 'code-expired', message: expect.stringContaining('Resend code') }],
  });
  expect((await browser.post(resend, { phone: sent.phone })).json()).toEqual({ success: true });
  const next = await textCode(world, String(sent.phone), 1);
  expect((await browser.post(verify, { otp: next })).json()).toMatchObject({ success: true });
});

it('is sent five times and then not again for a while', async () => {
  const { browser, sent, resend } = await begun();
  await textCode(world, String(sent.phone));
  const statuses: number[] = [];
  for (let i = 0; i < 4; i += 1) statuses.push((await browser.post(resend, {})).statusCode);
  const refused = await browser.post(resend, {});
  expect([...statuses, refused.statusCode]).toEqual([200, 200, 200, 200, 429]);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(600);
  // Five were sent, and that stays true.
  expect(await codeOutcome(browser, resend)).toEqual({ status: 'sent' });
  expect(await world.textsTo(sent.phone)).toHaveLength(5);
});

it.each([
  ['that is invalid', '+15005550001', /can't send texts to this number.*call you/, undefined],
  ['that is unreachable', '+15005550002', /can't send texts to this number.*call you/, undefined],
  ['the vendor holds back for fear of fraud', '+15005550005', /won't send a code to this number/, 3600],
  ['the vendor forbids for a reason unknown to us', '+15005550000', /won't send a code to this number/, 3600],
  ['in a region that the vendor blocks', '+15005550007', /doesn't reach this number's area/, undefined],
  ['whose owner opted out', '+15005550004', /Reply START to the last one/, 15],
  ['to which our account may not text', '+15005550008', /can't text codes right now.*call us/, 3600],
])('for a number %s is not sent, with the reason and when to request it again', async (_, phone, message, wait) => {
  const { browser, resend } = await begun({ phone });
  const isOurs = phone === '+15005550008';
  const error = {
    ...(isOurs ? { code: 'try-again' } : { field: 'phone', code: 'code-not-sent' }),
    message: expect.stringMatching(message),
  };
  const failed = await codeOutcome(browser, resend);
  expect(failed).toMatchObject({ status: 'failed', error });
  expect(failed.retryAfterSeconds === undefined).toBe(wait === undefined);
  const refused = await browser.post(resend, {});
  const status = isOurs ? 503 : 400;
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([status, wait && String(wait)]);
  expect(refused.json().errors).toEqual([error]);
  expect(await codeOutcome(browser, resend)).toMatchObject({ status: 'failed', error });
});

it('is read to a phone that gets no texts in a call, and accepted', async () => {
  const { browser, sent, verify, resend } = await begun({ phone: '+15005550009' });
  expect(await codeOutcome(browser, resend)).toMatchObject({ status: 'failed' });
  expect((await browser.post(resend, { by: 'call' })).json()).toEqual({ success: true });
  expect(await codeOutcome(browser, resend)).toEqual({ status: 'called' });
  // What needs a text code to open goes by letter, too.
  const { services } = world.product;
  const application = await readApplication(services.db, applicationOf(resend));
  expect(application.text_code?.outcome).toBe('calls-only');
  const delivery = deliveryOf(services, { ...application, esign_opened_at: world.clock.now() }, 'denial');
  expect(delivery.letter).toBe(true);
  const calls = await world.console<{ said: string }[]>(`calls?to=${encodeURIComponent(String(sent.phone))}`);
  expect(calls).toHaveLength(1);
  expect(await world.textsTo(sent.phone)).toEqual([]);
  const otp = calls[0]?.said.replace(/\D/g, '');
  expect((await browser.post(verify, { otp })).json()).toMatchObject({ success: true });
});

it('that cannot be read in a call either says so, and leaves a texted code as sent', async () => {
  const { browser, resend } = await begun({ phone: '+15005550001' });
  await codeOutcome(browser, resend);
  const refused = await browser.post(resend, { by: 'call' });
  expect(refused.json().errors).toEqual([
    { field: 'phone', code: 'code-not-sent', message: expect.stringMatching(/^We can't call this number/) },
  ]);
  const other = await begun();
  expect(await codeOutcome(other.browser, other.resend)).toEqual({ status: 'sent' });
  const { textCodes } = world.services.vendors;
  const restore = replaceCall(textCodes, 'send', () => async () => ({ result: 'cannot-be-called' as const }));
  expect((await other.browser.post(other.resend, { by: 'call' })).statusCode).toBe(400);
  restore();
  expect(await codeOutcome(other.browser, other.resend)).toEqual({ status: 'sent' });
});

it('that is being checked is not sent again, because the vendor would text another one', async () => {
  const { browser, verify, resend } = await begun();
  expect(await codeOutcome(browser, resend)).toEqual({ status: 'sent' });
  const applicationId = applicationOf(verify);
  const { text_code } = await readApplication(world.db, applicationId);
  const isBegun = () =>
    wasBegunSince(world.db, applicationId, checkCode, `text-code:${applicationId}:${text_code?.attempt}`);
  expect(await isBegun()).toBe(false);
  const checked = await world.services.vendorCalls.call({
    vendor: 'twilio',
    operation: checkCode,
    key: `check-code:${applicationId}`,
    applicationId,
    timeoutSeconds: 30,
    onUnknownOutcome: { rule: 'look-up', find: async () => undefined },
    perform: isBegun,
  });
  expect([checked, await isBegun()]).toEqual([true, true]);
});

it('fails if the vendor is silent, and can be requested a minute later', { tags: ['full'] }, async () => {
  await world.fault('twilio', { mode: 'error' });
  const { browser, resend } = await begun();
  const given = await codeOutcome(browser, resend);
  expect(given).toMatchObject({ status: 'failed', error: { code: 'try-again' } });
  expect(given.retryAfterSeconds).toBeGreaterThan(50);
  const refused = await browser.post(resend, {});
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '60']);
  world.clock.advance(60_000);
  expect((await codeOutcome(browser, resend)).retryAfterSeconds).toBe(0);
  await world.fault('twilio', { mode: 'none' });
  expect((await browser.post(resend, {})).json()).toEqual({ success: true });
  expect(await codeOutcome(browser, resend)).toEqual({ status: 'sent' });
});

it('is for the phone of the application alone', async () => {
  const { browser, verify } = await begun();
  const other = await browser.post(verify, { phone: '+18015550000', otp: '123456' });
  expect(refusalOf(other, 400)).toMatchObject({ field: 'phone', code: 'invalid' });
});

it('entered in two tabs at once, or twice, makes one decision and one soft pull', async () => {
  const { browser, sent, verify } = await begun();
  const otp = await textCode(world, String(sent.phone));
  const [accepted, rejected, answered] = Array.from({ length: 3 }, () => Promise.withResolvers<void>());
  replaceCall(world.services.vendors.textCodes, 'check', (check) => async (...code) => {
    const result = await check(...code);
    if (result === 'accepted') {
      accepted?.resolve();
      await answered?.promise;
    }
    return result;
  });
  replaceCall(
    world.services.vendorCalls,
    'call',
    (call) => (made) =>
      call(made).catch((error: unknown) => {
        rejected?.resolve();
        throw error;
      }),
  );
  const first = browser.post(verify, { otp });
  await accepted?.promise;
  const second = browser.post(verify, { otp });
  await Promise.race([rejected?.promise, second]);
  answered?.resolve();
  const jobs = await Promise.all([first, second].map(async (one) => (await one).json().job?.href));
  expect(jobs).toEqual([expect.any(String), jobs[0]]);
  expect((await browser.post(verify, { otp })).json().job?.href ?? jobs[0]).toBe(jobs[0]);
  await finished(browser, jobs[0]);
  expect(await decisions(verify)).toHaveLength(1);
  expect(await world.console<unknown[]>(`pulls?ssn=${String(sent.ssn)}`)).toHaveLength(1);
});

it('that cannot be checked because the vendor does not respond can be tried again', async () => {
  const { browser, sent, verify } = await begun();
  const otp = await textCode(world, String(sent.phone));
  await world.fault('twilio', { mode: 'error', times: 1 });
  const { message } = refusalOf(await browser.post(verify, { otp }), 503);
  expect(message).toBe('There was an error verifying your phone number. Please try again.');
  expect((await browser.post(verify, { otp })).json()).toMatchObject({ success: true });
});

it('is a fault, and not to be tried again, if a mistake of ours prevents sending or checking it', async () => {
  const { browser, sent, verify, resend } = await begun();
  const otp = await textCode(world, String(sent.phone));
  const mistake = () => async () => {
    throw new TypeError('phone.trim is not a function');
  };
  for (const [name, attempt] of [
    ['check', () => browser.post(verify, { otp })],
    ['send', () => browser.post(resend, { phone: sent.phone })],
  ] as const) {
    const restore = replaceCall(world.services.vendors.textCodes, name, mistake);
    expect(refusalOf(await attempt(), 500).code).toBe('internal');
    restore();
  }
  expect((await browser.post(verify, { otp })).json()).toMatchObject({ success: true });
});

it('is not sent again with other digits after it was entered, even if a crash lost the response to its sending', async () => {
  const { browser, sent, verify } = await begun();
  const id = applicationOf(verify);
  const otp = await textCode(world, sent.phone as string);
  const sending = async () => (await rowsOf(world, 'vendor_call', id, { operation: 'send-code' }))[0];
  const call = await readUntil(sending, (found) => found?.status === 'completed');
  const key = String(call?.key);
  // What a worker leaves that was killed after the vendor acted.
  await world.db
    .updateTable('vendor_call')
    .set({ status: 'intended', response: null, completed_at: null, leased_until: new Date(0) })
    .where('key', '=', key)
    .execute();
  expect((await browser.post(verify, { phone: sent.phone, otp })).json().success).toBe(true);
  const again = { attempt: key.split(':')[2] as string, to: 'phone' } as const;
  await transact(world.db, (tx) => world.services.jobs.enqueue(tx, sendTextCode, id, again));
  await jobsEnded(world, { of: id, names: [sendTextCode.name] });
  const statuses = (await jobsOf(verify, sendTextCode.name)).map(({ status }) => status);
  expect(statuses).toEqual(['SUCCESS', 'SUCCESS']);
  expect(await world.textsTo(sent.phone)).toHaveLength(1);
  expect((await sending())?.status).toBe('completed');
});

it('requested twice at once is sent twice, with the same digits, and neither request is refused', async () => {
  const { browser, sent, resend, verify } = await begun();
  await codeOutcome(browser, resend);
  const answers = await Promise.all([browser.post(resend, {}), browser.post(resend, {})]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect(new Set((await world.textsTo(sent.phone)).map(({ body }) => body)).size).toBe(1);
  const otp = await textCode(world, String(sent.phone));
  expect((await browser.post(verify, { otp })).json()).toMatchObject({ success: true });
});
