import { expect, it } from 'vitest';
import { networkOf } from './network.ts';

it('counts the addresses of one IPv6 customer together', () => {
  expect(networkOf('2001:db8:1:2::1')).toBe(networkOf('2001:db8:1:2:ffff:ffff:ffff:ffff'));
  expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'));
});

it('counts each IPv4 address by itself, however it is written', () => {
  expect(networkOf('203.0.113.7')).toBe('203.0.113.7');
  expect(networkOf('::ffff:203.0.113.7')).toBe('203.0.113.7');
  expect(networkOf('203.0.113.8')).not.toBe(networkOf('203.0.113.7'));
});

it('takes what is no address as it is', () => {
  expect(networkOf('unix socket')).toBe('unix socket');
});
