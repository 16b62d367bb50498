// Where money goes to and comes from, changed in a session that was resumed: only soon after a text code, and never silently.
import { describe, expect, it } from 'vitest';
import type { Autopay } from '#contract/autopay.ts';
import { depositChosenAs, signedAs } from './journeys.ts';
import { emailedToken, newCode, open } from './leads.ts';
import { typedAccount } from './receive-funds.ts';
import { type Browser, eventually, openWorld } from './world.ts';

describe('an account', () => {
  const world = openWorld({ onBankingMorning: true });

  const codes = async (phone: unknown) =>
    (await world.textsTo(phone)).filter(({ body }) => /\b\d{6}\b/.test(body)).length;
  const enterCode = async (browser: Browser, phone: unknown, before: number) => {
    await eventually(async () => (await codes(phone)) > before || undefined);
    const otp = await newCode(world, phone, (await world.textsTo(phone)).length);
    const { links } = await browser.journey();
    expect((await browser.post(links.verifyOtp as string, { otp })).json()).toEqual({ success: true });
  };
  /** The application in another browser, opened by the emailed link and the text code. */
  const resumed = async ({ email, phone }: { email?: unknown; phone?: unknown }) => {
    const before = await codes(phone);
    const owner = world.browser();
    await owner.post('/api/v1/leads/resume-link', { email });
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
  const received = (sent: { email?: unknown; phone?: unknown }, subject: RegExp, text: RegExp) =>
    eventually(async () => {
      const mails = await world.mailTo(sent.email);
      const all = [
        mails.filter((mail) => subject.test(mail.subject)).length,
        (await world.textsTo(sent.phone)).filter(({ body }) => text.test(body)).length,
      ];
      return all.every((count) => count > 0) ? all : undefined;
    });

  it('for the money needs a new text code after 15 minutes, and its change is emailed and texted', async () => {
    const { sent, journey } = await depositChosenAs(world);
    const browser = await resumed(sent);
    const href = journey.links.directEntry as string;
    const change = (at: Browser, number: string) => at.post(href, typedAccount(number));
    expect((await change(browser, '000123456780')).statusCode).toBe(200);
    expect(
      await received(
        sent,
        /^The account for your money was changed/,
        /account for your loan money was changed/,
      ),
    ).toEqual([1, 1]);

    await idleFor(browser, 16);
    const before = await codes(sent.phone);
    const refused = await Promise.all([change(browser, '000123456781'), change(browser, '000123456781')]);
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([409, 409]);
    expect(await browser.journey()).toMatchObject({ defaultScreen: 'phone-check', isReturning: true });
    await enterCode(browser, sent.phone, before);
    expect(await codes(sent.phone)).toBe(before + 1);
    expect((await change(browser, '000123456781')).statusCode).toBe(200);
  });

  it('that pays needs one, too, and each change is emailed and texted', async () => {
    const { sent } = await signedAs(world);
    const browser = await resumed(sent);
    const href = (await browser.journey()).links.autopay as string;
    const set = async () => {
      const { accounts, days } = (await browser.get(href)).json() as Autopay;
      return browser.put(href, {
        choice: 'authorize',
        accountId: accounts[0]?.accountId,
        daysBeforeDue: days[0]?.daysBeforeDue,
        firstDebit: days[0]?.firstDebit,
        acceptAuthorization: true,
      });
    };
    await idleFor(browser, 16);
    const before = await codes(sent.phone);
    expect((await set()).statusCode).toBe(409);
    await enterCode(browser, sent.phone, before);
    const authorized = await set();
    expect([authorized.statusCode, authorized.json().status]).toEqual([200, 'ACTIVE']);
    await received(sent, /autopay/i, /Automatic payments for your loan were turned on/);
    expect((await browser.put(href, { choice: 'cancel' })).statusCode).toBe(200);
    await eventually(
      async () =>
        (await world.textsTo(sent.phone)).some(({ body }) =>
          body.includes('Automatic payments for your loan were changed'),
        ) || undefined,
    );
  });

  it('changes without another code in the session that began with the form', async () => {
    const { journey, browser, sent } = await depositChosenAs(world);
    await idleFor(browser, 24);
    const changed = await browser.post(journey.links.directEntry as string, typedAccount('000123456782'));
    expect(changed.statusCode).toBe(200);
    expect(await codes(sent.phone)).toBe(1);
  });
});
