import { afterAll, expect, it } from 'vitest';
import { startSandbox } from '../../testing.ts';

const sandbox = await startSandbox();

const individual = {
  given_name: 'Ann',
  family_name: 'Lee',
  date_of_birth: '1990-04-08',
  address: { line_1: '350 S Main St', locality: 'Salt Lake City', postal_code: '84101', country: 'US' },
};
const evaluate = (
  ssn: string,
  more: Record<string, unknown> = {},
  { key = sandbox.credentials.SOCURE_API_KEY, ...request }: Record<string, unknown> = {},
) =>
  sandbox.json(
    'POST',
    '/socure/api/evaluation',
    {
      id: 'application-1',
      timestamp: '2026-03-02T15:00:00.000Z',
      workflow: sandbox.credentials.SOCURE_WORKFLOW,
      data: { individual: { ...individual, national_id: ssn, ...more } },
      ...request,
    },
    { Authorization: `Bearer ${key}` },
  );

const ofDevice = (path: string, key: string, body?: unknown) =>
  fetch(`${sandbox.url}/socure/config/api/v1${path}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      Accept: 'application/json',
      Origin: 'http://localhost:3000',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const deviceMetadata = { sdkVersion: '2.10.1', platform: 'WEB', webAttributes: {} };

afterAll(() => sandbox.close());

it.each([
  ['id', { id: '' }],
  ['timestamp', { timestamp: '2026-03-02' }],
  ['workflow', { workflow: 'consumer_onboarding' }],
])('refuses an evaluation without a good %s: %j', async (field, request) => {
  const refused = { status: 400, body: { fields: [field] } };
  expect(await evaluate('666010001', {}, request)).toMatchObject(refused);
});

it('refuses a wrong key and a person without a name', async () => {
  expect((await evaluate('666010001', {}, { key: 'sandbox-other' })).status).toBe(401);
  expect(await evaluate('666010001', { family_name: '' })).toMatchObject({
    status: 400,
    body: { fields: ['data.individual.family_name'] },
  });
});

it('a device session is opened with the SDK key as bearer and the device’s metadata, and with nothing else', async () => {
  const { SOCURE_SDK_KEY: sdkKey } = sandbox.credentials;
  expect((await ofDevice('/session-window', 'sandbox-other', { deviceMetadata })).status).toBe(401);
  const inBody = { sdkKey, deviceMetadata };
  expect((await sandbox.json('POST', '/socure/config/api/v1/session-window', inBody)).status).toBe(401);
  for (const body of [{}, { deviceMetadata: {} }, { deviceMetadata: { ...deviceMetadata, platform: '' } }])
    expect((await ofDevice('/session-window', sdkKey, body)).status).toBe(400);
});
