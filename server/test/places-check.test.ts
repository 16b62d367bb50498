// Google Maps' adapter against the sandbox, which refuses what Google refuses.
import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { startSandbox } from '#sandbox/testing.ts';
import { VendorRefused } from '#server/vendors/http-client.ts';
import { googlePlaces } from '#server/vendors/places.ts';

const signal = AbortSignal.timeout(60_000);
const sandbox = await startSandbox();
afterAll(() => sandbox.close());
const withKey = (key: string) =>
  googlePlaces({ placesUrl: `${sandbox.url}/google`, mapsUrl: `${sandbox.url}/google`, key });
const places = withKey(sandbox.credentials.GOOGLE_MAPS_KEY);

it('an address is found while it is typed, and its parts end the session', async () => {
  const session = randomUUID();
  const [first] = await places.suggest('350 S Main St Salt', session, signal);
  expect(first).toMatchObject({ main: '350 S Main St', secondary: 'Salt Lake City, UT, USA' });
  const expected = { streetAddress: '350 S Main St', city: 'Salt Lake City', state: 'UT', zipCode: '84101' };
  expect(await places.details(first?.id ?? '', session, signal)).toEqual(expected);
  await expect(places.suggest('350', session, signal)).rejects.toThrow(VendorRefused);
  await expect(places.details(first?.id ?? '', session, signal)).rejects.toThrow(VendorRefused);
  expect(await places.suggest('zzzz', randomUUID(), signal)).toEqual([]);
});

it.each([
  ['a wrong key', () => withKey('other').suggest('350 S Main', randomUUID(), signal), 400],
  ['a session that cannot be one', () => places.suggest('350 S Main', 'a b', signal), 400],
  ['an id of no place', () => places.details('nowhere', randomUUID(), signal), 400],
  ['a place that is gone', () => places.details('ChIJaaaaaaaaaaaaaaaaaaaaaaa', randomUUID(), signal), 404],
  ['a wrong key for a map', () => withKey('other').map(40.76, -111.89, signal), 403],
])('%s is a mistake of ours and no empty response', async (_, call, status) => {
  const error = await call().catch((refusal: unknown) => refusal);
  expect(error instanceof VendorRefused && error.status).toBe(status);
});

it('a map is a picture', async () => {
  expect((await places.map(40.7619, -111.891, signal)).subarray(1, 4).toString()).toBe('PNG');
});
