import { Configuration, CountryCode, type LinkTokenCreateRequest, PlaidApi, Products } from 'plaid';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startSandbox, stillClock } from '../../testing.ts';
import { banks } from './institutions.ts';
import { maxBadLogins } from './link/session-routes.ts';
import { agreeAtBank, linkAs, linkStep, type Visitor } from './testing.ts';

const clock = stillClock('2026-03-02T15:00:00Z');
const sandbox = await startSandbox({ clock: clock.now });

const plaid = (secret = sandbox.credentials.PLAID_SECRET) =>
  new PlaidApi(
    new Configuration({
      basePath: `${sandbox.url}/plaid`,
      baseOptions: {
        headers: {
          'PLAID-CLIENT-ID': sandbox.credentials.PLAID_CLIENT_ID,
          'PLAID-SECRET': secret,
          'Plaid-Version': '2020-09-14',
        },
      },
    }),
  );

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
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).error_code;

afterAll(() => sandbox.close());
beforeEach(() => sandbox.json('DELETE', '/console/api/state'));

it('missing keys, malformed JSON and unknown paths are refused as Plaid does', async () => {
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
  expect((await sandbox.json('POST', '/plaid/nothing', {})).body).toMatchObject({ error_code: 'NOT_FOUND' });
});

describe('link tokens', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['no client name', { client_name: undefined }, 'MISSING_FIELDS'],
    ['a malformed phone', { user: { client_user_id: '1', phone_number: '8015550142' } }, 'INVALID_FIELD'],
    ['a product that does not exist', { products: ['gold'] }, 'INVALID_PRODUCT'],
    ['an unknown country', { country_codes: ['XX'] }, 'INVALID_FIELD'],
    ['a redirect address with a query', { redirect_uri: 'https://x.test/?a=1' }, 'INVALID_FIELD'],
    ['an unregistered redirect address', { redirect_uri: 'https://x.test/elsewhere' }, 'INVALID_FIELD'],
    ['a hosted page with a field that does not exist', { hosted_link: { surprise: true } }, 'UNKNOWN_FIELDS'],
    ['a hosted page for 22 days', { hosted_link: { url_lifetime_seconds: 1_814_401 } }, 'INVALID_FIELD'],
    ['a webhook that is no address', { webhook: 'nowhere' }, 'INVALID_WEBHOOK'],
    ['a field that does not exist', { surprise: true }, 'UNKNOWN_FIELDS'],
  ])('are not made with %s', async (_what, wrong, code) => {
    expect(await refusal(linkToken(wrong))).toMatchObject({ status: 400, error_code: code });
  });

  it('are refused when unknown, expired, used or after too many failed logins', async () => {
    const start = (token: string) => codeOf(linkStep(sandbox, 'start', { link_token: token }));
    expect(await start('link-sandbox-unknown')).toBe('INVALID_LINK_TOKEN');

    const expired = await linkToken();
    clock.advance(4 * 3600);
    expect(await start(expired)).toBe('INVALID_LINK_TOKEN');

    const used = await linkToken();
    await linkAs(sandbox, used);
    expect(await start(used)).toBe('INVALID_LINK_TOKEN');

    const worn = await linkToken();
    for (let turn = 0; turn < maxBadLogins; turn += 1)
      expect(await codeOf(linkAs(sandbox, worn, { password: 'wrong' }))).toBe('INVALID_CREDENTIALS');
    expect(await start(worn)).toBe('INVALID_LINK_TOKEN');
  });
});

it('public tokens are exchanged once, within half an hour', async () => {
  const token = await linkAs(sandbox, await linkToken());
  expect(await exchange(token)).toMatch(/^access-sandbox-/);
  expect(await codeOf(exchange(token))).toBe('INVALID_PUBLIC_TOKEN');

  const late = await linkAs(sandbox, await linkToken());
  clock.advance(30 * 60);
  const ended = { error_code: 'INVALID_PUBLIC_TOKEN', error_message: expect.stringContaining('expired') };
  expect(await refusal(exchange(late))).toMatchObject(ended);
});

