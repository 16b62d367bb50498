import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as read } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { logIn } from './people/bank-people.ts';
import { coreExample, serve, startSandbox, type TestSandbox } from './testing.ts';

let sandbox: TestSandbox;
const started = async (options: Parameters<typeof startSandbox>[0] = {}) => {
  sandbox = await startSandbox(options);
};
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

describe('state', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('survives a restart', async () => {
    await started({ dataDir: folder });
    await text('+15125550100');
    await book();
    const slow = { mode: 'slow', delayMs: 100 };
    await fault('bureau', slow);
    await sandbox.json('PUT', '/console/api/core', { online: false });
    const before = (await sandbox.json('GET', '/console/api/texts')).body;
    await sandbox.close();

    await started({ dataDir: folder });
    expect((await sandbox.json('GET', '/console/api/texts')).body).toEqual(before);
    expect(await loans()).toBe(1);
    expect((await sandbox.json('GET', '/console/api/faults/bureau')).body).toEqual(slow);
    expect((await status()).body).toMatchObject({ online: false });

    expect((await sandbox.json('DELETE', '/console/api/state')).status).toBe(204);
    expect((await sandbox.json('GET', '/console/api/texts')).body).toEqual([]);
    expect((await status()).body).toEqual({ online: true });
    await sandbox.close();
  });
});

describe('faults', () => {
  beforeEach(() => started());
  afterEach(() => sandbox.close());

  it('error gives the vendor’s internal error', async () => {
    await fault('core', { mode: 'error' });
    expect(await status()).toMatchObject({ status: 500, body: { code: 'INTERNAL' } });
    await fault('twilio', { mode: 'error', times: 1 });
    expect(await text('+15125550100')).toMatchObject({ status: 500, body: { code: 20500 } });
    expect(await text('+15125550100')).toMatchObject({ status: 201 });
  });

  it('timeout and refused never respond and change nothing', async () => {
    await fault('core', { mode: 'refused', times: 1 });
    await expect(book()).rejects.toThrow();
    await fault('core', { mode: 'timeout', times: 1 });
    const left = new AbortController();
    const silent = expect(fetch(`${sandbox.url}/core/v1/status`, { signal: left.signal })).rejects.toThrow();
    await expect
      .poll(async () => (await sandbox.json('GET', '/console/api/faults/core')).body)
      .toEqual({ mode: 'none' });
    setTimeout(() => left.abort(), 100);
    await silent;
    expect(await loans()).toBe(0);
    await expect
      .poll(async () => (await calls()).map(({ outcome }) => outcome))
      .toEqual(['no response', 'dropped']);
  });

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
  beforeEach(() => started());
  afterEach(() => sandbox.close());

  it('moves both clocks through the product, and fails if it does not respond', async () => {
    const both = (advanceSeconds: unknown) =>
      sandbox.json('POST', '/console/api/clock/both', { advanceSeconds });
    await sandbox.close();
    const received: unknown[] = [];
    const product = await serve(async (request, response) => {
      received.push([request.method, request.url, JSON.parse(await read(request))]);
      response.end(JSON.stringify({ now: '2026-03-02T16:00:00.000Z' }));
    });
    await started({ productUrl: product.url });
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

describe('the pages', () => {
  beforeEach(() => started());
  afterEach(() => sandbox.close());

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
});
