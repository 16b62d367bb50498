// Which proxies we believe about the address of a client. Everything else in X-Forwarded-For is what the client wrote.
import { isIP, isIPv4, isIPv6 } from 'node:net';
import * as z from 'zod';

/** No proxy, all (development only), this many proxies in front of us, or the networks that they are in. */
export type TrustedProxies = boolean | number | readonly string[];

const usage =
  'it must be false, the number of proxies in front such as 1, or their networks such as 10.0.0.0/8,fd00::/8';

export const trustedProxies = z
  .string()
  .default('false')
  .transform((text, context): TrustedProxies => {
    if (text === 'true' || text === 'false') return text === 'true';
    if (/^[1-9]$/.test(text)) return Number(text);
    const networks = text.split(',').map((one) => one.trim());
    if (networks.every(isNetwork)) return networks;
    context.addIssue({ code: 'custom', message: usage });
    return z.NEVER;
  });

/** A prefix of no bits would trust every address, for which there is `true`. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const most = isIPv4(address) ? 32 : isIPv6(address) && !address.includes('%') ? 128 : 0;
  if (most === 0 || rest.length > 0) return false;
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= most);
}

/** Fastify's `trustProxy`. Given a number, it trusts no proxy, because it doesn't see the connection's own address; a function can count. */
export function trustOf(
  proxies: TrustedProxies,
): boolean | string[] | ((address: string, hop: number) => boolean) {
  if (typeof proxies === 'number') return (_, hop) => hop < proxies;
  return typeof proxies === 'boolean' ? proxies : [...proxies];
}

/**
 * The part of an X-Forwarded-For that consists of addresses. Each proxy appends to the right, so what is
 * left of something that isn't an address is dropped with it: counting on would believe the client. Undefined if nothing
 * is left.
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
