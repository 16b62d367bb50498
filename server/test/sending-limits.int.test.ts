// Limits on texts, guesses and emails that anyone can cause with our form, from any network address.
import pino from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TextCode } from '#contract/phone-check.ts';
import { lookups } from '#server/records/applicant-fields.ts';
import { decidedAs } from './journeys.ts';
import { confirmEmail, emailedToken, open } from './leads.ts';
import { replaceCall } from './replace.ts';
import { captchaToken, sandboxAhead } from './vendors.ts';
import { codeOutcome, eventually, form, openWorld, refusalOf, textCode } from './world.ts';

const errors: { msg: string; limit?: string }[] = [];
const world = openWorld({
  log: pino({ level: 'error' }, { write: (line) => errors.push(JSON.parse(line)) }),
  env: { LIMIT_SCALE: '1', TRUST_PROXY: '1', TEXTS_PER_HOUR: '20' },
});

let connections = 0;
async function send(body: unknown) {
  connections += 1;
  const headers = { 'x-forwarded-for': `203.0.113.${connections}` };
  const browser = world.browser();
  return { browser, response: await browser.post('/api/v2/prequalifications/', body, headers) };
}

async function begun(changes: Record<string, unknown> = {}) {
  const sent = form(1, { ...changes, recaptcha: changes.recaptcha ?? (await captchaToken(world)) });
  const { browser, response } = await send(sent);
  expect(response.statusCode, response.body).toBe(200);
  const { requestOtp, verifyOtp } = response.json();
  return { browser, sent, resend: requestOtp.href as string, verify: verifyOtp.verifyOtp.href as string };
}

const isWorkDone = async () => {
  const work = await world.db.selectFrom('job').select('status').execute();
  return work.every(({ status }) => status === 'SUCCESS' || status === 'FAILURE');
};
async function returned(email: unknown, phone: string) {
  const device = world.browser();
  const before = (await world.textsTo(phone)).length;
  await open(device, await emailedToken(world, email));
  const otp = await textCode(world, phone, before);
  return (await device.post(await device.link('verifyOtp'), { otp })).json();
}
const expireCodes = () => sandboxAhead(world, 11 * 60);
const nextHour = () => world.clock.advance(60 * 60_000);
const noTextsNow = "We can't send text codes right now. Please try again in an hour, or call us.";
const tooMany = { code: 'too-many', message: noTextsNow };
const anotherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

it('One phone and one email address get ten messages from any number of forms', async () => {
  const [phone, email] = ['+18015550777', 'somebody@example.com'];
  const pages: TextCode[] = [];
  for (let i = 0; i < 20; i += 1) {
    const { browser, resend } = await begun({ phone, email });
    pages.push(await codeOutcome(browser, resend));
  }
  expect(pages.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => ({ status: 'sent' })));
  const message = expect.stringMatching(/^We've sent several codes to this phone\./);
  expect(pages.at(-1)).toMatchObject({ status: 'failed', error: { code: 'too-many', message } });
  await eventually(isWorkDone);
  expect((await world.textsTo(phone)).length).toBeLessThanOrEqual(10);
  expect(await world.mailTo(email)).toHaveLength(10);
});

it('An email to an unconfirmed address contains nothing that its sender typed', async () => {
  nextHour();
  const words = { firstName: 'Claim', lastName: 'Your Prize', email: 'a.stranger@example.com' };
  const { browser } = await begun(words);
  const confirmation = await world.mailAbout(words.email, /^Confirm your email/);
  expect(confirmation.text).toMatch(/^Hello there,/);
  expect(confirmation.text + confirmation.html).not.toMatch(/Claim|Prize/);
  // Opening the link proves that the address is the applicant's.
  await confirmEmail(world, browser, words.email);
  expect((await browser.post('/api/v1/leads/resume-link', {})).statusCode).toBe(200);
  expect((await world.mailAbout(words.email, /^Your link/)).text).toMatch(/^Hello Claim,/);
});

it('A stranger who guesses first leaves the owner of the phone their code', { tags: ['full'] }, async () => {
  nextHour();
  const phone = '+18015550889';
  const stranger = await begun({ phone });
  const owner = await begun({ phone });
  await eventually(async () => (await world.textsTo(phone)).length > 1);
  const otp = await textCode(world, phone);
  const guess = async ({ browser, verify }: typeof stranger) =>
    (await browser.post(verify, { otp: anotherCode(otp) })).statusCode;
  const guesses: number[] = [];
  for (let i = 0; i < 5; i += 1) guesses.push(await guess(stranger));
  expect(guesses).toEqual([200, 200, 429, 429, 429]);
  expect((await owner.browser.post(owner.verify, { otp })).json()).toMatchObject({ success: true });

  // Three more forms use up the vendor's texts and checks of the phone.
  const forms = [await begun({ phone }), await begun({ phone }), await begun({ phone })];
  for (const form of forms) {
    await codeOutcome(form.browser, form.resend);
    await form.browser.post(form.resend, {});
    await guess(form);
    await guess(form);
  }
  expect((await owner.browser.post('/api/v1/leads/resume-link', {})).statusCode).toBe(200);
  expect(await returned(owner.sent.email, phone)).toEqual({ success: true });
});

