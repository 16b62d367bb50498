// A vendor that does not do its part is counted, recorded on the application, and left to the lender's policy.
import { expect, it } from 'vitest';
import type { ApplicationId } from '#server/platform/db/tables.ts';
import { decidedAs } from './journeys.ts';
import { rowsOf } from './rows.ts';
import { captchaToken, openCore } from './vendors.ts';
import { applicationOf, form, openWorld } from './world.ts';

const world = openWorld({ applicantsWalk: true });

const counted = async (mode: string) => {
  const { values } = await world.services.metrics.degraded.get();
  return values.find(({ labels }) => labels.mode === mode)?.value ?? 0;
};
const recorded = async (id: ApplicationId) =>
  (await rowsOf(world, 'audit_event', id, { type: 'vendor-degraded' })).map(({ data }) => data);

it('an applicant without a device session is stepped up, since the SDK key may be wrong', async () => {
  const before = await counted('device-missing');
  const { browser, id } = await decidedAs(world, 1, { tracking: { experience: 'single_page' } });
  expect(await browser.screen()).toBe('verification-needed');
  expect(await recorded(id)).toContainEqual({ vendor: 'socure', mode: 'device-missing' });
  expect(await counted('device-missing')).toBe(before + 1);
  expect(await rowsOf(world, 'hold', id)).toMatchObject([{ points: ['eligibility/E-28'] }]);
});

it.each([
  ['nothing', undefined, undefined],
  ['captcha-absent', 'recaptcha', undefined],
  ['captcha-unanswered', 'recaptcha', 'recaptcha'],
  ['vehicles-unsearched', 'vehicle-data', 'vehicle-data'],
] as const)('%s is recorded, and the default policy continues', async (mode, vendor, failing) => {
  const before = await counted(mode);
  const recaptcha = mode === 'captcha-absent' ? {} : { recaptcha: await captchaToken(world) };
  if (failing) await world.fault(failing, { mode: 'error' });
  const { browser, id } = await decidedAs(world, 1, recaptcha);
  if (failing) await world.fault(failing, { mode: 'none' });
  expect(await browser.screen()).toBe('offers');
  expect(await recorded(id)).toEqual(vendor ? [{ vendor, mode }] : []);
  expect(await counted(mode)).toBe(vendor ? before + 1 : before);
});

it('a person whom the core system could not be asked about waits for it', async () => {
  const before = await counted('person-not-looked-up');
  await openCore(world, false);
  const answer = (await world.browser().post('/api/v2/prequalifications/', form(1))).json();
  await openCore(world, true);
  expect(answer.isCaptureOnlyMode).toBe(true);
  const id = applicationOf(answer.href);
  expect(await recorded(id)).toContainEqual({ vendor: 'core', mode: 'person-not-looked-up' });
  expect(await counted('person-not-looked-up')).toBe(before + 1);
});
