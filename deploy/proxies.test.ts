// The files of docs/behind-a-proxy.md, run by nginx and Caddy: what the page requires of a proxy.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get, type IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createServerIdentity } from '#sandbox/certificate.ts';
import { freePort } from '../scripts/free-port.js';

const page = readFileSync(join(import.meta.dirname, '../docs/behind-a-proxy.md'), 'utf8');
const sample = (language: string) => new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(page)?.[1] ?? '';
const isInstalled = (tool: string) => spawnSync('sh', ['-c', `command -v ${tool}`]).status === 0;

interface Ports {
  readonly http: number;
  readonly https: number;
  readonly ours: number;
  readonly other: number;
}

/** The page's file with this machine's ports, certificate and log, and how to start it in the foreground. */
const proxies: Readonly<Record<string, (folder: string, ports: Ports) => readonly string[]>> = {
  nginx(folder, { http, https, ours, other }) {
    const text = sample('nginx')
      .replace('listen 80;', `listen 127.0.0.1:${http};`)
      .replace('listen 443', `listen 127.0.0.1:${https}`)
      .replaceAll('/etc/ssl/apply', join(folder, 'apply'))
      .replace('/var/log/nginx/branchline.log', join(folder, 'access.log'))
      .replaceAll('/var/log/nginx/branchline-error.log', join(folder, 'error.log'));
    const file = join(folder, 'nginx.conf');
    const inHttp = `client_body_buffer_size 4m; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;`;
    writeFileSync(
      file,
      `daemon off; pid ${folder}/pid; error_log ${folder}/error.log;\nevents {}\nhttp { ${inHttp}\n${withPorts(text, ours, other)}}\n`,
    );
    return ['nginx', '-e', join(folder, 'error.log'), '-c', file];
  },
  caddy(folder, { http, https, ours, other }) {
    const text = sample('caddyfile')
      .replace(
        'apply.lender.example {',
        `https://apply.lender.example:${https} {\n  bind 127.0.0.1\n  tls ${folder}/apply.pem ${folder}/apply.key`,
      )
      .replace('  log {\n    format', `  log {\n    output file ${folder}/access.log\n    format`)
      .replace('{', `{\n  admin off\n  http_port ${http}\n  https_port ${https}`);
    const file = join(folder, 'Caddyfile');
    writeFileSync(file, withPorts(text, ours, other));
    return ['caddy', 'run', '--config', file, '--adapter', 'caddyfile'];
  },
};

const withPorts = (text: string, ours: number, other: number) =>
  text.replaceAll('127.0.0.1:3000', `127.0.0.1:${ours}`).replaceAll('127.0.0.1:3001', `127.0.0.1:${other}`);

describe.each(Object.keys(proxies))('%s', { tags: ['full'] }, (tool) => {
  const folder = mkdtempSync(join(tmpdir(), 'branchline-proxy-'));
  const identity = createServerIdentity();
  const received: { request: IncomingMessage; body: string }[] = [];
  let proxy: ChildProcess | undefined;
  let http = 0;
  let https = 0;
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
      port: https,
      servername: 'apply.lender.example',
      path,
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        host: `apply.lender.example:${https}`,
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
    if (!isInstalled(tool)) return;
    writeFileSync(join(folder, 'apply.pem'), identity.certificate);
    writeFileSync(join(folder, 'apply.key'), identity.key);
    await new Promise<void>((listening) => upstream.listen(0, '127.0.0.1', listening));
    [http = 0, https = 0, other = 0] = await Promise.all([freePort(), freePort(), freePort()]);
    const { port: ours } = upstream.address() as AddressInfo;
    const [command = '', ...args] = proxies[tool]?.(folder, { http, https, ours, other }) ?? [];
    proxy = spawn(command, args, {
      env: { PATH: process.env.PATH, HOME: folder },
      stdio: ['ignore', 'ignore', openSync(join(folder, 'stderr.log'), 'a')],
    });
    const status = () => call('/').then(({ status }) => status, String);
    await vi.waitFor(async () => expect(await status()).toBe(200), { timeout: 20_000 });
    received.length = 0;
  });
  afterAll(async () => {
    proxy?.kill('SIGTERM');
    upstream.closeAllConnections();
    upstream.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.skipIf(!isInstalled(tool))(
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
      const log = join(folder, 'access.log');
      const logged = () => (existsSync(log) ? readFileSync(log, 'utf8') : '');
      await expect.poll(logged).toContain('/webhooks/plaid');
      expect(logged()).not.toMatch(/secret|__Host|Link abc/);
    },
  );

  it.skipIf(!isInstalled(tool))(
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

  it.skipIf(!isInstalled(tool))('redirects http to the same address, as it was sent', async () => {
    const path = '/resume%0d%0aset-cookie:%20a=b?token=secret';
    const headers = { host: 'apply.lender.example' };
    const { headers: sent } = await new Promise<IncomingMessage>((resolve, reject) =>
      get({ host: '127.0.0.1', port: http, path, headers }, resolve).on('error', reject),
    );
    expect(sent.location?.replace(/:\d+/, '')).toBe(`https://apply.lender.example${path}`);
    expect(sent['set-cookie']).toBeUndefined();
  });

  it.skipIf(!isInstalled(tool))('logs no token of a link while no process responds', async () => {
    upstream.closeAllConnections();
    upstream.close();
    expect((await call('/resume?token=secret')).status).toBeGreaterThanOrEqual(500);
    // What a process logs is complete once it has ended.
    const ended = once(proxy as ChildProcess, 'exit');
    proxy?.kill('SIGTERM');
    await ended;
    const logs = readdirSync(folder).filter((name) => name.endsWith('.log'));
    expect(logs.map((name) => readFileSync(join(folder, name), 'utf8')).join('')).not.toContain('secret');
  });
});
