// Finishing later by an emailed link, after a text code, any number of times; it reveals nothing.

import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { readLink } from '#server/messages/resume-link.ts';
import { executionContext } from '#server/platform/tracing.ts';
import { knownLookups } from '#server/records/applicant-fields.ts';
import { applicationsOfEmail } from '#server/records/applicants.ts';
import { acceptedAs, decidedAs } from './journeys.ts';
import { bearer, confirmEmail, emailedToken, newCode, open } from './leads.ts';
import { finished } from './receive-funds.ts';
import { rowsOf } from './rows.ts';
import { jobsEnded } from './waits.ts';
import { type Browser, eventually, form, openWorld, someOf, testWorld } from './world.ts';

const world = openWorld();

const linkRequest = '/api/v1/leads/resume-link';
const minutes = (count: number) => world.clock.advance(count * 60_000);
const mails = (to: unknown) => world.mailsAbout(to, /^Your link to (finish )?your application/);
const enterCode = async (browser: Browser, otp: string) =>
  (await browser.post(await browser.link('verifyOtp'), { otp })).json();

async function openedElsewhere(token: string) {
  const browser = world.browser();
  expect((await open(browser, token)).json()).toEqual({ updateLead: false });
  return browser;
}

/** Someone with accepted terms, and the token in their emailed link. */
async function finishingLater() {
  const { browser, sent } = await acceptedAs(world);
  const response = await browser.post(await browser.link('finishLater'));
  expect(response.json()).toEqual({ status: 'sent', email: sent.email });
  return { browser, sent, token: await emailedToken(world, sent.email) };
}

