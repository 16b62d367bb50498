import { expect, it } from 'vitest';
import { addressesOf, mustBeWritable, whyNoAddress } from './server-addresses.ts';

it.each([
  [
    'postgres://me:p%40ss@one:5432,two:5433/b?a=1',
    ['postgres://me:p%40ss@one:5432/b?a=1', 'postgres://me:p%40ss@two:5433/b?a=1'],
  ],
  ['postgres://one,[::1]:5433/b', ['postgres://one/b', 'postgres://[::1]:5433/b']],
  ['postgres://me@one/b', ['postgres://me@one/b']],
  ['postgres://me@/b?host=/run/postgresql', ['postgres://me@/b?host=/run/postgresql']],
])('%s names each server', (url, addresses) => {
  expect(addressesOf(url)).toEqual(addresses);
});

it('a cluster is used by the server that accepts writes', () => {
  expect(mustBeWritable('postgres://one,two/b?sslmode=verify-full&target_session_attrs=read-write')).toBe(
    true,
  );
  expect(mustBeWritable('postgres://one/b')).toBe(false);
});

it.each([
  ['postgres://one/b', undefined],
  ['postgres://one,two/b?target_session_attrs=any', undefined],
  ['postgres://one,two/b', /several servers/],
  ['postgres://one/b?target_session_attrs=standby', /must be read-write or any/],
])('%s is refused: %s', (url, why) => {
  if (why === undefined) expect(whyNoAddress(url)).toBeUndefined();
  else expect(whyNoAddress(url)).toMatch(why);
});
