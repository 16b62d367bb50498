import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeProtectedHeader, importJWK, jwtVerify } from 'jose';
import { Configuration, CountryCode, type LinkTokenCreateRequest, PlaidApi, Products } from 'plaid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startSandbox, stillClock, type TestSandbox } from '../../testing.ts';
import { banks } from './institutions.ts';
import { maxBadLogins } from './link/session-routes.ts';
import { agreeAtBank, linkAs, linkStep, type Visitor } from './testing.ts';

const clock = stillClock('2026-03-02T15:00:00Z');
let sandbox: TestSandbox;

/** The official client, pointed at the sandbox. */
const clientOf = (address: string, { id = '', secret = '' } = {}) =>
  new PlaidApi(
    new Configuration({
      basePath: `${address}/plaid`,
      baseOptions: {
        headers: {
          'PLAID-CLIENT-ID': id || sandbox.credentials.PLAID_CLIENT_ID,
          'PLAID-SECRET': secret || sandbox.credentials.PLAID_SECRET,
          'Plaid-Version': '2020-09-14',
        },
      },
    }),
  );
const plaid = () => clientOf(sandbox.url);

const applicant: LinkTokenCreateRequest = {
  client_name: 'Branchline',
  language: 'en',
  country_codes: [CountryCode.Us],
  products: [Products.Auth, Products.Identity, Products.Transactions],
  account_filters: { depository: { account_subtypes: ['checking', 'savings'] as never } },
  user: {
    client_user_id: 'application-1',
    legal_name: 'Dana Reyes',
    phone_number: '+18015550142',
    email_address: 'dana@example.com',
    address: {
      street: '350 S Main St',
      street2: 'Apt 4',
      city: 'Salt Lake City',
      region: 'UT',
      postal_code: '84101',
      country: 'US',
    },
  },
};

const linkToken = async (more: Partial<LinkTokenCreateRequest> = {}): Promise<string> =>
  (await plaid().linkTokenCreate({ ...applicant, ...more })).data.link_token;
const exchange = async (publicToken: string): Promise<string> =>
  (await plaid().itemPublicTokenExchange({ public_token: publicToken })).data.access_token;
const linked = async (visitor: Visitor = {}, more: Partial<LinkTokenCreateRequest> = {}): Promise<string> =>
  exchange(await linkAs(sandbox, await linkToken(more), visitor));

type Refused = { response?: { status: number; data: Record<string, unknown> } };
/** The vendor's error that a call ends with. */
async function refusal(call: Promise<unknown>): Promise<Record<string, unknown>> {
  try {
    await call;
  } catch (error) {
    const { response } = error as Refused;
    if (response) return { status: response.status, ...response.data };
    return (error as { body: Record<string, unknown> }).body;
  }
  throw new Error('The call succeeded');
}

beforeAll(async () => {
  sandbox = await startSandbox({ clock: clock.now });
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  await sandbox.json('DELETE', '/console/api/state');
});

describe('authentication', () => {
  it('refuses a wrong secret with Plaid’s error format', async () => {
    const error = await refusal(
      clientOf(sandbox.url, { secret: 'wrong' }).institutionsGet({
        count: 1,
        offset: 0,
        country_codes: [CountryCode.Us],
      }),
    );
    expect(error).toEqual({
      status: 400,
      error_type: 'INVALID_INPUT',
      error_code: 'INVALID_API_KEYS',
      error_message: 'invalid client_id or secret provided',
      display_message: null,
      request_id: expect.stringMatching(/^\w{15}$/),
    });
  });

  it('names missing keys, and refuses malformed JSON and unknown paths as Plaid does', async () => {
    expect(await sandbox.json('POST', '/plaid/item/get', {})).toMatchObject({
      status: 400,
      body: {
        error_code: 'MISSING_FIELDS',
        error_message: 'the following required fields are missing: client_id, secret',
      },
    });
    const broken = await fetch(`${sandbox.url}/plaid/item/get`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{',
    });
    expect(await broken.json()).toMatchObject({ error_code: 'INVALID_BODY' });
    expect((await sandbox.json('POST', '/plaid/nothing', {})).body).toMatchObject({
      error_code: 'NOT_FOUND',
    });
  });
});