describe('a link to finish later', () => {
  it('opens the application on another device in its state, once the text code is entered', async () => {
    const { browser, sent, token } = await finishingLater();
    const other = await openedElsewhere(token);
    const before = await other.journey();
    expect(before).toMatchObject({
      defaultScreen: 'phone-check',
      isReturning: true,
      phoneHint: `(•••) •••-${String(sent.phone).slice(-4)}`,
    });
    expect(before.choices).toEqual({ isLoanAutoSecured: false });
    expect(Object.keys(before.links).sort()).toEqual(['requestOtp', 'verifyOtp']);
    const steps = (await other.get('/api/v1/journey/allowed-steps')).json();
    expect(steps.defaultPath).toBe('/verification');
    expect(steps.steps).not.toContain('/loan-request/offers');

    expect(await enterCode(other, await newCode(world, sent.phone, 2))).toEqual({ success: true });
    const after = await other.journey();
    expect(after.defaultScreen).toBe('bank-link');
    expect(after).toEqual({ ...(await browser.journey()), sessionEndsIn: after.sessionEndsIn });
    expect(await world.console<unknown[]>(`pulls?ssn=${sent.ssn}`)).toHaveLength(1);
  });

  it('shows nothing and does nothing before the code, and nothing with a wrong one', async () => {
    const { browser, sent, token } = await finishingLater();
    const first = await newCode(world, sent.phone, 1);
    const other = await openedElsewhere(token);
    const { links } = await browser.journey();
    for (const href of Object.values(links) as string[]) {
      if (href === linkRequest) continue;
      const read = await other.get(href);
      // Some links are only for asking.
      const answer = read.statusCode === 404 ? await other.post(href, { wanted: true }) : read;
      expect(answer.statusCode, href).toBe(409);
    }
    const otp = await newCode(world, sent.phone, 2);
    const wrong = String((Number(otp) + 1) % 1_000_000).padStart(6, '0');
    // Nor does any response differ by whether a phone is the one on file.
    const { links: own } = await other.journey();
    for (const phone of [sent.phone, '+18015550000']) {
      const checked = await other.post(own.verifyOtp as string, { otp: wrong, phone });
      expect(checked.json(), String(phone)).toMatchObject({ errors: [{ code: 'wrong-code' }] });
      expect((await other.post(own.requestOtp as string, { phone })).json()).toEqual({ success: true });
    }
    expect(await enterCode(other, wrong)).toMatchObject({ success: false, errors: [{ code: 'wrong-code' }] });
    expect((await other.get(links.user as string)).statusCode).toBe(409);
    expect(await enterCode(other, first)).toMatchObject({ success: false, errors: [{ code: 'wrong-code' }] });
    // Someone who only has the link can't start over with it either.
    const resent = await other.post('/api/v2/prequalifications/', form(1, { ssn: sent.ssn }));
    expect(resent.json()).toMatchObject({ duplicateLead: true });
    expect(await browser.screen()).toBe('bank-link');
  });

  it('works as often as it is opened, here and elsewhere', async () => {
    const { browser, sent, token } = await finishingLater();
    const opened = (await open(browser, token)).json();
    expect(opened).toMatchObject({ updateLead: false, loanAmount: 500_000, loanTerm: 48 });
    expect(await browser.screen()).toBe('bank-link');
    const other = world.browser();
    for (let times = 0; times < 3; times += 1) await open(other, token);
    await enterCode(other, await newCode(world, sent.phone, 2));
    expect((await open(other, token)).json()).toMatchObject({ loanAmount: 500_000 });
    // One text per device, no matter how many times the link is opened on it.
    expect(await world.textsTo(sent.phone)).toHaveLength(2);
    await openedElsewhere(token);
  });

  it('reports when it expired, and sends a new one to the address on file, expired or not', async () => {
    const browser = world.browser();
    const sent = form(2);
    await browser.post('/api/v2/prequalifications/', sent);
    await browser.post(linkRequest);
    const token = await emailedToken(world, sent.email);
    world.clock.advance(31 * 86_400_000);
    const linkExpired = { code: 'link-expired', message: 'Sorry, this link has expired.' };
    expect((await open(world.browser(), token)).json().errors).toEqual([linkExpired]);
    const stranger = world.browser();
    expect((await stranger.post(linkRequest, {}, bearer(token))).json()).toEqual({ status: 'sent' });
    await eventually(async () => (await mails(sent.email)).length === 2);
    const fresh = await emailedToken(world, sent.email, 2);
    expect((await open(world.browser(), fresh)).json().errors).toBeUndefined();
  });

  it('reports that the offers have expired, whether or not it has too', async () => {
    const { token } = await finishingLater();
    world.clock.advance(31 * 86_400_000);
    const offerExpired = { code: 'offer-expired', message: 'Sorry, this offer has expired' };
    expect((await open(world.browser(), token)).json().errors).toEqual([offerExpired]);
  });

  it('can be requested after the session ended, by the browser that had it, and is mailed once', async () => {
    const { browser, sent, id } = await decidedAs(world, 2);
    minutes(16);
    // The response to the mail is lost, so that it is sent again.
    await world.fault('mail', { mode: 'twice', times: 1 });
    expect((await browser.post(linkRequest)).json()).toEqual({ status: 'sent' });
    const token = await emailedToken(world, sent.email);
    expect((await open(browser, token)).json()).toEqual({ updateLead: false });
    await jobsEnded(world, { of: id, names: ['email-resume-link'] });
    expect(await mails(sent.email)).toHaveLength(1);
    await enterCode(browser, await newCode(world, sent.phone, 2));
    expect(await browser.screen()).toBe('offers');
  });

  it('of an application before its text code opens at the text code, which decides', async () => {
    const browser = world.browser();
    const sent = form(2);
    await browser.post('/api/v2/prequalifications/', sent);
    minutes(16);
    await browser.post(linkRequest);
    const other = world.browser();
    await open(other, await emailedToken(world, sent.email));
    expect(await other.journey()).toMatchObject({ defaultScreen: 'phone-check', isReturning: true });
    const answer = await enterCode(other, await newCode(world, sent.phone, 2));
    expect(answer).toMatchObject({ success: true, job: { href: expect.any(String) } });
    expect(await finished(other, answer.job.href)).toBe('SUCCESS');
    expect(await other.screen()).toBe('offers');
  });

  it('leads a duplicate to the earlier application by its own address', { tags: ['full'] }, async () => {
    const { sent } = await decidedAs(world, 2);
    const browser = world.browser();
    const again = form(2, { ssn: sent.ssn });
    const answer = await browser.post('/api/v2/prequalifications/', again);
    expect(answer.json()).toMatchObject({ duplicateLead: true });
    expect((await browser.post(linkRequest)).json()).toEqual({ status: 'sent' });
    await emailedToken(world, sent.email);
    expect(await mails(again.email)).toEqual([]);
  });

  it('is not needed by a duplicate, whom a text code leads to the earlier application', async () => {
    const { browser: first, sent, journey } = await decidedAs(world, 1);
    const browser = world.browser();
    await browser.post('/api/v2/prequalifications/', { ...form(1), ssn: sent.ssn });
    expect((await browser.post(await browser.link('openEarlier'))).json()).toEqual({ requiresCode: true });
    // Until the code is entered, nothing of the application is shown.
    expect(await browser.journey()).toMatchObject({ defaultScreen: 'phone-check', choices: {} });
    await enterCode(browser, await newCode(world, sent.phone, 2));
    expect((await browser.journey()).links.user).toBe(journey.links.user);
    expect((await first.journey()).links.openEarlier).toBeUndefined();
  });

  it('is not offered to a duplicate of the core system, whose request only the branch can open', async () => {
    const browser = world.browser();
    const sent = form(16);
    await browser.post('/api/v2/prequalifications/', sent);
    const { defaultScreen, links } = await browser.journey();
    expect(defaultScreen).toBe('duplicate');
    expect(links.earlierLink).toBeUndefined();
    expect((await browser.post(linkRequest)).json()).toEqual({ status: 'nothing' });
    const mail = await world.mailAbout(sent.email, /^We already have your loan application/);
    expect(mail.text).not.toMatch(/link/i);
    expect(mail.text).toMatch(/call us/i);
  });
});

