// Sessions, and the related headers on every response.
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { unconfirmed } from '#lender/state-requirements.ts';
import { createLog } from '#server/platform/log.ts';
import { decidedAs } from './journeys.ts';
import { bearer, emailedToken, newCode } from './leads.ts';
import { rowsOf } from './rows.ts';
import { applyAs, type Browser, form, openWorld, refusalOf, textCode } from './world.ts';

const world = openWorld();

const submit = '/api/v2/prequalifications/';
const minutes = (count: number) => world.clock.advance(count * 60_000);

it('the session’s cookie is hidden from scripts, stays on our own pages, and is a random token', async () => {
  const first = await world.browser().post(submit, form(1));
  const second = await world.browser().post(submit, form(1));
  const cookie = String(first.headers['set-cookie']);
  expect(cookie).toMatch(/^branchline=[\w-]{43};/);
  expect(cookie).toContain('HttpOnly');
  expect(cookie).toContain('SameSite=Lax');
  expect(cookie).toContain('Path=/');
  expect(cookie).not.toMatch(/Domain|Expires|Max-Age/i);
  const token = first.cookies[0]?.value as string;
  expect(token).not.toBe(second.cookies[0]?.value);
  // The database has only its hash.
  const sessions = await world.db.selectFrom('session').selectAll().execute();
  expect(JSON.stringify(sessions)).not.toContain(token);
});

it('an address of an application returns 404 to another applicant, and 401 with a made-up session', async () => {
  const { browser, job, journey } = await decidedAs(world, 1);
  const { browser: other } = await applyAs(world, 1);
  // These only take what is sent to them.
  const taking = ['finishLater', 'reminders', 'withdraw', 'paperNotices'];
  const read = Object.entries(journey.links).filter(([name]) => !taking.includes(name));
  const hrefs = [...new Set([...read.map(([, href]) => href ?? ''), job])];
  expect(hrefs.length).toBeGreaterThan(4);
  for (const href of hrefs) {
    expect((await browser.get(href)).statusCode, href).toBe(200);
    const foreign = await other.get(href);
    expect([foreign.statusCode, foreign.json().errors[0].code], href).toEqual([404, 'other-application']);
    const without = await world.browser().get(href, { cookie: 'branchline=made-up' });
    expect([without.statusCode, without.json().errors[0].code], href).toEqual([401, 'no-session']);
  }
});

describe('an idle session', () => {
  it('ends after 15 minutes, with the application saved and only the public pages open', async () => {
    const { browser } = await applyAs(world, 1);
    minutes(14);
    expect(await browser.screen()).toBeDefined();
    minutes(15);
    const ended = await browser.get('/api/v1/journey');
    expect(ended.statusCode).toBe(401);
    const message = expect.stringContaining('We saved your application');
    expect(ended.json().errors).toMatchObject([{ code: 'session-ended', message }]);
    const allowed = (await browser.get('/api/v1/journey/allowed-steps')).json();
    expect(allowed).toMatchObject({ ended: true, steps: expect.arrayContaining(['/get-a-loan']) });
    expect(allowed.steps).not.toContain('/loading');
    expect((await browser.post('/api/v1/session')).json().errors[0].code).toBe('session-ended');
  });

  it('is announced on the landing page by the page itself, with the application if there is one', async () => {
    const answers = async (browser: Browser) => {
      const { body } = await browser.get('/get-a-loan?experience=sp');
      const json = /<script type="application\/json" id="responses">(.*?)<\/script>/.exec(body)?.[1];
      return json && JSON.parse(json)['/api/v1/journey/allowed-steps'];
    };
    const { browser } = await applyAs(world, 1);
    expect(await answers(browser)).toMatchObject({ defaultPath: expect.any(String) });
    minutes(16);
    const ended = await answers(browser);
    expect(ended).toMatchObject({ ended: true });
    expect(ended).not.toHaveProperty('defaultPath');
    expect(await answers(world.browser())).toBeUndefined();
  });

  it('has its true end reported, even within the minute in which a use is not recorded', async () => {
    const { browser } = await applyAs(world, 1);
    world.clock.advance(50_000);
    const { sessionEndsIn = 0 } = await browser.journey();
    // With time for the request on a busy machine, and less than what an end counted from this use would be off.
    world.clock.advance(sessionEndsIn * 1000 - 30_000);
    const stillThere = await browser.get('/api/v1/journey/allowed-steps');
    expect(stillThere.json().steps).not.toEqual(
      (await world.browser().get('/api/v1/journey/allowed-steps')).json().steps,
    );
  });

  it('continues for 15 more minutes when the applicant extends it', async () => {
    const { browser } = await applyAs(world, 1);
    world.clock.advance(30_000);
    const extended = await browser.post('/api/v1/session');
    expect(extended.statusCode).toBe(200);
    expect(extended.json().sessionEndsIn).toBeGreaterThan(14.75 * 60);
    world.clock.advance(14 * 60_000 + 50_000);
    expect((await browser.get('/api/v1/journey')).statusCode).toBe(200);
  });

  it('is recorded as used at most once a minute', async () => {
    const { browser, job, id } = await applyAs(world, 1);
    const touchedAt = async () => {
      const session = (await rowsOf(world, 'session', id)).find(({ ended_at }) => ended_at === null);
      return Number(session?.touched_at);
    };
    const at = await touchedAt();
    world.clock.advance(30_000);
    await browser.get(job);
    expect(await touchedAt()).toBe(at);
    world.clock.advance(31_000);
    await browser.get(job);
    expect(await touchedAt()).toBeGreaterThan(at);
  });
});

