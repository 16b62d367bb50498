// The tables from the linked bank to the funded loan.
import type { ColumnType, Generated } from 'kysely';
import type { ValidationStatus } from '#contract/shapes.ts';
import type { Encrypted, Lookup } from '../encryption.ts';
import type {
  ApplicationId,
  BlobKey,
  Instant,
  Json,
  LinkedBankId,
  MaybeInstant,
  SessionId,
} from './column-types.ts';

export interface LoanTables {
  /** The account that receives the funds. */
  deposit_account: {
    application_id: ApplicationId;
    kind: 'linked' | 'manual';
    institution_name: Encrypted;
    account_type: 'checking' | 'savings';
    routing_number: Encrypted;
    account_number: Encrypted;
    /** The last digits, for display. */
    mask: string;
    linked_account_id: string | null;
    /** The number is a token of the bank, which the person can revoke there. */
    is_tokenized: Generated<boolean>;
    chosen_at: Instant;
  };

  /** An account that an application gave to receive the funds, also one that another has replaced. */
  account_use: {
    application_id: ApplicationId;
    account_lookup: Lookup;
    first_used_at: ColumnType<Date, Date, never>;
    used_at: Instant;
  };

  /** What a rule of fraud monitoring found before a payment, once for each account and action. */
  fraud_finding: {
    application_id: ApplicationId;
    /** A rule of lender/fraud-monitoring.json. */
    rule: string;
    account_lookup: Lookup;
    action: 'hold' | 'report';
    /** How many applicants or accounts a velocity rule counted. */
    found: number | null;
    found_at: Instant;
  };

  /** The applicant's answer where a state's law requires a notice to the spouse. No decision reads it. */
  marital_status: {
    application_id: ApplicationId;
    /** A `MaritalStatus` as JSON. */
    answer: Encrypted;
    answered_at: Instant;
  };

  /** The current link token, so that a page that reloads after a bank’s redirect continues with the same one. */
  link_token: {
    application_id: ApplicationId;
    /** Counts tokens. It is part of the key of the vendor call that creates the token. */
    generation: number;
    token: Encrypted | null;
    token_lookup: Lookup | null;
    /** The vendor's page for this token, if the vendor hosts it. */
    hosted_url: Encrypted | null;
    /** The linked bank to log in to again; null to link a new one. */
    repairs: LinkedBankId | null;
    expires_at: Instant | null;
    /** Hashes of what used up earlier tokens. Each uses up one token at most. */
    spent_by: ColumnType<string[], string[], string[]>;
  };

  /** An entry that a bank returned, or its notice of change. A returned disbursement lives on here. */
  ach_return: {
    /** Its trace numbers and code, so that a file read twice changes nothing. */
    key: string;
    application_id: ApplicationId | null;
    what: 'disbursement' | 'micro-entries' | 'debit';
    code: string;
    original_trace: string;
    /** Of a returned disbursement: our number, and the file that contained it. */
    sequence: number | null;
    amount: number;
    loan_id: string | null;
    file_day: string | null;
    effective_on: string | null;
    read_at: Instant;
  };

  /** An event of the core system about a loan. It identifies neither the borrower nor the account. */
  core_event: {
    /** The core system's own id. */
    id: string;
    /** Null while no loan of ours has this number. */
    application_id: ApplicationId | null;
    /** Null in a report about an application that has no loan yet. */
    loan_id: string | null;
    type: 'entry-returned' | 'account-changed' | 'autopay-stopped' | 'loan-paid' | 'vehicle-checked';
    detail: Json<Readonly<Record<string, string | number>>>;
    /** `nothing-to-do`: we knew it already, or it is about what is no longer in force. */
    outcome: 'applied' | 'nothing-to-do' | 'unmatched';
    occurred_at: Instant;
    received_at: Instant;
  };

  /** An entry of a day's file that is missing from a restored database. It is included whenever that file is written again. */
  ach_orphan: {
    sequence: number;
    file_day: string;
    effective_on: string;
    individual_id: string;
    amount: number;
    found_at: Instant;
  };

  /** Whether the account that receives the funds is confirmed. A new account starts it again. */
  account_validation: {
    application_id: ApplicationId;
    /** A keyed hash of the routing and account number, to check whether this is about the current account. */
    account_lookup: Lookup;
    status: ValidationStatus;
    method: 'linked' | 'vendor' | 'micro-entries' | 'person' | null;
    /** Why a person decides, or why the account was refused. */
    reason: string | null;
    /** Whether a source names the applicant as the account's owner. */
    owner_matched: boolean;
    /** The cents of the two micro-entries. */
    amounts: Encrypted | null;
    /** Our ACH numbers of the two deposits and the debit that takes them back. */
    sequences: Json<readonly number[]> | null;
    /** ISO dates: the ACH file they are in, and the day they arrive. */
    file_day: string | null;
    effective_on: string | null;
    written_at: Instant | null;
    tries: number;
    /** How many reminders of a signed loan's next step were due so far. */
    reminders: number;
    started_at: Instant;
    settled_at: Instant | null;
  };

