// What Plaid is asked for, and what a bank without its products leaves open.
import { json } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';
import { serve } from '#sandbox/testing.ts';
import { plaid } from './plaid.ts';

const asked: { readonly path: string; readonly body: Record<string, unknown> }[] = [];
let sessions: object[] = [];
let history: string | undefined;
const account = { account_id: 'a1', name: 'Checking', mask: '0000', type: 'depository', subtype: 'checking' };
const server = await serve(async (request, response) => {
  const path = request.url ?? '';
  asked.push({ path, body: (await json(request)) as Record<string, unknown> });
  const unsupported = { error_type: 'ITEM_ERROR', error_code: 'PRODUCTS_NOT_SUPPORTED' };
  const answers: Record<string, object> = {
    '/link/token/create': {
      link_token: 'link-1',
      expiration: '2026-03-02T12:00:00Z',
      hosted_link_url: 'https://secure.plaid.com/hl/1',
    },
    '/link/token/get': { link_token: 'link-1', link_sessions: sessions },
    '/accounts/get': { accounts: [{ ...account, balances: {} }] },
    ...(history && { '/transactions/sync': { transactions_update_status: history } }),
  };
  response.writeHead(answers[path] ? 200 : 400, { 'content-type': 'application/json' });
  response.end(JSON.stringify(answers[path] ?? unsupported));
});
afterAll(() => server.close());

const bank = plaid({
  url: server.url,
  scriptUrl: '',
  clientId: 'c',
  secret: 's',
  returnUrls: [],
  publicUrl: 'https://apply.example',
});
const signal = AbortSignal.timeout(60_000);
const address = { street: '1 Main St', city: 'Ogden', state: 'UT', zipCode: '84401' };
const link = {
  reference: 'r',
  lender: 'Lender',
  person: { name: 'Alex Rivera', phone: '+18015550100', email: 'a@b.example', ...address },
  returnUrl: 'https://apply.example/loan-request/success',
  webhookUrl: 'https://apply.example/webhooks/plaid',
};

it('requires only account numbers of a bank, and the other products where it has them', async () => {
  await bank.createLinkToken(link, signal);
  expect(asked.at(-1)?.body).toMatchObject({
    products: ['auth'],
    required_if_supported_products: ['identity', 'transactions'],
  });
});

it('a bank that names no owners and lists no transactions confirms nothing, and fails nothing', async () => {
  const unnamed = { accounts: [{ accountId: 'a1' }], owners: [] };
  expect(await bank.ownership('access', signal)).toMatchObject(unnamed);
  expect(await bank.recurringTransactions('access', signal)).toEqual({ inflows: [], since: undefined });
});

it('reads no income while the bank shows only its last 30 days', async () => {
  history = 'INITIAL_UPDATE_COMPLETE';
  await expect(bank.recurringTransactions('access', signal)).rejects.toMatchObject({ kind: 'not-ready' });
  expect(asked.at(-1)?.path).toBe('/transactions/sync');
  history = undefined;
});

it('requests a hosted page with the address to which it returns, and no redirect address for a bank', async () => {
  const hostedReturnUrl = `${link.returnUrl}?oauth_state_id=hosted`;
  expect(await bank.createLinkToken({ ...link, hostedReturnUrl }, signal)).toMatchObject({
    token: 'link-1',
    hostedUrl: 'https://secure.plaid.com/hl/1',
  });
  const body = asked.at(-1)?.body;
  const rest = { url_lifetime_seconds: 14_400, is_mobile_app: false };
  expect(body?.hosted_link).toEqual({ completion_redirect_uri: hostedReturnUrl, ...rest });
  expect(body).not.toHaveProperty('redirect_uri');
});

it.each<[string, object[], object | undefined]>([
  ['no session', [], undefined],
  ['a session that has not ended', [{ link_session_id: '1', finished_at: null }], undefined],
  ['a session that the applicant left', [{ link_session_id: '1', finished_at: '2026-03-02T12:00:00Z' }], {}],
  [
    'a linked bank',
    [
      { link_session_id: '1', finished_at: '2026-03-02T12:00:00Z', exit: {} },
      {
        link_session_id: '2',
        finished_at: '2026-03-02T12:05:00Z',
        results: {
          item_add_results: [
            { public_token: 'public-1', institution: { name: 'Bank', institution_id: 'ins_1' } },
          ],
        },
      },
    ],
    { linked: { publicToken: 'public-1', institutionId: 'ins_1', institutionName: 'Bank' } },
  ],
])('reads %s of a hosted page', async (_what, given, read) => {
  sessions = given;
  expect(await bank.hostedSession('link-1', signal)).toEqual(read);
  expect(asked.at(-1)).toMatchObject({ path: '/link/token/get', body: { link_token: 'link-1' } });
});
