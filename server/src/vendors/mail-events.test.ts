// A bounce is read only with the mail service's own, recent signature.

import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { expect, it } from 'vitest';
import { readMailEvents } from './mail-events.ts';

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
  expect(readMailEvents(posted(), {}, key, now)).toEqual({
    bounces: [{ mail: 'adverse-action.1a2b', recipient: 'a@bounce.example', isAddressBad: true }],
    once: { token: 'token', signedAt: now },
  });
});

it.each([
  ['a delivered message', { event: 'delivered' }],
  ['a failure that the service tries again', { severity: 'temporary' }],
  ['a message without an id', { message: undefined }],
])('%s is no bounce', (_, change) => {
  expect(readMailEvents(posted(change), {}, key, now)).toEqual({
    bounces: [],
    once: { token: 'token', signedAt: now },
  });
});

it.each([
  ['another key', posted({}, now, 'another'), 'forged'],
  ['an old signature', posted({}, new Date(now.getTime() - 3_600_000)), 'forged'],
  ['no JSON', Buffer.from('no'), 'unsigned'],
])('%s is not the service’s', (_, body, why) => {
  expect(readMailEvents(body, {}, key, now)).toBe(why);
});

/** SendGrid's event webhook: a signature of the time and the content, either of which may be changed afterward. */
function fromSendGrid(events: object[], received: { content?: Buffer; time?: string } = {}) {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const publicKey = pair.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  const timestamp = String(now.getTime() / 1000);
  const body = Buffer.from(JSON.stringify(events));
  const signature = sign('sha256', Buffer.concat([Buffer.from(timestamp), body]), pair.privateKey);
  const headers = {
    'x-twilio-email-event-webhook-timestamp': received.time ?? timestamp,
    'x-twilio-email-event-webhook-signature': signature.toString('base64'),
  };
  return readMailEvents(received.content ?? body, headers, publicKey, now);
}

// Bodies as in twilio.com/docs/sendgrid/for-developers/tracking-events/event, with our Message-ID.
const sent = {
  email: 'a@bounce.example',
  timestamp: 1513299569,
  'smtp-id': '<adverse-action.1a2b@branchline.example>',
  sg_event_id: 'sg_event_id',
  sg_message_id: 'sg_message_id',
};

it.each([
  [
    'a message that SendGrid dropped is a bounce',
    { ...sent, event: 'dropped', reason: 'Bounced Address', status: '5.0.0' },
    [{ mail: 'adverse-action.1a2b', recipient: sent.email, isAddressBad: true }],
  ],
  [
    'a message that was blocked did not arrive, and says nothing about the address',
    { ...sent, event: 'bounce', type: 'blocked', reason: '550 5.7.1 blocked by policy', status: '5.7.1' },
    [{ mail: 'adverse-action.1a2b', recipient: sent.email, isAddressBad: false }],
  ],
  [
    'a late bounce names only the address',
    { event: 'bounce', type: 'bounce', email: sent.email, sg_message_id: '', status: '5.1.1' },
    [{ mail: undefined, recipient: sent.email, isAddressBad: true }],
  ],
  ['a deferred message is tried again', { ...sent, event: 'deferred', attempt: '5' }, []],
])('%s', (_, event, bounces) => {
  expect(fromSendGrid([event, { event: 'delivered' }])).toEqual({ bounces });
});

it('is read from SendGrid only with a signature of its time and its whole content', () => {
  const another = Buffer.from(
    JSON.stringify([{ ...sent, event: 'dropped', email: 'another@bounce.example' }]),
  );
  expect(fromSendGrid([sent], { content: another })).toBe('forged');
  expect(fromSendGrid([sent], { time: '1' })).toBe('forged');
  expect(readMailEvents(posted(), {}, 'MFkw', now)).toBe('unsigned');
});
