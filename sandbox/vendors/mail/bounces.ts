// Bounces: mail to bounce.example is accepted and then reported as failed, by a signed event of Mailgun's shape (its webhooks for
// "failed"), or of SendGrid's if the sandbox has a key to sign those.
import { createHmac, createPrivateKey, randomBytes, sign } from 'node:crypto';
import type { SandboxCredentials } from '../../credentials.ts';
import type { Webhook } from '../../webhook-queue.ts';

const isAt = (domain: string) => (address: string) => address.toLowerCase().endsWith(`@${domain}`);

export const isBouncing = isAt('bounce.example');
/** The server that is given the message refuses the recipient itself, so no event follows. */
export const isRefused = isAt('refused.example');

type Bounced = { readonly messageId: string; readonly recipient: string };

export function bounceWebhook(
  bounced: Bounced,
  { MAIL_WEBHOOK_KEY, SENDGRID_PRIVATE_KEY }: SandboxCredentials,
  now: Date,
): Omit<Webhook, 'url'> {
  return SENDGRID_PRIVATE_KEY === ''
    ? { body: bounceEvent(bounced, MAIL_WEBHOOK_KEY, now), headers: {} }
    : sendgridBounce(bounced, SENDGRID_PRIVATE_KEY, now);
}

function sendgridBounce({ messageId, recipient }: Bounced, privateKey: string, now: Date) {
  const timestamp = Math.floor(now.getTime() / 1000);
  const reason = '550 5.1.1 The email account does not exist';
  const about = {
    email: recipient,
    timestamp,
    'smtp-id': messageId,
    sg_event_id: crypto.randomUUID(),
    sg_message_id: crypto.randomUUID(),
  };
  const body = JSON.stringify([{ ...about, event: 'bounce', type: 'bounce', reason, status: '5.1.1' }]);
  const signature = sign('sha256', Buffer.from(`${timestamp}${body}`), createPrivateKey(privateKey));
  return {
    body,
    headers: {
      'X-Twilio-Email-Event-Webhook-Timestamp': String(timestamp),
      'X-Twilio-Email-Event-Webhook-Signature': signature.toString('base64'),
    },
  };
}

export function bounceEvent({ messageId, recipient }: Bounced, signingKey: string, now: Date): string {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const token = randomBytes(25).toString('hex');
  return JSON.stringify({
    signature: {
      timestamp,
      token,
      signature: createHmac('sha256', signingKey).update(`${timestamp}${token}`).digest('hex'),
    },
    'event-data': {
      event: 'failed',
      id: crypto.randomUUID(),
      timestamp: now.getTime() / 1000,
      severity: 'permanent',
      reason: 'bounce',
      recipient,
      'delivery-status': { code: 550, message: '5.1.1 The email account does not exist' },
      message: { headers: { 'message-id': messageId.replace(/^<|>$/g, ''), to: recipient } },
    },
  });
}
