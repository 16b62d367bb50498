// Mail to bounce.example is accepted, then reported as failed by an event of Mailgun's shape.
import { createHmac, randomBytes } from 'node:crypto';

const isAt = (domain: string) => (address: string) => address.toLowerCase().endsWith(`@${domain}`);

export const isBouncing = isAt('bounce.example');
/** The server that is given the message refuses the recipient itself, so no event follows. */
export const isRefused = isAt('refused.example');

type Bounced = { readonly messageId: string; readonly recipient: string };

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
