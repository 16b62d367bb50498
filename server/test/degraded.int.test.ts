// A vendor that does not do its part is counted, recorded on the application, and left to the lender's policy.
import { expect, it } from 'vitest';
import type { ApplicationId } from '#server/platform/db/tables.ts';
import { auditEventsOf } from '#server/records/audit.ts';
import { decidedAs } from './journeys.ts';
import { captchaToken } from './vendors.ts';
import { applicationOf, form, openWorld } from './world.ts';

const world = openWorld({ applicantsWalk: true });

const counted = async (mode: string) => {
  const { values } = await world.product.services.metrics.degraded.get();
  return values.find(({ labels }) => labels.mode === mode)?.value ?? 0;
};
const recorded = async (id: ApplicationId) =>
  (await auditEventsOf(world.product.services.db, id))
    .filter(({ type }) => type === 'vendor-degraded')
    .map(({ data }) => data);
const withoutDevice = { tracking: { experience: 'single_page' } };
const core = (online: boolean) =>
  fetch(`${world.sandboxUrl}/console/api/core`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ online }),
  });

it('an applicant without a device session is stepped up, since the SDK key may be wrong', async () => {
  const session = await fetch(`${world.sandboxUrl}/socure/config/api/v1/session-window`, {
    method: 'POST',
    headers: { authorization: 'Bearer sandbox-wrong', 'content-type': 'application/json' },
    body: JSON.stringify({ deviceMetadata: { sdkVersion: '1', platform: 'WEB', webAttributes: {} } }),
  });
  expect(session.status).toBe(401);
  const before = await counted('device-missing');
  const { journey } = await decidedAs(world, 1, withoutDevice);
  expect(journey.defaultScreen).toBe('verification-needed');
  const id = applicationOf(journey.links.user);
  expect(await recorded(id)).toContainEqual({ vendor: 'socure', mode: 'device-missing' });
  expect(await counted('device-missing')).toBe(before + 1);
  const holds = await world.product.services.db
    .selectFrom('hold')
    .select('points')
    .where('application_id', '=', id)
    .execute();
  expect(holds).toEqual([{ points: ['eligibility/E-28'] }]);
});

it('an applicant with a device session and a captcha has nothing recorded', async () => {
  const recaptcha = await captchaToken(world);
  const { journey } = await decidedAs(world, 1, { recaptcha });
  expect(journey.defaultScreen).toBe('offers');
  expect(await recorded(applicationOf(journey.links.user))).toEqual([]);
});

it.each([
  ['captcha-absent', 'recaptcha', undefined],
  ['captcha-unanswered', 'recaptcha', 'recaptcha'],
  ['vehicles-unsearched', 'vehicle-data', 'vehicle-data'],
] as const)('%s is recorded, and the default policy continues', async (mode, vendor, failing) => {
  const before = await counted(mode);
  const recaptcha = mode === 'captcha-absent' ? {} : { recaptcha: await captchaToken(world) };
  if (failing) await world.fault(failing, { mode: 'error' });
  const { journey } = await decidedAs(world, 1, recaptcha);
  if (failing) await world.fault(failing, { mode: 'none' });
  expect(journey.defaultScreen).toBe('offers');
  expect(await recorded(applicationOf(journey.links.user))).toEqual([{ vendor, mode }]);
  expect(await counted(mode)).toBe(before + 1);
});

it('a person whom the core system could not be asked about waits for it', async () => {
  const before = await counted('person-not-looked-up');
  await core(false);
  await world.browser().post('/api/v2/prequalifications/', form(1));
  await core(true);
  const { id } = await world.product.services.db
    .selectFrom('application')
    .select('id')
    .where('state', '=', 'CAPTURED')
    .executeTakeFirstOrThrow();
  expect(await recorded(id)).toContainEqual({ vendor: 'core', mode: 'person-not-looked-up' });
  expect(await counted('person-not-looked-up')).toBe(before + 1);
});
