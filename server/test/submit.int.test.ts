// Submitting the application form: only once, only when allowed, with the consents stored permanently.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { consents } from '#contract/consents.ts';
import type { PrequalificationResponse } from '#contract/prequalification.ts';
import { readApplication } from '#server/journey/applications.ts';
import { type ApplicationId, encryptionContext } from '#server/platform/db/tables.ts';
import { createLog } from '#server/platform/log.ts';
import { knownLookups } from '#server/records/applicant-fields.ts';
import { applicationsOfEmail } from '#server/records/applicants.ts';
import { readDocument } from '#server/records/documents.ts';
import { findNotice } from '#server/records/notices.ts';
import { storedConsents } from './consents.ts';
import { describeOnEachDatabase } from './databases.ts';
import { decidedAs } from './journeys.ts';
import { finished } from './receive-funds.ts';
import { replaceCall } from './replace.ts';
import { rowsOf } from './rows.ts';
import { captchaToken } from './vendors.ts';
import { applicationOf, type Browser, form, openWorld, refusalOf, textCode, type World } from './world.ts';

const logged: string[] = [];
const world = openWorld({ log: createLog('warn', { write: (line) => void logged.push(line) }) });

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
  const response = await within.browser().post(url, body);
  expect(refusalOf(response, status).code).toBe(code);
  expect(response.headers['set-cookie']).toBeUndefined();
  // The refusal of an applicant who is not of age is on record.
  if (code !== 'too-young') expect(await applications(within)).toBe(before);
  return response.json().errors[0] as { field?: string; message: string; isNotified?: true };
}

const applications = async ({ product } = world) =>
  (await product.services.db.selectFrom('application').select('id').execute()).length;

async function bureauDown({ db, clock }: World) {
  const since = clock.now();
  await db.insertInto('breaker').values({ vendor: 'bureau', failures: 8, since, opened_at: since }).execute();
  return () => db.deleteFrom('breaker').execute();
}

const lastLogged = (message: string): unknown =>
  logged.map((line) => JSON.parse(line) as { msg: string }).findLast(({ msg }) => msg === message);

const submittedEvent = async (id: ApplicationId) =>
  (await rowsOf(world, 'audit_event', id)).find(({ type }) => type === 'application-submitted')?.data;

