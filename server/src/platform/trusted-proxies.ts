// Which proxies we believe about the address of a client. Everything else in X-Forwarded-For is what the client wrote.
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import * as z from 'zod';

/** No proxy, all (development only), this many proxies in front of us, or their networks. Undefined if it is not set. */
export type TrustedProxies = boolean | number | readonly string[] | undefined;

const usage =
  'it must be false, the number of proxies in front such as 1, or their networks such as 10.0.0.0/8,fd00::/8';
const tooWide =
  "it must name your proxies' own networks, such as 10.0.0.0/8, not a large part of the internet";

export const trustedProxies = z
  .string()
  .optional()
  .transform((text, context): TrustedProxies => {
    if (text === undefined) return undefined;
    if (text === 'true' || text === 'false') return text === 'true';
    if (/^[1-9]$/.test(text)) return Number(text);
    const networks = text.split(',').map((network) => network.trim());
    const shares = networks.map(shareOf);
    if (!shares.includes(undefined) && shares.reduce<number>((sum, share = 0) => sum + share, 0) <= 1 / 32)
      return networks;
    context.addIssue({ code: 'custom', message: shares.includes(undefined) ? usage : tooWide });
    return z.NEVER;
  });

/** The share of the IPv4 or IPv6 addresses that a network has; undefined if it is none. */
function shareOf(text: string): number | undefined {
  const version = isIP(text.split('/')[0] as string);
  const network = text.includes('/') ? text : `${text}/${version === 4 ? 32 : 128}`;
  if (version === 0 || text.includes('%') || !ipaddr.isValidCIDR(network)) return undefined;
  const [address, bits] = ipaddr.parseCIDR(network);
  // `::ffff:0:0/96` is IPv6's way to write all of IPv4.
  const mapped = ipaddr.parse('::ffff:0:0');
  const hasIPv4 = address.kind() === 'ipv6' && mapped.match(address, Math.min(bits, 96));
  return 2 ** -(hasIPv4 ? Math.max(0, bits - 96) : bits);
}

/** Fastify's `trustProxy`. Given a number, it trusts no proxy, because it doesn't see the connection's own address; a function can count. */
export function trustOf(
  proxies: TrustedProxies,
): boolean | string[] | ((address: string, hop: number) => boolean) {
  if (typeof proxies === 'number') return (_, hop) => hop < proxies;
  return Array.isArray(proxies) ? [...proxies] : proxies === true;
}

/**
 * The addresses at the right end, where each proxy appends. What is left of something that isn't an address is dropped with it:
 * counting on would believe the client.
 */
export function forwardedAddresses(header: string): string | undefined {
  const addresses: string[] = [];
  for (const entry of header.split(',').reverse()) {
    const address = addressOf(entry.trim());
    if (address === undefined) break;
    addresses.unshift(address);
  }
  return addresses.length === 0 ? undefined : addresses.join(', ');
}

/** An address without the port or the brackets that some proxies add. */
function addressOf(entry: string): string | undefined {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry;
  return isIP(bare) !== 0 && !bare.includes('%') ? bare.toLowerCase() : undefined;
}
