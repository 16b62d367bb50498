// From accepted terms to a verified applicant, over HTTP, with the sandbox as the bank-data vendor.
import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Verification } from '#contract/verification.ts';
import { createLog } from '#server/platform/log.ts';
import { publicTokenLookup } from '#server/records/linked-banks.ts';
import { readAccountNumbers, readLinkedAccounts } from '#server/stages/bank-link/accounts.ts';
import { verificationJobs } from '#server/stages/verification/jobs.ts';
import { BankRefused } from '#server/vendors/bank-data.ts';
import {
  accessTokenAt,
  banksOf,
  counted,
  linkAt,
  logInAtBank,
  platypus,
  replace,
  vendorsOwn,
  verified,
} from './bank.ts';
import { BankWebhooks, deliver, type Message } from './bank-webhooks.ts';
import { describeOnEachDatabase } from './databases.ts';
import { acceptedAs, decidedAs, linkedAs } from './journeys.ts';
import { sandboxAhead, vendorEventsOf } from './vendors.ts';
import { applicationOf, type Browser, createWorld, eventually, form, openWorld } from './world.ts';

const world = openWorld();

describeOnEachDatabase('a bank linked on the %s database', { repeats: true }, (database) => {
  const world = openWorld({ database });

  it('verifies the applicant', async () => {
    const { browser, links, verification } = await linkedAs(world);
    expect(links.createPlaidLinkToken).toBeDefined();
    expect(verification).toMatchObject({ status: 'FINISHED', income: true, residence: true, identity: true });
    expect(verification.submitApprovalHref).toBeDefined();
    expect((await browser.journey()).defaultScreen).toBe('verification-success');
  });

  it('is linked once by a double click, a repeat and two tabs', async () => {
    const { browser, links } = await acceptedAs(world);
    const { publicToken, exchangeHref } = await logInAtBank(world, browser, links.createPlaidLinkToken);
    const exchanges = counted(world, 'exchange');
    const send = () => browser.post(exchangeHref, { publicToken, ...platypus });
    const answers = await Promise.all([send(), send(), send()]);
    answers.push(await send());
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    const [first, ...others] = answers.map((answer) => answer.json());
    for (const other of others) expect(other).toEqual(first);
    expect(exchanges.times).toBe(1);
    expect(await banksOf(world, exchangeHref)).toHaveLength(1);
    expect(await verified(browser, first.href)).toMatchObject({ status: 'FINISHED', identity: true });
    // And once everything is over.
    expect((await send()).json()).toEqual(first);
    expect(exchanges.times).toBe(1);
  });
});

