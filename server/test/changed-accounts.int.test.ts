// Where money goes to and comes from, changed in a session that was resumed: only soon after a text code, and never silently.
import { describe, expect, it } from 'vitest';
import { depositChosenAs, signedAs } from './journeys.ts';
import { emailedToken, newCode, open } from './leads.ts';
import { authorizeAutopay } from './payouts.ts';
import { typedAccount } from './receive-funds.ts';
import { type Browser, eventually, openWorld } from './world.ts';

interface Applicant {
  readonly email?: unknown;
  readonly phone?: unknown;
}

describe('an account', () => {
  const world = openWorld({ onBankingMorning: true });

  const codes = async (phone: unknown) =>
    (await world.textsTo(phone)).filter(({ body }) => /\b\d{6}\b/.test(body)).length;
  const enterCode = async (browser: Browser, phone: unknown, before: number) => {
    await eventually(async () => (await codes(phone)) > before);
    const otp = await newCode(world, phone, (await world.textsTo(phone)).length);
    expect((await browser.post(await browser.link('verifyOtp'), { otp })).json()).toEqual({ success: true });
  };
  /** The application in another browser, opened by the emailed link and the text code. */
  const resumed = async ({ email, phone }: Applicant) => {
    const before = await codes(phone);
    await world.browser().post('/api/v1/leads/resume-link', { email });
    const browser = world.browser();
    await open(browser, await emailedToken(world, email));
    await enterCode(browser, phone, before);
    return browser;
  };
  const idleFor = async (browser: Browser, minutes: number) => {
    for (let past = 0; past < minutes; past += 8) {
      world.clock.advance(8 * 60_000);
      await browser.journey();
    }
  };
  const received = async ({ email, phone }: Applicant, subject: RegExp, text: RegExp) => {
    await world.mailAbout(email, subject);
    await eventually(async () => (await world.textsTo(phone)).find(({ body }) => text.test(body)));
  };

  it('for the money needs a new code after 15 minutes; its change is sent', { tags: ['full'] }, async () => {
    const { sent, journey } = await depositChosenAs(world);
    const browser = await resumed(sent);
    const href = journey.links.directEntry as string;
    const change = (at: Browser, number: string) => at.post(href, typedAccount(number));
    expect((await change(browser, '000123456780')).statusCode).toBe(200);
    await received(sent, /account for your money was changed/, /account for your loan money was changed/);

    await idleFor(browser, 16);
    const before = await codes(sent.phone);
    const refused = await Promise.all([change(browser, '000123456781'), change(browser, '000123456781')]);
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([409, 409]);
    expect(await browser.journey()).toMatchObject({ defaultScreen: 'phone-check', isReturning: true });
    await enterCode(browser, sent.phone, before);
    expect(await codes(sent.phone)).toBe(before + 1);
    expect((await change(browser, '000123456781')).statusCode).toBe(200);
  });

  it('that pays needs one, too, and each change is emailed and texted', { tags: ['full'] }, async () => {
    const { sent } = await signedAs(world);
    const browser = await resumed(sent);
    await idleFor(browser, 16);
    const before = await codes(sent.phone);
    expect((await authorizeAutopay(browser)).statusCode).toBe(409);
    await enterCode(browser, sent.phone, before);
    expect((await authorizeAutopay(browser)).json()).toMatchObject({ status: 'ACTIVE' });
    await received(sent, /autopay/i, /Automatic payments for your loan were turned on/);
    expect((await browser.put(await browser.link('autopay'), { choice: 'cancel' })).statusCode).toBe(200);
    await received(sent, /autopay/i, /Automatic payments for your loan were changed/);
  });

  it('changes without another code in the session that began with the form', async () => {
    const { journey, browser, sent } = await depositChosenAs(world);
    await idleFor(browser, 24);
    const changed = await browser.post(journey.links.directEntry as string, typedAccount('000123456782'));
    expect(changed.statusCode).toBe(200);
    expect(await codes(sent.phone)).toBe(1);
  });
});
