import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, stillClock, type TestSandbox } from '../../testing.ts';

const clock = stillClock();
let sandbox: TestSandbox;

async function answered(more: Record<string, unknown> = {}): Promise<string> {
  const { body } = await sandbox.json('POST', '/recaptcha/api2/userverify', {
    k: sandbox.credentials.RECAPTCHA_SITE_KEY,
    ...more,
  });
  return (body as { token: string }).token;
}
const siteverify = async (response: string, secret = sandbox.credentials.RECAPTCHA_SECRET) =>
  (await sandbox.form('/recaptcha/api/siteverify', { secret, response })).body;

beforeAll(async () => {
  sandbox = await startSandbox({ clock: clock.now });
});
afterAll(() => sandbox.close());

describe('reCAPTCHA', () => {
  it('accepts a token once', async () => {
    const token = await answered({ action: 'prequalify', hostname: 'localhost' });
    expect(await siteverify(token)).toEqual({
      success: true,
      action: 'prequalify',
      hostname: 'localhost',
      score: 0.9,
      challenge_ts: '2026-03-02T15:00:00Z',
    });
    expect(await siteverify(token)).toEqual({ success: false, 'error-codes': ['timeout-or-duplicate'] });
  });

  it('accepts a token for two minutes', async () => {
    const token = await answered();
    clock.advance(119);
    expect(await siteverify(await answered())).toMatchObject({ success: true });
    clock.advance(1);
    expect(await siteverify(token)).toEqual({ success: false, 'error-codes': ['timeout-or-duplicate'] });
  });

  it('names what is missing or wrong without using up the token', async () => {
    const token = await answered();
    expect(await siteverify(token, 'sandbox-other')).toEqual({
      success: false,
      'error-codes': ['invalid-input-secret'],
    });
    expect(await siteverify('made-up')).toEqual({
      success: false,
      'error-codes': ['invalid-input-response'],
    });
    expect((await sandbox.form('/recaptcha/api/siteverify', {})).body).toEqual({
      success: false,
      'error-codes': ['missing-input-secret', 'missing-input-response'],
    });
    expect(await siteverify(token)).toMatchObject({ success: true });
  });

  it('gives no token for a wrong site key', async () => {
    expect((await sandbox.json('POST', '/recaptcha/api2/userverify', { k: 'other' })).status).toBe(400);
  });

  it('serves its script without types, to any origin', async () => {
    const answer = await fetch(`${sandbox.url}/recaptcha/api.js?render=explicit`, {
      headers: { Origin: 'http://localhost:3000' },
    });
    expect(answer.headers.get('access-control-allow-origin')).toBe('http://localhost:3000');
    const script = await answer.text();
    // Parsing is enough: a leftover type annotation would not parse.
    expect(() => new Function(script)).not.toThrow();
  });
});