describe('a linked bank', () => {
  it.each([
    ['user_good', { income: true, residence: true, identity: true }],
    ['user_joint', { income: true, residence: true, identity: true }],
    ['user_low_income', { income: false, residence: true, identity: true }],
    ['user_other_name', { income: true, residence: true, identity: false }],
    ['user_other_address', { income: true, residence: false, identity: true }],
  ])('of %s is compared check by check', async (username, checks) => {
    const { browser, verification, verificationHref } = await linkedAs(world, username);
    expect(verification).toMatchObject({ status: 'FINISHED', ...checks });
    const isVerified = Object.values(checks).every(Boolean);
    expect(verification.submitApprovalHref === undefined).toBe(!isVerified);
    expect((await browser.journey()).defaultScreen).toBe(
      isVerified ? 'verification-success' : 'verification-chat',
    );
    // The applicant sees what the bank showed against what they declared, of the checks that do not hold.
    const { income, identity, residence } = verification.differences ?? {};
    expect([income?.declaredMonthly, identity, residence !== undefined]).toEqual([
      checks.income ? undefined : 600_000,
      checks.identity ? undefined : 'other-name',
      !checks.residence,
    ]);
    // The reasons are stored encrypted.
    const row = await world.product.services.db
      .selectFrom('verification')
      .selectAll()
      .where('application_id', '=', applicationOf(verificationHref))
      .executeTakeFirstOrThrow();
    const detail = world.product.services.vault.decryptJson<{
      income: object;
      identity: object;
      residence: object;
    }>(row.detail, `verification.detail:${row.linked_bank_id}`);
    expect(detail.income).toMatchObject({
      holds: checks.income,
      declaredMonthlyCents: 600_000,
    });
    expect(detail).toMatchObject({
      identity: { holds: checks.identity },
      residence: { holds: checks.residence },
    });
  });

  it('is shown with its logo and last digits, and no more', async () => {
    const { browser, exchangeHref } = await linkedAs(world);
    const { linkedBank } = (await browser.journey()).links;
    const answer = await browser.get(linkedBank as string);
    expect(answer.json()).toEqual({
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
  });

  it('provides its accounts, and their numbers one by one, to the stages that move money', async () => {
    const { exchangeHref } = await linkedAs(world);
    const id = applicationOf(exchangeHref);
    const linked = await readLinkedAccounts(world.product.services, id);
    expect(linked?.accounts.map(({ mask, subtype }) => [subtype, mask])).toEqual([
      ['checking', '0000'],
      ['savings', '1111'],
    ]);
    const accountId = linked?.accounts[0]?.accountId ?? '';
    const numbers = await readAccountNumbers(world.product.services, id, accountId);
    expect(numbers?.accountNumber).toMatch(/^\d{5,17}$/);
    expect(numbers?.routingNumber).toMatch(/^\d{9}$/);
    expect(await readAccountNumbers(world.product.services, id, 'another')).toBeUndefined();
  });

  it('that replaces another ends our access to the other', async () => {
    const { browser, exchangeHref } = await linkedAs(world, 'user_low_income');
    const before = await accessTokenAt(world, exchangeHref);
    const { linkToken } = (await browser.journey()).links;
    const again = await logInAtBank(world, browser, linkToken as string, 'user_good', 'ins_109511');
    const answer = await browser.post(exchangeHref, {
      publicToken: again.publicToken,
      institutionId: 'ins_109511',
      institutionName: 'Tartan Bank',
    });
    expect(await verified(browser, answer.json().href)).toMatchObject({
      status: 'FINISHED',
      income: true,
      residence: true,
      identity: true,
    });
    const banks = await eventually(async () => {
      const all = await banksOf(world, exchangeHref);
      return all[0]?.access_token === null ? all : undefined;
    });
    expect(banks.map(({ status }) => status)).toEqual(['replaced', 'linked']);
    await expect(
      world.product.services.vendors.bankData.accounts(before, AbortSignal.timeout(5000)),
    ).rejects.toMatchObject({
      code: 'ITEM_NOT_FOUND',
    });
  });

  it('can be removed, and another linked', async () => {
    const { browser, exchangeHref } = await linkedAs(world, 'user_other_name');
    const { remove } = (await browser.get(exchangeHref)).json() as { remove: { href: string } };
    const presses = await Promise.all([
      browser.call('DELETE', remove.href),
      browser.call('DELETE', remove.href),
    ]);
    expect(presses.map(({ statusCode }) => statusCode)).toContain(200);
    expect((await browser.call('DELETE', remove.href)).statusCode).toBe(200);
    const journey = await browser.journey();
    expect(journey.defaultScreen).toBe('bank-link');
    expect((await browser.get(journey.links.verification as string)).json()).toEqual({
      status: 'NOT_STARTED',
      income: false,
      residence: false,
      identity: false,
    });
    expect((await browser.get(exchangeHref)).statusCode).toBe(404);
    await eventually(async () =>
      (await banksOf(world, exchangeHref))[0]?.access_token === null ? true : undefined,
    );
    const { publicToken } = await logInAtBank(world, browser, journey.links.linkToken as string);
    const answer = await browser.post(exchangeHref, { publicToken, ...platypus });
    expect(await verified(browser, answer.json().href)).toMatchObject({ status: 'FINISHED', identity: true });
  });

  it('on the fast path is linked without a verification, back on that path’s own page', async () => {
    const requests: { returnUrl: string }[] = [];
    replace(world, 'createLinkToken', (real) => (request, signal) => {
      requests.push(request);
      return real(request, signal);
    });
    const { browser, journey } = await decidedAs(world, 6);
    const offer = (await browser.get(journey.links.fastPathOffer as string)).json();
    const { href } = (await browser.post(offer.submitApplication.href, { acceptHardPull: true })).json();
    const approved = await eventually(async () => {
      const status = (await browser.get(href)).json() as { status: string; createPlaidLinkToken?: string };
      return status.status === 'FAST_PATH_APPROVED' ? status : undefined;
    });
    const { publicToken, exchangeHref } = await logInAtBank(
      world,
      browser,
      approved.createPlaidLinkToken as string,
    );
    const answer = await browser.post(exchangeHref, { publicToken, ...platypus });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ accountsHref: expect.stringMatching(/\/accounts$/) });
    expect(requests.map(({ returnUrl }) => returnUrl)).toEqual([
      `${world.config.publicUrl}/fast-path/select-payment`,
    ]);
    expect((await browser.journey()).defaultScreen).toBe('fast-path-select-payment');
    expect(
      (await readLinkedAccounts(world.product.services, applicationOf(exchangeHref)))?.accounts,
    ).toHaveLength(2);
    const jobs = await world.product.services.db
      .selectFrom('job')
      .select('name')
      .where('application_id', '=', applicationOf(exchangeHref))
      .execute();
    expect(jobs.map(({ name }) => name)).not.toContain('verify-from-bank');
  });

  it('is one of two linked at once, and our access to the other ends', async () => {
    const { browser, links } = await acceptedAs(world);
    const one = await logInAtBank(world, browser, links.createPlaidLinkToken);
    const other = await logInAtBank(
      world,
      browser,
      `${links.createPlaidLinkToken}?used=${one.linkToken.slice(-12)}`,
    );
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
    expect(banks.filter(({ status }) => status === 'linked')).toHaveLength(1);
    expect(banks.filter(({ status, access_token }) => status !== 'linked' && access_token !== null)).toEqual(
      [],
    );
  });

  it('is linked where the process died between the vendor’s response and ours', async () => {
    const { browser, links } = await acceptedAs(world);
    const { publicToken, exchangeHref } = await logInAtBank(world, browser, links.createPlaidLinkToken);
    const { vendorCalls, vault, vendors } = world.product.services;
    const id = applicationOf(exchangeHref);
    await vendorCalls.call({
      vendor: 'plaid',
      operation: 'exchange-public-token',
      key: `exchange:${id}:${publicTokenLookup(vault, publicToken)}`,
      applicationId: id,
      timeoutSeconds: 8,
      onUnknownOutcome: { rule: 'look-up', find: async () => undefined },
      perform: (signal) => vendors.bankData.exchange(publicToken, signal),
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
    const [job] = verificationJobs(world.product.services);
    for (const attempt of [1, 2]) {
      const context = { applicationId: applicationOf(exchangeHref), attempt, stageDone: async () => {} };
      const outcome = await job?.handler.run({ linkedBankId: bank?.id }, context);
      if (typeof outcome !== 'function') throw new Error('The job did not come to its end.');
      await world.product.services.db.transaction().execute(outcome);
    }
    expect(reads.map(({ times }) => times)).toEqual([1, 1]);
    expect((await browser.get(verificationHref)).json()).toEqual(verification);
  });
});

describe('a link that does not come about', () => {
  afterEach(() => world.fault('plaid', { mode: 'none' }));

  it('leaves the application where it was, with an error page and a way on', async () => {
    const { browser, links } = await acceptedAs(world);
    const before = (await browser.get(links.createPlaidLinkToken)).json();
    const answer = await browser.post(links.exchangePlaidToken, {
      publicToken: 'public-sandbox-none',
      ...platypus,
    });
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toEqual({
      errors: [{ code: 'try-again', message: "We couldn't connect to your bank. Please try again." }],
    });
    const journey = await browser.journey();
    expect(journey.defaultScreen).toBe('bank-link');
    expect(journey.allowed).toContain('verification-error');
    const { publicToken, exchangeHref, linkToken } = await logInAtBank(
      world,
      browser,
      links.createPlaidLinkToken,
    );
    expect(linkToken).not.toBe(before.linkToken);
    const again = await browser.post(exchangeHref, { publicToken, ...platypus });
    expect(await verified(browser, again.json().href)).toMatchObject({ status: 'FINISHED', identity: true });
  });

  it.each(['error', 'refused', 'twice'])('is refused if the exchange has the fault “%s”', async (mode) => {
    const { browser, links } = await acceptedAs(world);
    const { publicToken, exchangeHref } = await logInAtBank(world, browser, links.createPlaidLinkToken);
    await world.fault('plaid', { mode, times: 1 });
    const answer = await browser.post(exchangeHref, { publicToken, ...platypus });
    expect(answer.statusCode).toBe(503);
    // The same token works if the vendor hasn't used it; otherwise a new link does.
    const again = await browser.post(exchangeHref, { publicToken, ...platypus });
    expect(again.statusCode).toBe(mode === 'twice' ? 503 : 200);
    if (mode === 'twice') {
      const next = await logInAtBank(world, browser, links.createPlaidLinkToken);
      const last = await browser.post(exchangeHref, { publicToken: next.publicToken, ...platypus });
      expect(last.statusCode).toBe(200);
    }
  });

  it('has no token while the vendor is down, and the same page continues when it is back', async () => {
    const { browser, links } = await acceptedAs(world);
    await world.fault('plaid', { mode: 'error' });
    expect((await browser.get(links.createPlaidLinkToken)).statusCode).toBe(503);
    await world.fault('plaid', { mode: 'none' });
    expect((await browser.get(links.createPlaidLinkToken)).statusCode).toBe(200);
  });

  it('is refused to another session, before terms, and after the offers expire', async () => {
    const { browser, links } = await acceptedAs(world);
    const body = { publicToken: 'public-sandbox-none', ...platypus };
    const stranger = world.browser();
    expect((await stranger.get(links.createPlaidLinkToken)).statusCode).toBe(401);
    const other = await acceptedAs(world);
    expect((await other.browser.post(links.exchangePlaidToken, body)).statusCode).toBe(404);
    expect((await other.browser.get(links.createPlaidLinkToken)).statusCode).toBe(404);
    expect(
      (await browser.post(links.exchangePlaidToken, { ...body, institutionId: '../x' })).statusCode,
    ).toBe(400);
    await world.product.services.db
      .updateTable('application')
      .set({ offers_expire_at: world.clock.now() })
      .where('id', '=', applicationOf(links.exchangePlaidToken))
      .execute();
    expect((await browser.get(links.createPlaidLinkToken)).statusCode).toBe(410);
    expect((await browser.journey()).defaultScreen).toBe('expired');
  });

  it('is never one with the token of another’s application', async () => {
    const linked = await linkedAs(world);
    const { browser, links } = await acceptedAs(world);
    const answer = await browser.post(links.exchangePlaidToken, {
      publicToken: linked.publicToken,
      ...platypus,
    });
    expect(answer.statusCode).toBe(503);
    expect((await browser.journey()).defaultScreen).toBe('bank-link');
  });
});

describe('the link token', () => {
  const tokenOf = async (browser: Browser, href: string) =>
    ((await browser.get(href)).json() as { linkToken: string }).linkToken;

  it('is the same for a reloaded page and for two tabs at once', async () => {
    const { browser, links } = await acceptedAs(world);
    const made = counted(world, 'createLinkToken');
    const href = links.createPlaidLinkToken;
    const tokens = await Promise.all([
      tokenOf(browser, href),
      tokenOf(browser, href),
      tokenOf(browser, href),
    ]);
    tokens.push(await tokenOf(browser, href));
    expect(new Set(tokens).size).toBe(1);
    expect(made.times).toBe(1);
  });

  it('is renewed after a state id was used, once for each state id', async () => {
    const { browser, links } = await acceptedAs(world);
    const href = links.createPlaidLinkToken;
    const first = await tokenOf(browser, href);
    const second = await tokenOf(browser, `${href}?used=state-1`);
    expect(second).not.toBe(first);
    expect(await tokenOf(browser, `${href}?used=state-1`)).toBe(second);
    expect(await tokenOf(browser, href)).toBe(second);
    expect(await tokenOf(browser, `${href}?used=state-2`)).not.toBe(second);
  });

  it('is a new one when the old one is about to expire', async () => {
    const { browser, links } = await acceptedAs(world);
    const first = await tokenOf(browser, links.createPlaidLinkToken);
    await world.product.services.db
      .updateTable('link_token')
      .set({ expires_at: new Date(world.clock.now().getTime() + 10 * 60_000) })
      .where('application_id', '=', applicationOf(links.createPlaidLinkToken))
      .execute();
    expect(await tokenOf(browser, links.createPlaidLinkToken)).not.toBe(first);
  });

  it('is requested at most twice if it arrives expired, and then the applicant must try again', async () => {
    const { browser, links } = await acceptedAs(world);
    const made = { times: 0 };
    replace(world, 'createLinkToken', (real) => async (request, signal) => {
      made.times += 1;
      const token = await real(request, signal);
      return { ...token, expiresAt: world.clock.now().toISOString() };
    });
    const answer = await browser.get(links.createPlaidLinkToken);
    expect(answer.statusCode).toBe(503);
    expect(answer.json().errors[0].code).toBe('try-again');
    expect(made.times).toBe(2);
  });

  it('is encrypted in the database', async () => {
    const { browser, links } = await acceptedAs(world);
    const token = await tokenOf(browser, links.createPlaidLinkToken);
    const row = await world.product.services.db
      .selectFrom('link_token')
      .selectAll()
      .where('application_id', '=', applicationOf(links.createPlaidLinkToken))
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(token);
  });

  it('sends the bank the applicant, the return URL and the webhook URL', async () => {
    const requests: object[] = [];
    replace(world, 'createLinkToken', (real) => (request, signal) => {
      requests.push(request);
      return real(request, signal);
    });
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

  it('is let into the page with the script it is for', async () => {
    const page = await world.browser().get('/get-a-loan');
    const origin = new URL(world.config.PLAID_LINK_SCRIPT_URL).origin;
    const policy = String(page.headers['content-security-policy']);
    for (const directive of ['script-src', 'frame-src', 'connect-src']) {
      expect(policy.split(';').find((part) => part.trim().startsWith(directive))).toContain(origin);
    }
    expect(page.body).toContain(`"plaid":{"script":"${world.config.PLAID_LINK_SCRIPT_URL}"}`);
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
    const row = await world.product.services.db
      .selectFrom('link_token')
      .selectAll()
      .where('application_id', '=', applicationOf(href))
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain('/plaid/hl/');

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
    const step = async (path: string, body: object) =>
      (
        await fetch(`${world.sandboxUrl}/plaid/link/session/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ link_token: first.linkToken, ...body }),
        })
      ).json() as Promise<{ link_session_id: string }>;
    const { link_session_id } = await step('start', {});
    await step('exit', { link_session_id });
    const second = await tokenOf(browser, href);
    expect(second.hostedUrl).toBeDefined();
    expect(second.linkToken).not.toBe(first.linkToken);
    const widget = (await browser.get(href)).json() as Token;
    expect(widget).not.toHaveProperty('hostedUrl');
    expect(widget.linkToken).not.toBe(second.linkToken);
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

  it('are requested once, with their logos, for all applicants', async () => {
    const { browser } = await acceptedAs(world);
    expect((await world.browser().get('/api/v1/plaid/institutions/')).statusCode).toBe(401);
    const lists = counted(world, 'institutions');
    const singles = counted(world, 'institution');
    const all = (await browser.get('/api/v1/plaid/institutions/')).json() as {
      institutionId: string;
      logo: string;
    }[];
    expect(all.map(({ institutionId }) => institutionId)).toContain('ins_109508');
    for (const { logo } of all) expect(logo).toMatch(/^iVBOR/);
    await browser.get('/api/v1/plaid/institutions/');
    const one = await browser.get('/api/v1/plaid/institutions/ins_109511/');
    expect(one.json()).toEqual({
      id: 'ins_109511',
      name: 'Tartan Bank',
      logo: expect.stringMatching(/^iVBOR/),
    });
    await browser.get('/api/v1/plaid/institutions/ins_109511/');
    for (const id of ['ins_0', 'ins_0', '..%2F', 'a'.repeat(100)]) {
      expect((await browser.get(`/api/v1/plaid/institutions/${id}/`)).statusCode).toBe(404);
    }
    expect([lists.times, singles.times]).toEqual([1, 2]);
    world.clock.advance(10 * 60_000 + 1000);
    await browser.get('/api/v1/plaid/institutions/ins_0/');
    expect(singles.times).toBe(3);
  });

  it('cause no call by invented ids before the text code, and few after it', async () => {
    const strict = await createWorld({ env: { LIMIT_SCALE: '1' } });
    onTestFinished(() => strict.close());
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

  it('are requested again after the vendor was down', async () => {
    const { browser } = await acceptedAs(world);
    await world.fault('plaid', { mode: 'error', times: 1 });
    expect((await browser.get('/api/v1/plaid/institutions/ins_109512/')).statusCode).toBe(503);
    expect((await browser.get('/api/v1/plaid/institutions/ins_109512/')).statusCode).toBe(200);
  });
});

describe('a verification', () => {
  afterEach(() => world.fault('plaid', { mode: 'none' }));

  async function linkedOnly(username = 'user_good') {
    const accepted = await acceptedAs(world);
    const { publicToken, exchangeHref } = await logInAtBank(
      world,
      accepted.browser,
      accepted.links.createPlaidLinkToken,
      username,
    );
    const exchanged = await accepted.browser.post(exchangeHref, { publicToken, ...platypus });
    return { ...accepted, exchangeHref, verificationHref: (exchanged.json() as { href: string }).href };
  }
  const failing = (error: () => Error, times: number) => {
    let left = times;
    replace(world, 'ownership', (real) => async (token, signal) => {
      left -= 1;
      if (left >= 0) throw error();
      return real(token, signal);
    });
  };

  it('holds a poll until it ends', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    replace(world, 'ownership', (real) => async (token, signal) => {
      await held;
      return real(token, signal);
    });
    const { browser, verificationHref } = await linkedOnly();
    expect((await browser.get(verificationHref)).json()).toMatchObject({ status: 'PENDING' });
    const poll = browser.get(verificationHref, { prefer: 'wait=20' });
    release();
    expect((await poll).json()).toMatchObject({ status: 'FINISHED', identity: true });
  });

  it('finishes after the vendor fails twice', { tags: ['full'] }, async () => {
    failing(() => new BankRefused('bank', 'INSTITUTION_DOWN'), 2);
    const { browser, verificationHref } = await linkedOnly();
    expect(await verified(browser, verificationHref)).toMatchObject({ status: 'FINISHED', identity: true });
  });

  it('fails if the bank stays down, and continues from the error page with another bank', {
    tags: ['full'],
  }, async () => {
    let isDown = true;
    replace(world, 'ownership', (real) => async (token, signal) => {
      if (isDown) throw new BankRefused('bank', 'INSTITUTION_DOWN');
      return real(token, signal);
    });
    const { browser, exchangeHref, verificationHref } = await linkedOnly();
    expect(await verified(browser, verificationHref)).toMatchObject({ status: 'FAILED', identity: false });
    isDown = false;
    const journey = await browser.journey();
    expect(journey.defaultScreen).toBe('verification-error');
    expect(journey.allowed).toContain('bank-link');
    const { publicToken } = await logInAtBank(world, browser, journey.links.linkToken as string);
    const again = await browser.post(exchangeHref, { publicToken, ...platypus });
    expect(await verified(browser, again.json().href)).toMatchObject({ status: 'FINISHED', identity: true });
  });

  it('fails at once if only a new login at the bank helps', async () => {
    const bankCalls = { times: 0 };
    replace(world, 'ownership', (real) => async (token, signal) => {
      bankCalls.times += 1;
      await vendorsOwn(world, 'item/reset_login', { access_token: token });
      return real(token, signal);
    });
    const { browser, verificationHref } = await linkedOnly();
    expect(await verified(browser, verificationHref)).toMatchObject({ status: 'FAILED' });
    expect(bankCalls.times).toBe(1);
  });

  it('is not begun again by a reading that ended after the bank was replaced', async () => {
    const { exchangeHref, browser, verificationHref } = await linkedOnly('user_low_income');
    await verified(browser, verificationHref);
    const [old] = await banksOf(world, exchangeHref);
    const { publicToken } = await logInAtBank(
      world,
      browser,
      (await browser.journey()).links.linkToken as string,
    );
    await browser.post(exchangeHref, { publicToken, ...platypus });
    const now = await verified(browser, verificationHref);
    const [job] = verificationJobs(world.product.services);
    const context = { applicationId: applicationOf(exchangeHref), attempt: 1, onUnknownOutcome: false };
    const outcome = job?.handler.onExhausted?.({ linkedBankId: old?.id }, context);
    await world.product.services.db.transaction().execute(async (tx) => outcome?.(tx));
    expect((await browser.get(verificationHref)).json()).toEqual(now);
  });
});

describe('a webhook of the bank-data vendor', () => {
  const webhooks = BankWebhooks.open();
  const world = openWorld(() => ({ env: { PUBLIC_URL: webhooks.url } }));
  beforeEach(() => {
    webhooks.messages = [];
  });

  async function reported(code: string): Promise<Message & { exchangeHref: string; browser: Browser }> {
    const { exchangeHref, browser } = await linkedAs(world);
    const [bank] = await banksOf(world, exchangeHref);
    await vendorsOwn(world, 'item/fire_webhook', {
      access_token: await accessTokenAt(world, exchangeHref),
      webhook_code: code,
    });
    return { ...(await webhooks.received(code, bank?.item_id)), exchangeHref, browser };
  }
  const problemOf = async (href: string) => (await banksOf(world, href))[0]?.problem;
  const problemsRecorded = (href: string) =>
    world.product.services.db
      .selectFrom('audit_event')
      .selectAll()
      .where('application_id', '=', applicationOf(href))
      .where('type', '=', 'bank-problem')
      .execute();

  it('is trusted by its signature, and changes nothing the second time', async () => {
    const { body, signature, exchangeHref } = await reported('ERROR');
    expect((await deliver(world, body, signature)).statusCode).toBe(200);
    expect((await deliver(world, body, signature)).statusCode).toBe(200);
    expect(await problemOf(exchangeHref)).toBe('ITEM_LOGIN_REQUIRED');
    expect(await problemsRecorded(exchangeHref)).toHaveLength(1);
  });

  it('is not trusted if it is forged', async () => {
    const { body, signature, exchangeHref } = await reported('ERROR');
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
    for (const [text, signed] of forgeries) expect((await deliver(world, text, signed)).statusCode).toBe(400);
    expect(await problemOf(exchangeHref)).toBe(null);
  });

  it('is not trusted if it is replayed after five minutes', async () => {
    const { body, signature, exchangeHref } = await reported('ERROR');
    world.clock.advance(6 * 60_000);
    expect((await deliver(world, body, signature)).statusCode).toBe(400);
    world.clock.advance(-6 * 60_000);
    expect(await problemOf(exchangeHref)).toBe(null);
  });

  it('can arrive in any order: the latest one holds', async () => {
    const { body, signature, exchangeHref } = await reported('ERROR');
    await sandboxAhead(world, 5);
    await vendorsOwn(world, 'item/fire_webhook', {
      access_token: await accessTokenAt(world, exchangeHref),
      webhook_code: 'LOGIN_REPAIRED',
    });
    const [bank] = await banksOf(world, exchangeHref);
    const repaired = await webhooks.received('LOGIN_REPAIRED', bank?.item_id);
    expect((await deliver(world, repaired.body, repaired.signature)).statusCode).toBe(200);
    expect((await deliver(world, body, signature)).statusCode).toBe(200);
    expect(await problemOf(exchangeHref)).toBe(null);
  });

  it('about an item that was removed, or that does not exist, changes nothing', async () => {
    const { body, signature, exchangeHref, browser } = await reported('ERROR');
    await browser.call('DELETE', exchangeHref);
    expect((await deliver(world, body, signature)).statusCode).toBe(200);
    expect(await problemOf(exchangeHref)).toBe(null);
  });

  it('wakes the verification that waits for the bank’s data, once', async () => {
    let ready = false;
    const reads = { times: 0 };
    replace(world, 'recurringTransactions', (real) => async (token, signal) => {
      reads.times += 1;
      if (!ready) throw new BankRefused('not-ready', 'PRODUCT_NOT_READY');
      return real(token, signal);
    });
    const { browser, links } = await acceptedAs(world);
    const { publicToken, exchangeHref } = await logInAtBank(world, browser, links.createPlaidLinkToken);
    const { href } = (await browser.post(exchangeHref, { publicToken, ...platypus })).json();
    const bank = await eventually(async () =>
      (await banksOf(world, exchangeHref)).find(({ waits_for_data: waits }) => waits),
    );
    expect((await browser.get(href)).json()).toMatchObject({ status: 'PENDING' });
    // Three tries in, the queue itself would wait for seconds.
    await eventually(async () => (reads.times >= 3 ? true : undefined));
    ready = true;
    const { body, signature } = await webhooks.received('RECURRING_TRANSACTIONS_UPDATE', bank.item_id);
    await Promise.all([deliver(world, body, signature), deliver(world, body, signature)]);
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
    const { publicToken, exchangeHref } = await logInAtBank(world, browser, links.createPlaidLinkToken);
    const { href } = (await browser.post(exchangeHref, { publicToken, ...platypus })).json();
    expect(await verified(browser, href)).toMatchObject({ status: 'FINISHED' });
    expect(await vendorEventsOf(world, 'bankData')).toEqual({
      ...before,
      polling: (before.polling ?? 0) + 1,
    });
  });

  it('uses up a link token whose page died before it could report', async () => {
    const { browser, links } = await acceptedAs(world);
    const first = (await browser.get(links.createPlaidLinkToken)).json() as { linkToken: string };
    await linkAt(world, first.linkToken, 'user_good');
    const { body, signature } = await webhooks.received('SESSION_FINISHED');
    expect((await deliver(world, body, signature)).statusCode).toBe(200);
    const next = (await browser.get(links.createPlaidLinkToken)).json() as { linkToken: string };
    expect(next.linkToken).not.toBe(first.linkToken);
  });

  it('leaves a hosted page’s token, by which the server reads what was linked there', async () => {
    const { browser, links } = await acceptedAs(world);
    const token = async () => (await browser.get(links.createPlaidLinkToken, insideAnApp)).json();
    await linkAt(world, (await token()).linkToken, 'user_good');
    const { body, signature } = await webhooks.received('SESSION_FINISHED');
    expect((await deliver(world, body, signature)).statusCode).toBe(200);
    expect((await token()).handed).toMatchObject(platypus);
  });
});

describe('secrets', () => {
  it('stay out of every log and response, even when everything fails', async () => {
    const logged: string[] = [];
    const log = createLog(
      'trace',
      new Writable({
        write(chunk, _encoding, done) {
          logged.push(String(chunk));
          done();
        },
      }),
    );
    const world = await createWorld({ log });
    try {
      const answers: string[] = [];
      const listen = (browser: Browser) => {
        const call = browser.call.bind(browser);
        browser.call = async (...given) => {
          const response = await call(...given);
          answers.push(response.body, JSON.stringify(response.headers));
          return response;
        };
      };
      const { browser, links } = await acceptedAs(world);
      listen(browser);
      const { publicToken, exchangeHref, linkToken } = await logInAtBank(
        world,
        browser,
        links.createPlaidLinkToken,
      );
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
        if (calls === 1) await real(`${token}-spoiled`, signal).catch(() => {});
        if (calls === 2) await world.fault('plaid', { mode: 'error', times: 2 });
        return calls === 1
          ? Promise.reject(new BankRefused('bank', 'INSTITUTION_DOWN'))
          : real(token, signal);
      });
      const { href } = (await browser.post(exchangeHref, { publicToken, ...platypus })).json();
      const verification: Verification = await verified(browser, href);
      expect(verification.status).toBe('FINISHED');
      await browser.get(exchangeHref);
      await browser.journey();
      const accessToken = await accessTokenAt(world, exchangeHref);
      const { services } = world.product;
      const accounts = await readLinkedAccounts(services, applicationOf(exchangeHref));
      const numbers = await readAccountNumbers(
        services,
        applicationOf(exchangeHref),
        accounts?.accounts[0]?.accountId ?? '',
      );
      await vendorsOwn(world, 'item/reset_login', { access_token: accessToken });
      for (const fault of ['none', 'error', 'refused']) {
        await world.fault('plaid', { mode: fault, times: 1 });
        const failure = await services.vendors.bankData
          .numbers(accessToken, AbortSignal.timeout(5000))
          .catch((error: unknown) => error);
        expect(failure).toBeInstanceOf(Error);
        log.error({ err: failure }, 'what a failed call is made of');
        logged.push(JSON.stringify(failure, Object.getOwnPropertyNames(failure)));
      }
      const [bank] = await banksOf(world, exchangeHref);
      const secrets = [
        accessToken,
        numbers?.accountNumber,
        numbers?.routingNumber,
        bank?.item_id,
        world.config.PLAID_SECRET,
        world.config.PLAID_CLIENT_ID,
      ];
      const outOfLogs = [...secrets, publicToken, linkToken, 'Alex', 'Rivera', '350 S Main'];
      expect(logged.length).toBeGreaterThan(10);
      for (const secret of outOfLogs) {
        expect(secret).toBeDefined();
        expect(logged.filter((line) => line.includes(secret as string))).toEqual([]);
      }
      for (const secret of secrets) {
        expect(answers.filter((answer) => answer.includes(secret as string))).toEqual([]);
      }
    } finally {
      await world.close();
    }
  });
});
