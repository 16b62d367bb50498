import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { startSandbox } from '../../testing.ts';
import { addresses } from './google.ts';

const sandbox = await startSandbox();
const key = { 'X-Goog-Api-Key': sandbox.credentials.GOOGLE_MAPS_KEY };

type Suggestions = {
  suggestions?: { placePrediction: { placeId: string; text: { text: string }; structuredFormat: unknown } }[];
};
const search = async (input: string, more: Record<string, unknown> = {}) => {
  const request = { input, includedRegionCodes: ['us'], includedPrimaryTypes: ['street_address'], ...more };
  return (await sandbox.json('POST', '/google/v1/places:autocomplete', request, key)).body as Suggestions;
};
const place = (id: string, mask: string) =>
  sandbox.json('GET', `/google/v1/places/${id}`, undefined, { ...key, 'X-Goog-FieldMask': mask });
const map = (query: Record<string, string>) =>
  fetch(`${sandbox.url}/google/maps/api/staticmap?${new URLSearchParams(query)}`);

afterAll(() => sandbox.close());

describe('addresses', () => {
  const typed = ['350 S Main', '350 south main street', '350 main salt'];
  it.each(typed)('finds the test people’s home from "%s"', async (input) => {
    const [first] = (await search(input)).suggestions ?? [];
    expect(first?.placePrediction.text.text).toBe('350 S Main St, Salt Lake City, UT, USA');
    expect(first?.placePrediction.structuredFormat).toMatchObject({
      mainText: { text: '350 S Main St' },
      secondaryText: { text: 'Salt Lake City, UT, USA' },
    });
  });

  it('suggest at most five, and none for nonsense or other countries', async () => {
    expect((await search('oak')).suggestions).toHaveLength(5);
    expect(await search('zzzz')).toEqual({});
    expect(await search('oak', { includedRegionCodes: ['ca'] })).toEqual({});
  });

  it('return the fields in the field mask', async () => {
    const [first] = (await search('350 S Main St Salt')).suggestions ?? [];
    const { body } = await place(first?.placePrediction.placeId ?? '', 'id,addressComponents');
    expect(Object.keys(body as object)).toEqual(['id', 'addressComponents']);
  });

  it('refuse a wrong key, a missing field mask, an unknown field and an unknown place', async () => {
    const id = addresses[0]?.placeId ?? '';
    const refused = (status: string, code: number) => ({ status: code, body: { error: { code, status } } });
    const withKey = (headers: Record<string, string>) =>
      sandbox.json('GET', `/google/v1/places/${id}`, undefined, headers);
    expect(await withKey({})).toMatchObject(refused('PERMISSION_DENIED', 403));
    expect(await withKey({ 'X-Goog-Api-Key': 'other' })).toMatchObject(refused('INVALID_ARGUMENT', 400));
    expect(await place(id, '')).toMatchObject(refused('INVALID_ARGUMENT', 400));
    expect(await place(id, 'reviews')).toMatchObject(refused('INVALID_ARGUMENT', 400));
    expect(await place('ChIJnowhere', 'id')).toMatchObject(refused('INVALID_ARGUMENT', 400));
    expect(await place(`ChIJ${'a'.repeat(23)}`, 'id')).toMatchObject(refused('NOT_FOUND', 404));
  });
});

describe('the static map', () => {
  const center = '40.7619,-111.891';
  const { GOOGLE_MAPS_KEY } = sandbox.credentials;
  const query = { center, zoom: '13', size: '640x484', markers: center, key: GOOGLE_MAPS_KEY };

  it('has the requested size and is the same every time', async () => {
    const response = await map(query);
    expect(response.headers.get('content-type')).toBe('image/png');
    const picture = Buffer.from(await response.arrayBuffer());
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 640, height: 484 });
    expect(await sharp(picture).raw().toBuffer()).toHaveLength(640 * 3 * 484);
    expect(Buffer.from(await (await map(query)).arrayBuffer())).toEqual(picture);
  });

  it('refuses a wrong key and a request without a size', async () => {
    expect((await map({ ...query, key: 'other' })).status).toBe(403);
    expect((await map({ ...query, size: '' })).status).toBe(400);
  });
});