describeOnEachDatabase('the button pressed twice, on the %s database', { repeats: true }, (database) => {
  const own = openWorld({ database });

  it.each([
    ['the key of the press', key(), 'phone-check'],
    ['the captcha’s token alone', {}, 'phone-check'],
    ['the key while the bureau is down', key(), 'capture-only'],
  ])('makes one application and spends one captcha token, distinguished by %s', async (_, headers, screen) => {
    const restore = screen === 'capture-only' ? await bureauDown(own) : async () => {};
    const before = await applications(own);
    const body = form(1, { recaptcha: await captchaToken(own) });
    const browsers = Array.from({ length: 4 }, () => own.browser());
    const answers = await Promise.all(browsers.map((browser) => submit(browser, body, headers)));
    expect(new Set(answers.map(idOf)).size).toBe(1);
    expect(await applications(own)).toBe(before + 1);
    for (const browser of browsers) expect(await browser.screen()).toBe(screen);
    await restore();
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
    const jobs = await rowsOf(own, 'job', idOf(answers[0] as PrequalificationResponse));
    // One for the original form, one for the correction.
    expect(jobs.filter(({ name }) => name === 'send-text-code')).toHaveLength(2);
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
  });

  it('with a key used before, for another SSN, is another application', async () => {
    const same = key();
    const first = await submit(world.browser(), form(1), same);
    const second = await submit(world.browser(), form(1), same);
    expect(idOf(second)).not.toBe(idOf(first));
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

  it('with another phone and SSN corrects them before the code, and another SSN after it is another application', async () => {
    const browser = world.browser();
    const body = form(1);
    const first = await submit(browser, body, key());
    const { phone, ssn } = form(1);
    const second = await submit(browser, { ...body, phone, ssn }, key());
    expect(idOf(second)).toBe(idOf(first));
    const otp = await textCode(world, String(phone));
    const verified = await browser.post(second.verifyOtp?.verifyOtp.href as string, { otp });
    expect(verified.json()).toMatchObject({ success: true });
    const other = await submit(browser, { ...body, ssn: form(1).ssn });
    expect(idOf(other)).not.toBe(idOf(first));
    expect(await browser.screen()).toBe('phone-check');
  });
});

describe('an applicant who is already known', () => {
  it.each([
    ['last name', { lastName: 'Stone' }],
    ['birth date', { dob: '05/13/1986' }],
  ])('learns nothing with another %s, takes nothing from the owner, and gets no loan without a person', async (_, other) => {
    const { sent, browser: owner, journey: before } = await decidedAs(world, 1);
    const unknown = await world.browser().post(url, form(1));
    const stranger = world.browser();
    const body = form(1, { ssn: sent.ssn, ...other });
    const answered = await stranger.post(url, body);
    const own = { href: 0, branch: 0, verifyOtp: 0, requestOtp: 0 };
    expect({ ...answered.json(), ...own }).toEqual({ ...unknown.json(), ...own });
    const otp = await textCode(world, body.phone as string);
    const { job } = (
      await stranger.post(answered.json().verifyOtp.verifyOtp.href, { phone: body.phone, otp })
    ).json();
    expect(await finished(stranger, job.href)).toBe('SUCCESS');
    expect(await stranger.screen()).toBe('verification-needed');
    expect(await world.console<unknown[]>(`pulls?ssn=${String(sent.ssn)}`)).toHaveLength(1);
    const expected = [{ kind: 'identity', reason: 'ssn-conflict' }];
    expect(await rowsOf(world, 'hold', idOf(answered.json()))).toMatchObject(expected);
    const { defaultScreen, links } = await owner.journey();
    expect({ defaultScreen, links }).toEqual({ defaultScreen: before.defaultScreen, links: before.links });
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
    const body = form(1);
    await submit(world.browser(), { ...body, phone: form(1).phone });
    const restore = await bureauDown(world);
    const keeper = world.browser();
    const kept: Record<string, unknown> = { ...form(1), ssn: body.ssn };
    expect(await submit(keeper, kept)).toMatchObject({ isCaptureOnlyMode: true });
    await restore();
    const { journey } = await decidedAs(world, 1, { ...body });
    expect(journey.defaultScreen).toBe('offers');
    // A stored form shows its outcome after a text code alone, which finds the application that was confirmed first.
    await keeper.arriveAt('phone-check');
    const { links } = await keeper.journey();
    await keeper.post(links.requestOtp as string);
    const otp = await textCode(world, kept.phone as string);
    expect((await keeper.post(links.verifyOtp as string, { otp })).json()).toEqual({ success: true });
    expect(await keeper.screen()).toBe('duplicate');
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
    const screens = await Promise.all(ways.map(({ browser }) => browser.screen()));
    expect(screens.filter((screen) => screen === 'duplicate')).toHaveLength(2);
  });

  it('may apply again when the offers of the earlier application have expired', async () => {
    const { sent, browser: before } = await decidedAs(world, 1);
    world.clock.advance(31 * 24 * 60 * 60_000);
    const browser = world.browser();
    expect((await submit(browser, { ...form(1), ssn: sent.ssn })).duplicateLead).toBe(false);
    expect(await browser.screen()).toBe('phone-check');
    expect((await before.get('/api/v1/journey')).statusCode).toBe(401);
  });
});

describe('the captcha', () => {
  it('that confirms a person is recorded, and its token works once', async () => {
    const recaptcha = await captchaToken(world);
    const answer = await submit(world.browser(), form(1, { recaptcha }));
    expect(await submittedEvent(idOf(answer))).toMatchObject({ captcha: 'confirmed' });
    await refused(form(1, { recaptcha }), 400, 'captcha');
  });

  it.each([
    ['fails', async () => 'made-up', 'invalid-input-response'],
    ['was passed on another site', () => captchaToken(world, 'phishing.example'), 'other-hostname'],
  ])('that %s refuses the form, and the log has the reason', async (_, token, reason) => {
    await refused(form(1, { recaptcha: await token() }), 400, 'captcha');
    expect(lastLogged('captcha refused')).toMatchObject({ codes: [reason] });
  });

  it('that refuses our secret blocks no applicant, and the log names the secret', async () => {
    const recaptcha = await captchaToken(world);
    replaceCall(world.sandbox.credentials, 'RECAPTCHA_SECRET', () => 'of another site');
    const answer = await submit(world.browser(), form(1, { recaptcha }));
    expect(await submittedEvent(idOf(answer))).toMatchObject({ captcha: 'unanswered' });
    const line = JSON.stringify(lastLogged('the captcha service did not respond'));
    expect(line).toContain('invalid-input-secret');
  });
});

describe('an applicant', () => {
  const born = (age: number, daysLate = 0) => {
    const zone = { timeZone: 'America/New_York' };
    const date = new Date(`${new Intl.DateTimeFormat('en-CA', zone).format(world.clock.now())}T00:00Z`);
    date.setUTCFullYear(date.getUTCFullYear() - age, date.getUTCMonth(), date.getUTCDate() + daysLate);
    const [year, month, day] = date.toISOString().slice(0, 10).split('-');
    return { dob: `${month}/${day}/${year}` };
  };

  const applicationsOf = async ({ email }: Record<string, unknown>) => {
    const { db, vault } = world.services;
    return (await applicationsOfEmail(db, knownLookups.email(vault, String(email)))) as [ApplicationId];
  };

  const hidden = "Please type this again. It holds a character that can't be seen.";
  it.each([
    ['of no served state', { address: { state: 'NY', zipCode: '10001' } }, 'address.state', undefined],
    [
      'whose name the documents could not print',
      { lastName: '李小龍' },
      'lastName',
      'Please write your last name in Latin letters, as on your ID.',
    ],
    ['with a hidden character in what is stored', { email: 'alex\u202e@example.com' }, 'email', hidden],
    [
      'with one in the parameters of the link',
      { tracking: { experience: 'single_page', utmSource: 'a\u2066b' } },
      'tracking.utmSource',
      hidden,
    ],
    [
      'with one of a partner',
      { additional_information: { sub_id: 'a\u001bb' } },
      'additional_information.sub_id',
      hidden,
    ],
    [
      'at a PO box',
      { address: { streetAddress: 'P.O. Box 7' } },
      'address.streetAddress',
      'Please enter the street address where you live, not a PO box.',
    ],
  ])('%s has to correct it', async (_, changes, field, message) => {
    const error = await refused(form(1, changes), 400, message ? 'invalid' : 'out-of-state');
    expect(error).toMatchObject({ field, ...(message && { message }) });
  });

  it('in Alabama is of age at nineteen', async () => {
    const address = { state: 'AL', city: 'Birmingham', zipCode: '35203' };
    const error = await refused(form(1, { address, ...born(19, 1) }), 400, 'too-young');
    expect(error.message).toContain('19');
    await submit(world.browser(), form(1, { address, ...born(19) }));
  });

  it('who is not of age is on record once, with a denial, and may apply again', async () => {
    const sent = form(1, born(18, 1));
    // Two presses at once, and another one later.
    const presses = await Promise.all([1, 2].map(() => refused(sent, 400, 'too-young')));
    // The page names the notice each time.
    for (const press of [...presses, await refused(sent, 400, 'too-young')])
      expect(press.isNotified).toBe(true);
    const [id, ...others] = await applicationsOf(sent);
    expect([(await readApplication(world.db, id)).state, others]).toEqual(['UNDER_AGE', []]);
    await world.mailAbout(sent.email, /^Our decision/);
    const notice = await findNotice(world.db, id, 'denial');
    const rendered = await readDocument(world.db, world.services.vault, `adverse-action:${id}`);
    expect(notice).toMatchObject({ basis: 'under-age', letter: 'wanted' });
    expect(JSON.stringify(rendered?.paper)).toContain('Age below the minimum');
    expect(await world.console<unknown[]>(`pulls?ssn=${sent.ssn}`)).toEqual([]);
    await submit(world.browser(), { ...sent, ...born(18) });
  });

  it('who is a child leaves no record, and one whose lender chose no notice gets none', async () => {
    const child = form(1, born(13, 1));
    expect((await refused(child, 400, 'too-young')).isNotified).toBeUndefined();
    expect(await applicationsOf(child)).toEqual([]);

    replaceCall(world.services.lender.policy.adverseAction, 'underAgeRefusal', () => 'record' as const);
    const sent = form(1, born(18, 1));
    expect((await refused(sent, 400, 'too-young')).isNotified).toBeUndefined();
    const [id] = await applicationsOf(sent);
    expect(await readApplication(world.db, id)).toMatchObject({ state: 'UNDER_AGE_RECORDED' });
    expect(await findNotice(world.db, id, 'denial')).toBeUndefined();
  });

  it('is of age on the eighteenth birthday by the lender’s calendar, whatever the day in UTC', async () => {
    // To 4 a.m. UTC, which is still the evening before for the lender.
    const now = world.clock.now();
    const four = new Date(now);
    four.setUTCHours(28, 0, 0, 0);
    world.clock.advance(four.getTime() - now.getTime());
    expect(new Date(world.clock.now()).getUTCHours()).toBe(4);
    expect((await refused(form(1, born(18, 1)), 400, 'too-young')).field).toBe('dob');
    await submit(world.browser(), form(1, born(18)));
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
      ...{ utmSource: 'search', utmAdgroup: 'a', clickid: 'click-1', irmpname: 'irm' },
      subId: 'unknown',
    };
    const answer = await submit(browser, form(1, { tracking }));
    const expected = { source: 'web_form', stageMarker: 'prequalificationSingle' };
    expect(await browser.journey()).toMatchObject(expected);
    const { experience, ...marketing } = tracking;
    const stored = await readApplication(world.db, idOf(answer));
    expect(stored.experience).toBe(experience);
    const context = encryptionContext('application', 'marketing', stored.id);
    expect(world.services.vault.decryptJson(stored.marketing as never, context)).toEqual(marketing);
  });
});

describe('what was agreed to', () => {
  it('is stored by sentence, text, version and digest of the exact text', async () => {
    const answer = await submit(world.browser(), form(1));
    const kept = await storedConsents(world, idOf(answer));
    for (const name of ['terms', 'contact'] as const) {
      const { statement, texts } = consents[name];
      const of = kept.filter((one) => one.statement === statement);
      expect(of.map((one) => one.document).sort()).toEqual([...texts].sort());
    }
    for (const one of kept) {
      const text = world.services.lender.texts.find((known) => known.sha256 === one.text_hash);
      expect(text).toMatchObject({ id: one.document });
      expect(String(text?.version)).toBe(one.version);
      expect(one.text_hash).toMatch(/^[0-9a-f]{64}$/);
    }
  });

  it('cannot be changed or deleted by anyone who uses the database', async () => {
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
      await expect(statement.execute(world.db)).rejects.toThrow(/append-only/);
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

  it('on forms without a captcha apply to a connection, by its own address', { tags: ['full'] }, async () => {
    const proxy = from()['x-forwarded-for'];
    const madeUp = ['not-an-ip<script>', '198.51.100.7', '198.51.100.8, not-an-ip<script>', 'unknown'];
    const post = (at: number) => {
      const context = { 'x-forwarded-for': `${madeUp[at % madeUp.length]}, ${proxy}` };
      return strict.browser().post(url, form(1), context);
    };
    const kept = new Set<string>();
    const { vault } = strict.services;
    for (let at = 0; at < 10; at += 1) {
      const response = await post(at);
      expect(response.statusCode).toBe(200);
      for (const { address, session_id } of await rowsOf(strict, 'consent', idOf(response.json())))
        kept.add(vault.decrypt(address, encryptionContext('consent', 'address', session_id)));
    }
    // None of the invented addresses is stored with a consent.
    expect([...kept]).toEqual([proxy]);
    expect(refusalOf(await post(10), 429)).toMatchObject({ code: 'too-many' });
    expect((await strict.browser().post(url, form(1), from())).statusCode).toBe(200);
    strict.clock.advance(60 * 60_000);
    expect((await post(11)).statusCode).toBe(200);
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
    const rows = await strict.db.selectFrom('limit_count').select('key').execute();
    expect(rows.length).toBeGreaterThan(3);
    for (const { key: kept } of rows) expect(kept).not.toMatch(/203\.0\.113|666-?\d\d-?\d{4}/);
  });
});