describe('link tokens', () => {
  it('expire after four hours', async () => {
    const { data } = await plaid().linkTokenCreate(applicant);
    expect(data.link_token).toMatch(/^link-sandbox-/);
    expect(data.expiration).toBe('2026-03-02T19:00:00.000Z');
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['no client name', { client_name: undefined }, 'MISSING_FIELDS'],
    [
      'a phone number of another form',
      { user: { client_user_id: '1', phone_number: '8015550142' } },
      'INVALID_FIELD',
    ],
    ['a product that does not exist', { products: ['gold'] }, 'INVALID_PRODUCT'],
    ['an unknown country', { country_codes: ['XX'] }, 'INVALID_FIELD'],
    ['a redirect address with a query', { redirect_uri: 'https://x.test/?a=1' }, 'INVALID_FIELD'],
    [
      'a redirect address that is not registered',
      { redirect_uri: 'https://x.test/elsewhere' },
      'INVALID_FIELD',
    ],
    ['a hosted page with a field that does not exist', { hosted_link: { surprise: true } }, 'UNKNOWN_FIELDS'],
    [
      'a hosted page for longer than 21 days',
      { hosted_link: { url_lifetime_seconds: 1_814_401 } },
      'INVALID_FIELD',
    ],
    ['a webhook that is no address', { webhook: 'nowhere' }, 'INVALID_WEBHOOK'],
    ['a field that does not exist', { surprise: true }, 'UNKNOWN_FIELDS'],
  ])('are not made with %s', async (_what, wrong, code) => {
    expect(await refusal(linkToken(wrong))).toMatchObject({ status: 400, error_code: code });
  });

  it('are refused when unknown, expired, used or after too many failed logins', async () => {
    const start = (token: string) => refusal(linkStep(sandbox, 'start', { link_token: token }));
    expect(await start('link-sandbox-unknown')).toMatchObject({ error_code: 'INVALID_LINK_TOKEN' });

    const expired = await linkToken();
    clock.advance(4 * 3600);
    expect(await start(expired)).toMatchObject({ error_code: 'INVALID_LINK_TOKEN' });

    const used = await linkToken();
    await linkAs(sandbox, used);
    expect(await start(used)).toMatchObject({ error_code: 'INVALID_LINK_TOKEN' });

    const worn = await linkToken();
    for (let turn = 0; turn < maxBadLogins; turn += 1)
      expect(await refusal(linkAs(sandbox, worn, { password: 'wrong' }))).toMatchObject({
        error_code: 'INVALID_CREDENTIALS',
      });
    expect(await start(worn)).toMatchObject({ error_code: 'INVALID_LINK_TOKEN' });
  });
});

describe('public tokens', () => {
  it('are exchanged once, within half an hour', async () => {
    const token = await linkAs(sandbox, await linkToken());
    expect(await exchange(token)).toMatch(/^access-sandbox-/);
    expect(await refusal(exchange(token))).toMatchObject({ error_code: 'INVALID_PUBLIC_TOKEN' });

    const late = await linkAs(sandbox, await linkToken());
    clock.advance(30 * 60);
    expect(await refusal(exchange(late))).toMatchObject({
      error_code: 'INVALID_PUBLIC_TOKEN',
      error_message: expect.stringContaining('expired'),
    });
  });
});

