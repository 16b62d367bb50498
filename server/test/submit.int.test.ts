// Submitting the application form: only once, only when allowed, with the consents stored permanently.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { consents } from '#contract/consents.ts';
import type { PrequalificationResponse } from '#contract/prequalification.ts';
import { readApplication } from '#server/journey/applications.ts';
import { encryptionContext } from '#server/platform/db/encrypted-columns.ts';
import type { ApplicationId } from '#server/platform/db/tables.ts';
import { createLog } from '#server/platform/log.ts';
import { knownLookups } from '#server/records/applicant-fields.ts';
import { applicationsOfEmail } from '#server/records/applicants.ts';
import { readDocument } from '#server/records/documents.ts';
import { findNotice } from '#server/records/notices.ts';
import { storedConsents } from './consents.ts';
import { describeOnEachDatabase } from './databases.ts';
import { decidedAs } from './journeys.ts';
import { captchaToken } from './vendors.ts';
import {
  applicationOf,
  applyAs,
  type Browser,
  createWorld,
  eventually,
  form,
  openWorld,
  textCode,
  type World,
} from './world.ts';

let world: World;
const logged: string[] = [];
beforeAll(async () => {
  world = await createWorld({ log: createLog('warn', { write: (line) => void logged.push(line) }) });
});
afterAll(() => world?.close());

const url = '/api/v2/prequalifications/';
const key = () => ({ 'idempotency-key': randomUUID() });
const idOf = ({ href }: PrequalificationResponse) => applicationOf(href);

async function submit(browser: Browser, body: unknown, headers: Record<string, string> = {}) {
  const response = await browser.post(url, body, headers);
  expect(response.statusCode, response.body).toBe(200);
  return response.json() as PrequalificationResponse;
}

async function refused(body: unknown, status: number, code: string, within = world) {
  const before = await applications(within);
  const browser = within.browser();
  const response = await browser.post(url, body);
  expect(response.statusCode, response.body).toBe(status);
  expect(response.json().errors[0].code).toBe(code);
  expect(response.headers['set-cookie']).toBeUndefined();
  // The refusal of an applicant who is not of age is on record.
  if (code !== 'too-young') expect(await applications(within)).toBe(before);
  return response.json().errors[0] as { field?: string; message: string; isNotified?: true };
}