describe('a session', () => {
  it('has another token once the text code is accepted, and the earlier one opens nothing', async () => {
    const sent = form(1);
    const answered = await world.browser().post(submit, sent);
    const before = { cookie: `branchline=${answered.cookies[0]?.value}` };
    const { href } = answered.json().verifyOtp.verifyOtp;
    const otp = await textCode(world, sent.phone as string);
    const enter = (code: string) => world.browser().post(href, { otp: code }, before);
    const accepted = await enter(otp);
    const after = { cookie: `branchline=${accepted.cookies[0]?.value}` };
    expect(after.cookie).toMatch(/^branchline=[\w-]{43}$/);
    expect(after.cookie).not.toBe(before.cookie);
    const journey = (headers: Record<string, string>) => world.browser().get('/api/v1/journey', headers);
    expect((await journey(after)).statusCode).toBe(200);
    expect(refusalOf(await journey(before), 401).code).toBe('session-ended');
    // The page's poll may still be on its way, and must not end the page.
    const polled = await world.browser().get(answered.json().requestOtp.href, before);
    expect(refusalOf(polled, 409).code).toBe('not-now');

    // A browser that missed the response gets another token with the code, and none without it.
    const wrong = String((Number(otp) + 1) % 1_000_000).padStart(6, '0');
    const guessed = await enter(wrong);
    expect(guessed.json()).toMatchObject({ success: false });
    expect(guessed.cookies).toEqual([]);
    const again = await enter(otp);
    expect(again.json()).toEqual(accepted.json());
    expect((await journey({ cookie: `branchline=${again.cookies[0]?.value}` })).statusCode).toBe(200);
    minutes(3);
    const late = await enter(otp);
    expect([late.statusCode, late.cookies]).toEqual([401, []]);
  });

  it('ends after twelve hours, however much it is used', async () => {
    const { browser } = await applyAs(world, 1);
    for (let used = 0; used < 12 * 60 - 14; used += 14) {
      minutes(14);
      expect((await browser.post('/api/v1/session')).statusCode).toBe(200);
    }
    const { sessionEndsIn = 0 } = await browser.journey();
    expect(sessionEndsIn).toBeLessThan(14 * 60);
    world.clock.advance((sessionEndsIn + 1) * 1000);
    expect((await browser.post('/api/v1/session')).json().errors[0].code).toBe('session-ended');
  });

  it.each([
    ['it was refused', async (browser: Browser) => void (await browser.get('/api/v1/journey'))],
    ['no request was made', () => world.services.sessions.endExpired()],
  ])('that is over stays over when the clock is set back (%s)', async (_, meanwhile) => {
    const { browser } = await applyAs(world, 1);
    minutes(16);
    await meanwhile(browser);
    minutes(-15);
    expect((await browser.get('/api/v1/journey')).json().errors[0].code).toBe('session-ended');
    minutes(15);
  });

  it('ends when the applicant signs out, in this browser alone', async () => {
    const sent = form(1);
    const browser = world.browser();
    const cookie = `branchline=${(await browser.post(submit, sent)).cookies[0]?.value}`;
    const signedOut = await browser.post('/api/v1/session/end');
    expect([signedOut.statusCode, signedOut.json()]).toEqual([200, { status: 'ended' }]);
    expect(String(signedOut.headers['set-cookie'])).toMatch(/^branchline=;.*Expires=Thu, 01 Jan 1970/);
    const kept = await world.browser().get('/api/v1/journey', { cookie });
    expect(kept.json().errors[0].code).toBe('session-ended');
    expect((await browser.post('/api/v1/session/end')).statusCode).toBe(200);
  });
});

