import ipaddr from 'ipaddr.js';

/** The network an address is counted with: an IPv6 customer has at least 2^64 addresses, so the first 64 bits count. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString();
}
