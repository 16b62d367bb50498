import ipaddr from 'ipaddr.js';

/**
 * The network that an address is counted with. An IPv6 customer has at least 2^64 addresses and can use a new one for each
 * request, so limits count its first 64 bits. An IPv4 address, also one written as IPv6, counts by itself.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString();
}
