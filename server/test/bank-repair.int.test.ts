import { afterEach, describe, expect, it } from 'vitest';
import { BankRefused } from '#server/vendors/bank-data.ts';
import {
  accessTokenAt,
  banksOf,
  counted,
  linkAt,
  linkBank,
  logInAtBank,
  platypus,
  replace,
  vendorsOwn,
  verified,
} from './bank.ts';
import { BankWebhooks, deliver } from './bank-webhooks.ts';
import { acceptedAs, linkedAs } from './journeys.ts';
import { rowsOf } from './rows.ts';
import { sandboxAhead } from './vendors.ts';
import { applicationOf, type Browser, openWorld } from './world.ts';

const webhooks = BankWebhooks.open();
const world = openWorld(() => ({ env: { PUBLIC_URL: webhooks.url } }));
afterEach(() => world.fault('plaid', { mode: 'none' }));

async function linkedOnly() {
  const accepted = await acceptedAs(world);
  return { ...accepted, ...(await linkBank(world, accepted.browser, accepted.links)) };
}

const verifications = (href: string) =>
  rowsOf(world, 'job', applicationOf(href), { name: 'verify-from-bank' });
async function current(href: string) {
  const bank = (await banksOf(world, href)).find(({ status }) => status === 'linked');
  if (bank === undefined) throw new Error('No bank is linked.');
  return bank;
}

/** Makes reading a bank fail permanently once. */
function failOnce(error: () => BankRefused): void {
  let failed = false;
  replace(world, 'ownership', (real) => async (token, signal) => {
    if (!failed) {
      failed = true;
      throw error();
    }
    return real(token, signal);
  });
}