describe('an item', () => {
  it('has a checking and a savings account with valid numbers', async () => {
    const access_token = await linked();
    const { data } = await plaid().authGet({ access_token });
    expect(data.accounts.map(({ subtype, mask, type }) => [subtype, mask, type])).toEqual([
      ['checking', '0000', 'depository'],
      ['savings', '1111', 'depository'],
    ]);
    for (const { account, routing, account_id } of data.numbers.ach) {
      expect(account).toMatch(/^\d{14}$/);
      expect(data.accounts.find((held) => held.account_id === account_id)?.mask).toBe(account.slice(-4));
      expect(routing).toMatch(/^\d{9}$/);
    }
    expect(data.item).toMatchObject({ institution_id: 'ins_109508', error: null });
    expect((await plaid().itemGet({ access_token })).data.item.institution_name).toBe('First Platypus Bank');
  });

  it('has the same account number when the same applicant links it again', async () => {
    const numbers = async (access_token: string) =>
      (await plaid().authGet({ access_token })).data.numbers.ach.map(({ account }) => account);
    const other = { user: { client_user_id: 'application-2' } };
    const first = await numbers(await linked());
    expect(await numbers(await linked())).toEqual(first);
    expect(await numbers(await linked({}, other))).not.toEqual(first);
  });

  it('shows only the chosen accounts that the filters allow', async () => {
    const chosen = await linked({ choose: ({ subtype }) => subtype === 'savings' });
    expect((await plaid().accountsGet({ access_token: chosen })).data.accounts).toHaveLength(1);
    const filtered = await linked(
      {},
      { account_filters: { depository: { account_subtypes: ['checking' as never] } } },
    );
    const { accounts } = (await plaid().accountsGet({ access_token: filtered })).data;
    expect(accounts.map(({ subtype }) => subtype)).toEqual(['checking']);
    expect(
      await refusal(plaid().authGet({ access_token: filtered, options: { account_ids: ['other'] } })),
    ).toMatchObject({ error_code: 'INVALID_ACCOUNT_ID' });
  });

  it('offers accounts that receive no loan where no filters leave them out, and refuses filters it does not know', async () => {
    const access_token = await linked({}, { account_filters: undefined as never });
    const { accounts } = (await plaid().accountsGet({ access_token })).data;
    expect(accounts.map(({ subtype }) => subtype)).toContain('cash management');
    for (const wrong of [{ depository: { account_subtypes: ['current'] } }, { depository: {} }])
      expect(await refusal(linkToken({ account_filters: wrong as never }))).toMatchObject({
        error_code: 'INVALID_ACCOUNT_FILTERS',
      });
    expect(await refusal(linkToken({ account_filters: { bank: {} } as never }))).toMatchObject({
      error_code: 'UNKNOWN_FIELDS',
    });
  });

  it('is matched with a client’s data on its owner, if the client has that product', async () => {
    const access_token = await linked();
    const address = {
      street: '350 S Main St Apt 4',
      city: 'Salt Lake City',
      region: 'UT',
      postal_code: '84101',
    };
    const scores = async (legal_name: string) => {
      const { data } = await plaid().identityMatch({ access_token, user: { legal_name, address } as never });
      return [data.accounts[0]?.legal_name?.score, data.accounts[0]?.address?.score];
    };
    expect(await scores('Dana Reyes')).toEqual([100, 100]);
    expect(await scores('Robin Marlow')).toEqual([0, 100]);
    sandbox.credentials.PLAID_IDENTITY_MATCH = 'false';
    const refused = await refusal(
      plaid().identityMatch({ access_token, user: { legal_name: 'Dana Reyes' } }),
    );
    sandbox.credentials.PLAID_IDENTITY_MATCH = 'true';
    expect(refused).toMatchObject({ error_code: 'INVALID_PRODUCT' });
  });

  it('at a bank that hands out tokens has numbers of its own for each consent, until the person revokes them', async () => {
    const redirect_uri = 'http://localhost:3000/loan-request/success';
    const tokens = { institutionId: 'ins_127287' };
    const first = await linked(tokens, { redirect_uri });
    const read = async (access_token: string) => (await plaid().authGet({ access_token })).data;
    const { accounts, numbers } = await read(first);
    expect(numbers.ach[0]).toMatchObject({ is_tokenized_account_number: true });
    expect(numbers.ach[0]?.account.slice(-4)).not.toBe(accounts[0]?.mask);
    const again = await read(await linked(tokens, { redirect_uri }));
    expect(again.numbers.ach[0]?.account).not.toBe(numbers.ach[0]?.account);
    const [bank] = (await sandbox.json('GET', '/console/api/banks')).body as { id: string }[];
    const { item } = (await plaid().itemGet({ access_token: first })).data;
    await sandbox.json('POST', `/console/api/banks/${item.item_id}/revoke-account`, { mask: '0000' });
    expect((await read(first)).accounts.map(({ mask }) => mask)).toEqual(['1111']);
    expect(bank?.id).not.toBe(item.item_id);
  });

  it('refuses products without the person’s consent', async () => {
    const access_token = await linked({}, { products: [Products.Auth] });
    expect(await refusal(plaid().identityGet({ access_token }))).toMatchObject({
      error_code: 'ADDITIONAL_CONSENT_REQUIRED',
    });
  });

  it('cannot be found after removal', async () => {
    const access_token = await linked();
    await plaid().itemRemove({ access_token });
    expect(await refusal(plaid().accountsGet({ access_token }))).toMatchObject({
      error_code: 'ITEM_NOT_FOUND',
    });
    expect(await refusal(plaid().accountsGet({ access_token: 'access-sandbox-unknown' }))).toMatchObject({
      error_type: 'INVALID_INPUT',
      error_code: 'INVALID_ACCESS_TOKEN',
    });
  });
});

