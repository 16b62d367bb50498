// How an applicant returns from the signing page, also after the session ended. The guard of every screen knows it.
import * as z from 'zod/mini';
import { post } from './endpoint.ts';

/** How the applicant left the signing page, in the `event` of the return URL. */
export const signingEvents = [
  'signing_complete',
  'viewing_complete',
  'session_timeout',
  'ttl_expired',
  'cancel',
  'decline',
  'exception',
] as const;
export type SigningEvent = (typeof signingEvents)[number];

/**
 * For an applicant whose session ended: starts one in the same browser that shows nothing until the text code is entered, and
 * sends that code. After a return from signing, it checks the envelope meanwhile.
 */
export const reopenSession = post('/api/v1/receive-funds/reopen', {
  body: z.strictObject({ event: z.optional(z.enum(signingEvents)) }),
  response: z.object({ requiresCode: z.boolean() }),
});
