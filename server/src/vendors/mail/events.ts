// Delivery events of the mail service. Its signature covers a timestamp and a token, not the content:
// https://documentation.mailgun.com/docs/mailgun/user-manual/events/webhooks
import { createHmac } from 'node:crypto';
import * as z from 'zod';
import { isSameSecret } from '../../platform/constant-time.ts';
import type { Unread } from '../../platform/http/webhooks.ts';
import { readJson } from '../../platform/json.ts';
import { optional } from '../optional-fields.ts';

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
  /** The id that we gave the email: the Message-ID before the @. */
  readonly mail: string;
  readonly recipient: string;
  /** False if only this message was refused. */
  readonly isAddressBad: boolean;
}

interface MailEvents {
  readonly bounces: readonly Bounce[];
  /** A sender who saw it once could reuse it with other content. */
  readonly once: { readonly token: string; readonly signedAt: Date };
}

export function readMailEvents(body: Buffer, signingKey: string, now: Date): MailEvents | Unread {
  const event = posted.safeParse(readJson(body));
  if (!event.success) return 'unsigned';
  const { signature, 'event-data': data } = event.data;
  const signedAt = Number(signature.timestamp);
  const isFresh = Math.abs(now.getTime() / 1000 - signedAt) <= freshSeconds;
  if (!isFresh || !isSigned(signature, signingKey)) return 'forged';
  const once = { token: signature.token, signedAt: new Date(signedAt * 1000) };
  const id = data.message?.headers['message-id'];
  // A temporary failure is tried again by the service.
  if (data.event !== 'failed' || data.severity !== 'permanent' || id === undefined)
    return { bounces: [], once };
  const mail = id.slice(0, id.lastIndexOf('@'));
  return { bounces: [{ mail, recipient: data.recipient ?? '', isAddressBad: true }], once };
}

function isSigned(
  { timestamp, token, signature }: { timestamp: string; token: string; signature: string },
  signingKey: string,
): boolean {
  const expected = createHmac('sha256', signingKey).update(`${timestamp}${token}`).digest();
  return isSameSecret(Buffer.from(signature, 'hex'), expected);
}
