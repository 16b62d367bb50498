import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { ApplicationSource, SelectedTerm } from '#contract/journey.ts';
import type { UploadKind } from '#contract/uploads.ts';
import type { Encrypted, Lookup } from '../encryption.ts';
import type {
  ApplicationId,
  BlobKey,
  Instant,
  Json,
  MaybeInstant,
  NoticeId,
  SessionId,
  TextAbout,
} from './column-types.ts';
import type { LoanTables } from './loan-tables.ts';
import type { OperatingTables } from './operating-tables.ts';

export type { ApplicationId, BlobKey, JobId, LinkedBankId, NoticeId, SessionId } from './column-types.ts';

/** An offer that was accepted or approved, with the contract rate that its payment comes from, in percent. */
export interface ApprovedTerm extends SelectedTerm {
  readonly interestRate: number;
}

export type ApplicationPath = 'standard' | 'fast-path';

type VehicleFound = 'found' | 'none' | 'unavailable';

/** Every field of the applicant, encrypted. Only a lead’s fields can be null. */
export const applicantColumns = {
  filled: [
    'first_name',
    'last_name',
    'email',
    'dob',
    'ssn',
    'street_address',
    'city',
    'us_state',
    'zip_code',
    'main_income',
    'additional_income',
  ],
  nullable: ['phone', 'new_phone', 'residential_status', 'monthly_payment', 'device_session'],
} as const;

type ApplicantColumns = Record<(typeof applicantColumns.filled)[number], Encrypted> &
  Record<(typeof applicantColumns.nullable)[number], Encrypted | null>;

/** The last text code that was requested, and its outcome. */
export interface TextCodeSending {
  /** Identifies the request, so that the outcome of an earlier one is ignored. */
  attempt: string;
  outcome:
    | 'requested'
    | 'sent'
    /** Read to the applicant by a call; `calls-only` on a number that gets no texts. */
    | 'called'
    | 'calls-only'
    | 'too-many'
    | 'too-many-to-phone'
    | 'paused'
    | 'cannot-be-sent'
    | 'cannot-be-called'
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

export interface Tables extends LoanTables, OperatingTables {
  /** One application. It has no personal data, so that a poll decrypts nothing. */
  application: {
    id: ApplicationId;
    /** A state of server/src/journey/chart.ts. */
    state: string;
    /** `fast-path` once the fast path's offer was accepted. */
    path: Generated<ApplicationPath>;
    state_since: Instant;
    source: ApplicationSource;
    partner_id: string | null;
    branch_id: string | null;
    experience: string;
    created_at: Instant;
    /** When the offers expire; from the approval on, when the approval does. */
    deadline: Instant | null;
    /** What a partner's lead requests, in cents and months. */
    requested_amount: number | null;
    requested_term: number | null;
    loan_amount: number | null;
    is_auto_secured: boolean | null;
    /** The outcome of the search for a vehicle. Null where the policy had no use for one, or no search was made. */
    vehicle_search: ColumnType<VehicleFound | null, VehicleFound | null | undefined, VehicleFound | null>;
    selected_term: Json<ApprovedTerm> | null;
    accepted_term: Json<ApprovedTerm> | null;
    prequalified_amount: number | null;
    approved_term: Json<ApprovedTerm> | null;
    marketing: Json<Record<string, string>>;
    /** A hash of the browser’s key for this submission, so that a repeated submission finds this application. */
    submission: string | null;
    /** Set from the confirmed phone until the application ends. Unique, so that a person has one open application. */
    live_ssn: Lookup | null;
    /** The SSN is in use under another name or birth date, by a live application or in the core system. */
    ssn_conflict: Generated<boolean>;
    text_budget: TextBudget;
    text_code: ColumnType<TextCodeSending | null, string | null | undefined, string>;
    /** When the ESIGN Act Consent was first opened as a PDF. */
    esign_opened_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    /** When the consent to electronic notices was withdrawn. Consenting again clears it. */
    esign_withdrawn_at: MaybeInstant;
    /** When an email to this applicant could not be delivered. Another address clears it. */
    email_bounced_at: MaybeInstant;
    /** How often the applicant changed details after the decision. */
    details_updates: Generated<number>;
    /** The `state_since` of the state that the applicant was last notified of by an email about the state itself. */
    notified_at: MaybeInstant;
    /** The state to go back to, while a restored backup has stopped the application. */
    state_before_restore: ColumnType<string | null, string | null | undefined, string | null>;
    /** The core system's number of the loan, from when it was booked. */
    loan_id: ColumnType<string | null, string | null | undefined, string | null>;
    /** When the application’s other data was deleted. */
    purged_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  };

