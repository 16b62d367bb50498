// Delivery events of the mail service, in Mailgun's shape: https://documentation.mailgun.com/docs/mailgun/user-manual/events/webhooks
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import type { Unread } from '../platform/http/webhooks.ts';
import { readJson } from '../platform/json.ts';

const posted = z.object({
  signature: z.object({ timestamp: z.string(), token: z.string().min(1), signature: z.string() }),
  'event-data': z.object({
    event: z.string(),
    severity: z.string().optional(),
    recipient: z.string().optional(),
    message: z.object({ headers: z.object({ 'message-id': z.string() }) }).optional(),
  }),
});

/** How old a signature may be, in seconds. The service signs each attempt separately. */
const freshSeconds = 900;

interface Bounce {
  /** The id that we gave the email: the Message-ID before the @. */
  readonly mail: string;
  readonly recipient: string;
}

/** Undefined for an event that is no bounce. */
export function readMailEvent(body: Buffer, signingKey: string, now: Date): Bounce | Unread | undefined {
  const event = posted.safeParse(readJson(body));
  if (!event.success) return 'unsigned';
  const { signature, 'event-data': data } = event.data;
  const age = Math.abs(now.getTime() / 1000 - Number(signature.timestamp));
  if (!(age <= freshSeconds) || !isSigned(signature, signingKey)) return 'forged';
  const id = data.message?.headers['message-id'];
  // A temporary failure is tried again by the service.
  if (data.event !== 'failed' || data.severity !== 'permanent' || id === undefined) return undefined;
  return { mail: id.slice(0, id.lastIndexOf('@')), recipient: data.recipient ?? '' };
}

function isSigned(
  { timestamp, token, signature }: { timestamp: string; token: string; signature: string },
  signingKey: string,
): boolean {
  const expected = createHmac('sha256', signingKey).update(`${timestamp}${token}`).digest();
  const given = Buffer.from(signature, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
