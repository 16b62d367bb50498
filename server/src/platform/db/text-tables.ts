// The tables of text messages.
import type { Generated } from 'kysely';
import type { Lookup, Sealed } from '../encryption.ts';
import type { ApplicationId, Instant } from './column-types.ts';

/** The last text code that was requested, and its outcome. */
export interface TextCodeSending {
  /** Identifies the request, so that the outcome of an earlier one is ignored. */
  attempt: string;
  outcome:
    | 'requested'
    | 'sent'
    | 'too-many'
    | 'too-many-to-phone'
    | 'paused'
    | 'cannot-be-sent'
    | 'opted-out'
    | 'held-back'
    | 'region-blocked'
    | 'account-blocked'
    | 'no-answer';
  /** ISO instant. */
  at: string;
}

/**
 * Which hourly budget an application's text codes use: a form's without or with a confirmed captcha, until a code was accepted. A
 * partner vouches for its leads, so they count as returning.
 */
export type TextBudget = 'without-captcha' | 'with-captcha' | 'returning';

/** One text to an applicant, with its status. */
export interface TextMessageTable {
  /** Our own id, in the address that its status is reported to. */
  id: string;
  application_id: ApplicationId;
  about: 'code' | 'reminder' | 'money' | 'answer';
  /** The vendor's id of the message, or of the attempt to deliver a code. */
  vendor_id: string | null;
  status: 'requested' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'refused';
  /** Why the carrier or the vendor did not deliver it, as the vendor numbers it. */
  error_code: number | null;
  requested_at: Instant;
  changed_at: Instant;
}

/** A text to the lender's number. The last STOP or START of a phone decides whether it may be texted. */
export interface TextReplyTable {
  vendor_id: string;
  sequence: Generated<string>;
  phone_lookup: Lookup;
  meaning: 'stop' | 'start' | 'help' | 'other';
  /** The text of a STOP or START, as evidence; null for other texts. */
  text: Sealed | null;
  received_at: Instant;
}
