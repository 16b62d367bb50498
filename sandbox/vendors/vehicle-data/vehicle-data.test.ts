import { afterAll, expect, it } from 'vitest';
import { startSandbox, stillClock } from '../../testing.ts';

const sandbox = await startSandbox({ clock: stillClock().now });
afterAll(() => sandbox.close());

const owner = {
  first_name: 'Ann',
  last_name: 'Lee',
  address: { street: '350 S Main St', city: 'Salt Lake City', state: 'UT', zip_code: '84101' },
};
const ask = (path: string, body: object, headers?: Record<string, string>) =>
  sandbox.json(
    'POST',
    `/vehicle-data/v1/vehicles/${path}`,
    { reference: 'a', permitted_use: sandbox.credentials.VEHICLE_DATA_PERMITTED_USE, ...body },
    headers ?? { 'X-Api-Key': sandbox.credentials.VEHICLE_DATA_API_KEY },
  );

it('the vehicle service refuses a wrong key, a use that no contract permits, more of a person than it needs, and half an owner', async () => {
  expect((await ask('by-owner', { owner }, { 'X-Api-Key': 'x' })).status).toBe(401);
  expect((await ask('by-owner', { owner, permitted_use: 'curiosity' })).status).toBe(403);
  const known = { owner: { ...owner, ssn: '666010001' } };
  expect((await ask('by-owner', known)).body).toMatchObject({ fields: ['ssn'] });
  expect((await ask('by-owner', { owner: { ...owner, address: {} } })).status).toBe(400);
});