  linked_bank: {
    id: LinkedBankId;
    application_id: ApplicationId;
    /** Unique, so that a public token that is sent twice links one bank. */
    public_token_lookup: Lookup;
    institution_id: string;
    institution_name: string;
    /** At most one bank of an application is `linked`. */
    status: 'linked' | 'replaced' | 'removed';
    /** The bank-data vendor's id of the link. */
    item_id: string;
    /** Null after our access was ended at the vendor. */
    access_token: Encrypted | null;
    mask: Encrypted | null;
    linked_at: Instant;
    /** Null while its application is open. A retention round would otherwise look up each bank's application. */
    application_ended_at: Instant | null;
    /** The verification waits for the vendor's webhook about the bank's data. */
    waits_for_data: boolean;
    /** The vendor's code for why this bank cannot be read, and when it was reported. */
    problem: string | null;
    problem_at: Instant | null;
  };

  /** The result of comparing a linked bank's data with what the applicant declared. */
  verification: {
    linked_bank_id: LinkedBankId;
    application_id: ApplicationId;
    /** False after another bank was linked or this one was removed. */
    is_current: boolean;
    income: boolean;
    residence: boolean;
    identity: boolean;
    /** What was compared, and why each check passed or failed. */
    detail: Encrypted;
    verified_at: Instant;
  };

  /** The payout of a loan, at most one per application. */
  disbursement: {
    application_id: ApplicationId;
    /** Our number, part of the ACH trace number. */
    sequence: Generated<number>;
    amount: number;
    loan_id: string;
    /** ISO dates: the ACH file it is in, and the day the money arrives. */
    file_day: string;
    effective_on: string;
    created_at: Instant;
    /** When it was put into its file. */
    written_at: Instant | null;
    /** When its file was closed, and the applicant notified. */
    sent_at: Instant | null;
  };

  /** The one envelope of an application’s loan documents. */
  envelope: {
    application_id: ApplicationId;
    /** The vendor’s id; null until the envelope is created. */
    envelope_id: string | null;
    signer_name: Encrypted;
    signer_email: Encrypted;
    /** The email address confirmed last, where all emails go. The signer’s address is updated to it. */
    mailed_to: Encrypted;
    /** Counts address changes. A change invalidates links that were sent before it. */
    link_generation: Generated<number>;
    link_expires_at: Instant;
    /** Whether the last email was sent. */
    mailing: Generated<'waiting' | 'mailed' | 'failed'>;
    signed_at: Instant | null;
    /** When its status was last requested, and last answered. */
    status_requested_at: MaybeInstant;
    status_received_at: MaybeInstant;
    /** Null while it is open, by our records. */
    final_status: Generated<'completed' | 'declined' | 'voided' | null>;
  };

  /** An envelope of the lender’s own signing pages. */
  signing_envelope: {
    id: string;
    application_id: ApplicationId;
    status: 'sent' | 'delivered' | 'completed' | 'declined' | 'voided';
    subject: string;
    /** JSON, encrypted: the signer, the documents as they were shown, and who did what, when and from where. */
    signer: Encrypted;
    shown: Encrypted;
    evidence: Encrypted;
    /** The sealed PDFs; null until it is completed. */
    documents: Generated<BlobKey | null>;
    certificate: Generated<BlobKey | null>;
    created_at: Instant;
    completed_at: MaybeInstant;
    /** A process seals its documents, and counts as gone after that; null if none does. */
    sealing_until: MaybeInstant;
  };

  /** A link to the lender’s own signing page, and the visit that it opened. */
  signing_visit: {
    id: string;
    application_id: ApplicationId;
    /** The only one in which the link opens, and with which the visit ends. */
    session_id: SessionId;
    /** Of the link’s secret, and of the visit’s; null until the link was opened. */
    link_hash: string;
    visit_hash: Generated<string | null>;
    return_url: string;
    link_expires_at: Instant;
    opened_at: MaybeInstant;
    /** How the visit ended, as an event of the signing page. */
    ended: Generated<string | null>;
  };

  signed_copy: {
    id: string;
    application_id: ApplicationId;
    documents: BlobKey;
    certificate: BlobKey;
    stored_at: Instant;
  };

  autopay: {
    application_id: ApplicationId;
    status: 'ACTIVE' | 'SKIPPED' | 'CANCELED';
    /** While ACTIVE, how many days before a payment is due. */
    days_before_due: number | null;
    /** ISO date. */
    first_debit: string | null;
    /** Since it was authorized, because the money arrives later. */
    first_debit_moved: Generated<boolean>;
    decided_at: Instant;
    /** The current or last authorization. Its document’s key contains this id. */
    authorization_id: string | null;
    /** The account to debit, while ACTIVE. */
    account_id: string | null;
    institution_name: Encrypted | null;
    account_type: 'checking' | 'savings' | null;
    routing_number: Encrypted | null;
    account_number: Encrypted | null;
    mask: string | null;
    /** Why it stopped, if the applicant did not cancel it here. */
    stopped_reason: 'account' | 'borrower' | 'lender' | null;
    is_tokenized: Generated<boolean>;
  };
}