  /** The applicant. The lookup columns contain keyed hashes. */
  applicant: ApplicantColumns & {
    application_id: ApplicationId;
    ssn_lookup: Lookup;
    email_lookup: Lookup;
    phone_lookup: Lookup | null;
    state_lookup: Lookup;
    email_verified_at: Instant | null;
  };

  lead: {
    application_id: ApplicationId;
    partner_id: string;
    partner_lead_id: string;
    /** A keyed hash of the lead, to distinguish a repeated submission from a different lead with the same id. */
    content: Lookup;
    /** When the applicant gave the partner these details, and when they agreed to our consents. */
    collected_at: Instant;
    consented_at: Instant | null;
    link_expires_at: Instant;
    /** After this, the partner's link only works in the browser that has, or had, a session of this application. */
    opened_at: Instant | null;
  };

  decision: {
    id: string;
    application_id: ApplicationId;
    kind: 'prequalification' | 'approval';
    policy_version: string;
    /** The release whose code decided. */
    release: string;
    outcome: string;
    inputs: Encrypted;
    detail: Encrypted;
    decided_at: Instant;
  };

  /** Why an application waits for manual review, and the decision. */
  hold: {
    id: string;
    application_id: ApplicationId;
    kind:
      | 'ofac'
      | 'fraud'
      | 'military'
      | 'signature'
      | 'vehicle'
      | 'identity'
      | 'bank'
      | 'undecided'
      | 'restore';
    /** The step that waits. */
    stage: 'prequalification' | 'verification' | 'approval' | 'documents' | 'signing' | 'payment' | 'restore';
    /** Such as `match` or `missing`. */
    reason: string;
    /** What was found, as JSON, and the calls that were made about it. */
    evidence: Encrypted;
    /** What a release clears: rows of the policy's tables, or checks of the bank's data. */
    points: Generated<string[]>;
    opened_at: Instant;
    resolution: 'released' | 'refused' | 'auto-cleared' | 'withdrawn' | null;
    /** The operator's name and their reason, as JSON. */
    resolved_by: Encrypted | null;
    resolved_at: Instant | null;
  };

  /** Keeps an application from every deletion (12 CFR 1002.12(b)(4)). */
  legal_hold: {
    id: string;
    application_id: ApplicationId;
    /** Of a hold on all applications of the person. */
    ssn_lookup: Lookup | null;
    reason: Encrypted;
    placed_at: Instant;
    lifted_at: MaybeInstant;
    lift_reason: ColumnType<Encrypted | null, Encrypted | null | undefined, Encrypted>;
  };

  /** One response of the military database, with the record that 32 CFR 232.5(b)(3) requires. */
  military_check: {
    id: string;
    application_id: ApplicationId;
    /** Identifies the search, so that it is stored once. */
    key: string;
    result: 'covered' | 'not-covered' | 'unknown';
    source: 'soft-pull' | 'hard-pull' | 'search' | 'operator';
    /** The message, date and certificate, as JSON. */
    evidence: Encrypted;
    checked_at: Instant;
  };

  /** A search of the OFAC list, or a reviewer's decision on what it found (31 CFR 501.601). */
  ofac_screening: {
    id: string;
    application_id: ApplicationId;
    /** Identifies the search or decision, so that it is stored once. */
    key: string;
    /** The step that searched, or whose hold was decided. */
    occasion: Tables['hold']['stage'] | 'account-change';
    result: 'clear' | 'match' | 'missing' | 'released' | 'refused';
    /** The ISO date of the list. */
    list_date: string | null;
    /** The person, and the bureau's message or the reviewer's name and note, as JSON. */
    evidence: Encrypted;
    screened_at: Instant;
  };

  /** A document as it was rendered. */
  document: {
    id: string;
    application_id: ApplicationId;
    kind: string;
    /** Identifies the document, such as `adverse-action:<application>`. */
    key: string;
    /** The SHA-256 of the PDF, in hexadecimal; null until it is sent, printed or opened. */
    sha256: string | null;
    /** A `DocumentModel` as JSON. */
    content: Encrypted;
    /** Null until it was sent, printed or opened. */
    pdf: BlobKey | null;
    made_at: Instant;
  };

  consent: {
    id: Generated<string>;
    application_id: ApplicationId;
    session_id: SessionId;
    document: string;
    version: string;
    text_hash: string;
    /** The sentence beside the checkbox: it can contain a bank, digits of an account and a payment. */
    sentence: Encrypted;
    address: Encrypted;
    user_agent: Encrypted;
    given_at: Instant;
  };

