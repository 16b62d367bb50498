// The files of docs/behind-a-proxy.md, run by nginx and Caddy: what the page requires of a proxy.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, get, type IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { proxyNames, type RunningProxy, startProxy } from '../chaos/proxies.ts';
import { freePort } from '../scripts/free-port.js';
import { onPath } from '../scripts/system-tools.js';

describe.each(proxyNames)('%s', { tags: ['full'] }, (tool) => {
  const received: { request: IncomingMessage; body: string }[] = [];
  let proxy: RunningProxy;
  let other = 0;
  let hasDatabase = true;
  const upstream = createServer((incoming, response) => {
    if (incoming.url === '/accepting') {
      response.end('{}');
      return;
    }
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      received.push({ request: incoming, body: Buffer.concat(chunks).toString() });
      const headers = { 'content-type': 'text/plain', 'cache-control': 'no-store' };
      response.writeHead(hasDatabase ? 200 : 503, headers);
      response.end(hasDatabase ? 'answered' : 'unavailable');
    });
  });
  const withoutDatabase = createServer((incoming, response) => {
    if (incoming.url !== '/accepting') {
      response.statusCode = 503;
      refused.push(incoming.method);
    }
    incoming.resume().on('end', () => response.end('unavailable'));
  });
  const refused: (string | undefined)[] = [];

  const call = async (path: string, body?: string) => {
    const options = {
      host: '127.0.0.1',
      port: proxy.https,
      servername: 'apply.lender.example',
      path,
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        host: `apply.lender.example:${proxy.https}`,
        'x-forwarded-for': '203.0.113.9',
        'accept-encoding': 'gzip',
        authorization: 'Link abc',
        prefer: 'wait=25',
        cookie: '__Host-branchline=1',
      },
      rejectUnauthorized: false,
    };
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      request(options, resolve).on('error', reject).end(body);
    });
    const encoding = answer.headers['content-encoding'];
    return { status: answer.statusCode, body: await text(answer), encoding };
  };

  beforeAll(async () => {
    if (!onPath(tool)) return;
    await new Promise<void>((listening) => upstream.listen(0, '127.0.0.1', listening));
    other = await freePort();
    proxy = await startProxy(tool, [(upstream.address() as AddressInfo).port, other]);
    const status = () => call('/').then(({ status }) => status, String);
    await vi.waitFor(async () => expect(await status()).toBe(200), { timeout: 20_000 });
    received.length = 0;
  });
  afterAll(async () => {
    await proxy?.remove();
    upstream.closeAllConnections();
    upstream.close();
  });

  it.skipIf(!onPath(tool))(
    'does what the product needs of a proxy, with one of two processes down',
    async () => {
      const body = JSON.stringify({ text: ' byte for byte '.repeat(200_000) });
      const answered = { status: 200, body: 'answered', encoding: undefined };
      for (let turn = 0; turn < 6; turn += 1)
        expect(await call('/webhooks/plaid?token=secret', body)).toEqual(answered);
      expect(received.map((one) => one.body)).toEqual(Array(6).fill(body));
      for (const headers of received.map(({ request }) => request.headers)) {
        expect(headers).toMatchObject({
          host: expect.stringMatching(/^apply\.lender\.example(?::\d+)?$/),
          authorization: 'Link abc',
          prefer: 'wait=25',
          cookie: '__Host-branchline=1',
          'accept-encoding': 'gzip',
        });
        // The client's own claim stays left of what the proxy saw, or is dropped.
        expect(headers['x-forwarded-for']).toMatch(/^(?:203\.0\.113\.9, )?127\.0\.0\.1$/);
      }
      const log = join(proxy.folder, 'access.log');
      const logged = () => (existsSync(log) ? readFileSync(log, 'utf8') : '');
      await expect.poll(logged).toContain('/webhooks/plaid');
      expect(logged()).not.toMatch(/secret|__Host|Link abc/);
    },
  );

  it.skipIf(!onPath(tool))(
    'reads from another process where one has no database, submits a form once, and shows what all respond in an outage',
    async () => {
      await new Promise<void>((listening) => withoutDatabase.listen(other, '127.0.0.1', listening));
      received.length = 0;
      const read = () => call('/get-a-loan').then(({ status, body }) => `${status} ${body}`);
      // Once the proxy sends requests to both.
      await expect.poll(async () => [await read(), refused.length > 0]).toEqual(['200 answered', true]);
      for (let turn = 0; turn < 12; turn += 1) expect(await read()).toBe('200 answered');

      received.length = refused.length = 0;
      const forms = [];
      for (let turn = 0; turn < 12; turn += 1) forms.push(await call('/api/v2/prequalifications/', '{}'));
      expect(received.length + refused.length).toBe(12);
      expect(refused.length).toBeGreaterThan(0);
      const undone = forms.filter(({ status, body }) => status === 503 && body === 'unavailable');
      expect(undone).toHaveLength(refused.length);

      hasDatabase = false;
      for (let turn = 0; turn < 12; turn += 1) expect(await read()).toBe('503 unavailable');
      hasDatabase = true;
      withoutDatabase.closeAllConnections();
      withoutDatabase.close();
    },
  );

  it.skipIf(!onPath(tool))('redirects http to the same address, as it was sent', async () => {
    const path = '/resume%0d%0aset-cookie:%20a=b?token=secret';
    const headers = { host: 'apply.lender.example' };
    const { headers: sent } = await new Promise<IncomingMessage>((resolve, reject) =>
      get({ host: '127.0.0.1', port: proxy.http, path, headers }, resolve).on('error', reject),
    );
    expect(sent.location?.replace(/:\d+/, '')).toBe(`https://apply.lender.example${path}`);
    expect(sent['set-cookie']).toBeUndefined();
  });

  it.skipIf(!onPath(tool))('logs no token of a link while no process responds', async () => {
    upstream.closeAllConnections();
    upstream.close();
    expect((await call('/resume?token=secret')).status).toBeGreaterThanOrEqual(500);
    // What a process logs is complete once it has ended.
    await proxy.end();
    const logs = readdirSync(proxy.folder).filter((name) => name.endsWith('.log'));
    expect(logs.map((name) => readFileSync(join(proxy.folder, name), 'utf8')).join('')).not.toContain(
      'secret',
    );
  });
});
