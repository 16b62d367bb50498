// Delivery events of the mail service. Mailgun's signature covers a timestamp and a token, SendGrid's the body too:
// https://documentation.mailgun.com/docs/mailgun/user-manual/events/webhooks
// https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/getting-started-event-webhook-security-features
import { createHmac, createPublicKey, timingSafeEqual, verify } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import * as z from 'zod';
import type { Unread } from '../platform/http/webhooks.ts';
import { readJson } from '../platform/json.ts';
import { optional } from './optional-fields.ts';

const posted = z.object({
  signature: z.object({ timestamp: z.string(), token: z.string().min(1), signature: z.string() }),
  'event-data': z.object({
    event: z.string(),
    severity: optional(z.string()),
    recipient: optional(z.string()),
    message: optional(z.object({ headers: z.object({ 'message-id': z.string() }) })),
  }),
});

/** How old a signature may be, in seconds. The service signs each attempt separately. */
const freshSeconds = 900;

export interface Bounce {
  /** The id that we gave the email: the Message-ID before the @. Undefined for SendGrid's late bounces, which name no message. */
  readonly mail: string | undefined;
  readonly recipient: string;
  /** False if only this message was refused. */
  readonly isAddressBad: boolean;
}

interface MailEvents {
  readonly bounces: readonly Bounce[];
  /** What was signed in place of the content. A sender who saw it once could reuse it with other content. */
  readonly once?: { readonly token: string; readonly signedAt: Date };
}

/** `key` is Mailgun's signing key, or SendGrid's public one. */
export function readMailEvents(
  body: Buffer,
  headers: IncomingHttpHeaders,
  key: string,
  now: Date,
): MailEvents | Unread {
  const isFresh = (timestamp: string) => Math.abs(now.getTime() / 1000 - Number(timestamp)) <= freshSeconds;
  const { 'x-twilio-email-event-webhook-timestamp': timestamp = '', [signatureHeader]: signed } = headers;
  if (signsContent(key)) {
    if (signed === undefined) return 'unsigned';
    if (!isFresh(String(timestamp)) || !isContentSigned(`${timestamp}`, body, String(signed), key))
      return 'forged';
    const events = listed.safeParse(readJson(body));
    return events.success ? { bounces: events.data.flatMap(bounceOf) } : 'malformed';
  }
  const event = posted.safeParse(readJson(body));
  if (!event.success) return 'unsigned';
  const { signature, 'event-data': data } = event.data;
  if (!isFresh(signature.timestamp) || !isSigned(signature, key)) return 'forged';
  const once = { token: signature.token, signedAt: new Date(Number(signature.timestamp) * 1000) };
  const id = data.message?.headers['message-id'];
  // A temporary failure is tried again by the service.
  if (data.event !== 'failed' || data.severity !== 'permanent' || id === undefined)
    return { bounces: [], once };
  return { bounces: [{ mail: mailOf(id), recipient: data.recipient ?? '', isAddressBad: true }], once };
}

const signatureHeader = 'x-twilio-email-event-webhook-signature';

/** SendGrid's key is a public one of an elliptic curve, as DER in base64. */
const signsContent = (key: string) => key.startsWith('MFkw');

const listed = z.array(
  z.object({
    event: z.string(),
    type: optional(z.string()),
    email: optional(z.string()),
    'smtp-id': optional(z.string()),
  }),
);

function bounceOf({
  event,
  type,
  email = '',
  'smtp-id': id = '',
}: z.output<typeof listed>[number]): Bounce[] {
  // SendGrid drops what it doesn't try to deliver, such as a message to an address that bounced before.
  if (event !== 'bounce' && event !== 'dropped') return [];
  // It does not try a blocked message again.
  const isAddressBad = type !== 'blocked';
  const mail = id === '' ? undefined : mailOf(id.replace(/^</, ''));
  return mail === undefined && !isAddressBad ? [] : [{ mail, recipient: email, isAddressBad }];
}

const mailOf = (messageId: string) => messageId.slice(0, messageId.lastIndexOf('@'));

function isContentSigned(timestamp: string, body: Buffer, signature: string, key: string): boolean {
  try {
    const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
    const signed = Buffer.concat([Buffer.from(timestamp), body]);
    return verify('sha256', signed, publicKey, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

function isSigned(
  { timestamp, token, signature }: { timestamp: string; token: string; signature: string },
  signingKey: string,
): boolean {
  const expected = createHmac('sha256', signingKey).update(`${timestamp}${token}`).digest();
  const given = Buffer.from(signature, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
