// Both ways of checking a captcha's token against the sandbox, which refuses what Google refuses.
import { afterAll, describe, expect, it } from 'vitest';
import { startSandbox, stillClock } from '#sandbox/testing.ts';
import { recaptcha, recaptchaAssessments } from '#server/vendors/captcha.ts';
import { VendorRefused } from '#server/vendors/http-client.ts';
import { captchaToken } from './vendors.ts';

const clock = stillClock();
const sandbox = await startSandbox({ clock: clock.now });
afterAll(() => sandbox.close());
const { RECAPTCHA_SITE_KEY: siteKey, RECAPTCHA_SECRET, RECAPTCHA_PROJECT } = sandbox.credentials;
const url = `${sandbox.url}/recaptcha`;
const settings = { url, scriptUrl: `${url}/api.js`, secret: RECAPTCHA_SECRET, hostname: 'localhost' };
const assessed = { ...settings, siteKey, project: RECAPTCHA_PROJECT };

const passed = (hostname?: string) =>
  captchaToken({ sandboxUrl: sandbox.url, config: { RECAPTCHA_SITE_KEY: siteKey } }, hostname);
const signal = AbortSignal.timeout(60_000);
const over = 'timeout-or-duplicate';

describe.each([
  ['siteverify', recaptcha(settings), over, 'invalid-input-response', over],
  ['CreateAssessment', recaptchaAssessments(assessed), 'DUPE', 'MALFORMED', 'EXPIRED'],
])('by %s', (_, captcha, used, unknown, expired) => {
  const confirm = (token: string) => captcha.confirm(token, '203.0.113.7', signal);

  it('takes a token once, for two minutes, and from our own host only', async () => {
    const [once, soon, late] = [await passed(), await passed(), await passed()];
    expect(await confirm(once)).toEqual({ kind: 'confirmed' });
    expect(await confirm(once)).toEqual({ kind: 'refused', codes: [used] });
    expect(await confirm('made-up')).toEqual({ kind: 'refused', codes: [unknown] });
    expect(await confirm(await passed('evil.com'))).toEqual({ kind: 'refused', codes: ['other-hostname'] });
    clock.advance(119);
    expect(await confirm(soon)).toEqual({ kind: 'confirmed' });
    clock.advance(1);
    expect(await confirm(late)).toEqual({ kind: 'refused', codes: [expired] });
  });

  it('accepts the keys of the sandbox', async () => {
    expect(await captcha.tryKeys(signal)).toContain('accepted');
  });
});

it('an assessment with another site key is no pass, and a wrong key or project is reported as ours', async () => {
  const other = recaptchaAssessments({ ...assessed, siteKey: 'other' });
  const refused = { kind: 'refused', codes: ['INVALID_REASON_UNSPECIFIED'] };
  expect(await other.confirm(await passed(), '::1', signal)).toEqual(refused);
  for (const wrong of [{ secret: 'wrong' }, { project: 'wrong' }]) {
    const captcha = recaptchaAssessments({ ...assessed, ...wrong });
    await expect(captcha.confirm(await passed(), '::1', signal)).rejects.toThrow(VendorRefused);
    await expect(captcha.tryKeys(signal)).rejects.toThrow(
      'RECAPTCHA_SECRET and RECAPTCHA_PROJECT are not accepted',
    );
  }
});