  reminder: {
    application_id: ApplicationId;
    requested_at: Instant;
    /** The next one, and when it is due; null after the last. */
    next: 'day' | 'expiry' | null;
    due_at: Instant | null;
  };

  /** An address that gets no more reminders, for any application. */
  unsubscribed_email: {
    email_lookup: Lookup;
    unsubscribed_at: Instant;
  };

  notice: {
    id: NoticeId;
    application_id: ApplicationId;
    /** `pending` until its kind is known. */
    kind:
      | 'pending'
      | 'denial'
      | 'incomplete'
      | 'counteroffer'
      | 'approval'
      | 'score-disclosure'
      | 'withdrawal'
      | 'spouse'
      | 'signed-documents'
      | 'autopay-authorization';
    /** Its content, by the names of journey/required-notices.ts; for automatic payments, the authorization. */
    basis: ColumnType<string | null, string | null | undefined, string | null>;
    /** The decision that it is about: the newest one when it became required. */
    decision_id: ColumnType<string | null, string | null | undefined, string | null>;
    /** The reasons that a person gave for a denial, as JSON. */
    reasons: ColumnType<Encrypted | null, Encrypted | null | undefined, Encrypted | null>;
    state: 'required' | 'drafted' | 'rendered' | 'sent' | 'bounced' | 'printed' | 'void';
    /** `claimed` by the batch that prints it. */
    letter: Generated<'none' | 'wanted' | 'claimed' | 'printed'>;
    batch: ColumnType<string | null, string | null | undefined, string | null>;
    /** From when the law's 30 days run. */
    required_at: Instant;
    due_at: Instant;
    rendered_at: MaybeInstant;
    sent_at: MaybeInstant;
    bounced_at: MaybeInstant;
    /** When the applicant first opened it online. */
    viewed_at: MaybeInstant;
    /** Since when it waits to go by letter. */
    letter_at: MaybeInstant;
    printed_at: MaybeInstant;
    /** When the letter was mailed, as an ISO date, who recorded it, and the number of the mailing. */
    mailed_on: ColumnType<string | null, string | null | undefined, string | null>;
    mailed_by: ColumnType<string | null, string | null | undefined, string | null>;
    mailing_id: ColumnType<string | null, string | null | undefined, string | null>;
  };

  text_message: {
    /** Our own id, in the address that its status is reported to. */
    id: string;
    application_id: ApplicationId;
    about: TextAbout;
    /** The vendor's id of the message, or of the attempt to deliver a code. */
    vendor_id: string | null;
    status: 'requested' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'refused';
    /** Why the carrier or the vendor did not deliver it, as the vendor numbers it. */
    error_code: number | null;
    requested_at: Instant;
    changed_at: Instant;
  };

  /** A text to the lender's number. The last STOP or START of a phone decides whether it may be texted. */
  text_reply: {
    vendor_id: string;
    sequence: Generated<string>;
    phone_lookup: Lookup;
    meaning: 'stop' | 'start' | 'help' | 'other';
    /** The text of a STOP or START, as evidence; null for other texts. */
    text: Encrypted | null;
    received_at: Instant;
  };

  /** A text from an applicant to their branch, until the core system has it. */
  received_text: { id: string; application_id: ApplicationId; text: Encrypted; received_at: Instant };

  /** A file that the applicant uploaded, freed of its metadata. */
  uploaded_file: {
    id: string;
    position: GeneratedAlways<string>;
    application_id: ApplicationId;
    kind: UploadKind;
    /** The browser's own name of the file. */
    file_key: string;
    /** As the applicant named the file. */
    name: Encrypted | null;
    content_type: 'image/jpeg' | 'image/png' | 'application/pdf';
    byte_count: number;
    /** Of the stored file, in hexadecimal. */
    sha256: string;
    content: BlobKey;
    added_at: Instant;
    /** What was handed in together; null until then. */
    hand_in_id: string | null;
    handed_in_at: MaybeInstant;
  };

  /** A part of a file that has not arrived whole. */
  uploaded_part: {
    id: string;
    application_id: ApplicationId;
    file_key: string;
    /** From 1. */
    part: number;
    parts: number;
    /** Base64. */
    content: Encrypted;
    added_at: Instant;
  };

  call_back: {
    application_id: ApplicationId;
    /** `booked`: at a time that the applicant chose. `requested`: to finish at the branch, by the time that we promised. */
    kind: 'booked' | 'requested';
    /** Null once it is canceled. */
    at: MaybeInstant;
    /** Counts the applicant's changes. */
    revision: number;
    chosen_at: Instant;
  };
}
