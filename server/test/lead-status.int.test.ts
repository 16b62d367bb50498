// The status of leads, for the partners that sent them, and only with consent.
import { describe, expect, it } from 'vitest';
import { createApp } from '#server/create-app.ts';
import { bearer, handIn, harborlightKey, lead, leadsOf, newCode, open, proofOfConsent } from './leads.ts';
import { insertPayment } from './payouts.ts';
import { finished } from './receive-funds.ts';
import { type Browser, openWorld } from './world.ts';

const world = openWorld();

const requestStatus = (leadId: unknown, headers = harborlightKey, partner = 'harborlight') =>
  world.browser().get(`${leadsOf(partner)}/${leadId}`, headers);
const statusOf = async (leadId: unknown) => (await requestStatus(leadId)).json().status;

/** With everything agreed to at the partner's, and the text code entered if one is asked for. */
async function decided(body: Record<string, unknown>): Promise<Browser> {
  const browser = world.browser();
  const token = await handIn(world, body);
  expect(await statusOf(body.leadId)).toBe('received');
  await open(browser, token);
  expect(await statusOf(body.leadId)).toBe('opened');
  const { verifyOtp } = (await browser.journey()).links;
  if (verifyOtp === undefined) return browser;
  const otp = await newCode(world, body.phone, 1);
  const { job } = (await browser.post(verifyOtp, { otp })).json();
  if (job) expect(await finished(browser, job.href)).toBe('SUCCESS');
  return browser;
}

describe('a partner', () => {
  it('reads that its lead was opened, prequalified and funded', async () => {
    const body = lead(1, { consent: proofOfConsent(world) });
    const browser = await decided(body);
    expect(await statusOf(body.leadId)).toBe('prequalified');
    const id = await browser.applicationId();
    await insertPayment(world, id, { file_day: '2030-01-02', effective_on: '2030-01-03' });
    expect(await statusOf(body.leadId)).toBe('funded');
  });

  it('cannot distinguish who is declined, known to us or a duplicate: all of them stay where they are', async () => {
    for (const person of [10, 15, 16]) {
      const body = lead(person, { consent: proofOfConsent(world) });
      await decided(body);
      expect((await requestStatus(body.leadId)).json()).toEqual({ leadId: body.leadId, status: 'opened' });
    }
  });

  it('learns nothing beyond what it sent until the applicant has agreed', async () => {
    const body = lead(1);
    await open(world.browser(), await handIn(world, body));
    expect(await statusOf(body.leadId)).toBe('received');
  });

  it('sees only its own leads', async () => {
    const body = lead(1);
    await handIn(world, body);
    const quarryKey = bearer('sandbox-quarry-credit-key');
    const other = await requestStatus(body.leadId, quarryKey, 'quarry-credit');
    const never = await requestStatus('never-was', quarryKey, 'quarry-credit');
    expect([other.statusCode, never.statusCode]).toEqual([404, 404]);
    expect(other.json()).toEqual(never.json());
    expect((await requestStatus(body.leadId, quarryKey)).statusCode).toBe(401);
  });
});

it('the description of the partners’ API is in production too, without any of the browser’s calls', async () => {
  const { product, config } = world;
  const services = { ...product.services, config: { ...config, isDevelopment: false } };
  const app = await createApp(services, { ...product.operations, doScheduled: async () => {} });
  try {
    const description = (await app.inject('/partners/api.json')).json();
    expect(Object.keys(description.paths)).toEqual([
      '/api/v1/partners/{partner}/leads',
      '/api/v1/partners/{partner}/ping',
      '/api/v1/partners/{partner}/leads/{leadId}',
    ]);
  } finally {
    await app.close();
  }
});
