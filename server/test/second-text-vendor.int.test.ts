// Another text vendor takes one adapter and the line in text-vendor.ts.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { enforceRetention } from '#server/evidence/retention/enforce-retention.ts';
import { sendReminders } from '#server/messages/reminders.ts';
import { textsSentTo } from '#server/records/texts.ts';
import { textVendor } from '#server/vendors/text-vendor.ts';
import { parrot, received, signed } from './made-up-text-vendor.ts';
import { finished } from './receive-funds.ts';
import { posted } from './vendors.ts';
import { jobsEnded } from './waits.ts';
import { applicationOf, createWorld, eventually, form, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  // In place of the line that registers the vendor: other files of this process have imported it.
  const registered = { ...textVendor };
  Object.assign(textVendor, parrot);
  try {
    world = await createWorld();
  } finally {
    Object.assign(textVendor, registered);
  }
});
afterAll(() => world?.close());

const bodiesTo = (phone: unknown) => received.filter(({ to }) => to === phone).map(({ body }) => body);

const post = (url: string, message: object, headers?: Record<string, string>) =>
  posted(world, { url, ...signed(message), ...(headers && { headers }) });

it('another text vendor sends codes and texts, reports on them, receives replies, and is forgotten in time', {
  tags: ['full'],
}, async () => {
  const browser = world.browser();
  const sent = form(1);
  const answer = (await browser.post('/api/v2/prequalifications/', sent)).json();
  await eventually(async () => bodiesTo(sent.phone)[0]);
  const { href } = answer.verifyOtp.verifyOtp;
  expect((await browser.post(href, { otp: '111111' })).json()).toMatchObject({ success: false });
  const verified = (await browser.post(href, { otp: '424242' })).json();
  expect(await finished(browser, verified.job.href)).toBe('SUCCESS');
  const id = applicationOf(href);

  const delivery = { deliveryId: `code of ${sent.phone}`, at: world.clock.now().toISOString() };
  expect((await post('/webhooks/texts/codes', delivery, {})).statusCode).toBe(400);
  expect((await post('/webhooks/texts/codes', delivery, { 'parrot-signature': 'x' })).statusCode).toBe(400);
  expect((await post('/webhooks/texts/codes', delivery)).statusCode).toBe(200);
  expect(await textsSentTo(world.db, id)).toMatchObject([{ about: 'code', status: 'delivered' }]);

  await browser.post(await browser.link('reminders'), { wanted: true });
  world.clock.advance(2 * 86_400_000);
  await sendReminders(world.services, 'offers');
  await jobsEnded(world, { names: ['email-reminder', 'send-text'] });
  const reminder = received.findLast(({ to }) => to === sent.phone);
  expect(reminder?.body).toContain('application is waiting for you');
  expect((await post(new URL(String(reminder?.statusUrl)).pathname, {})).statusCode).toBe(200);
  const expected = expect.objectContaining({ about: 'reminder', status: 'delivered' });
  expect(await textsSentTo(world.db, id)).toContainEqual(expected);

  const stop = await post('/webhooks/texts/replies', { id: 'r1', from: sent.phone, text: 'Stop' });
  expect([stop.statusCode, stop.body]).toEqual([200, '{}']);
  expect(bodiesTo(sent.phone).at(-1)).toContain("We won't text you again");

  const calls = async () => {
    const rows = await world.db.selectFrom('vendor_call').select(['vendor', 'operation']).execute();
    return new Set(rows.filter(({ vendor }) => vendor === 'parrot').map(({ operation }) => operation));
  };
  expect(await calls()).toEqual(new Set(['send-code', 'check-code', 'send-text']));
  await jobsEnded(world);
  world.clock.advance(31 * 86_400_000);
  await enforceRetention(world.services);
  expect(await calls()).toEqual(new Set());
  expect(await world.console('requests?vendor=twilio')).toEqual([]);
});