it('Forms whose captcha is refused or absent use up nothing of the forms of a person who passed it', async () => {
  nextHour();
  const words = { email: 'a.target@example.com', lastName: 'Target' };
  const asked: string[] = [];
  const restore = replaceCall(world.services.vendors.core, 'lookUp', (real) => async (person, signal) => {
    asked.push(person.ssn);
    return real(person, signal);
  });
  const young = { dob: `01/01/${new Date().getFullYear() - 15}` };
  for (let forms = 0; forms < 25; forms += 1) {
    const changes = { ...words, ssn: '666-77-0001', ...(forms % 2 ? young : {}) };
    const { response } = await send(form(1, { ...changes, recaptcha: 'made-up' }));
    expect(response.json().errors[0].code).toBe('captcha');
  }
  expect(asked).toEqual([]);
  await begun({ ...words, ssn: '666-77-0001' });
  restore();
  expect(asked).toHaveLength(1);
});

it('Links that others request leave an applicant’s own alone', async () => {
  nextHour();
  const { browser, sent, journey } = await decidedAs(world, 2, { recaptcha: await captchaToken(world) });
  for (let links = 0; links < 6; links += 1)
    await world.browser().post('/api/v1/leads/resume-link', { email: sent.email });
  await emailedToken(world, sent.email, 5);
  await eventually(isWorkDone);
  expect((await browser.post(journey.links.finishLater as string)).json()).toMatchObject({ status: 'sent' });
});

