// From accepted terms to a verified applicant, over HTTP, with the sandbox as the bank-data vendor.
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '#server/platform/log.ts';
import { publicTokenLookup } from '#server/records/linked-banks.ts';
import { readAccountNumbers, readLinkedAccounts } from '#server/stages/bank-link/accounts.ts';
import { verificationJobs } from '#server/stages/verification/jobs.ts';
import { BankRefused } from '#server/vendors/bank-data.ts';
import {
  accessTokenAt,
  banksOf,
  counted,
  leaveWidget,
  linkAt,
  linkBank,
  linkFromJourney,
  logInAtBank,
  platypus,
  replace,
  vendorsOwn,
  verified,
} from './bank.ts';
import { BankWebhooks, deliver } from './bank-webhooks.ts';
import { acceptedAs, decidedAs, linkedAs } from './journeys.ts';
import { rowsOf, setRows } from './rows.ts';
import { sandboxAhead, vendorEventsOf } from './vendors.ts';
import { jobsEnded } from './waits.ts';
import { applicationOf, type Browser, eventually, form, openWorld, refusalOf, testWorld } from './world.ts';

const world = openWorld();

describe('a linked bank', () => {
  it('is linked once by a double click, a repeat and two tabs', async () => {
    const { browser, links } = await acceptedAs(world);
    const { publicToken, exchangeHref } = await logInAtBank(world, browser, links.createPlaidLinkToken);
    const exchanges = counted(world, 'exchange');
    const send = async () => (await browser.post(exchangeHref, { publicToken, ...platypus })).json();
    const [first, ...others] = [...(await Promise.all([send(), send(), send()])), await send()];
    expect(others).toEqual([first, first, first]);
    expect(exchanges.times).toBe(1);
    expect(await banksOf(world, exchangeHref)).toHaveLength(1);
    expect(await verified(browser, first.href)).toMatchObject({ status: 'FINISHED', identity: true });
    expect(await send()).toEqual(first);
    expect(exchanges.times).toBe(1);
  });

  it.each([
    ['user_good', { income: true, residence: true, identity: true }],
    ['user_low_income', { income: false, residence: true, identity: true }],
    ['user_other_name', { income: true, residence: true, identity: false }],
    ['user_other_address', { income: true, residence: false, identity: true }],
  ])('of %s is compared check by check', async (username, checks) => {
    const { browser, verification, verificationHref } = await linkedAs(world, username);
    expect(verification).toMatchObject({ status: 'FINISHED', ...checks });
    const isVerified = Object.values(checks).every(Boolean);
    expect(verification.submitApprovalHref !== undefined).toBe(isVerified);
    expect(await browser.screen()).toBe(isVerified ? 'verification-success' : 'verification-chat');
    // The applicant sees what the bank showed against what they declared, of the checks that do not hold.
    const { income, identity, residence } = verification.differences ?? {};
    expect([income?.declaredMonthly, identity, residence !== undefined]).toEqual([
      checks.income ? undefined : 600_000,
      checks.identity ? undefined : 'other-name',
      !checks.residence,
    ]);
    const [row] = await rowsOf(world, 'verification', applicationOf(verificationHref));
    const { vault } = world.services;
    const detail = vault.decryptJson(row?.detail as never, `verification.detail:${row?.linked_bank_id}`);
    expect(detail).toMatchObject({
      income: { holds: checks.income, declaredMonthlyCents: 600_000 },
      identity: { holds: checks.identity },
      residence: { holds: checks.residence },
    });
  });

  it('is shown with its logo and last digits, and no more', async () => {
    const { browser, exchangeHref } = await linkedAs(world);
    expect(await browser.read('linkedBank')).toEqual({
      institution: {
        institutionId: platypus.institutionId,
        name: platypus.institutionName,
        logo: expect.stringMatching(/^iVBOR/),
      },
      mask: '0000',
      accounts: expect.arrayContaining([{ name: expect.any(String), mask: '0000' }]),
      repair: { href: expect.stringMatching(/\/link-token\?repair=true$/) },
      replace: { href: expect.stringMatching(/\/link-token$/) },
      remove: { href: exchangeHref },
      isNeeded: true,
    });
    // The stages that move money get its accounts, and their numbers one by one.
    const id = applicationOf(exchangeHref);
    const linked = await readLinkedAccounts(world.services, id);
    expect(linked?.accounts.map(({ mask, subtype }) => [subtype, mask])).toEqual([
      ['checking', '0000'],
      ['savings', '1111'],
    ]);
    const accountId = linked?.accounts[0]?.accountId ?? '';
    const numbers = await readAccountNumbers(world.services, id, accountId);
    expect(numbers).toMatchObject({
      accountNumber: expect.stringMatching(/^\d{5,17}$/),
      routingNumber: expect.stringMatching(/^\d{9}$/),
    });
    expect(await readAccountNumbers(world.services, id, 'another')).toBeUndefined();
  });

  it('on the fast path is linked without a verification, back on that path’s own page', async () => {
    const { requests } = counted(world, 'createLinkToken');
    const { browser } = await decidedAs(world, 6);
    const { submitApplication } = await browser.read('fastPathOffer');
    await browser.post(submitApplication.href, { acceptHardPull: true });
    await browser.arriveAt('fast-path-select-payment');
    const { publicToken, exchangeHref } = await logInAtBank(world, browser, await browser.link('linkToken'));
    const answer = await browser.post(exchangeHref, { publicToken, ...platypus });
    expect(answer.json()).toEqual({ accountsHref: expect.stringMatching(/\/accounts$/) });
    const expected = [`${world.config.publicUrl}/fast-path/select-payment`];
    expect(requests.map(({ returnUrl }) => returnUrl)).toEqual(expected);
    expect(await browser.screen()).toBe('fast-path-select-payment');
    const id = applicationOf(exchangeHref);
    expect((await readLinkedAccounts(world.services, id))?.accounts).toHaveLength(2);
    expect((await rowsOf(world, 'job', id)).map(({ name }) => name)).not.toContain('verify-from-bank');
  });

  it('is one of two linked at once, and our access to the other ends', async () => {
    const { browser, links } = await acceptedAs(world);
    const one = await logInAtBank(world, browser, links.createPlaidLinkToken);
    const used = `${links.createPlaidLinkToken}?used=${one.linkToken.slice(-12)}`;
    const other = await logInAtBank(world, browser, used);
    // Both requests are at the vendor before either continues: one that began after the other ended would replace it.
    const atVendor = Promise.withResolvers<void>();
    let waiting = 2;
    replace(world, 'exchange', (real) => async (publicToken, signal) => {
      const item = await real(publicToken, signal);
      waiting -= 1;
      if (waiting === 0) atVendor.resolve();
      await atVendor.promise;
      return item;
    });
    const answers = await Promise.all(
      [one, other].map(({ publicToken }) => browser.post(one.exchangeHref, { publicToken, ...platypus })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const banks = await eventually(async () => {
      const all = await banksOf(world, one.exchangeHref);
      return all.length === 1 || all.some(({ access_token }) => access_token === null) ? all : undefined;
    });
    expect(banks.filter(({ access_token }) => access_token !== null)).toMatchObject([{ status: 'linked' }]);
    await jobsEnded(world, { of: applicationOf(one.exchangeHref) });
  });

  it('is linked where the process died between the vendor’s response and ours', async () => {
    const { browser, links } = await acceptedAs(world);
    const { publicToken, exchangeHref } = await logInAtBank(world, browser, links.createPlaidLinkToken);
    const id = applicationOf(exchangeHref);
    await world.services.vendorCalls.call({
      vendor: 'plaid',
      operation: 'exchange-public-token',
      key: `exchange:${id}:${publicTokenLookup(world.services.vault, publicToken)}`,
      applicationId: id,
      timeoutSeconds: 8,
      onUnknownOutcome: { rule: 'look-up', find: async () => undefined },
      perform: (signal) => world.services.vendors.bankData.exchange(publicToken, signal),
    });
    const exchanges = counted(world, 'exchange');
    const answer = await browser.post(exchangeHref, { publicToken, ...platypus });
    expect(exchanges.times).toBe(0);
    expect(await verified(browser, answer.json().href)).toMatchObject({ status: 'FINISHED', identity: true });
  });

  it('is read once, however often the job runs', async () => {
    const reads = [counted(world, 'ownership'), counted(world, 'recurringTransactions')];
    const { browser, exchangeHref, verification, verificationHref } = await linkedAs(world);
    const [bank] = await banksOf(world, exchangeHref);
    const [job] = verificationJobs(world.services);
    for (const attempt of [1, 2]) {
      const context = { applicationId: applicationOf(exchangeHref), attempt, stageDone: async () => {} };
      const outcome = await job?.handler.run({ linkedBankId: bank?.id }, context);
      if (typeof outcome !== 'function') throw new Error('The job did not come to its end.');
      await world.db.transaction().execute(outcome);
    }
    expect(reads.map(({ times }) => times)).toEqual([1, 1]);
    expect((await browser.get(verificationHref)).json()).toEqual(verification);
  });
});

describe('a link that does not come about', () => {
  afterEach(() => world.fault('plaid', { mode: 'none' }));

  it('leaves the application where it was, with an error page and a way on', async () => {
    const linked = await linkedAs(world);
    const { browser, links } = await acceptedAs(world);
    const before = (await browser.get(links.createPlaidLinkToken)).json();
    for (const publicToken of ['public-sandbox-none', linked.publicToken]) {
      const answer = await browser.post(links.exchangePlaidToken, { publicToken, ...platypus });
      expect(answer.statusCode).toBe(503);
      const message = "We couldn't connect to your bank. Please try again.";
      expect(answer.json()).toEqual({ errors: [{ code: 'try-again', message }] });
    }
    const journey = await browser.journey();
    expect(journey.defaultScreen).toBe('bank-link');
    expect(journey.allowed).toContain('verification-error');
    expect((await browser.get(links.createPlaidLinkToken)).json().linkToken).not.toBe(before.linkToken);
  });

  const faults = ['error', 'twice'];
  it.each(faults)('is refused if the exchange has the fault “%s”, and tried again', async (mode) => {
    const { browser, links } = await acceptedAs(world);
    await world.fault('plaid', { mode: 'error' });
    expect((await browser.get(links.createPlaidLinkToken)).statusCode).toBe(503);
    await world.fault('plaid', { mode: 'none' });
    const { publicToken, exchangeHref } = await logInAtBank(world, browser, links.createPlaidLinkToken);
    // Not a call of the verification that an earlier test began.
    await world.fault('plaid', { mode, times: 1, path: 'public_token/exchange' });
    const send = async () => (await browser.post(exchangeHref, { publicToken, ...platypus })).statusCode;
    // The same token works if the vendor hasn't used it; otherwise a new link does.
    expect([await send(), await send()]).toEqual([503, mode === 'twice' ? 503 : 200]);
    if (mode === 'twice') await linkBank(world, browser, links);
  });

  it('is refused to a stranger, with an id that is none, and after the offers expire', async () => {
    const { browser, links, id } = await acceptedAs(world);
    const body = { publicToken: 'public-sandbox-none', ...platypus };
    expect((await world.browser().get(links.createPlaidLinkToken)).statusCode).toBe(401);
    const other = await acceptedAs(world);
    expect((await other.browser.post(links.exchangePlaidToken, body)).statusCode).toBe(404);
    const invented = { ...body, institutionId: '../x' };
    expect((await browser.post(links.exchangePlaidToken, invented)).statusCode).toBe(400);
    await setRows(world, 'application', id, { deadline: world.clock.now() });
    expect((await browser.get(links.createPlaidLinkToken)).statusCode).toBe(410);
    expect(await browser.screen()).toBe('expired');
  });
});

describe('the link token', () => {
  const tokenOf = async (browser: Browser, href: string) =>
    ((await browser.get(href)).json() as { linkToken: string }).linkToken;

  it('is the same for a reloaded page and two tabs, and another one after a state id was used or near its end', async () => {
    const { browser, links } = await acceptedAs(world);
    const made = counted(world, 'createLinkToken');
    const href = links.createPlaidLinkToken;
    const first = await tokenOf(browser, href);
    expect(await Promise.all([1, 2, 3].map(() => tokenOf(browser, href)))).toEqual([first, first, first]);
    expect(made.times).toBe(1);
    const rows = await rowsOf(world, 'link_token', applicationOf(href));
    expect(JSON.stringify(rows)).not.toContain(first);

    const second = await tokenOf(browser, `${href}?used=state-1`);
    expect(second).not.toBe(first);
    expect(await tokenOf(browser, `${href}?used=state-1`)).toBe(second);
    expect(await tokenOf(browser, href)).toBe(second);
    const third = await tokenOf(browser, `${href}?used=state-2`);
    expect(third).not.toBe(second);
    const inTenMinutes = new Date(world.clock.now().getTime() + 10 * 60_000);
    await setRows(world, 'link_token', applicationOf(href), { expires_at: inTenMinutes });
    expect(await tokenOf(browser, href)).not.toBe(third);
  });

  it('is requested at most twice if it arrives expired, and then the applicant must try again', async () => {
    const { browser, links } = await acceptedAs(world);
    replace(world, 'createLinkToken', (real) => async (request, signal) => {
      const token = await real(request, signal);
      return { ...token, expiresAt: world.clock.now().toISOString() };
    });
    const made = counted(world, 'createLinkToken');
    const answer = await browser.get(links.createPlaidLinkToken);
    expect(refusalOf(answer, 503).code).toBe('try-again');
    expect(made.times).toBe(2);
  });

  it('sends the bank the applicant, the return URL and the webhook URL', async () => {
    const { requests } = counted(world, 'createLinkToken');
    const { browser, links, sent } = await acceptedAs(world);
    await tokenOf(browser, links.createPlaidLinkToken);
    expect(requests).toEqual([
      {
        reference: applicationOf(links.createPlaidLinkToken),
        lender: 'Branchline',
        person: {
          name: 'Alex Rivera',
          phone: sent.phone,
          email: sent.email,
          street: '350 S Main St',
          city: 'Salt Lake City',
          state: 'UT',
          zipCode: '84101',
        },
        returnUrl: `${world.config.publicUrl}/loan-request/success`,
        webhookUrl: `${world.config.publicUrl}/webhooks/plaid`,
      },
    ]);
  });
});

const insideAnApp = {
  'user-agent':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/22F76 [FBAN/FBIOS;FBAV/512.0]',
};

describe('a bank link inside another app', () => {
  interface Token {
    readonly linkToken: string;
    readonly exchangeHref: string;
    readonly hostedUrl?: string;
    readonly handed?: { readonly publicToken: string; readonly institutionId: string };
  }
  const tokenOf = async (browser: Browser, href: string): Promise<Token> =>
    (await browser.get(href, insideAnApp)).json();

  it('opens the vendor’s page, and the server reads the result there, once', async () => {
    const { browser, links } = await acceptedAs(world);
    const href = links.createPlaidLinkToken;
    const exchanges = counted(world, 'exchange');
    const first = await tokenOf(browser, href);
    expect(first.hostedUrl).toContain('/plaid/hl/');
    expect(first).not.toHaveProperty('handed');
    expect(await tokenOf(browser, href)).toEqual(first);
    const rows = await rowsOf(world, 'link_token', applicationOf(href));
    expect(JSON.stringify(rows)).not.toContain('/plaid/hl/');

    await linkAt(world, first.linkToken, 'user_good');
    // The webhook may arrive first, and the page may be reloaded.
    const [returned, reloaded] = await Promise.all([tokenOf(browser, href), tokenOf(browser, href)]);
    expect(returned.handed).toMatchObject(platypus);
    expect(reloaded).toEqual(returned);
    const send = () => browser.post(returned.exchangeHref, returned.handed as object);
    const answers = await Promise.all([send(), send()]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(exchanges.times).toBe(1);
    expect(await banksOf(world, returned.exchangeHref)).toHaveLength(1);
    expect(await verified(browser, answers[0]?.json().href)).toMatchObject({ status: 'FINISHED' });
  });

  it('has a new page after the applicant left the first, and the widget in a browser', async () => {
    const { browser, links } = await acceptedAs(world);
    const href = links.createPlaidLinkToken;
    const first = await tokenOf(browser, href);
    await leaveWidget(world, first.linkToken);
    const second = await tokenOf(browser, href);
    expect(second.hostedUrl).toBeDefined();
    const widget = (await browser.get(href)).json() as Token;
    expect(widget).not.toHaveProperty('hostedUrl');
    expect(new Set([first, second, widget].map(({ linkToken }) => linkToken)).size).toBe(3);
  });

  it('gets the widget where the vendor hosts no page for the lender', async () => {
    const { browser, links } = await acceptedAs(world);
    replace(world, 'createLinkToken', (real) => async (request, signal) => {
      const { hostedUrl: _, ...token } = await real(request, signal);
      return token;
    });
    const token = await tokenOf(browser, links.createPlaidLinkToken);
    expect(token.linkToken).toBeDefined();
    expect(token).not.toHaveProperty('hostedUrl');
  });
});

describe('banks to choose from', () => {
  const world = openWorld();

  it('are requested once, with their logos, for all applicants, and again after a failure', async () => {
    const { browser } = await acceptedAs(world);
    const institutions = '/api/v1/plaid/institutions/';
    expect((await world.browser().get(institutions)).statusCode).toBe(401);
    const lists = counted(world, 'institutions');
    const singles = counted(world, 'institution');
    const all = (await browser.get(institutions)).json<{ institutionId: string; logo: string }[]>();
    expect(all.map(({ institutionId }) => institutionId)).toContain('ins_109508');
    for (const { logo } of all) expect(logo).toMatch(/^iVBOR/);
    await browser.get(institutions);
    await world.fault('plaid', { mode: 'error', times: 1 });
    expect((await browser.get(`${institutions}ins_109511/`)).statusCode).toBe(503);
    const one = await browser.get(`${institutions}ins_109511/`);
    const expected = { id: 'ins_109511', name: 'Tartan Bank', logo: expect.stringMatching(/^iVBOR/) };
    expect(one.json()).toEqual(expected);
    await browser.get(`${institutions}ins_109511/`);
    for (const id of ['ins_0', 'ins_0', '..%2F', 'a'.repeat(100)])
      expect((await browser.get(`${institutions}${id}/`)).statusCode).toBe(404);
    expect([lists.times, singles.times]).toEqual([1, 3]);
    world.clock.advance(10 * 60_000 + 1000);
    await browser.get(`${institutions}ins_0/`);
    expect(singles.times).toBe(4);
  });

  it('cause no call by invented ids before the text code, and few after it', async () => {
    const strict = await testWorld({ env: { LIMIT_SCALE: '1' } });
    const singles = counted(strict, 'institution');
    const ask = async (browser: Browser, count: number) => {
      const statuses: number[] = [];
      for (let at = 0; at < count; at += 1)
        statuses.push((await browser.get(`/api/v1/plaid/institutions/ins_x${at}/`)).statusCode);
      return statuses;
    };
    const stranger = strict.browser();
    await stranger.post('/api/v2/prequalifications/', form(1));
    expect(new Set(await ask(stranger, 30))).toEqual(new Set([409]));
    expect(singles.times).toBe(0);
    const { browser } = await acceptedAs(strict);
    expect((await ask(browser, 30)).filter((status) => status === 404)).toHaveLength(20);
    expect(singles.times).toBe(20);
  });
});

it('a verification is not begun again by a reading that ended after the bank was replaced', async () => {
  const { exchangeHref, browser, verificationHref } = await linkedAs(world, 'user_low_income');
  const [old] = await banksOf(world, exchangeHref);
  const now = await linkFromJourney(world, browser);
  const accessOf = async () =>
    (await banksOf(world, exchangeHref)).map(({ status, access_token: token }) => [status, token !== null]);
  await eventually(async () => (await accessOf())[0]?.[1] === false);
  expect(await accessOf()).toEqual([
    ['replaced', false],
    ['linked', true],
  ]);
  const [job] = verificationJobs(world.services);
  const context = { applicationId: applicationOf(exchangeHref), attempt: 1, onUnknownOutcome: false };
  const outcome = job?.handler.onExhausted?.({ linkedBankId: old?.id }, context);
  await world.db.transaction().execute(async (tx) => outcome?.(tx));
  expect((await browser.get(verificationHref)).json()).toEqual(now);
});

describe('a webhook of the bank-data vendor', () => {
  const webhooks = BankWebhooks.open();
  const world = openWorld(() => ({ env: { PUBLIC_URL: webhooks.url } }));
  beforeEach(() => {
    webhooks.messages = [];
  });

  async function fired(exchangeHref: string, code: string) {
    const [bank] = await banksOf(world, exchangeHref);
    const access_token = await accessTokenAt(world, exchangeHref);
    await vendorsOwn(world, 'item/fire_webhook', { access_token, webhook_code: code });
    return webhooks.received(code, bank?.itemId);
  }
  async function reported(code: string) {
    const { exchangeHref, browser } = await linkedAs(world);
    return { ...(await fired(exchangeHref, code)), exchangeHref, browser };
  }
  const problemOf = async (href: string) => (await banksOf(world, href))[0]?.problem;

  it('is trusted by its signature for five minutes, changes nothing the second time or once the bank was removed', async () => {
    const { body, signature, exchangeHref } = await reported('ERROR');
    const status = async (text: string, signed?: string) => (await deliver(world, text, signed)).statusCode;
    const [header = '', payload = '', mac = ''] = signature.split('.');
    const json = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const kid = JSON.parse(Buffer.from(header, 'base64url').toString()).kid as string;
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const forgeries: [string, string | undefined][] = [
      [body, undefined],
      [body, ''],
      [body, 'not.a.token'],
      [`${body} `, signature],
      [body.replace('ITEM_LOGIN_REQUIRED', 'ITEM_LOCKED'), signature],
      [body, `${header}.${payload}.${mac.slice(0, -4)}AAAA`],
      [body, `${header}.${json({ ...claims, iat: claims.iat + 1 })}.${mac}`],
      [body, `${json({ alg: 'none', kid })}.${payload}.`],
      [body, `${json({ alg: 'HS256', kid })}.${payload}.${mac}`],
      [body, `${json({ alg: 'ES256', kid: 'no-such-key' })}.${payload}.${mac}`],
      [body, `${json({ alg: 'ES256', kid: '../../x' })}.${payload}.${mac}`],
    ];
    for (const [text, signed] of forgeries) expect(await status(text, signed)).toBe(400);
    world.clock.advance(6 * 60_000);
    expect(await status(body, signature)).toBe(400);
    world.clock.advance(-6 * 60_000);
    expect(await problemOf(exchangeHref)).toBe(null);

    expect([await status(body, signature), await status(body, signature)]).toEqual([200, 200]);
    expect(await problemOf(exchangeHref)).toBe('ITEM_LOGIN_REQUIRED');
    const events = await rowsOf(world, 'audit_event', applicationOf(exchangeHref));
    expect(events.filter(({ type }) => type === 'bank-problem')).toHaveLength(1);

    const removed = await reported('ERROR');
    await removed.browser.call('DELETE', removed.exchangeHref);
    expect(await status(removed.body, removed.signature)).toBe(200);
    expect(await problemOf(removed.exchangeHref)).toBe(null);
  });

  it('can arrive in any order: the latest one holds', async () => {
    const { body, signature, exchangeHref } = await reported('ERROR');
    await sandboxAhead(world, 5);
    const repaired = await fired(exchangeHref, 'LOGIN_REPAIRED');
    expect((await deliver(world, repaired.body, repaired.signature)).statusCode).toBe(200);
    expect((await deliver(world, body, signature)).statusCode).toBe(200);
    expect(await problemOf(exchangeHref)).toBe(null);
  });

  it('wakes the verification that waits for the bank’s data, once', async () => {
    let ready = false;
    const { promise: delivered, resolve: continues } = Promise.withResolvers<void>();
    replace(world, 'recurringTransactions', (real) => async (token, signal) => {
      if (ready) return real(token, signal);
      // In a test, tries follow each other without a pause.
      if (reads.times >= 3) await delivered;
      throw new BankRefused('not-ready', 'PRODUCT_NOT_READY');
    });
    const reads = counted(world, 'recurringTransactions');
    const { browser, links } = await acceptedAs(world);
    const { exchangeHref, verificationHref: href } = await linkBank(world, browser, links);
    const bank = await eventually(async () =>
      (await banksOf(world, exchangeHref)).find(({ waits_for_data: waits }) => waits),
    );
    expect((await browser.get(href)).json()).toMatchObject({ status: 'PENDING' });
    // Three tries in, the queue itself would wait for seconds.
    await eventually(async () => reads.times >= 3);
    ready = true;
    // A read that comes too early is no failure of the vendor.
    const failed = world.db.selectFrom('breaker').selectAll().where('failures', '>', 0);
    expect(await failed.execute()).toEqual([]);
    const { body, signature } = await webhooks.received('RECURRING_TRANSACTIONS_UPDATE', bank.itemId);
    await Promise.all([deliver(world, body, signature), deliver(world, body, signature)]);
    continues();
    expect(await verified(browser, href)).toMatchObject({ status: 'FINISHED', income: true, identity: true });
    expect((await banksOf(world, exchangeHref))[0]?.waits_for_data).toBe(false);
  });

  it('that never comes while polling finds the data is counted', async () => {
    let reads = 0;
    replace(world, 'recurringTransactions', (real) => async (token, signal) => {
      reads += 1;
      if (reads < 3) throw new BankRefused('not-ready', 'PRODUCT_NOT_READY');
      return real(token, signal);
    });
    const before = await vendorEventsOf(world, 'bankData');
    const { browser, links } = await acceptedAs(world);
    const { verificationHref } = await linkBank(world, browser, links);
    expect(await verified(browser, verificationHref)).toMatchObject({ status: 'FINISHED' });
    const polling = (before.polling ?? 0) + 1;
    expect(await vendorEventsOf(world, 'bankData')).toEqual({ ...before, polling });
  });

  it('that is still awaited uses up no tries for a failure of the bank', async () => {
    let reads = 0;
    replace(world, 'recurringTransactions', (real) => async (token, signal) => {
      reads += 1;
      if (reads < 5) throw new BankRefused(reads < 4 ? 'not-ready' : 'bank', 'INSTITUTION_DOWN');
      return real(token, signal);
    });
    const { browser, links } = await acceptedAs(world);
    const { verificationHref } = await linkBank(world, browser, links);
    expect(await verified(browser, verificationHref)).toMatchObject({ status: 'FINISHED', income: true });
  });

  it('uses up a link token whose page died before it could report, but not a hosted page’s, which the server reads', async () => {
    for (const headers of [{}, insideAnApp]) {
      webhooks.messages = [];
      const { browser, links } = await acceptedAs(world);
      const token = async () => (await browser.get(links.createPlaidLinkToken, headers)).json();
      const { linkToken } = await token();
      await linkAt(world, linkToken, 'user_good');
      const { body, signature } = await eventually(async () =>
        webhooks.messages.find(
          ({ payload }) => payload.webhook_code === 'SESSION_FINISHED' && payload.link_token === linkToken,
        ),
      );
      expect((await deliver(world, body, signature)).statusCode).toBe(200);
      const next = await token();
      if (headers === insideAnApp) expect(next.handed).toMatchObject(platypus);
      else expect(next.linkToken).not.toBe(linkToken);
    }
  });
});

it('secrets stay out of every log and response, even when everything fails', async () => {
  const logged: string[] = [];
  const log = createLog('trace', { write: (line) => void logged.push(line) });
  const world = await testWorld({ log });
  const answers: string[] = [];
  const { browser, links } = await acceptedAs(world);
  const call = browser.call.bind(browser);
  browser.call = async (...given) => {
    const response = await call(...given);
    answers.push(response.body, JSON.stringify(response.headers));
    return response;
  };
  const login = await logInAtBank(world, browser, links.createPlaidLinkToken);
  const { publicToken, exchangeHref, linkToken } = login;
  for (const mode of ['error', 'refused']) {
    // Not the fetch of the key that signs a webhook, which may come at any moment.
    await world.fault('plaid', { mode, times: 1, path: 'public_token/exchange' });
    await browser.post(exchangeHref, { publicToken, ...platypus });
  }
  await browser.post(exchangeHref, { publicToken: 'public-sandbox-none', ...platypus });
  await world.fault('plaid', { mode: 'none' });
  let calls = 0;
  replace(world, 'ownership', (real) => async (token, signal) => {
    calls += 1;
    if (calls === 2) await world.fault('plaid', { mode: 'error', times: 2 });
    if (calls > 1) return real(token, signal);
    await real(`${token}-spoiled`, signal).catch(() => {});
    throw new BankRefused('bank', 'INSTITUTION_DOWN');
  });
  const { href } = (await browser.post(exchangeHref, { publicToken, ...platypus })).json();
  expect((await verified(browser, href)).status).toBe('FINISHED');
  await browser.get(exchangeHref);
  await browser.journey();
  const accessToken = await accessTokenAt(world, exchangeHref);
  const id = applicationOf(exchangeHref);
  const linked = await readLinkedAccounts(world.services, id);
  const numbers = await readAccountNumbers(world.services, id, linked?.accounts[0]?.accountId ?? '');
  await vendorsOwn(world, 'item/reset_login', { access_token: accessToken });
  for (const fault of ['none', 'error', 'refused']) {
    await world.fault('plaid', { mode: fault, times: 1 });
    const failure = await world.services.vendors.bankData
      .numbers(accessToken, AbortSignal.timeout(60_000))
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    log.error({ err: failure }, 'what a failed call is made of');
    logged.push(JSON.stringify(failure, Object.getOwnPropertyNames(failure)));
  }
  const { PLAID_SECRET, PLAID_CLIENT_ID } = world.config;
  const [bank] = await banksOf(world, exchangeHref);
  const ofBank = [accessToken, numbers?.accountNumber, numbers?.routingNumber, bank?.itemId];
  const secrets = [...ofBank, PLAID_SECRET, PLAID_CLIENT_ID];
  const { rows } = await sql<{ row: string }>`
    select b::text as row from linked_bank b union all select e::text from audit_event e`.execute(world.db);
  for (const { row } of rows)
    for (const named of [bank?.itemId as string, ...Object.values(platypus)])
      expect(row).not.toContain(named);
  expect(secrets).not.toContain(undefined);
  expect(logged.length).toBeGreaterThan(10);
  for (const secret of [...secrets, publicToken, linkToken, 'Alex', 'Rivera', '350 S Main'])
    expect(logged.filter((line) => line.includes(secret as string))).toEqual([]);
  for (const secret of secrets)
    expect(answers.filter((answer) => answer.includes(secret as string))).toEqual([]);
});
