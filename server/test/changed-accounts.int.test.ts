// What directs money or messages elsewhere changes only soon after a text code, and never silently.
import { describe, expect, it } from 'vitest';
import { type Change, changes } from '#server/platform/authentication.ts';
import { approvalDecidedAs, decidedAs, depositChosenAs, signedAs } from './journeys.ts';
import { emailedToken, newCode, open } from './leads.ts';
import { authorizeAutopay } from './payouts.ts';
import { chooseDeposit, linkDelivered, sendDocuments, signHere, typedAccount } from './receive-funds.ts';
import { type Browser, eventually, openWorld, refusalOf } from './world.ts';

const world = openWorld({ onBankingMorning: true });

interface Made {
  /** With what is changed later. */
  readonly begun: () => Promise<{ browser: Browser; sent: Readonly<Record<string, unknown>> }>;
  /** Reads what the page does, and returns its press. */
  readonly prepare: (browser: Browser) => Promise<() => ReturnType<Browser['post']>>;
  /** Of the email, which the earlier address gets too. */
  readonly subject: RegExp;
  readonly text: RegExp;
}

const another = { email: 'another@example.com', phone: '+18015559931' };
const made: { readonly [C in Change]: Made } = {
  email: {
    begun: () => depositChosenAs(world),
    prepare: async (browser) => {
      const href = await browser.link('documents');
      await browser.get((await browser.get(href)).json().esign.pdf);
      return () => browser.post(href, { email: another.email });
    },
    subject: /^Your email address was changed/,
    text: /email address on your loan application was changed/,
  },
  phone: {
    begun: () => decidedAs(world, 1),
    prepare: async (browser) => {
      const href = await browser.link('updateLead');
      const { phone: _, changesOffers: __, needsConsent: ___, ...details } = await browser.read('updateLead');
      return () => browser.put(href, { ...details, phone: another.phone });
    },
    subject: /^Your phone number was changed/,
    text: /phone number on your loan application is being changed/,
  },
  deposit: {
    begun: () => depositChosenAs(world),
    prepare: async (browser) => {
      const href = await browser.link('directEntry');
      return () => browser.post(href, typedAccount('000123456780'));
    },
    subject: /account for your money was changed/,
    text: /account for your loan money was changed/,
  },
  autopay: {
    begun: async () => {
      const signed = await signedAs(world);
      expect((await authorizeAutopay(signed.browser)).statusCode).toBe(200);
      return signed;
    },
    prepare: async (browser) => {
      const href = await browser.link('autopay');
      return () => browser.put(href, { choice: 'cancel' });
    },
    subject: /^Your autopay is canceled/,
    text: /Automatic payments for your loan were changed/,
  },
};

const codes = async (phone: unknown) =>
  (await world.textsTo(phone)).filter(({ body }) => /\b\d{6}\b/.test(body)).length;
const textedTo = (phone: unknown, words: RegExp) =>
  eventually(async () => (await world.textsTo(phone)).find(({ body }) => words.test(body)));
const enterCode = async (browser: Browser, phone: unknown, before: number) => {
  await eventually(async () => (await codes(phone)) > before);
  const otp = await newCode(world, phone, (await world.textsTo(phone)).length);
  expect((await browser.post(await browser.link('verifyOtp'), { otp })).json()).toEqual({ success: true });
};
const idleFor = async (browser: Browser, minutes: number) => {
  for (let past = 0; past < minutes; past += 8) {
    world.clock.advance(8 * 60_000);
    await browser.journey();
  }
};

describe.each(Object.keys(changes) as Change[])('a change: %s', (what) => {
  const { begun, prepare, subject, text } = made[what];

  it('takes a code after 15 minutes, may be left without it, and is emailed and texted', async () => {
    const { browser, sent } = await begun();
    const { email, phone } = sent;
    await idleFor(browser, 16);
    const before = await codes(phone);
    const press = await prepare(browser);
    const { links, sessionEndsIn: _, ...unchanged } = await browser.journey();
    const refused = await Promise.all([press(), press()]);
    for (const response of refused) expect(refusalOf(response, 409).code).toBe('code-due');
    const hinted = { ...unchanged, phoneHint: expect.stringContaining(String(phone).slice(-4)) };
    expect(await browser.journey()).toEqual({
      ...hinted,
      links: { ...links, requestOtp: expect.any(String), verifyOtp: expect.any(String) },
      sessionEndsIn: expect.any(Number),
    });
    expect((await browser.get(await browser.link('status'))).statusCode).toBe(200);
    await enterCode(browser, phone, before);
    expect(await codes(phone)).toBe(before + 1);
    expect((await press()).statusCode).toBe(200);
    if (what === 'phone') await enterCode(browser, another.phone, 0);

    await world.mailAbout(email, subject);
    if (what === 'email') await world.mailAbout(another.email, subject);
    await textedTo(phone, text);
  });
});

it('an account, or the form’s own address, is given for the first time without another code', async () => {
  const { browser, sent } = await approvalDecidedAs(world);
  await idleFor(browser, 24);
  await chooseDeposit(browser);
  await chooseDeposit(browser);
  await sendDocuments(browser, String(sent.email));
  await linkDelivered(browser);
  await signHere(browser);
  await idleFor(browser, 24);
  expect((await authorizeAutopay(browser)).json()).toMatchObject({ status: 'ACTIVE' });
  await world.mailAbout(sent.email, /autopay/i);
  await textedTo(sent.phone, /Automatic payments for your loan were turned on/);
  expect(await codes(sent.phone)).toBe(1);
  expect(await world.mailsAbout(sent.email, /was changed/)).toEqual([]);
});

it('a resumed session gives the first account without a code, and changes it only with one', async () => {
  const { sent } = await approvalDecidedAs(world);
  const [browser, before] = [world.browser(), await codes(sent.phone)];
  await world.browser().post('/api/v1/leads/resume-link', { email: sent.email });
  await open(browser, await emailedToken(world, sent.email));
  await enterCode(browser, sent.phone, before);
  await idleFor(browser, 16);
  await chooseDeposit(browser);
  const href = await browser.link('directEntry');
  expect((await browser.post(href, typedAccount('000123456780'))).statusCode).toBe(409);
});