it('One application gets five text codes an hour, whatever numbers it texts', async () => {
  nextHour();
  const { browser, sent, journey } = await decidedAs(world, 2, { recaptcha: await captchaToken(world) });
  const { residentialStatus, monthlyPayment } = sent.address as Record<string, unknown>;
  const statuses: number[] = [];
  for (let numbers = 0; numbers < 6; numbers += 1) {
    const phone = `+1801555${7400 + numbers}`;
    const changed = { phone, residentialStatus, monthlyPayment };
    statuses.push((await browser.put(journey.links.updateLead as string, changed)).statusCode);
    world.clock.advance(2 * 60_000);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
});

it('Strangers’ forms with an applicant’s phone and email use up none of the applicant’s texts and emails', async () => {
  nextHour();
  const [phone, email] = ['+18015550666', 'an.owner@example.com'];
  const owner = await decidedAs(world, 3, { phone, email, recaptcha: await captchaToken(world) });
  const pages: (string | undefined)[] = [];
  for (let forms = 0; forms < 11; forms += 1) {
    const { browser, resend } = await begun({ phone, email });
    pages.push((await codeOutcome(browser, resend)).error?.message);
  }
  expect(pages.at(-1)).toMatch(/^We've sent several codes to this phone\./);
  const key = `with-captcha:${lookups.email(world.services.vault, email)}`;
  expect(await world.services.limiter.hasLeft('mail-to-address', key)).toBe(false);
  const requested = await owner.browser.post(owner.journey.links.finishLater as string);
  expect(requested.json()).toEqual({ status: 'sent', email });
  // The vendor itself sends a code five times.
  await expireCodes();
  expect(await returned(email, phone)).toEqual({ success: true });
});

it('The hour’s last text is followed by a sentence for the applicant, and one alarm for the operator', async () => {
  nextHour();
  errors.length = 0;
  for (let i = 0; i < 12; i += 1) {
    const { browser, resend } = await begun();
    expect(await codeOutcome(browser, resend)).toEqual({ status: 'sent' });
  }
  const late = form(1);
  const { browser, resend } = await begun(late);
  const expected = { status: 'failed', error: tooMany, retryAfterSeconds: expect.any(Number) };
  expect(await codeOutcome(browser, resend)).toMatchObject(expected);
  expect(refusalOf(await browser.post(resend, {}), 429).message).toBe(noTextsNow);
  expect(await world.textsTo(String(late.phone))).toEqual([]);
  expect(errors).toMatchObject([{ msg: 'limit reached', limit: 'send-codes-with-captcha' }]);
  const measured = await world.services.metrics.registry.metrics();
  expect(measured).toContain('branchline_limits_reached_total{limit="send-codes-with-captcha"} 2');
});

describe('540 forms without a captcha from 55 addresses', () => {
  const sent: Awaited<ReturnType<typeof submit>>[] = [];
  let returning: Awaited<ReturnType<typeof decidedAs>>;
  const submit = async (network: number) => {
    const body = form(2);
    const browser = world.browser();
    const headers = { 'x-forwarded-for': `198.51.100.${network}` };
    const answer = (await browser.post('/api/v2/prequalifications/', body, headers)).json();
    const error = answer.errors?.[0] as { code: string } | undefined;
    const resend = answer.requestOtp?.href as string | undefined;
    return { phone: body.phone, email: body.email, browser, error, resend };
  };
  beforeAll(async () => {
    nextHour();
    returning = await decidedAs(world, 1, { recaptcha: await captchaToken(world) });
    errors.length = 0;
    for (let round = 0; round < 10; round += 1) {
      const networks = Array.from({ length: round === 9 ? 45 : 55 }, (_, network) => submit(network));
      sent.push(...(await Promise.all(networks)));
    }
  });

  it('get texts without a captcha, then the challenge, and one alarm', { tags: ['full'] }, async () => {
    await eventually(isWorkDone);
    const delivered = await Promise.all(sent.map(async ({ phone }) => (await world.textsTo(phone)).length));
    expect([sent.length, delivered.reduce((sum, count) => sum + count)]).toEqual([540, 2]);
    const refused = sent.flatMap(({ error }) => (error === undefined ? [] : [error]));
    // Those of the first round arrived before the two texts were gone.
    expect(refused.length).toBeGreaterThanOrEqual(540 - 55);
    const message =
      "Please resubmit, so that we can check that you're a person. If you see this again, call us at (801) 555-0110.";
    expect(refused).toEqual(refused.map(() => ({ code: 'captcha', message })));
    expect(errors).toMatchObject([{ msg: 'limit reached', limit: 'send-codes-without-captcha' }]);
    const expected = /branchline_limits_reached_total\{limit="send-codes-without-captcha"\} [1-9]/;
    expect(await world.services.metrics.registry.metrics()).toMatch(expected);
  });

  it('leave the codes of strangers with a captcha and of returning applicants alone', async () => {
    const refused = form(2);
    const { browser, response } = await send(refused);
    expect(response.json().errors[0].code).toBe('captcha');
    const recaptcha = await captchaToken(world);
    const passed = await browser.post('/api/v2/prequalifications/', { ...refused, recaptcha });
    expect(await codeOutcome(browser, passed.json().requestOtp.href)).toEqual({ status: 'sent' });

    const requested = await returning.browser.post(returning.journey.links.finishLater as string);
    expect(requested.statusCode).toBe(200);
    const device = world.browser();
    await open(device, await emailedToken(world, returning.sent.email));
    expect(await codeOutcome(device, await device.link('requestOtp'))).toEqual({ status: 'sent' });
  });

  it('get no texts by Resend code or by a link either, as long as no code was entered', async () => {
    const saved = sent.find(({ resend }) => resend !== undefined);
    const again = await saved?.browser.post(String(saved.resend), {});
    expect([again?.statusCode, again?.json().errors[0].message]).toEqual([429, noTextsNow]);
    expect((await saved?.browser.post('/api/v1/leads/resume-link', {}))?.statusCode).toBe(200);
    const device = world.browser();
    await open(device, await emailedToken(world, saved?.email));
    expect(await codeOutcome(device, await device.link('requestOtp'))).toMatchObject({ status: 'failed' });
  });

  it('show strangers the page with our phone number while the captcha service is unavailable', async () => {
    const recaptcha = await captchaToken(world);
    await world.fault('recaptcha', { mode: 'error' });
    const { browser, resend } = await begun({ recaptcha });
    await world.fault('recaptcha', { mode: 'none' });
    expect(await codeOutcome(browser, resend)).toMatchObject({ status: 'failed', error: tooMany });
  });
});

it('Ten wrong codes for a confirmed phone end its codes for an hour', { tags: ['full'] }, async () => {
  nextHour();
  const { sent, id } = await decidedAs(world, 2, { recaptcha: await captchaToken(world) });
  const phone = String(sent.phone);
  const { limiter, vault } = world.services;
  for (let i = 0; i < 9; i += 1) await limiter.trySpend('wrong-code', `${id}:${lookups.phone(vault, phone)}`);
  const [device, before] = [world.browser(), (await world.textsTo(phone)).length];
  await world.browser().post('/api/v1/leads/resume-link', { email: sent.email });
  await open(device, await emailedToken(world, sent.email));
  const otp = await textCode(world, phone, before);
  const verify = await device.link('verifyOtp');
  expect((await device.post(verify, { otp: anotherCode(otp) })).statusCode).toBe(200);
  const { message } = refusalOf(await device.post(verify, { otp }), 429);
  expect(message).toBe("That's too many wrong codes for this phone. Please wait an hour, or call us.");
});