describe('bank people', () => {
  async function known(username: string) {
    const access_token = await linked({ username });
    const { accounts } = (await plaid().identityGet({ access_token })).data;
    const { inflow_streams } = (await plaid().transactionsRecurringGet({ access_token })).data;
    const pay = inflow_streams.filter(
      ({ personal_finance_category }) => personal_finance_category?.detailed === 'INCOME_WAGES',
    );
    return { owners: accounts.map(({ owners }) => owners), pay };
  }
  const home = {
    street: '350 S Main St Apt 4',
    city: 'Salt Lake City',
    region: 'UT',
    postal_code: '84101',
    country: 'US',
  };

  it('user_good is the applicant, with $3,700 coming in twice a month', async () => {
    const { owners, pay } = await known('user_good');
    expect(owners[0]).toEqual([
      {
        names: ['Dana Reyes'],
        phone_numbers: [{ data: '+18015550142', primary: true, type: 'mobile' }],
        emails: [{ data: 'dana@example.com', primary: true, type: 'primary' }],
        addresses: [{ data: home, primary: true }],
      },
    ]);
    expect(pay).toMatchObject([
      {
        frequency: 'SEMI_MONTHLY',
        status: 'MATURE',
        is_active: true,
        last_date: '2026-03-01',
        predicted_next_date: '2026-03-15',
        average_amount: { amount: -3700 },
        last_amount: { amount: -3700 },
      },
    ]);
    expect(pay[0]?.transaction_ids).toHaveLength(12);
  });

  it('user_joint names a partner first, as an owner or as a second name', async () => {
    const { owners } = await known('user_joint');
    expect(owners[0]?.map(({ names }) => names)).toEqual([['Casey Rowan Whitlock'], ['Dana Reyes']]);
    expect(owners[1]?.map(({ names }) => names)).toEqual([['Casey Rowan Whitlock', 'Dana Reyes']]);
  });

  it.each([
    ['mfa_device', [['1234']]],
    [
      'mfa_questions_2_2',
      [
        ['answer_0_0', 'answer_0_1'],
        ['answer_1_0', 'answer_1_1'],
      ],
    ],
    ['mfa_selections_1_2_3', [['answer_0_0_0', 'answer_0_1_0']]],
  ])('%s accepts a login with the answers', async (password, answers) => {
    expect(await linked({ password, answers })).toMatch(/^access-sandbox-/);
    expect(await refusal(linkAs(sandbox, await linkToken(), { password, answers: [['no']] }))).toMatchObject({
      error_code: 'INVALID_MFA',
    });
  });

  it.each([
    ['error_INVALID_CREDENTIALS', 'ITEM_ERROR', 'INVALID_CREDENTIALS'],
    ['error_ITEM_LOCKED', 'ITEM_ERROR', 'ITEM_LOCKED'],
    ['error_INSTITUTION_DOWN', 'INSTITUTION_ERROR', 'INSTITUTION_DOWN'],
    ['error_UNHEARD_OF', 'ITEM_ERROR', 'UNHEARD_OF'],
  ])('%s is that error', async (password, error_type, error_code) => {
    expect(await refusal(linkAs(sandbox, await linkToken(), { password }))).toMatchObject({
      error_type,
      error_code,
      request_id: expect.any(String),
    });
  });
});

describe('a linked bank in the console', () => {
  const shown = async () =>
    (await sandbox.json('GET', '/console/api/banks?email=dana@example.com')).body as {
      id: string;
      status: string;
    }[];

  it('is listed with its accounts, through a reset, a new login and removal', async () => {
    const access_token = await linked();
    const [bank] = await shown();
    expect(bank).toEqual({
      id: expect.any(String),
      institution: 'First Platypus Bank',
      username: 'user_good',
      email: 'dana@example.com',
      accounts: [
        { name: expect.any(String), mask: '0000' },
        { name: expect.any(String), mask: '1111' },
      ],
      status: 'linked',
      linkedAt: clock.now().toISOString(),
    });
    const reset = await sandbox.json('POST', `/console/api/banks/${bank?.id}/reset-login`);
    expect(reset.status).toBe(200);
    expect((await shown())[0]?.status).toBe('ITEM_LOGIN_REQUIRED');
    expect(await refusal(plaid().accountsGet({ access_token }))).toMatchObject({
      error_code: 'ITEM_LOGIN_REQUIRED',
    });
    // Update mode: no products, and the existing access token.
    const { products: _, ...who } = applicant;
    const { link_token } = (await plaid().linkTokenCreate({ ...who, access_token })).data;
    const publicToken = await linkAs(sandbox, link_token);
    expect((await shown())[0]).toEqual(bank);
    expect((await plaid().accountsGet({ access_token })).data.accounts).toHaveLength(2);
    expect(await exchange(publicToken)).toBe(access_token);
    await plaid().itemRemove({ access_token });
    expect((await shown())[0]?.status).toBe('removed');
    expect((await sandbox.json('POST', '/console/api/banks/other/reset-login')).status).toBe(404);
  });
});

