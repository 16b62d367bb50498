// Whatever a stranger knows of an applicant, their requests use up no limit that the applicant's presses count for, except those that
// docs/security.md lists.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { LimitName } from '#server/platform/http/limits.ts';
import { approvalDecidedAs, decidedAs } from './journeys.ts';
import { bearer, emailedToken, newCode, open } from './leads.ts';
import { chooseDeposit, linkDelivered, sendDocuments, signHere } from './receive-funds.ts';
import { replaceCall } from './replace.ts';
import { captchaToken } from './vendors.ts';
import { jobsEnded } from './waits.ts';
import { type Browser, form, openWorld } from './world.ts';

const world = openWorld({ onBankingMorning: true, env: { TRUST_PROXY: '1' } });

/** The applicant's. Their network is the tests' own. */
const known = {
  phone: { phone: '+18015557001' },
  email: { email: 'owner.of.it@example.com' },
  name: { firstName: 'Jordan', lastName: 'Winters' },
  address: { address: { ...(form(1).address as object), zipCode: '84111' } },
  network: {},
};
const { phone } = known.phone;
const { email } = known.email;
type Fact = keyof typeof known;
const facts = Object.keys(known) as Fact[];
const combinations = Array.from({ length: 2 ** facts.length }, (_, bits) =>
  facts.filter((_, place) => (bits >> place) % 2 === 1),
);

/** Records the limits that are counted or looked at while something runs, each with whom it is counted for. */
async function countedBy(run: () => Promise<unknown>) {
  const { limiter, sessions } = world.services;
  const counted = { before: new Set<string>(), after: new Set<string>() };
  let keys = counted.before;
  const restores = [
    replaceCall(limiter, 'spend', (real) => async (name, subject, options) => {
      keys.add(`${name}:${subject}`);
      return real(name, subject, options);
    }),
    replaceCall(limiter, 'hasLeft', (real) => async (name, subject) => {
      keys.add(`${name}:${subject}`);
      return real(name, subject);
    }),
    // The first code was accepted.
    replaceCall(sessions, 'renew', (real) => async (...session) => {
      keys = counted.after;
      return real(...session);
    }),
  ];
  await run();
  await jobsEnded(world);
  for (const restore of restores) restore();
  return counted;
}

const nameOf = (key: string) => key.slice(0, key.indexOf(':')) as LimitName;

/** All that someone can do without the applicant's phone, mailbox or browser. */
async function actAsStranger(combination: readonly Fact[]): Promise<void> {
  const headers = combination.includes('network') ? {} : { 'x-forwarded-for': '198.51.100.7' };
  const theirs = Object.assign({}, ...combination.map((fact) => known[fact]));
  for (const captcha of [{ recaptcha: await captchaToken(world) }, {}]) {
    const browser = world.browser();
    const sent = form(2, { ...theirs, ...captcha });
    const answer = await browser.post('/api/v2/prequalifications/', sent, headers);
    const { requestOtp, verifyOtp } = answer.json();
    await browser.post(requestOtp.href, {}, headers);
    await browser.post(verifyOtp.verifyOtp.href, { otp: '000000' }, headers);
    await browser.post('/api/v1/leads/resume-link', {}, headers);
  }
  const anyone = world.browser();
  await anyone.post('/api/v1/leads/resume-link', { email: theirs.email ?? 'other@example.com' }, headers);
  const madeUp = { ...bearer('made-up'), ...headers };
  await anyone.post('/api/v1/leads/resume/', {}, madeUp);
  await anyone.get('/api/v1/receive-funds/docusign-resume/', madeUp);
  await anyone.get('/api/v1/activate/made-up/made-up/', headers);
}

/** With an application of their own, whose phone is confirmed, and which they change to the applicant's. */
async function changeToOwnersPhone(): Promise<void> {
  const { browser, sent } = await decidedAs(world, 1, { recaptcha: await captchaToken(world) });
  const { residentialStatus, monthlyPayment } = sent.address as Record<string, unknown>;
  const changed = { phone, residentialStatus, monthlyPayment };
  expect((await browser.put(await browser.link('updateLead'), changed)).statusCode).toBe(200);
  await browser.post(await browser.link('requestOtp'));
}

/** Returns by a link that was asked for by the address, after a code that was sent again. */
async function returned(): Promise<Browser> {
  const browser = world.browser();
  const asked = await browser.post('/api/v1/leads/resume-link', { email });
  expect(asked.json()).toEqual({ status: 'sent' });
  const texts = (await world.textsTo(phone)).length;
  await open(browser, await emailedToken(world, email));
  await newCode(world, phone, texts + 1);
  expect((await browser.post(await browser.link('requestOtp'))).statusCode).toBe(200);
  const verify = await browser.link('verifyOtp');
  expect((await browser.post(verify, { otp: '000000' })).json()).toMatchObject({ success: false });
  const otp = await newCode(world, phone, texts + 2);
  expect((await browser.post(verify, { otp })).json()).toEqual({ success: true });
  return browser;
}

/** What docs/security.md says that strangers can use up: before a phone is confirmed, and always. */
function listed(): readonly (readonly string[])[] {
  const page = readFileSync(join(import.meta.dirname, '../../docs/security.md'), 'utf8');
  const [, section = ''] = /\n## What strangers can use up\n([\s\S]*?)\n## /.exec(page) ?? [];
  return section
    .split('\n')
    .map((line) => [...line.matchAll(/`([a-z-]+)`/g)].map(([, name]) => String(name)).sort())
    .filter((names) => names.length > 0);
}

it('strangers use up what the list in docs/security.md names, and an applicant’s flow ends well', async () => {
  const own = Object.assign({ recaptcha: await captchaToken(world) }, ...Object.values(known));
  let browser = world.browser();
  const ownersOwn = await countedBy(async () => {
    await approvalDecidedAs(world, 1, 1, own);
    browser = await returned();
    await chooseDeposit(browser);
  });
  const strangers = await countedBy(async () => {
    for (const combination of combinations) await actAsStranger(combination);
    await changeToOwnersPhone();
  });
  const used = new Set([...strangers.before, ...strangers.after]);
  const namesIn = (keys: ReadonlySet<string>) =>
    [...new Set([...keys].filter((key) => used.has(key)).map(nameOf))].sort();
  const [always, first] = listed();
  expect(namesIn(ownersOwn.after)).toEqual(always);
  expect(namesIn(ownersOwn.before).filter((name) => !always?.includes(name))).toEqual(first);

  // All that strangers can count is used up, except what the list names.
  for (const key of used)
    if (!always?.includes(nameOf(key)))
      await world.services.limiter.trySpend(nameOf(key), key.slice(nameOf(key).length + 1), { amount: 1e6 });
  browser = await returned();
  await chooseDeposit(browser, 'manual', '000123456780');
  await sendDocuments(browser, 'another.address@example.com');
  await linkDelivered(browser);
  await signHere(browser);
});
