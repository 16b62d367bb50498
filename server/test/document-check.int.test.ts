// A step-up that an identity document clears: the fraud check requests it on its own page, and its decision is read from there.
import { expect, it } from 'vitest';
import { holdsOf, readEvidence } from '#server/records/holds.ts';
import { checkOpenDocuments } from '#server/stages/verification/document-check.ts';
import { VendorRefused } from '#server/vendors/http-client.ts';
import { decidedAs } from './journeys.ts';
import { replaceCall } from './replace.ts';
import { vendorEventsOf } from './vendors.ts';
import { eventually, openWorld, readUntil, testWorld } from './world.ts';

const token = 'sandbox-socure-webhook-token';
const world = openWorld({ env: { SOCURE_WEBHOOK_TOKEN: token } });

async function steppedUp() {
  const { browser, id } = await decidedAs(world, 13);
  expect(await browser.screen()).toBe('verification-needed');
  const documentHref = async (): Promise<string | undefined> =>
    (await browser.read('prequalification')).documentHref;
  const show = async (result: 'ACCEPT' | 'REJECT') => {
    const body = new URLSearchParams({ result });
    return fetch(String(await documentHref()), { method: 'POST', body, redirect: 'manual' });
  };
  const document = async () => {
    const { db, vault } = world.services;
    const [hold] = await holdsOf(db, id);
    const evidence = hold && ((await readEvidence(db, vault, hold.id)) as { document?: object });
    return { resolution: hold?.resolution, ...evidence?.document };
  };
  return { browser, id, documentHref, show, document };
}

const message = (id: string, type = 'evaluation_completed') => ({
  event_id: 'event-1',
  event_at: '2026-03-02T15:00:00.000Z',
  event_type: type,
  // The message's own decision counts for nothing.
  data: { id, eval_id: 'another', decision: 'ACCEPT' },
});
const deliver = (body: object, authorization: string | undefined = `Bearer ${token}`) =>
  world.browser().post('/webhooks/socure', body, authorization ? { authorization } : {});

it('clears the review once it is accepted, and returns the applicant to the page', async () => {
  const one = await steppedUp();
  const shown = await one.show('ACCEPT');
  expect(shown.status).toBe(303);
  expect(shown.headers.get('location')).toBe(`${world.config.publicUrl}/verification-needed`);
  const before = await vendorEventsOf(world, 'fraud');
  expect((await deliver(message(one.id))).statusCode).toBe(200);
  await one.browser.arriveAt('offers');
  expect(await one.document()).toMatchObject({ resolution: 'released', decision: 'ACCEPT' });
  expect(await vendorEventsOf(world, 'fraud')).toEqual({ ...before, webhook: (before.webhook ?? 0) + 1 });
});

it('is found by polling if its message is lost, although the vendor refuses another one', async () => {
  const { vendors } = world.services;
  const both = [await steppedUp(), await steppedUp()];
  for (const each of both) await each.show('ACCEPT');
  const before = await vendorEventsOf(world, 'fraud');
  let first: string | undefined;
  const restore = replaceCall(vendors.fraud, 'outcome', (outcome) => async (evaluation, signal) => {
    first ??= evaluation;
    if (evaluation === first) throw new VendorRefused('socure', 404, '');
    return outcome(evaluation, signal);
  });
  await expect(checkOpenDocuments(world.services)).rejects.toThrow(VendorRefused);
  const screens = () => Promise.all(both.map(({ browser }) => browser.screen()));
  await readUntil(screens, (seen) => seen.includes('offers'));
  restore();
  await checkOpenDocuments(world.services);
  for (const each of both) await each.browser.arriveAt('offers');
  expect(await vendorEventsOf(world, 'fraud')).toEqual({ ...before, polling: (before.polling ?? 0) + 2 });
});

it('that is refused is left to the reviewer, and not requested again', async () => {
  const one = await steppedUp();
  await one.show('REJECT');
  await deliver(message(one.id));
  await eventually(async () => ((await one.document()) as { decision?: string }).decision);
  expect(await one.document()).toMatchObject({ resolution: null, decision: 'REJECT' });
  expect(await one.browser.screen()).toBe('verification-needed');
  expect(await one.documentHref()).toBeUndefined();
});

it('is not believed from a message alone, and a message without the token is refused', async () => {
  const one = await steppedUp();
  for (const [authorization, event] of [
    ['', 'webhook-unsigned'],
    ['Bearer made-up', 'webhook-forged'],
  ] as const) {
    const counted = async () =>
      (await world.services.metrics.securityEvents.get()).values
        .filter(({ labels }) => labels.event === event)
        .reduce((sum, { value }) => sum + value, 0);
    const before = await counted();
    expect((await deliver(message(one.id), authorization)).statusCode).toBe(400);
    expect(await counted()).toBe(before + 1);
  }
  // The vendor's tests name no application of ours.
  expect((await deliver(message('verify-ping1'))).statusCode).toBe(200);
  expect((await deliver(message(one.id))).statusCode).toBe(200);
  await checkOpenDocuments(world.services);
  expect(await one.browser.screen()).toBe('verification-needed');
  expect(await one.documentHref()).toMatch(/\/socure\/capture\//);
});

it('is not requested where the setting is left out', async () => {
  const without = await testWorld();
  const { browser } = await decidedAs(without, 13);
  expect((await browser.read('prequalification')).documentHref).toBeUndefined();
  expect((await browser.post('/webhooks/socure')).statusCode).toBe(404);
});
