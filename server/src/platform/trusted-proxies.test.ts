import fc from 'fast-check';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { forwardedAddresses, type TrustedProxies, trustedProxies, trustOf } from './trusted-proxies.ts';

/** The client address of a request with this header, over a connection from 127.0.0.1. */
async function seen(proxies: TrustedProxies, header: string): Promise<string> {
  const app = Fastify({ trustProxy: trustOf(proxies) });
  app.addHook('onRequest', async ({ raw }) => {
    raw.headers['x-forwarded-for'] = forwardedAddresses(String(raw.headers['x-forwarded-for']));
  });
  app.get('/', async (request) => request.ip);
  return (await app.inject({ url: '/', headers: { 'x-forwarded-for': header } })).body;
}

describe('the address of a client', () => {
  it.each<[string, TrustedProxies, string, string]>([
    ['no proxy trusted', false, '203.0.113.7', '127.0.0.1'],
    ['one proxy', 1, '203.0.113.7', '203.0.113.7'],
    ['one proxy, and what the client wrote', 1, '198.51.100.1, 203.0.113.7', '203.0.113.7'],
    ['two proxies', 2, '198.51.100.1, 203.0.113.7, 10.0.0.2', '203.0.113.7'],
    ['more proxies than there were', 3, '203.0.113.7', '203.0.113.7'],
    ['networks', ['127.0.0.0/8', '10.0.0.0/8'], '198.51.100.1, 203.0.113.7, 10.0.0.2', '203.0.113.7'],
    ['networks that the connection is not from', ['10.0.0.0/8'], '203.0.113.7', '127.0.0.1'],
    ['an IPv6 address', 1, '2001:DB8::7', '2001:db8::7'],
    ['a port', 1, '203.0.113.7:4711', '203.0.113.7'],
    ['an IPv6 address and a port', 1, '[2001:db8::7]:4711', '2001:db8::7'],
    ['no address', 1, 'not-an-ip<script>', '127.0.0.1'],
    ['no address, left of a proxy', 2, '198.51.100.1, not-an-ip<script>, 203.0.113.7', '203.0.113.7'],
    ['no address, right of one', 1, '203.0.113.7, unknown', '127.0.0.1'],
    ['a zone', 1, 'fe80::1%eth0', '127.0.0.1'],
  ])('by %s', async (_, proxies, header, address) => {
    expect(await seen(proxies, header)).toBe(address);
  });

  it('is never what a client wrote in front of its proxy', async () => {
    await fc.assert(
      fc.asyncProperty(fc.stringMatching(/^[ -~]*$/), async (written) => {
        expect(await seen(1, `${written}, 203.0.113.7`)).toBe('203.0.113.7');
      }),
    );
  });
});

describe('the setting of trusted proxies', () => {
  it.each([
    [undefined, undefined],
    ['false', false],
    ['true', true],
    ['1', 1],
    ['10.0.0.0/8', ['10.0.0.0/8']],
    ['10.1.2.3, fd00::/8', ['10.1.2.3', 'fd00::/8']],
    ['::ffff:10.0.0.0/104', ['::ffff:10.0.0.0/104']],
  ])('can be %s', (text, value) => {
    expect(trustedProxies.parse(text)).toEqual(value);
  });

  it.each(
    [
      'yes | 0 | 0.0.0.0/0 | ::/0 | 0.0.0.0/1,128.0.0.0/1 | ::ffff:0:0/96 | ::/64 | 10.0.0.0/33',
      'fe80::1%eth0',
    ].flatMap((line) => line.split(' | ')),
  )('cannot be %s', (text) => {
    expect(trustedProxies.safeParse(text).success).toBe(false);
  });
});
