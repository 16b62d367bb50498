import { afterAll, expect, it } from 'vitest';
import { startSandbox } from '../../testing.ts';

const sandbox = await startSandbox();
afterAll(() => sandbox.close());

it('gives no token for a wrong site key, and renders no widget of another kind than v2 invisible', async () => {
  const other = { k: 'other', hostname: 'localhost' };
  expect((await sandbox.json('POST', '/recaptcha/api2/userverify', other)).status).toBe(400);
  const frame = async (path: string, size: string) => {
    const query = new URLSearchParams({ k: sandbox.credentials.RECAPTCHA_SITE_KEY, size });
    return (await sandbox.json('GET', `/recaptcha/api2/${path}?${query}`)).status;
  };
  for (const path of ['anchor', 'bframe'])
    expect([await frame(path, 'invisible'), await frame(path, 'normal')]).toEqual([200, 400]);
});

it('refuses an assessment without a token, or with a field that Google does not know', async () => {
  const { RECAPTCHA_PROJECT, RECAPTCHA_SECRET, RECAPTCHA_SITE_KEY: siteKey } = sandbox.credentials;
  const path = `/recaptcha/v1/projects/${RECAPTCHA_PROJECT}/assessments`;
  const assess = (event: object) =>
    sandbox.json('POST', path, { event }, { 'X-Goog-Api-Key': RECAPTCHA_SECRET });
  const asked = { k: siteKey, hostname: 'localhost' };
  const { body } = await sandbox.json('POST', '/recaptcha/api2/userverify', asked);
  const refused = { status: 400, body: { error: { status: 'INVALID_ARGUMENT' } } };
  for (const event of [{ siteKey }, { siteKey, ...(body as { token: string }), ip: '203.0.113.7' }])
    expect(await assess(event)).toMatchObject(refused);
});
