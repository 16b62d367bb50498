// Records that are rare and right: an apartment of a suggested address, and a vehicle older than its number's form.
import { afterAll, expect, it } from 'vitest';
import { serve } from '#sandbox/testing.ts';
import { googlePlaces } from './places.ts';
import { vehicleService } from './vehicle-data.ts';

let answer: object = {};
const server = await serve(async (_, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(answer));
});
afterAll(() => server.close());
const signal = AbortSignal.timeout(60_000);

const parts = {
  street_number: '350',
  route: 'S Main St',
  subpremise: '4B',
  locality: 'Salt Lake City',
  administrative_area_level_1: 'UT',
  postal_code: '84101',
};
const read = (components: Partial<typeof parts>) => {
  const texts = Object.entries(components);
  answer = {
    addressComponents: texts.map(([type, text]) => ({ longText: text, shortText: text, types: [type] })),
  };
  const places = googlePlaces({ placesUrl: server.url, mapsUrl: server.url, key: 'key' });
  return places.details('place', 'session', signal);
};

it('keeps the apartment of an address, and takes none without a house number', async () => {
  expect((await read(parts))?.streetAddress).toBe('350 S Main St # 4B');
  const { street_number: _, ...unnumbered } = parts;
  expect(await read(unnumbered)).toBeUndefined();
});

it('finds a car beside a truck of 1972, whose number has another form', async () => {
  const vehicle = { make: 'Ford', model: 'Any', value: { amount: 9000, currency: 'USD' } };
  answer = {
    vehicles: [
      { ...vehicle, year: 1972, vin: 'F10YLP12345' },
      { ...vehicle, year: 2019, vin: '1ftew1e45kfa00001' },
    ],
  };
  const service = vehicleService({ url: server.url, key: 'key', permittedUse: '3' });
  const owner = {
    firstName: 'A',
    lastName: 'B',
    streetAddress: '1 Main St',
    city: 'Ogden',
    state: 'UT',
    zipCode: '84401',
  };
  const found = await service.ownedBy(owner, 'reference', signal);
  expect(found.map(({ year, vin }) => [year, vin])).toEqual([[2019, '1FTEW1E45KFA00001']]);
});