it.each([
  ['from another site', { origin: 'https://evil.example' }, 403],
  ['from a page of the same name on another scheme', { origin: 'https://localhost:3000' }, 403],
  ['from a page without an origin', { origin: 'null' }, 403],
  ['marked as cross-site by the browser', { 'sec-fetch-site': 'cross-site' }, 403],
  ['from another host of the same site', { 'sec-fetch-site': 'same-site' }, 403],
  ['from our own pages', { origin: 'http://localhost:3000' }, 401],
  ['marked as same-origin by the browser', { 'sec-fetch-site': 'same-origin' }, 401],
  ['from no browser', {}, 401],
])('a request that changes something %s gets the right status', async (_, headers, status) => {
  const response = await world.browser().post('/api/v1/session', {}, headers as Record<string, string>);
  expect(response.statusCode).toBe(status);
  if (status === 403) expect(response.json().errors[0].code).toBe('other-origin');
});

describe('every response', () => {
  const isolated = ['/get-a-loan', '/api/v1/journey', '/nowhere'];
  it.each(isolated)('has the headers that isolate a page (%s)', async (url) => {
    const { headers } = await world.browser().get(url);
    const csp = String(headers['content-security-policy']);
    expect(csp).toContain("default-src 'none'");
    expect(csp).toContain("frame-ancestors 'none'");
    expect(csp).toContain("base-uri 'none'");
    expect(csp).not.toMatch(/unsafe-|\*|data:.*script/);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
    });
    const ofPages = /^\/api\//.test(url) ? undefined : expect.stringContaining('camera=()');
    expect(headers['permissions-policy']).toEqual(ofPages);
    expect(headers).not.toHaveProperty('x-powered-by');
    if (url.startsWith('/api/')) expect(headers['cache-control']).toBe('no-store');
  });

  it.each([
    ['/resume?token=made-up', 'no-referrer'],
    ['/receive-funds/docusign-resume?token=made-up', 'no-referrer'],
    ['/email-verification/a/made-up', 'no-referrer'],
    ['/unsubscribe?token=made-up', 'no-referrer'],
    ['/paper-notices?token=made-up', 'no-referrer'],
    ['/paper-notices', 'no-referrer'],
    ['/frequently-asked-questions', 'same-origin'],
  ])('sends no link’s token as a Referer (%s)', async (url, policy) => {
    expect((await world.browser().get(url)).headers['referrer-policy']).toBe(policy);
  });

  it('shows the partner only on the landing page of applicants it sent', async () => {
    const landing = async (query: string) => (await world.browser().get(`/get-a-loan?${query}`)).body;
    const logo = `alt="${world.services.lender.partners.find(({ subIds }) => subIds.includes('hl-web'))?.name}"`;
    expect((await landing('experience=ppc&sub_id=hl-web')).includes(logo)).toBe(true);
    expect((await landing('experience=ppc&sub_id=nobody')).includes('id="partner"')).toBe(false);
    expect((await landing('sub_id=hl-web&sub_id=hl-web')).includes('id="partner"')).toBe(false);
    expect((await landing('sub_id=hl-web')).includes('-to-come')).toBe(false);
  });
});

