import type { ColumnType, Generated } from 'kysely';
import type { ApplicationSource, SelectedTerm } from '#contract/journey.ts';
import type { LeadStatus } from '#contract/leads.ts';
import type { Lookup, Sealed } from '../encryption.ts';
import type { ApplicationId, Instant, Json, MaybeInstant, NoticeId, SessionId } from './column-types.ts';
import type {
  AccountValidationTable,
  AchOrphanTable,
  AchReturnTable,
  AutopayTable,
  CoreEventTable,
  DepositAccountTable,
  DisbursementTable,
  EnvelopeTable,
  LinkedBankTable,
  LinkTokenTable,
  MaritalStatusTable,
  SignedCopyTable,
  SigningEnvelopeTable,
  SigningVisitTable,
  VerificationTable,
} from './loan-tables.ts';
import type {
  AuditEventTable,
  BreakerTable,
  BrowserErrorTable,
  CredentialTable,
  DatabaseIdentityTable,
  JobTable,
  KeyFingerprintTable,
  LimitTable,
  MeasurementTable,
  PartnerKeyTable,
  SessionTable,
  VendorCallTable,
} from './operating-tables.ts';
import type { TextBudget, TextCodeSending, TextMessageTable, TextReplyTable } from './text-tables.ts';
import type { CallBackTable, UploadedFileTable, UploadedPartTable } from './upload-tables.ts';

export type { ApplicationId, JobId, LinkedBankId, NoticeId, SessionId } from './column-types.ts';
export type { TextBudget, TextCodeSending } from './text-tables.ts';

/** An offer that was accepted or approved, with the contract rate that its payment comes from, in percent. */
export interface ApprovedTerm extends SelectedTerm {
  readonly interestRate: number;
}

/** The application's path to an approval. */
export type ApplicationPath = 'standard' | 'fast-path';

type VehicleFound = 'found' | 'none' | 'away';

