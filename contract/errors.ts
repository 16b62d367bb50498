// The one shape in which a call says no, and every code it may carry.
import * as z from 'zod/mini';

/** Each code with who raises it and how the caller recovers. */
export const errorCodes = {
  invalid: 'A field does not hold; its message says how to mend it. Nothing changed.',
  malformed: 'The request is not JSON, too large, or of a shape nobody sends. Nothing changed.',
  'no-session': 'The cookie names no live session. Go to landing.',
  'session-ended':
    'The session was idle too long. The application is kept; go on by the mailed link or from landing.',
  'wrong-key': 'A partner’s server gave no key, or not one of its own. Nothing was looked at.',
  'not-found': 'No such address, or it is not this application’s.',
  'not-now': 'The application may not take this step now. Ask the journey where it stands.',
  'lead-differs':
    'A partner handed in this lead id before with other details. Use an id of its own for each lead.',
  'other-origin': 'The request was sent by a page of another site.',
  'too-many': 'A limit was reached; the message and the header Retry-After say when to try again.',
  captcha: 'The captcha did not confirm a person. Ask for a new token and submit again.',
  offline: 'The lender’s core system is offline. Nothing was kept; come back when it is up.',
  'wrong-code': 'The text code is wrong. Clear the field and ask again.',
  'code-expired': 'The text code is past its time or its checks. Send a new one.',
  'code-not-sent': 'No code could be sent to this number.',
  'out-of-state': 'The lender does not lend in this state.',
  'too-young': 'The applicant is not of age in their state.',
  'term-gone': 'The chosen term is no longer offered. Load the terms again.',
  'plan-changed': 'What was agreed to has changed since it was shown. Load it again, and ask again.',
  'offer-void': 'A loan was made to the applicant a short while ago, so this offer is void.',
  expired: 'The link or the offer is past its time.',
  'try-again': 'A part we depend on did not answer. Nothing was lost; submit again.',
  internal: 'A fault of ours, logged with the request’s id.',
} as const;

export type ErrorCode = keyof typeof errorCodes;

export const apiError = z.object({
  /** The path of the field in the request, such as `address.zipCode`. */
  field: z.optional(z.string()),
  code: z.string(),
  message: z.string(),
});
export type ApiError = z.output<typeof apiError>;

export const errorAnswer = z.object({ errors: z.array(apiError) });
export type ErrorAnswer = z.output<typeof errorAnswer>;

/** An entry as some answers carry it: its message may be an object of fields and sentences instead of a sentence. */
export const refusal = z.object({
  field: z.optional(z.string()),
  code: z.optional(z.string()),
  message: z.unknown(),
});
export type Refusal = z.output<typeof refusal>;