describe('in production', () => {
  const logged: string[] = [];
  const key = () => randomBytes(32).toString('base64');
  const production = openWorld({
    log: createLog('warn', { write: (line) => void logged.push(line) }),
    inProduction: true,
    // In production the lender's maintenance window is on, which a morning is outside of.
    onBankingMorning: true,
    env: {
      PUBLIC_URL: 'https://apply.example.com',
      ENCRYPTION_KEYS: `k1:${key()}`,
      LOOKUP_KEY: `l1:${key()}`,
      AUDIT_KEY: key(),
    },
  });

  it('the cookie is sent over https alone and bound to the host', async () => {
    const response = await production.browser().post(submit, form(1, { ssn: '123-45-6789' }));
    expect(String(response.headers['set-cookie'])).toMatch(/^__Host-branchline=.*Path=\/.*Secure/);
    expect(response.headers['strict-transport-security']).toContain('max-age=63072000');
    expect(String(response.headers['content-security-policy'])).toContain('upgrade-insecure-requests');
    const browser = production.browser();
    const plain = { cookie: `branchline=${response.cookies[0]?.value}` };
    expect((await browser.post('/api/v1/session', {}, plain)).statusCode).toBe(401);
  });

  it('the start names the unconfirmed state requirements', () => {
    const warned = logged.filter((line) => line.includes('state requirements without confirmation'));
    expect(warned).toHaveLength(1);
    const ids = unconfirmed(production.product.services.lender).map((row) => row.id);
    expect(JSON.parse(warned[0] as string).ids).toEqual(ids);
  });

  it('only the public address is our own origin', async () => {
    const browser = production.browser();
    const host = { host: 'evil.example', origin: 'https://evil.example' };
    expect((await browser.post('/api/v1/session', {}, host)).statusCode).toBe(403);
    const own = { origin: 'https://apply.example.com' };
    expect((await browser.post('/api/v1/session', {}, own)).statusCode).toBe(401);
  });

  it('has nothing under /dev', async () => {
    const browser = production.browser();
    expect((await browser.post('/dev/clock', { advanceSeconds: 1 })).statusCode).toBe(404);
    const addresses =
      '/dev /dev/screens/offers/a-few /dev/apply-as /dev/api.json /dev/clock /DEV/screens'.split(' ');
    const errors = [{ code: 'not-found', message: "There's nothing at this address." }];
    for (const address of addresses) {
      const answer = await browser.get(address);
      expect([answer.statusCode, answer.json()], address).toEqual([404, { errors }]);
    }
    const assets = readdirSync(join(production.config.WEB_DIR, 'assets'));
    const development = assets.filter((name) => name.startsWith('dev-'));
    expect(development.length).toBeGreaterThan(0);
    for (const name of development) expect((await browser.get(`/assets/${name}`)).statusCode, name).toBe(404);
  });
});

it('a session in another browser is listed with its device, and ended there by the applicant', async () => {
  const { browser, sent, id } = await decidedAs(world, 1);
  const phone = world.browser();
  const iPhone = {
    'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Mobile/15E148 Safari/604.1',
  };
  const texts = (await world.textsTo(sent.phone)).length;
  await browser.post(await browser.link('finishLater'), {});
  const token = await emailedToken(world, sent.email);
  await phone.post('/api/v1/leads/resume/', {}, { ...bearer(token), ...iPhone });
  const signedIn = async () => (await browser.read('status')).signedIn;
  // Before the code it is not signed in.
  expect(await signedIn()).toEqual([]);
  const otp = await newCode(world, sent.phone, texts + 1);
  await phone.post(await phone.link('verifyOtp'), { otp }, iPhone);
  const [other, ...more] = await signedIn();
  expect(other).toEqual({ device: 'phone', at: expect.any(String), signOut: expect.any(String) });
  expect(more).toEqual([]);

  const stranger = (await applyAs(world, 1)).browser;
  expect((await stranger.post(other.signOut, {})).statusCode).toBe(404);
  await phone.journey();
  for (const press of [1, 2])
    expect((await browser.post(other.signOut, {})).statusCode, `${press}`).toBe(200);
  expect(refusalOf(await phone.get('/api/v1/journey'), 401).code).toBe('session-ended');
  expect(await signedIn()).toEqual([]);
  const events = (await rowsOf(world, 'audit_event', id)).filter(({ type }) => type === 'signed-out');
  expect(events).toMatchObject([{ data: { by: 'applicant' } }]);
});