/** One application. It has no personal data, so that a poll decrypts nothing. */
export interface ApplicationTable {
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
  offers_expire_at: Instant | null;
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
  /** When the application’s other data was deleted. */
  purged_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

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

type ApplicantColumns = Record<(typeof applicantColumns.filled)[number], Sealed> &
  Record<(typeof applicantColumns.nullable)[number], Sealed | null>;

/** The applicant. The lookup columns hold keyed hashes. */
export interface ApplicantTable extends ApplicantColumns {
  application_id: ApplicationId;
  ssn_lookup: Lookup;
  email_lookup: Lookup;
  phone_lookup: Lookup | null;
  email_verified_at: Instant | null;
}

/** An application that a partner submitted. */
export interface LeadTable {
  application_id: ApplicationId;
  partner_id: string;
  /** The partner's id of the lead. */
  partner_lead_id: string;
  /** A keyed hash of the lead, to distinguish a repeated submission from a different lead with the same id. */
  content: Lookup;
  /** When the applicant gave the partner these details, and when they agreed to our consents. */
  collected_at: Instant;
  consented_at: Instant | null;
  link_expires_at: Instant;
  /** After this, the partner's link only works in the browser that has, or had, a session of this application. */
  opened_at: Instant | null;
  /** The last status that the partner was sent. */
  reported_status: ColumnType<LeadStatus | null, LeadStatus | null | undefined, LeadStatus>;
}

interface DecisionTable {
  id: string;
  application_id: ApplicationId;
  kind: 'prequalification' | 'approval';
  policy_version: string;
  outcome: string;
  inputs: Sealed;
  detail: Sealed;
  decided_at: Instant;
}

/** A version of the credit policy that decided, whole. Append-only. */
interface PolicyVersionTable {
  version: string;
  /** SHA-256 of the files, in hexadecimal. */
  digest: string;
  files: Json<readonly { readonly name: string; readonly json: string }[]>;
  first_decided_at: Instant;
}

/** Why an application waits for manual review, and the decision. */
export interface HoldTable {
  id: string;
  application_id: ApplicationId;
  kind: 'ofac' | 'military' | 'signature' | 'identity' | 'bank' | 'undecided' | 'restore';
  /** The step that waits. */
  stage: 'prequalification' | 'verification' | 'approval' | 'documents' | 'signing' | 'restore';
  /** Such as `match` or `missing`. */
  reason: string;
  /** What was found, as JSON, and the calls that were made about it. */
  evidence: Sealed;
  /** What a release clears: rows of the policy's tables, or checks of the bank's data. */
  points: Generated<string[]>;
  opened_at: Instant;
  resolution: 'released' | 'refused' | 'answered' | 'withdrawn' | null;
  /** The operator's name and their reason, as JSON. */
  resolved_by: Sealed | null;
  resolved_at: Instant | null;
}

/** Keeps an application from every deletion (12 CFR 1002.12(b)(4)). */
interface LegalHoldTable {
  id: string;
  application_id: ApplicationId;
  /** Of a hold on all applications of the person. */
  ssn_lookup: Lookup | null;
  reason: Sealed;
  placed_at: Instant;
  lifted_at: MaybeInstant;
  lift_reason: ColumnType<Sealed | null, Sealed | null | undefined, Sealed>;
}

/** One response of the military database, with the record that 32 CFR 232.5(b)(3) requires. */
interface MilitaryCheckTable {
  id: string;
  application_id: ApplicationId;
  /** Identifies the search, so that it is stored once. */
  key: string;
  result: 'covered' | 'not-covered' | 'unknown';
  source: 'soft-pull' | 'hard-pull' | 'search' | 'operator';
  /** The message, date and certificate, as JSON. */
  evidence: Sealed;
  checked_at: Instant;
}

/** A document as it was rendered. */
interface DocumentTable {
  id: string;
  application_id: ApplicationId;
  kind: string;
  /** Identifies the document, such as `adverse-action:<application>`. */
  key: string;
  /** The SHA-256 of the PDF, in hexadecimal. */
  sha256: string;
  /** A `DocumentModel` as JSON. */
  content: Sealed;
  /** Base64. */
  pdf: Sealed;
  made_at: Instant;
}

interface ConsentTable {
  id: Generated<string>;
  application_id: ApplicationId;
  session_id: SessionId;
  document: string;
  version: string;
  text_hash: string;
  /** The sentence beside the checkbox: it can contain a bank, digits of an account and a payment. */
  sentence: Sealed;
  address: Sealed;
  user_agent: Sealed;
  given_at: Instant;
}

/** Reminders that an applicant turned on. */
interface ReminderTable {
  application_id: ApplicationId;
  requested_at: Instant;
  /** The next one, and when it is due; null after the last. */
  next: 'day' | 'expiry' | null;
  due_at: Instant | null;
}

/** An address that gets no more reminders, for any application. */
interface UnsubscribedEmailTable {
  email_lookup: Lookup;
  unsubscribed_at: Instant;
}

/** A notice required in writing, and its status. */
export interface NoticeTable {
  id: NoticeId;
  application_id: ApplicationId;
  /** `open` until its kind is known. */
  kind:
    | 'open'
    | 'denial'
    | 'incomplete'
    | 'counteroffer'
    | 'approval'
    | 'score-disclosure'
    | 'withdrawal'
    | 'spouse';
  /** Its content, by the names of journey/required-notices.ts. */
  basis: ColumnType<string | null, string | null | undefined, string | null>;
  /** The reasons that a person gave for a denial, as JSON. */
  reasons: ColumnType<Sealed | null, Sealed | null | undefined, Sealed | null>;
  state: 'owed' | 'drafted' | 'drawn' | 'sent' | 'bounced' | 'printed' | 'void';
  /** `claimed` by the batch that prints it. */
  letter: Generated<'none' | 'wanted' | 'claimed' | 'printed'>;
  batch: ColumnType<string | null, string | null | undefined, string | null>;
  /** From when the law's 30 days run. */
  owed_at: Instant;
  due_at: Instant;
  drawn_at: MaybeInstant;
  sent_at: MaybeInstant;
  bounced_at: MaybeInstant;
  printed_at: MaybeInstant;
}

export interface Tables {
  application: ApplicationTable;
  applicant: ApplicantTable;
  lead: LeadTable;
  session: SessionTable;
  job: JobTable;
  vendor_call: VendorCallTable;
  decision: DecisionTable;
  policy_version: PolicyVersionTable;
  hold: HoldTable;
  legal_hold: LegalHoldTable;
  military_check: MilitaryCheckTable;
  marital_status: MaritalStatusTable;
  document: DocumentTable;
  consent: ConsentTable;
  audit_event: AuditEventTable;
  limit_count: LimitTable;
  breaker: BreakerTable;
  ach_return: AchReturnTable;
  core_event: CoreEventTable;
  account_validation: AccountValidationTable;
  deposit_account: DepositAccountTable;
  disbursement: DisbursementTable;
  envelope: EnvelopeTable;
  signed_copy: SignedCopyTable;
  signing_envelope: SigningEnvelopeTable;
  signing_visit: SigningVisitTable;
  autopay: AutopayTable;
  link_token: LinkTokenTable;
  linked_bank: LinkedBankTable;
  verification: VerificationTable;
  reminder: ReminderTable;
  unsubscribed_email: UnsubscribedEmailTable;
  measurement: MeasurementTable;
  browser_error: BrowserErrorTable;
  notice: NoticeTable;
  key_fingerprint: KeyFingerprintTable;
  credential: CredentialTable;
  partner_key: PartnerKeyTable;
  ach_orphan: AchOrphanTable;
  database_identity: DatabaseIdentityTable;
  text_message: TextMessageTable;
  text_reply: TextReplyTable;
  uploaded_file: UploadedFileTable;
  uploaded_part: UploadedPartTable;
  call_back: CallBackTable;
}