describe('a verification that failed', () => {
  it('is repeated once from the error page, however often the applicant presses', async () => {
    failOnce(() => new BankRefused('request', 'INVALID_FIELD'));
    const { browser, exchangeHref, verificationHref } = await linkedOnly();
    const failed = await verified(browser, verificationHref);
    expect(failed.status).toBe('FAILED');
    expect(failed.bankProblem).toBeUndefined();
    expect((await browser.journey()).allowed).toContain('bank-link');
    const retry = failed.retryHref as string;
    const presses = await Promise.all([1, 2, 3].map(() => browser.post(retry)));
    expect(presses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    const made = await verified(browser, verificationHref);
    expect(made).toMatchObject({ status: 'FINISHED', income: true, residence: true, identity: true });
    expect(await verifications(exchangeHref)).toHaveLength(2);
    expect((await browser.post(retry)).json()).toEqual(made);
    expect(await browser.screen()).toBe('verification-success');
  });

  it('because the bank requires a new login is not tried again before that login, and continues after it', async () => {
    let isReset = false;
    replace(world, 'ownership', (real) => async (token, signal) => {
      if (!isReset) await vendorsOwn(world, 'item/reset_login', { access_token: token });
      isReset = true;
      return real(token, signal);
    });
    const reads = counted(world, 'ownership');
    const { browser, exchangeHref, verificationHref } = await linkedOnly();
    const failed = await verified(browser, verificationHref);
    expect(failed).toMatchObject({ status: 'FAILED', bankProblem: 'login' });
    expect([failed.retryHref, reads.times]).toEqual([undefined, 1]);
    const { repair } = (await browser.get(exchangeHref)).json();
    const login = await logInAtBank(world, browser, repair.href);
    const answer = await browser.post(login.exchangeHref, { publicToken: login.publicToken, ...platypus });
    expect(answer.json()).toEqual({ href: verificationHref });
    expect(await verified(browser, verificationHref)).toMatchObject({ status: 'FINISHED', identity: true });
    expect((await current(exchangeHref)).problem).toBe(null);
  });

  it('continues when the vendor reports that the login was fixed elsewhere', async () => {
    failOnce(() => new BankRefused('item', 'ITEM_LOGIN_REQUIRED'));
    const { browser, exchangeHref, verificationHref, sent } = await linkedOnly();
    expect(await verified(browser, verificationHref)).toMatchObject({ status: 'FAILED' });
    const { itemId: item } = await current(exchangeHref);
    await sandboxAhead(world, 5);
    const access_token = await accessTokenAt(world, exchangeHref);
    await vendorsOwn(world, 'item/fire_webhook', { access_token, webhook_code: 'LOGIN_REPAIRED' });
    const { body, signature } = await webhooks.received('LOGIN_REPAIRED', item);
    expect((await deliver(world, body, signature)).statusCode).toBe(200);
    expect(await verified(browser, verificationHref)).toMatchObject({ status: 'FINISHED', identity: true });
    const { text } = await world.mailAbout(sent.email, /^Your bank confirmed your information/);
    expect(text).toMatch(/\/resume\?token=\S+/);
  });
});

describe('a bank that requires a new login', () => {
  const reported = async (code: string) => {
    const linked = await linkedAs(world);
    const { exchangeHref } = linked;
    const access_token = await accessTokenAt(world, exchangeHref);
    if (code === 'ERROR') await vendorsOwn(world, 'item/reset_login', { access_token });
    else await vendorsOwn(world, 'item/fire_webhook', { access_token, webhook_code: code });
    const { body, signature } = await webhooks.received(code, (await current(exchangeHref)).itemId);
    await deliver(world, body, signature);
    return { ...linked, shown: (await linked.browser.get(exchangeHref)).json() };
  };
  const tokenOf = async (browser: Browser, href: string) => (await browser.get(href)).json().linkToken;

  it('is shown as such, repaired with the existing access, and checked afterwards', async () => {
    const tokens = counted(world, 'createLinkToken');
    const { browser, exchangeHref, shown, verification, verificationHref } = await reported('ERROR');
    expect(shown.problem).toBe('login');
    const before = await current(exchangeHref);
    const { linkToken, exchangeHref: repairHref } = (await browser.get(shown.repair.href)).json();
    expect(tokens.requests.at(-1)).toMatchObject({
      accessToken: await accessTokenAt(world, exchangeHref),
      returnUrl: `${webhooks.url}/borrower-verification/manage`,
    });
    const early = await browser.post(repairHref, { publicToken: 'public-sandbox-none', ...platypus });
    const { message } = early.json().errors[0];
    expect(message).toBe('Your bank still needs you to log in again. Please try again.');
    expect((await browser.get(exchangeHref)).json().problem).toBe('login');

    const again = await tokenOf(browser, shown.repair.href);
    expect(again).not.toBe(linkToken);
    const publicToken = await linkAt(world, again, 'user_good');
    expect((await browser.post(repairHref, { publicToken, ...platypus })).json()).toEqual({});
    expect((await browser.get(exchangeHref)).json().problem).toBeUndefined();
    const after = await current(exchangeHref);
    expect([after.id, after.access_token]).toEqual([before.id, before.access_token]);
    expect((await browser.get(verificationHref)).json()).toEqual(verification);
  });

  it('has a link token of its own kind, which another link takes the place of', async () => {
    const { browser, shown } = await reported('PENDING_DISCONNECT');
    expect(shown.problem).toBe('ending');
    const repair = await tokenOf(browser, shown.repair.href);
    expect(await tokenOf(browser, shown.repair.href)).toBe(repair);
    const next = await tokenOf(browser, shown.replace.href);
    expect(next).not.toBe(repair);
    expect(await tokenOf(browser, shown.repair.href)).not.toBe(next);
  });

  it('is linked again if a login no longer helps', async () => {
    const revoked = await reported('USER_PERMISSION_REVOKED');
    expect(revoked.shown).toMatchObject({ problem: 'ended', replace: { href: expect.any(String) } });
    expect(revoked.shown.repair).toBeUndefined();

    const { browser, exchangeHref, shown } = await reported('ERROR');
    replace(world, 'createLinkToken', () => async () => {
      throw new BankRefused('item', 'ITEM_NOT_FOUND');
    });
    expect((await browser.get(shown.repair.href)).statusCode).toBe(404);
    expect((await browser.get(exchangeHref)).json().problem).toBe('ended');
  });
});
