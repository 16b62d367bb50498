// Real connections that fail in each way: only calls that provably never reached the vendor may be repeated.
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTls } from 'node:https';
import { type AddressInfo, createServer as createTcp, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createServerIdentity } from '#sandbox/certificate.ts';
import { NotPerformed, OutcomeUnknown } from '../platform/jobs/vendor-calls.ts';
import { callVendor, neverSent } from './http-client.ts';

const open: Server[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) {
    server.close();
    if ('closeAllConnections' in server) (server as ReturnType<typeof createServer>).closeAllConnections();
  }
});

async function listening(server: Server): Promise<number> {
  open.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const vendorAt = (listener: RequestListener) => listening(createServer(listener));
const wireAt = (listener: (socket: Socket) => void) =>
  listening(
    createTcp((socket) => {
      socket.on('error', () => {});
      listener(socket);
    }),
  );

const call = (url: string, signal = AbortSignal.timeout(60_000)) =>
  callVendor({
    vendor: 'bureau',
    method: 'POST',
    url,
    json: { pull: 'hard' },
    response: z.object({}),
    signal,
  }).catch((error: unknown) => error);

describe('a call that provably never left', () => {
  it('is one to a host without an address', async () => {
    expect(await call('http://bureau.invalid/')).toBeInstanceOf(NotPerformed);
  });

  it('is one whose connection is refused', async () => {
    const port = await vendorAt(() => {});
    const [server] = open.splice(0);
    server?.close();
    await once(server as Server, 'close');
    expect(await call(`http://127.0.0.1:${port}/`)).toBeInstanceOf(NotPerformed);
  });

  it('is one whose certificate we do not trust', async () => {
    let requests = 0;
    const { key, certificate: cert } = createServerIdentity();
    const server = createTls({ key, cert }, () => {
      requests += 1;
    });
    server.on('tlsClientError', () => {});
    const port = await listening(server);
    expect(await call(`https://localhost:${port}/`)).toBeInstanceOf(NotPerformed);
    expect(requests).toBe(0);
  });

  it('is one that finds no TLS there', async () => {
    const port = await wireAt((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    expect(await call(`https://localhost:${port}/`)).toBeInstanceOf(NotPerformed);
  });

  it('is one whose connection is closed before TLS is established', async () => {
    const port = await wireAt((socket) => socket.once('data', () => socket.end()));
    expect(await call(`https://localhost:${port}/`)).toBeInstanceOf(NotPerformed);
  });
});

it('a request that cannot be made is a mistake of ours, not an outage', async () => {
  const port = await vendorAt((_, response) => response.end('{}'));
  expect(await call(`http://user:password@127.0.0.1:${port}/`)).toBeInstanceOf(TypeError);
});

describe('a call whose outcome is unknown', () => {
  it('is one whose connection was dropped, however early', async () => {
    const port = await wireAt((socket) => socket.once('data', () => socket.destroy()));
    expect(await call(`http://127.0.0.1:${port}/`)).toBeInstanceOf(OutcomeUnknown);
    const reset = await wireAt((socket) => socket.once('data', () => socket.resetAndDestroy()));
    expect(await call(`http://127.0.0.1:${reset}/`)).toBeInstanceOf(OutcomeUnknown);
  });

  it('is one that failed at the vendor, or whose response broke off or was empty', async () => {
    const failed = await vendorAt((_, response) => response.writeHead(503).end('{}'));
    expect(await call(`http://127.0.0.1:${failed}/`)).toBeInstanceOf(OutcomeUnknown);
    const broken = await vendorAt((_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{');
      setImmediate(() => response.destroy());
    });
    expect(await call(`http://127.0.0.1:${broken}/`)).toBeInstanceOf(OutcomeUnknown);
  });

  it('is one that we gave up waiting for', async () => {
    const giveUp = new AbortController();
    const silent = await vendorAt(() => giveUp.abort());
    expect(await call(`http://127.0.0.1:${silent}/`, giveUp.signal)).toBeInstanceOf(OutcomeUnknown);
  });
});

it('a host that cannot be reached counts only while connecting: an open connection may fail so as well', () => {
  const failed = (syscall: string) => Object.assign(new Error('failed'), { code: 'EHOSTUNREACH', syscall });
  expect(neverSent(new TypeError('fetch failed', { cause: failed('connect') }))).toBe(true);
  expect(neverSent(new TypeError('fetch failed', { cause: failed('read') }))).toBe(false);
  expect(neverSent(new AggregateError([failed('connect'), failed('read')]))).toBe(false);
  expect(neverSent('ECONNREFUSED')).toBe(false);
});