describe('institutions', () => {
  it('are six, each with a logo and a valid routing number', async () => {
    const { data } = await plaid().institutionsGet({
      count: 10,
      offset: 0,
      country_codes: [CountryCode.Us],
      options: { include_optional_metadata: true },
    });
    expect(data.total).toBe(6);
    const logos = data.institutions.map(({ logo }) => Buffer.from(logo ?? '', 'base64'));
    for (const logo of logos) expect(logo.subarray(1, 4).toString('latin1')).toBe('PNG');
    expect(new Set(logos.map((logo) => logo.toString('base64'))).size).toBe(6);
  });
});

describe('the OAuth bank', () => {
  const redirect_uri = 'http://localhost:3000/loan-request/success';
  const oauth = banks.find((bank) => bank.oauth)?.id ?? '';
  async function leave(token: string): Promise<string> {
    const { link_session_id } = await linkStep(sandbox, 'start', { link_token: token });
    const { url } = await linkStep(sandbox, 'oauth', {
      link_token: token,
      link_session_id,
      institution_id: oauth,
    });
    return String(url);
  }
  const come = (link_token: string, received_redirect_uri: string) =>
    linkStep(sandbox, 'start', { link_token, received_redirect_uri });

  it('redirects back and finishes automatically, once', async () => {
    const token = await linkToken({ redirect_uri });
    const returned = await agreeAtBank(sandbox, await leave(token));
    expect(returned).toMatch(
      /^http:\/\/localhost:3000\/loan-request\/success\?oauth_state_id=[0-9a-f-]{36}$/,
    );
    const done = await come(token, returned);
    const access_token = await exchange(String(done.public_token));
    expect((await plaid().itemGet({ access_token })).data.item.institution_id).toBe(oauth);
    expect(await refusal(come(token, returned))).toMatchObject({
      error_type: 'OAUTH_ERROR',
      error_code: 'OAUTH_STATE_ID_ALREADY_PROCESSED',
    });
  });

  it('does not finish with another token, an unknown state or an incomplete login', async () => {
    const token = await linkToken({ redirect_uri });
    const atBank = await leave(token);
    const state = new URL(atBank, sandbox.url).searchParams.get('state');
    expect(await refusal(come(token, `${redirect_uri}?oauth_state_id=${state}`))).toMatchObject({
      error_code: 'OAUTH_STATE_ID_NOT_FOUND',
    });
    const returned = await agreeAtBank(sandbox, atBank);
    expect(await refusal(come(await linkToken({ redirect_uri }), returned))).toMatchObject({
      error_code: 'INCORRECT_LINK_TOKEN',
    });
    expect(await refusal(come(token, redirect_uri))).toMatchObject({
      error_code: 'OAUTH_STATE_ID_NOT_FOUND',
    });
  });

  it('redirects back a person who does not agree', async () => {
    const token = await linkToken({ redirect_uri });
    const state = new URL(await leave(token), sandbox.url).searchParams.get('state') ?? '';
    const response = await fetch(`${sandbox.url}/plaid/oauth/cancel`, {
      method: 'POST',
      body: new URLSearchParams({ state }),
      redirect: 'manual',
    });
    expect(await come(token, response.headers.get('location') ?? '')).toMatchObject({ step: 'denied' });
  });
});