const damaged = { code: 'link-damaged', message: 'Sorry, this link is damaged.' };

describe('a token', () => {
  it.each([
    ['none', {}],
    ['an empty one', bearer('')],
    ['one of no application', bearer('bm9ib2R5.zzzzzz.bm9ib2R5')],
    ['one that is not well formed', bearer('..%00..')],
    ['another scheme', { authorization: 'Basic Og==' }],
  ])('that is %s is reported as damaged, and begins nothing', async (_, headers) => {
    const browser = world.browser();
    const answer = await browser.post('/api/v1/leads/resume/', {}, headers as Record<string, string>);
    expect(answer.json()).toEqual({ errors: [damaged] });
    expect((await browser.journey()).defaultScreen).toBeUndefined();
  });

  it('that was changed anywhere is refused', async () => {
    const { token } = await finishingLater();
    const [subject = '', expires = '', mac = ''] = token.split('.');
    const later = (Number.parseInt(expires, 36) + 86_400).toString(36);
    for (const changed of [
      `${subject}.${later}.${mac}`,
      `${Buffer.from('00000000-0000-4000-8000-000000000000').toString('base64url')}.${expires}.${mac}`,
      `${subject}.${expires}.${mac.slice(0, -1)}`,
    ]) {
      expect((await open(world.browser(), changed)).json().errors).toEqual([damaged]);
    }
  });
});

it('a link is mailed no more often than five times an hour', { tags: ['full'] }, async () => {
  const strict = await testWorld({ env: { LIMIT_SCALE: '1' } });
  const { browser, sent, id } = await decidedAs(strict, 2);
  const statuses: number[] = [];
  for (let i = 0; i < 6; i += 1) statuses.push((await browser.post(linkRequest)).statusCode);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  // The limit discloses nothing about an address either, and no more is mailed.
  const stranger = strict.browser();
  expect((await stranger.post(linkRequest, { email: sent.email })).json()).toEqual({ status: 'sent' });
  expect(await rowsOf(strict, 'job', id, { name: 'email-resume-link' })).toHaveLength(5);
});

// The time of a response must not reveal whether an address has an application.
it('runs the same statements for a link to a known address as to an unknown one, and mails one', async () => {
  const { sent } = await decidedAs(world, 2);
  await world.restart(undefined, 'web');
  // The queue reads its definition once in a process.
  await statementsOf('someone.else@example.com');
  const known = await statementsOf(sent.email);
  const unknown = await statementsOf('no.applicant@example.com');
  await world.restart();
  expect(known.length).toBeGreaterThan(0);
  expect(known).toEqual(unknown);
  expect(await someOf(() => world.mailsAbout(sent.email, /link/i))).toHaveLength(1);
  expect(await world.mailTo('no.applicant@example.com')).toEqual([]);
});

it('mails the link of the application whose address was confirmed, not of a newer one with that address', {
  tags: ['full'],
}, async () => {
  const { sent } = await decidedAs(world, 3);
  const { db, vault } = world.services;
  const [owners] = await applicationsOfEmail(db, knownLookups.email(vault, String(sent.email)));
  await confirmEmail(world, world.browser(), sent.email);
  world.clock.advance(60_000);
  await decidedAs(world, 1, { email: sent.email });
  await world.browser().post(linkRequest, { email: sent.email });
  const link = await emailedToken(world, sent.email);
  expect(readLink(world.services, link)?.applicationId).toBe(owners);
});

it('mails the link of an application that ended, not of a form begun before it and left at its text code', {
  tags: ['full'],
}, async () => {
  const left = form(2);
  await world.browser().post('/api/v2/prequalifications/', left);
  world.clock.advance(60_000);
  const { id, browser } = await decidedAs(world, 2, { email: left.email });
  await browser.post(await browser.link('withdraw'));
  await world.browser().post(linkRequest, { email: left.email });
  const link = await emailedToken(world, left.email);
  expect(readLink(world.services, link)?.applicationId).toBe(id);
});

async function statementsOf(email: unknown): Promise<unknown[]> {
  const statements: unknown[] = [];
  const { query } = pg.Client.prototype;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [what] = args as [string | { text: string }];
    // The queue's upkeep belongs to no request.
    if (executionContext()?.ids.requestId !== undefined)
      statements.push(typeof what === 'string' ? what : what.text);
    return Reflect.apply(query, this, args);
  } as never);
  const answer = await world.browser().post(linkRequest, { email });
  spy.mockRestore();
  expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'sent' }]);
  return statements;
}
