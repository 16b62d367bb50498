import { afterAll, expect, it } from 'vitest';
import { startSandbox } from '../../testing.ts';
import { addresses } from './google.ts';

const sandbox = await startSandbox();
afterAll(() => sandbox.close());

it('a place is refused without a key, a field mask, or with an unknown field', async () => {
  const place = (headers: Record<string, string>) =>
    sandbox.json('GET', `/google/v1/places/${addresses[0]?.placeId}`, undefined, headers);
  const refused = (status: string, code: number) => ({ status: code, body: { error: { code, status } } });
  expect(await place({})).toMatchObject(refused('PERMISSION_DENIED', 403));
  const key = { 'X-Goog-Api-Key': sandbox.credentials.GOOGLE_MAPS_KEY };
  for (const mask of ['', 'reviews'])
    expect(await place({ ...key, 'X-Goog-FieldMask': mask })).toMatchObject(refused('INVALID_ARGUMENT', 400));
});
