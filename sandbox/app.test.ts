import { text as read } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { logIn } from './people/bank-people.ts';
import { coreExample, serve, startSandbox, type TestSandbox } from './testing.ts';

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await startSandbox();
});
afterEach(() => sandbox.close());
const core = () => ({ 'X-Api-Key': sandbox.credentials.CORE_API_KEY });
const status = () => sandbox.json('GET', '/core/v1/status', undefined, core());
const book = () =>
  sandbox.json('POST', '/core/v1/loans', coreExample('/v1/loans'), { ...core(), 'Idempotency-Key': 'k' });
const loans = async () => ((await sandbox.json('GET', '/console/api/loans')).body as unknown[]).length;
const fault = (vendor: string, body: unknown) => sandbox.json('PUT', `/console/api/faults/${vendor}`, body);
const text = (to: string) => {
  const { TWILIO_ACCOUNT_SID: account, TWILIO_AUTH_TOKEN: token, TWILIO_FROM: From } = sandbox.credentials;
  const path = `/twilio/2010-04-01/Accounts/${account}/Messages.json`;
  const headers = { Authorization: `Basic ${btoa(`${account}:${token}`)}` };
  return sandbox.form(path, { To: to, From, Body: 'Hello' }, headers);
};
const calls = async () =>
  (await sandbox.json('GET', '/console/api/requests')).body as {
    path: string;
    status: number | null;
    outcome: string;
  }[];

describe('faults', () => {
  it('held takes effect without an response, for calls to a path', async () => {
    await fault('core', { mode: 'held', path: '/v1/loans', times: 1 });
    expect((await status()).status).toBe(200);
    const gone = new AbortController();
    const booking = fetch(`${sandbox.url}/core/v1/loans`, {
      method: 'POST',
      headers: { ...core(), 'idempotency-key': 'k', 'content-type': 'application/json' },
      body: JSON.stringify(coreExample('/v1/loans')),
      signal: gone.signal,
    });
    await expect.poll(async () => (await calls())[0]?.outcome).toBe('held');
    expect(await loans()).toBe(1);
    gone.abort();
    await expect(booking).rejects.toThrow();
    expect((await book()).status).toBe(201);
  });

  it('are refused when invalid', async () => {
    expect((await fault('core', { mode: 'sulk' })).status).toBe(400);
    expect((await fault('core', { mode: 'slow', delayMs: -1 })).status).toBe(400);
    expect((await fault('core', { mode: 'error', times: 0 })).status).toBe(400);
    expect((await fault('core', { mode: 'held', path: '' })).status).toBe(400);
    expect((await fault('unknown', { mode: 'none' })).status).toBe(404);
  });
});

describe('the console', () => {
  it('moves both clocks through the product, and fails if it does not respond', async () => {
    const both = (advanceSeconds: unknown) =>
      sandbox.json('POST', '/console/api/clock/both', { advanceSeconds });
    await sandbox.close();
    const received: unknown[] = [];
    const product = await serve(async (request, response) => {
      received.push([request.method, request.url, JSON.parse(await read(request))]);
      response.end(JSON.stringify({ now: '2026-03-02T16:00:00.000Z' }));
    });
    sandbox = await startSandbox({ productUrl: product.url });
    expect((await both(3600)).body).toMatchObject({ product: '2026-03-02T16:00:00.000Z' });
    expect(received).toEqual([['POST', '/dev/clock', { advanceSeconds: 3600 }]]);
    expect((await both('an hour')).status).toBe(400);
    product.close();
    expect(await both(60)).toMatchObject({ status: 502, body: { errors: [{ code: 'NO_ANSWER' }] } });
  });

  it('lists the bank logins, the other passwords and the account numbers that act', async () => {
    const { body } = await sandbox.json('GET', '/console/api/people');
    const { bankPeople, bankPasswords, typedAccounts } = body as {
      bankPeople: { username: string; password: string }[];
      bankPasswords: { password: string }[];
      typedAccounts: { accountNumber: string }[];
    };
    for (const { username, password } of bankPeople)
      expect(logIn(username, password).kind, username).toBe('in');
    for (const { password } of bankPasswords) {
      const kind = password.startsWith('error_') ? 'error' : 'challenge';
      expect(logIn('user_good', password).kind, password).toBe(kind);
    }
    expect(typedAccounts).toContainEqual({ accountNumber: '000111444', outcome: 'Closed' });
  });

  it('masks keys in the URLs of calls', async () => {
    await fetch(`${sandbox.url}/google/maps/api/staticmap?center=x&key=sandbox-google-maps-key`);
    await expect
      .poll(async () => (await calls())[0]?.path)
      .toBe('/google/maps/api/staticmap?center=x&key=•••');
  });

  it('notifies an open page of changes', async () => {
    const events = await fetch(`${sandbox.url}/console/api/events`);
    const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader();
    await text('+15125550100');
    let streamed = '';
    while (!streamed.includes('texts')) streamed += (await reader?.read())?.value ?? '';
    expect(streamed).toContain('data: texts');
    await reader?.cancel();
  });
});

it.each([
  ['/console', '/console/lists.browser.ts'],
  ['/plaid/link/v2/stable/link.html', '/plaid/elements.browser.ts'],
])('serves every file that %s loads, and every one that these load', async (page, script) => {
  const served = new Set<string>();
  const load = async (path: string): Promise<void> => {
    if (served.has(path)) return;
    served.add(path);
    const response = await fetch(new URL(path, sandbox.url));
    expect([path, response.status]).toEqual([path, 200]);
    const source = await response.text();
    for (const [, other = ''] of source.matchAll(
      /(?:from\s*|src=|href=)["'](\.{0,2}\/[\w./-]+\.(?:ts|css))["']/g,
    ))
      await load(new URL(other, new URL(path, sandbox.url)).pathname);
  };
  await load(page);
  expect([...served]).toEqual(expect.arrayContaining(['/sandbox.css', script]));
});