const applications = async (ofWorld = world) =>
  (
    await ofWorld.product.services.db
      .selectFrom('application')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;

/** The last log line of that message. */
const lastLogged = (message: string): unknown =>
  logged.map((line) => JSON.parse(line) as { msg: string }).findLast(({ msg }) => msg === message);

const submittedEvent = async (id: ApplicationId) =>
  (
    await world.product.services.db
      .selectFrom('audit_event')
      .select('data')
      .where('application_id', '=', id)
      .where('type', '=', 'application-submitted')
      .executeTakeFirstOrThrow()
  ).data as { captcha: string; source: string };

describeOnEachDatabase('the button pressed twice, on the %s database', { repeats: true }, (database) => {
  const own = openWorld({ database });

  it('makes one application, also from a browser that has no cookie yet', async () => {
    const before = await applications(own);
    const body = form(1);
    const same = key();
    const answers = await Promise.all(Array.from({ length: 5 }, () => submit(own.browser(), body, same)));
    expect(new Set(answers.map(idOf)).size).toBe(1);
    expect(await applications(own)).toBe(before + 1);
    const code = await textCode(own, body.phone as string);
    expect(code).toMatch(/^\d{6}$/);
  });

  it.each([
    { by: 'the key of the press', headers: key() },
    { by: 'the captcha’s token alone', headers: {} },
  ])('spends its captcha token once for all presses, distinguished by $by', async ({ headers }) => {
    const before = await applications(own);
    const body = form(1, { recaptcha: await captchaToken(own) });
    const browsers = Array.from({ length: 4 }, () => own.browser());
    const answers = await Promise.all(browsers.map((browser) => submit(browser, body, headers)));
    expect(new Set(answers.map(idOf)).size).toBe(1);
    expect(await applications(own)).toBe(before + 1);
    for (const browser of browsers) expect((await browser.journey()).defaultScreen).toBe('phone-check');
  });

  it('after a correction changes the application once, and sends one text', async () => {
    const browser = own.browser();
    const body = form(1);
    await submit(browser, body, key());
    await textCode(own, body.phone as string);
    const corrected = { ...body, phone: form(1).phone, recaptcha: await captchaToken(own) };
    const same = key();
    const answers = await Promise.all([1, 2, 3].map(() => submit(browser, corrected, same)));
    expect(new Set(answers.map(idOf)).size).toBe(1);
    const texts = own.product.services.db
      .selectFrom('job')
      .select('id')
      .where('application_id', '=', idOf(answers[0] as PrequalificationResponse))
      .where('name', '=', 'send-text-code');
    // One for the original form, one for the correction.
    expect(await texts.execute()).toHaveLength(2);
  });

  it('makes one application if the bureau is down and the form is saved for later', async () => {
    const { db } = own.product.services;
    const since = own.clock.now();
    await db
      .insertInto('breaker')
      .values({ vendor: 'bureau', failures: 8, since, opened_at: since })
      .execute();
    const before = await applications(own);
    const body = form(1);
    const same = key();
    const browsers = Array.from({ length: 4 }, () => own.browser());
    const answers = await Promise.all(browsers.map((browser) => submit(browser, body, same)));
    expect(answers.every((one) => one.isCaptureOnlyMode)).toBe(true);
    expect(await applications(own)).toBe(before + 1);
    for (const browser of browsers) expect((await browser.journey()).defaultScreen).toBe('capture-only');
    await db.deleteFrom('breaker').execute();
  });
});

describe('the same form again', () => {
  it('in the same session returns the same application, at every point of the journey', async () => {
    const browser = world.browser();
    const body = form(1);
    const first = await submit(browser, body, key());
    expect(idOf(await submit(browser, body, key()))).toBe(idOf(first));
    const otp = await textCode(world, body.phone as string);
    await browser.post(first.verifyOtp?.verifyOtp.href as string, { otp });
    const later = await submit(browser, body, key());
    expect(idOf(later)).toBe(idOf(first));
    expect(later.job?.href).toBe((await browser.journey()).links.job);
    expect(later.verifyOtp).toBeUndefined();
    const pulls = await world.console<unknown[]>(`pulls?ssn=${String(body.ssn)}`);
    expect(pulls.length).toBeLessThanOrEqual(1);
  });

  it('with the key of a submission whose response was lost finds that application, and a session for it', async () => {
    const same = key();
    const body = form(1);
    const first = await submit(world.browser(), body, same);
    const retry = world.browser();
    expect(idOf(await submit(retry, body, same))).toBe(idOf(first));
    expect((await retry.journey()).defaultScreen).toBe('phone-check');
  });

  it('with a key used before, for another SSN, is another application', async () => {
    const same = key();
    const first = await submit(world.browser(), form(1), same);
    const second = await submit(world.browser(), form(1), same);
    expect(idOf(second)).not.toBe(idOf(first));
  });

  it('with a corrected phone before the code sends the code there, and mails the corrected address', async () => {
    const browser = world.browser();
    const body = form(1);
    const first = await submit(browser, body, key());
    const corrected: Record<string, unknown> & { phone: string } = {
      ...body,
      phone: String(form(1).phone),
    };
    const second = await submit(browser, corrected, key());
    expect(idOf(second)).toBe(idOf(first));
    const otp = await textCode(world, corrected.phone);
    const answer = await browser.post(second.verifyOtp?.verifyOtp.href as string, {
      phone: corrected.phone,
      otp,
    });
    expect(answer.json()).toMatchObject({ success: true });
  });

  it('with another amount before the code requests that one, and with none requests none', async () => {
    const browser = world.browser();
    const body = form(1);
    const requested = async (loanAmount?: number) => {
      await submit(browser, { ...body, ...(loanAmount && { loanAmount }) }, key());
      return (await browser.journey()).choices.requestedAmount;
    };
    expect(await requested(7500)).toBe(750_000);
    expect(await requested(10_000)).toBe(1_000_000);
    expect(await requested()).toBeUndefined();
    await refused({ ...form(1), loanAmount: 0.5 }, 400, 'invalid');
  });

  it('with another SSN before the code corrects it, and after the code is another application', async () => {
    const browser = world.browser();
    const body = form(1);
    const first = await submit(browser, body);
    const corrected: Record<string, unknown> = { ...body, ssn: form(1).ssn };
    const second = await submit(browser, corrected);
    expect(idOf(second)).toBe(idOf(first));
    const otp = await textCode(world, body.phone as string);
    await browser.post(second.verifyOtp?.verifyOtp.href as string, { otp });
    const other = await submit(browser, { ...body, ssn: form(1).ssn });
    expect(idOf(other)).not.toBe(idOf(first));
    expect((await browser.journey()).defaultScreen).toBe('phone-check');
  });
});

describe('an applicant who is already known', () => {
  it('with a live application is reported, and nothing is decided or pulled again', async () => {
    const { sent } = await decidedAs(world, 1);
    const browser = world.browser();
    const answer = await submit(browser, { ...form(1), ssn: sent.ssn });
    expect(answer).toMatchObject({ duplicateLead: true });
    expect((await browser.journey()).defaultScreen).toBe('duplicate');
    expect(await world.console<unknown[]>(`pulls?ssn=${String(sent.ssn)}`)).toHaveLength(1);
  });

  it.each([
    ['last name', { lastName: 'Stone' }],
    ['birth date', { dob: '05/13/1986' }],
  ])('learns nothing with another %s, takes nothing from the owner, and gets no loan without a person', async (_, other) => {
    const { sent, browser: owner, journey } = await decidedAs(world, 1);
    const unknown = await world.browser().post(url, form(1));
    const stranger = world.browser();
    const body = form(1, { ssn: sent.ssn, ...other });
    const answered = await stranger.post(url, body);
    const shape = (json: Record<string, unknown>) => ({
      ...json,
      ...{ href: 0, branch: 0, verifyOtp: 0, requestOtp: 0 },
    });
    expect(shape(answered.json())).toEqual(shape(unknown.json()));
    const otp = await textCode(world, body.phone as string);
    const { job } = (
      await stranger.post(answered.json().verifyOtp.verifyOtp.href, { phone: body.phone, otp })
    ).json();
    expect((await stranger.get(job.href, { prefer: 'wait=20' })).json().status).toBe('SUCCESS');
    expect((await stranger.journey()).defaultScreen).toBe('verification-needed');
    expect(await world.console<unknown[]>(`pulls?ssn=${String(sent.ssn)}`)).toHaveLength(1);
    const hold = await world.product.services.db
      .selectFrom('hold')
      .select(['kind', 'reason'])
      .where('application_id', '=', idOf(answered.json()))
      .execute();
    expect(hold).toEqual([{ kind: 'identity', reason: 'ssn-conflict' }]);
    expect(await owner.journey()).toMatchObject({
      defaultScreen: journey.defaultScreen,
      links: journey.links,
    });
  });

  it('to the core system under another name learns nothing there either', async () => {
    const borrower = form(15);
    expect(await submit(world.browser(), borrower)).toMatchObject({ borrowerStatus: 'PB' });
    const stranger = form(15, { ssn: borrower.ssn, lastName: 'Stone' });
    expect(await submit(world.browser(), stranger)).toMatchObject({ borrowerStatus: 'NEW' });
    const { journey } = await decidedAs(world, 15, { ssn: borrower.ssn, dob: '05/13/1986' });
    expect(journey.defaultScreen).toBe('verification-needed');
    const again = form(15, { ssn: borrower.ssn, lastName: ' RIVERA ' });
    expect(await submit(world.browser(), again)).toMatchObject({ borrowerStatus: 'PB' });
  });

  it('is not blocked by a form whose phone was never confirmed, not even by one saved during an outage', async () => {
    const { db } = world.product.services;
    const body = form(1);
    await submit(world.browser(), { ...body, phone: form(1).phone });
    const since = world.clock.now();
    await db
      .insertInto('breaker')
      .values({ vendor: 'bureau', failures: 8, since, opened_at: since })
      .execute();
    const keeper = world.browser();
    const kept: Record<string, unknown> = { ...form(1), ssn: body.ssn };
    expect(await submit(keeper, kept)).toMatchObject({ isCaptureOnlyMode: true });
    await db.deleteFrom('breaker').execute();
    const { journey } = await decidedAs(world, 1, { ...body });
    expect(journey.defaultScreen).toBe('offers');
    // A stored form shows its outcome after a text code alone, which finds the application that was confirmed first.
    await keeper.arriveAt('phone-check');
    const { links } = await keeper.journey();
    await keeper.post(links.requestOtp as string);
    const otp = await textCode(world, kept.phone as string);
    expect((await keeper.post(links.verifyOtp as string, { otp })).json()).toEqual({ success: true });
    expect((await keeper.journey()).defaultScreen).toBe('duplicate');
  });

  it('and applies in two browsers at once has one live application', async () => {
    const ssn = form(1).ssn;
    const ways = await Promise.all(
      [0, 1, 2].map(async () => {
        const browser = world.browser();
        const body: Record<string, unknown> = { ...form(1), ssn };
        const answer = await submit(browser, body, key());
        return { browser, answer, otp: await textCode(world, body.phone as string) };
      }),
    );
    await Promise.all(
      ways.map(({ browser, answer, otp }) =>
        browser.post(answer.verifyOtp?.verifyOtp.href as string, { otp }),
      ),
    );
    const screens = await Promise.all(
      ways.map(async ({ browser }) => (await browser.journey()).defaultScreen),
    );
    expect(screens.filter((screen) => screen === 'duplicate')).toHaveLength(2);
  });

  it('may apply again when the offers of the earlier application have expired', async () => {
    const { sent, browser: before } = await decidedAs(world, 1);
    world.clock.advance(31 * 24 * 60 * 60_000);
    const browser = world.browser();
    const answer = await submit(browser, { ...form(1), ssn: sent.ssn });
    expect(answer.duplicateLead).toBe(false);
    expect((await browser.journey()).defaultScreen).toBe('phone-check');
    expect((await before.get('/api/v1/journey')).statusCode).toBe(401);
  });

  it('to the core system as a present borrower is sent to log in', async () => {
    const browser = world.browser();
    expect(await submit(browser, form(15))).toMatchObject({ borrowerStatus: 'PB', duplicateLead: false });
    expect((await browser.journey()).defaultScreen).toBe('customer-login');
  });

  it('to the core system as a duplicate is reported', async () => {
    const browser = world.browser();
    expect(await submit(browser, form(16))).toMatchObject({ duplicateLead: true });
    expect((await browser.journey()).defaultScreen).toBe('duplicate');
  });
});

describe('the captcha', () => {
  it('that confirms a person is recorded, and its token works once', async () => {
    const recaptcha = await captchaToken(world);
    const answer = await submit(world.browser(), form(1, { recaptcha }));
    expect(await submittedEvent(idOf(answer))).toMatchObject({ captcha: 'confirmed' });
    await refused(form(1, { recaptcha }), 400, 'captcha');
  });

  it('that fails refuses the form, and the log has the reason', async () => {
    await refused(form(1, { recaptcha: 'made-up' }), 400, 'captcha');
    expect(lastLogged('captcha refused')).toMatchObject({ codes: ['invalid-input-response'] });
  });

  it('that was passed on another site refuses the form', async () => {
    const elsewhere = await captchaToken(world, 'phishing.example');
    await refused(form(1, { recaptcha: elsewhere }), 400, 'captcha');
    expect(lastLogged('captcha refused')).toMatchObject({ codes: ['other-hostname'] });
  });

  it('that refuses our secret blocks no applicant, and the log names the secret', async () => {
    const recaptcha = await captchaToken(world);
    const { credentials } = world.sandbox;
    const { RECAPTCHA_SECRET } = credentials;
    credentials.RECAPTCHA_SECRET = 'of another site';
    const answer = await submit(world.browser(), form(1, { recaptcha }));
    credentials.RECAPTCHA_SECRET = RECAPTCHA_SECRET;
    expect(await submittedEvent(idOf(answer))).toMatchObject({ captcha: 'unanswered' });
    expect(JSON.stringify(lastLogged('the captcha service did not respond'))).toContain(
      'invalid-input-secret',
    );
  });

  it('that does not respond, or was blocked in the browser, blocks no applicant', async () => {
    const recaptcha = await captchaToken(world);
    await world.fault('recaptcha', { mode: 'error' });
    const unanswered = await submit(world.browser(), form(1, { recaptcha }));
    expect(await submittedEvent(idOf(unanswered))).toMatchObject({ captcha: 'unanswered' });
    await world.fault('recaptcha', { mode: 'none' });
    const absent = await submit(world.browser(), form(1));
    expect(await submittedEvent(idOf(absent))).toMatchObject({ captcha: 'absent' });
  });
});

describe('an applicant', () => {
  const address = (changes: object) => ({ address: { ...(form(1).address as object), ...changes } });
  const born = (age: number, daysLate = 0) => {
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(
      world.clock.now(),
    );
    const [year, month, day] = today.split('-').map(Number) as [number, number, number];
    const date = new Date(Date.UTC(year - age, month - 1, day + daysLate));
    return {
      dob: `${String(date.getUTCMonth() + 1).padStart(2, '0')}/${String(date.getUTCDate()).padStart(2, '0')}/${date.getUTCFullYear()}`,
    };
  };

  it('of a state that is not served is refused', async () => {
    const error = await refused(form(1, address({ state: 'NY', zipCode: '10001' })), 400, 'out-of-state');
    expect(error.field).toBe('address.state');
  });

  it('is of age on the eighteenth birthday and not a day before', async () => {
    expect((await refused(form(1, born(18, 1)), 400, 'too-young')).field).toBe('dob');
    await submit(world.browser(), form(1, born(18)));
  });

  it('in Alabama is of age at nineteen', async () => {
    const alabama = address({ state: 'AL', city: 'Birmingham', zipCode: '35203' });
    const error = await refused(form(1, { ...alabama, ...born(19, 1) }), 400, 'too-young');
    expect(error.message).toContain('19');
    await submit(world.browser(), form(1, { ...alabama, ...born(19) }));
  });

  it('who is not of age is on record once, with a denial, and may apply again', async () => {
    const sent = form(1, born(18, 1));
    // Two presses at once, and another one later.
    const presses = await Promise.all([1, 2].map(() => refused(sent, 400, 'too-young')));
    // The page names the notice each time.
    for (const press of [...presses, await refused(sent, 400, 'too-young')])
      expect(press.isNotified).toBe(true);
    const { db, vault } = world.product.services;
    const ids = await applicationsOfEmail(db, knownLookups.email(vault, String(sent.email)));
    expect(ids).toHaveLength(1);
    const [id] = ids as [ApplicationId];
    expect((await readApplication(db, id)).state).toBe('UNDER_AGE');
    const mail = await eventually(async () => (await world.mailTo(sent.email)).at(0));
    expect(mail.subject).toMatch(/^Our decision/);
    const notice = await findNotice(db, id, 'denial');
    const rendered = await readDocument(db, vault, `adverse-action:${id}`);
    expect(notice).toMatchObject({ basis: 'under-age', letter: 'wanted' });
    expect(JSON.stringify(rendered?.paper)).toContain('Age below the minimum');
    expect(await world.console<unknown[]>(`pulls?ssn=${sent.ssn}`)).toEqual([]);
    await submit(world.browser(), { ...sent, ...born(18) });
  });

  it('who is a child leaves no record, and one whose lender chose no notice gets none', async () => {
    const child = form(1, born(13, 1));
    expect((await refused(child, 400, 'too-young')).isNotified).toBeUndefined();
    const { db, vault, lender } = world.product.services;
    const applicationsOf = (sent: typeof child) =>
      applicationsOfEmail(db, knownLookups.email(vault, String(sent.email)));
    expect(await applicationsOf(child)).toEqual([]);

    const wording = lender.policy.adverseAction as { underAgeRefusal: 'notice' | 'record' };
    wording.underAgeRefusal = 'record';
    onTestFinished(() => {
      wording.underAgeRefusal = 'notice';
    });
    const sent = form(1, born(18, 1));
    expect((await refused(sent, 400, 'too-young')).isNotified).toBeUndefined();
    const [id] = (await applicationsOf(sent)) as [ApplicationId];
    expect((await readApplication(db, id)).state).toBe('UNDER_AGE_RECORDED');
    expect(await findNotice(db, id, 'denial')).toBeUndefined();
  });

  it('has the age of the lender’s calendar, whatever the day in UTC', async () => {
    // To 4 a.m. UTC, which is still the evening before for the lender.
    const now = world.clock.now();
    const four = new Date(now);
    four.setUTCHours(28, 0, 0, 0);
    world.clock.advance(four.getTime() - now.getTime());
    expect(new Date(world.clock.now()).getUTCHours()).toBe(4);
    await refused(form(1, born(18, 1)), 400, 'too-young');
    await submit(world.browser(), form(1, born(18)));
    const future = await refused(form(1, born(0, 1)), 400, 'invalid');
    expect(future.message).toBe('Please enter correct date of birth.');
  });

  it('whose name the documents could not print must enter it in Latin letters', async () => {
    const error = await refused(form(1, { lastName: '李小龍' }), 400, 'invalid');
    expect(error).toMatchObject({
      field: 'lastName',
      message: 'Please write your last name in Latin letters, as on your ID.',
    });
  });

  it.each([
    ['email', { email: 'alex\u202e@example.com' }],
    ['tracking.utmSource', { tracking: { experience: 'single_page', utmSource: 'a\u2066b' } }],
    ['additional_information.sub_id', { additional_information: { sub_id: 'a\u001bb' } }],
  ])('with a hidden character in %s must type it again', async (field, changes) => {
    expect(await refused(form(1, changes), 400, 'invalid')).toMatchObject({
      field,
      message: "Please type this again. It holds a character that can't be seen.",
    });
  });

  it.each([
    ['a premium number', '+19005551234'],
    ['the Dominican Republic', '+18095551234'],
    ['Jamaica', '+18765551234'],
    ['Canada', '+14165550100'],
  ])('with a phone of %s must enter another', async (_, phone) => {
    expect(await refused(form(1, { phone }), 400, 'invalid')).toMatchObject({
      field: 'phone',
      message: 'We can only text phones in the United States. Please enter your US mobile number.',
    });
  });

  it.each([
    'PO Box 12',
    'P.O. Box 7',
    '   ',
  ])('at "%s" must enter a street address', async (streetAddress) => {
    expect((await refused(form(1, address({ streetAddress })), 400, 'invalid')).field).toBe(
      'address.streetAddress',
    );
  });
});

describe('where an applicant comes from', () => {
  it('a partner’s sub id, in the form or in the address, makes the partner’s applicant with the partner’s logo', async () => {
    for (const from of [
      { additional_information: { sub_id: 'hl-web' } },
      { tracking: { experience: 'ppc', subId: 'hl-mail' } },
    ]) {
      const browser = world.browser();
      await submit(browser, form(1, from));
      expect(await browser.journey()).toMatchObject({
        source: 'affiliate',
        stageMarker: 'affiliate',
        organization: { name: 'Harborlight Rates', logo: '/lender/partners/harborlight.svg' },
      });
    }
    expect((await world.browser().get('/lender/partners/harborlight.svg')).statusCode).toBe(200);
  });

  it('an unknown sub id has no partner, and is stored with the other marketing parameters', async () => {
    const browser = world.browser();
    const tracking = {
      experience: 'single_page',
      utmSource: 'search',
      utmMedium: 'cpc',
      utmCampaign: 'spring',
      utmAdgroup: 'a',
      utmKeyword: 'loan',
      utmTerm: 't',
      utmContent: 'c',
      clickid: 'click-1',
      irmpname: 'irm',
      subId: 'unknown',
    };
    const answer = await submit(browser, form(1, { tracking }));
    expect(await browser.journey()).toMatchObject({
      source: 'web_form',
      stageMarker: 'prequalificationSingle',
    });
    const row = await world.product.services.db
      .selectFrom('application')
      .select(['marketing', 'experience'])
      .where('id', '=', idOf(answer))
      .executeTakeFirstOrThrow();
    const { experience, ...marketing } = tracking;
    expect(row).toEqual({ marketing, experience });
  });
});

describe('what was agreed to', () => {
  it('is stored by sentence, text, version and digest of the exact text', async () => {
    const answer = await submit(world.browser(), form(1));
    const { lender } = world.product.services;
    const kept = await storedConsents(world, idOf(answer));
    for (const name of ['terms', 'contact'] as const) {
      const { statement, texts } = consents[name];
      const of = kept.filter((one) => one.statement === statement);
      expect(of.map((one) => one.document).sort()).toEqual([...texts].sort());
    }
    for (const one of kept) {
      const text = lender.texts.find((known) => known.sha256 === one.text_hash);
      expect(text).toMatchObject({ id: one.document });
      expect(String(text?.version)).toBe(one.version);
      expect(one.text_hash).toMatch(/^[0-9a-f]{64}$/);
    }
  });

  it('cannot be changed or deleted by anyone who uses the database', async () => {
    const { db } = world.product.services;
    await submit(world.browser(), form(1));
    for (const statement of [
      sql`update consent set version = '99'`,
      sql`update consent set given_at = now()`,
      sql`update consent set sentence = 'I agree to more'`,
      sql`update consent set address = '203.0.113.9', user_agent = ''`,
      sql`with key as (select set_config('branchline.reencrypting_under', 'other', false) as id)
        update consent set sentence = 'I agree to more' from key where key.id = 'other'`,
      sql`delete from consent`,
      sql`update audit_event set type = 'another'`,
      sql`delete from audit_event`,
      sql`truncate audit_event`,
      sql`truncate consent`,
    ]) {
      await expect(statement.execute(db)).rejects.toThrow(/append-only/);
    }
  });
});

describe('limits', () => {
  const strict = openWorld({ env: { LIMIT_SCALE: '1', TRUST_PROXY: '1' } });
  let connection = 0;
  const from = () => {
    connection += 1;
    return { 'x-forwarded-for': `203.0.113.${connection}` };
  };

  it('on forms without a captcha from one connection leave other connections alone', async () => {
    const context = from();
    for (let i = 0; i < 10; i += 1) {
      expect((await strict.browser().post(url, form(1), context)).statusCode).toBe(200);
    }
    const refusal = await strict.browser().post(url, form(1), context);
    expect(refusal.statusCode).toBe(429);
    expect(refusal.json().errors[0]).toMatchObject({ code: 'too-many' });
    expect((await strict.browser().post(url, form(1), from())).statusCode).toBe(200);
    strict.clock.advance(60 * 60_000);
    expect((await strict.browser().post(url, form(1), context)).statusCode).toBe(200);
  });

  it('on one connection apply whatever addresses it invents, and none of these is stored with a consent', async () => {
    const madeUp = ['not-an-ip<script>', '198.51.100.7', '198.51.100.8, not-an-ip<script>', 'unknown'];
    const proxy = from()['x-forwarded-for'];
    const statuses: number[] = [];
    const kept = new Set<string>();
    const { db, vault } = strict.product.services;
    for (let i = 0; i < 11; i += 1) {
      const context = { 'x-forwarded-for': `${madeUp[i % madeUp.length]}, ${proxy}` };
      const response = await strict.browser().post(url, form(1), context);
      statuses.push(response.statusCode);
      if (response.statusCode !== 200) continue;
      const rows = await db
        .selectFrom('consent')
        .select(['session_id', 'address'])
        .where('application_id', '=', idOf(response.json()))
        .execute();
      for (const row of rows)
        kept.add(vault.decrypt(row.address, encryptionContext('consent', 'address', row.session_id)));
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    expect([...kept]).toEqual([proxy]);
  });

  it('on one person apply from every connection, and an SSN alone blocks no one else', async () => {
    const body = form(1);
    const statuses: number[] = [];
    for (let i = 0; i < 11; i += 1) {
      statuses.push((await strict.browser().post(url, body, from())).statusCode);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    const owner = { ...body, lastName: 'Stone' };
    expect((await strict.browser().post(url, owner, from())).statusCode).toBe(200);
  });

  it('count nothing personal', async () => {
    const rows = await strict.product.services.db.selectFrom('limit_count').select('key').execute();
    expect(rows.length).toBeGreaterThan(3);
    for (const { key: kept } of rows) expect(kept).not.toMatch(/203\.0\.113|666-?\d\d-?\d{4}/);
  });
});

it('a started application is found by its session after a restart', async () => {
  const { browser } = await applyAs(world, 2);
  const before = await browser.journey();
  await world.restart();
  expect((await browser.journey()).links.user).toBe(before.links.user);
});