describe('an item', () => {
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
    const other = { access_token: filtered, options: { account_ids: ['other'] } };
    expect(await codeOf(plaid().authGet(other))).toBe('INVALID_ACCOUNT_ID');
  });

  it('refuses products without the person’s consent', async () => {
    const access_token = await linked({}, { products: [Products.Auth] });
    expect(await codeOf(plaid().identityGet({ access_token }))).toBe('ADDITIONAL_CONSENT_REQUIRED');
  });

  it('cannot be found after removal', async () => {
    const access_token = await linked();
    await plaid().itemRemove({ access_token });
    expect(await codeOf(plaid().accountsGet({ access_token }))).toBe('ITEM_NOT_FOUND');
    const unknown = await refusal(plaid().accountsGet({ access_token: 'access-sandbox-unknown' }));
    expect(unknown).toMatchObject({ error_type: 'INVALID_INPUT', error_code: 'INVALID_ACCESS_TOKEN' });
  });
});

describe('bank people', () => {
  it('user_slow_bank has 30 days of history, and a minute later half a year', async () => {
    const access_token = await linked({ username: 'user_slow_bank' });
    const state = async () => {
      const [{ data: sync }, { data: recurring }] = await Promise.all([
        plaid().transactionsSync({ access_token, count: 500 }),
        plaid().transactionsRecurringGet({ access_token }),
      ]);
      const { transactions_update_status: status, added } = sync;
      return [status, added.length, recurring.inflow_streams[0]?.first_date];
    };
    expect(await state()).toEqual(['INITIAL_UPDATE_COMPLETE', 7, '2026-02-01']);
    clock.advance(60);
    expect(await state()).toEqual(['HISTORICAL_UPDATE_COMPLETE', 24, '2025-09-15']);
  });

  it('user_joint names a partner first, as an owner or as a second name', async () => {
    const access_token = await linked({ username: 'user_joint' });
    const { accounts } = (await plaid().identityGet({ access_token })).data;
    expect(accounts.slice(0, 2).map(({ owners }) => owners.map(({ names }) => names))).toEqual([
      [['Casey Rowan Whitlock'], ['Dana Reyes']],
      [['Casey Rowan Whitlock', 'Dana Reyes']],
    ]);
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
    const wrong = linkAs(sandbox, await linkToken(), { password, answers: [['no']] });
    expect(await codeOf(wrong)).toBe('INVALID_MFA');
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

it('the OAuth bank does not finish with another token, an unknown state or an incomplete login', async () => {
  const redirect_uri = 'http://localhost:3000/loan-request/success';
  const token = await linkToken({ redirect_uri });
  const { link_session_id } = await linkStep(sandbox, 'start', { link_token: token });
  const institution_id = banks.find((bank) => bank.oauth)?.id ?? '';
  const { url } = await linkStep(sandbox, 'oauth', { link_token: token, link_session_id, institution_id });
  const come = (link_token: string, received_redirect_uri: string) =>
    codeOf(linkStep(sandbox, 'start', { link_token, received_redirect_uri }));
  const state = new URL(String(url), sandbox.url).searchParams.get('state');
  expect(await come(token, `${redirect_uri}?oauth_state_id=${state}`)).toBe('OAUTH_STATE_ID_NOT_FOUND');
  const returned = await agreeAtBank(sandbox, String(url));
  expect(await come(await linkToken({ redirect_uri }), returned)).toBe('INCORRECT_LINK_TOKEN');
  expect(await come(token, redirect_uri)).toBe('OAUTH_STATE_ID_NOT_FOUND');
});

it('a hosted page has an address of its own for half an hour, or as long as requested', async () => {
  const completion_redirect_uri = 'http://localhost:3000/loan-request/success?oauth_state_id=hosted';
  const hosted = async (lifetime: { url_lifetime_seconds?: number } = {}) => {
    const hosted_link = { completion_redirect_uri, ...lifetime };
    return (await plaid().linkTokenCreate({ ...applicant, hosted_link })).data;
  };
  const { hosted_link_url = '', expiration } = await hosted();
  const minutesLater = (minutes: number) => new Date(clock.now().getTime() + minutes * 60_000).toISOString();
  expect(expiration).toBe(minutesLater(30));
  expect((await hosted({ url_lifetime_seconds: 7200 })).expiration).toBe(minutesLater(120));
  const page = await fetch(hosted_link_url);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain(`data-completion="${completion_redirect_uri}"`);
  expect((await fetch(`${sandbox.url}/plaid/hl/unknown`)).status).toBe(404);
});