describe('a hosted page', () => {
  const completion = 'http://localhost:3000/loan-request/success?oauth_state_id=hosted';
  const hosted = async (more: Partial<LinkTokenCreateRequest> = {}) =>
    (
      await plaid().linkTokenCreate({
        ...applicant,
        hosted_link: { completion_redirect_uri: completion },
        ...more,
      })
    ).data;
  const sessionsOf = async (link_token: string) =>
    (await plaid().linkTokenGet({ link_token })).data.link_sessions;

  it('has an address of its own for half an hour, or as long as requested', async () => {
    const { hosted_link_url = '', expiration } = await hosted();
    const minutesLater = (minutes: number) =>
      new Date(clock.now().getTime() + minutes * 60_000).toISOString();
    expect(expiration).toBe(minutesLater(30));
    expect((await hosted({ hosted_link: { url_lifetime_seconds: 7200 } })).expiration).toBe(
      minutesLater(120),
    );
    const page = await fetch(hosted_link_url);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain(`data-completion="${completion}"`);
    expect((await fetch(`${sandbox.url}/plaid/hl/unknown`)).status).toBe(404);
  });

  it('gives its public token to the server alone', async () => {
    const { link_token } = await hosted();
    expect(await sessionsOf(link_token)).toEqual([]);
    const publicToken = await linkAs(sandbox, link_token);
    const [session, ...others] = (await sessionsOf(link_token)) ?? [];
    expect(others).toEqual([]);
    expect(session?.finished_at).toBe(clock.now().toISOString());
    expect(session?.results?.item_add_results).toMatchObject([
      {
        public_token: publicToken,
        institution: { institution_id: 'ins_109508', name: 'First Platypus Bank' },
        accounts: [{ subtype: 'checking' }, { subtype: 'savings' }],
      },
    ]);
    // A session of the widget reports to the page that opened it.
    const inWidget = await linkToken();
    await linkAs(sandbox, inWidget);
    expect(await sessionsOf(inWidget)).toBeUndefined();
  });
});

describe('webhooks', () => {
  type Received = { body: string; signature: string };
  let receiver: Server;
  let received: Received[];
  let refuse: number;
  let arrival: (() => void) | undefined;
  let address: string;

  beforeEach(async () => {
    received = [];
    refuse = 0;
    receiver = createServer(async (request, response) => {
      let body = '';
      for await (const part of request) body += part;
      if (refuse > 0) {
        refuse -= 1;
        response.writeHead(503).end();
      } else {
        response.writeHead(200).end();
        received.push({ body, signature: String(request.headers['plaid-verification']) });
      }
      arrival?.();
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/webhooks`;
  });
  afterEach(() => {
    receiver.closeAllConnections();
    receiver.close();
  });

  async function whenReceived(code: string): Promise<Received> {
    for (;;) {
      const found = received.find(({ body }) => JSON.parse(body).webhook_code === code);
      if (found) return found;
      await new Promise<void>((resolve) => {
        arrival = resolve;
      });
    }
  }

  it('report the finished session and the new item, with a signature over the body', async () => {
    await linked({}, { webhook: address });
    const finished = await whenReceived('SESSION_FINISHED');
    expect(JSON.parse(finished.body)).toMatchObject({ webhook_type: 'LINK', status: 'SUCCESS' });
    const { body, signature } = await whenReceived('RECURRING_TRANSACTIONS_UPDATE');

    const { alg, kid = '' } = decodeProtectedHeader(signature);
    expect(alg).toBe('ES256');
    const { key } = (await plaid().webhookVerificationKeyGet({ key_id: kid })).data;
    const { payload } = await jwtVerify(signature, await importJWK({ ...key } as never, 'ES256'), {
      maxTokenAge: '5 min',
      currentDate: clock.now(),
    });
    expect(payload.request_body_sha256).toBe(createHash('sha256').update(body).digest('hex'));
    expect(await refusal(plaid().webhookVerificationKeyGet({ key_id: 'other' }))).toMatchObject({
      error_code: 'INVALID_WEBHOOK_VERIFICATION_KEY_ID',
    });
  });

  it('are retried when the receiver was down', async () => {
    refuse = 2;
    await linked({}, { webhook: address });
    await whenReceived('SESSION_FINISHED');
    expect(refuse).toBe(0);
  });

  it('survive a restart, like tokens and items', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'plaid-'));
    const other = await startSandbox({ clock: clock.now, dataDir });
    const client = clientOf(other.url);
    const { link_token } = (await client.linkTokenCreate({ ...applicant, webhook: address })).data;
    const second = (await client.linkTokenCreate(applicant)).data.link_token;
    refuse = 100;
    const public_token = await linkAs(other, link_token);
    await other.close();

    refuse = 0;
    const again = await startSandbox({ clock: clock.now, dataDir });
    try {
      await whenReceived('SESSION_FINISHED');
      const revived = clientOf(again.url);
      const { access_token } = (await revived.itemPublicTokenExchange({ public_token })).data;
      expect((await revived.authGet({ access_token })).data.accounts).toHaveLength(2);
      expect(await linkAs(again, second)).toMatch(/^public-sandbox-/);
    } finally {
      await again.close();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});
