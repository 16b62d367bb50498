// What Plaid is asked for, and what a bank without its products leaves open.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { plaid } from './plaid.ts';

const asked: { readonly path: string; readonly body: Record<string, unknown> }[] = [];
let server: Server;
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const path = request.url ?? '';
    asked.push({ path, body: JSON.parse(Buffer.concat(parts).toString()) });
    const unsupported = { error_type: 'ITEM_ERROR', error_code: 'PRODUCTS_NOT_SUPPORTED' };
    const answers: Record<string, object> = {
      '/link/token/create': { link_token: 'link-1', expiration: '2026-03-02T12:00:00Z' },
      '/accounts/get': {
        accounts: [
          {
            account_id: 'a1',
            name: 'Checking',
            mask: '0000',
            type: 'depository',
            subtype: 'checking',
            balances: {},
          },
        ],
      },
    };
    response.writeHead(answers[path] ? 200 : 400, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answers[path] ?? unsupported));
  }).listen(0);
  await once(server, 'listening');
});
afterAll(() => server.close());

const bank = () =>
  plaid({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    scriptUrl: '',
    clientId: 'c',
    secret: 's',
    hasIdentityMatch: false,
    returnUrls: [],
    publicUrl: 'https://apply.example',
  });
const signal = AbortSignal.timeout(10_000);

it('requires only account numbers of a bank, and the other products where it has them', async () => {
  const address = { street: '1 Main St', city: 'Ogden', state: 'UT', zipCode: '84401' };
  await bank().createLinkToken(
    {
      reference: 'r',
      lender: 'Lender',
      person: { name: 'Alex Rivera', phone: '+18015550100', email: 'a@b.example', ...address },
      returnUrl: 'https://apply.example/loan-request/success',
      webhookUrl: 'https://apply.example/webhooks/plaid',
    },
    signal,
  );
  expect(asked.at(-1)?.body).toMatchObject({
    products: ['auth'],
    required_if_supported_products: ['identity', 'transactions'],
  });
});

it('a bank that names no owners and lists no transactions confirms nothing, and fails nothing', async () => {
  expect(await bank().ownership('access', signal)).toMatchObject({
    accounts: [{ accountId: 'a1' }],
    owners: [],
  });
  expect(await bank().recurringTransactions('access', signal)).toEqual({ inflows: [], since: undefined });
});
