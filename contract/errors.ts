// The one shape in which a call is refused, and every code with its status and meaning.
import * as z from 'zod/mini';
import { coreOutage } from './outage.ts';

export interface ErrorDeclaration {
  /** The HTTP status of a response whose first error has this code. */
  readonly status: number;
  /** Other statuses with the same code, where HTTP has its own for the cause. */
  readonly otherStatuses?: readonly number[];
  /** What happened and how the caller recovers. */
  readonly meaning: string;
}

export const errorCodes = {
  invalid: {
    status: 400,
    meaning: 'A field is invalid; its message explains how to fix it. Nothing changed.',
  },
  malformed: {
    status: 400,
    otherStatuses: [413, 415],
    meaning: 'The request cannot be read, is too large (413), or is not sent as JSON (415). Nothing changed.',
  },
  'no-session': { status: 401, meaning: 'The cookie names no live session. Go to the landing page.' },
  'session-ended': {
    status: 401,
    meaning:
      'The session was idle too long. The application is saved; continue by the emailed link or from the landing page.',
  },
  'wrong-key': {
    status: 401,
    meaning: 'A partner’s server sent no key, or a key that is not its own. Nothing was read.',
  },
  'not-found': { status: 404, meaning: 'No such address, or it does not belong to this application.' },
  'other-application': {
    status: 404,
    meaning:
      'The address is of another application than the session’s, such as the one that was open in this browser before. Read the journey to see where this one is.',
  },
  'not-now': {
    status: 409,
    meaning: 'The application cannot take this step now. Read the journey to see where it is.',
  },
  'code-due': {
    status: 409,
    meaning: 'This change takes a new text code, which was sent. Enter it, and make the change again.',
  },
  'lead-differs': {
    status: 409,
    meaning: 'The partner used this lead id before with other details. Use a new id for each lead.',
  },
  'other-origin': { status: 403, meaning: 'A page of another site sent the request.' },
  'too-many': {
    status: 429,
    meaning: 'A limit was reached; the message and the Retry-After header contain when to try again.',
  },
  captcha: {
    status: 400,
    meaning: 'The captcha did not confirm a person. Get a new token and submit again.',
  },
  offline: {
    status: 503,
    meaning: 'The lender’s core system is offline. Nothing was saved; try again when it is up.',
  },
  'wrong-code': { status: 400, meaning: 'The text code is wrong. Clear the field and prompt for it again.' },
  'code-expired': { status: 400, meaning: 'The text code expired or was checked too often. Send a new one.' },
  'code-not-sent': { status: 400, meaning: 'No code could be sent to this number.' },
  'out-of-state': { status: 400, meaning: 'The lender does not lend in this state.' },
  'zip-code-elsewhere': {
    status: 400,
    meaning:
      'The ZIP code is in another state than `address.state`. Correct one of them, or send `address.stateConfirmed` as true.',
  },
  'too-young': { status: 400, meaning: 'The applicant is not of age in their state.' },
  'term-gone': { status: 409, meaning: 'The chosen term is no longer offered. Load the terms again.' },
  'plan-changed': {
    status: 409,
    meaning: 'What the applicant agreed to has changed since it was shown. Reload it, and confirm again.',
  },
  'offer-void': {
    status: 409,
    meaning: 'A loan was made to the applicant a short while ago, so this offer is void.',
  },
  expired: { status: 410, meaning: 'The link or the offer has expired.' },
  'try-again': {
    status: 503,
    meaning: 'A system we depend on did not answer, or is busy. Nothing was lost; submit again.',
  },
  unavailable: {
    status: 503,
    meaning:
      'Our database does not respond, and nothing was done. The same call can be made again after the seconds in Retry-After.',
  },
  internal: { status: 500, meaning: 'An error of ours, logged with the request’s id.' },
} as const satisfies Record<string, ErrorDeclaration>;

export type ErrorCode = keyof typeof errorCodes;

export const apiError = z.object({
  /** The path of the field in the request, such as `address.zipCode`. */
  field: z.optional(z.string()),
  code: z.string(),
  message: z.string(),
  /** Of the code `offline`. */
  outage: z.optional(coreOutage),
  /** Of the code `too-young`: the applicant gets a notice of the refusal, by email or by letter. */
  isNotified: z.optional(z.literal(true)),
});
export type ApiError = z.output<typeof apiError>;

export const errorResponse = z.object({ errors: z.array(apiError) });
export type ErrorResponse = z.output<typeof errorResponse>;

/** An error in a response of status 200. Its message may be an object of fields and sentences instead of a sentence. */
export const refusal = z.object({
  field: z.optional(z.string()),
  code: z.optional(z.string()),
  message: z.unknown(),
  isNotified: z.optional(z.literal(true)),
});
export type Refusal = z.output<typeof refusal>;
