// A bounce is read only with the mail service's own, recent signature.

import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { readMailEvents } from './mail.ts';

const key = 'signing-key';
const now = new Date('2026-03-04T18:00:00Z');

function posted(change: object = {}, at = now, by = key): Buffer {
  const timestamp = String(at.getTime() / 1000);
  const signature = createHmac('sha256', by).update(`${timestamp}token`).digest('hex');
  return Buffer.from(
    JSON.stringify({
      signature: { timestamp, token: 'token', signature },
      'event-data': {
        event: 'failed',
        severity: 'permanent',
        recipient: 'a@bounce.example',
        message: { headers: { 'message-id': 'adverse-action.1a2b@branchline.example' } },
        ...change,
      },
    }),
  );
}

it('names the email and its recipient', () => {
  expect(readMailEvents(posted(), key, now)).toEqual({
    bounces: [{ mail: 'adverse-action.1a2b', recipient: 'a@bounce.example', isAddressBad: true }],
    once: { token: 'token', signedAt: now },
  });
});

it.each([
  '5.7.26 Unauthenticated mail',
  '550 5.7.1 Our system blocked it',
])('%s is not about the address', (message) => {
  const change = { 'delivery-status': { message } };
  expect(readMailEvents(posted(change), key, now)).toMatchObject({ bounces: [{ isAddressBad: false }] });
});

it.each([
  ['a delivered message', { event: 'delivered' }],
  ['a failure that the service tries again', { severity: 'temporary' }],
  ['a message without an id', { message: undefined }],
])('%s is no bounce', (_, change) => {
  const expected = { bounces: [], once: { token: 'token', signedAt: now } };
  expect(readMailEvents(posted(change), key, now)).toEqual(expected);
});

it.each([
  ['another key', posted({}, now, 'another'), 'forged'],
  ['an old signature', posted({}, new Date(now.getTime() - 3_600_000)), 'forged'],
  ['no JSON', Buffer.from('no'), 'unsigned'],
])('%s is not the service’s', (_, body, why) => {
  expect(readMailEvents(body, key, now)).toBe(why);
});
