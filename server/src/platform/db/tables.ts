// The database's tables as Kysely sees them.
import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { JobStatus } from '#contract/jobs.ts';
import type { ApplicationSource, SelectedTerm } from '#contract/journey.ts';
import type { Lookup, Sealed } from '../encryption.ts';

export type ApplicationId = string & { readonly __application: true };
export type SessionId = string & { readonly __session: true };
export type WorkId = string & { readonly __work: true };
export type LinkedBankId = string & { readonly __linkedBank: true };

export type Instant = ColumnType<Date, Date, Date>;
type Json<T extends object> = JSONColumnType<T, string, string>;

/** An offer that was accepted or approved, with the contract rate that its payment comes from, in percent. */
export interface ApprovedTerm extends SelectedTerm {
  readonly interestRate: number;
}

/** The last text code that was asked for, and what became of it. */
export interface TextCodeSending {
  /** Names the asking, so that what an earlier one comes to does not count. */
  attempt: string;
  outcome: 'asked' | 'sent' | 'too-many' | 'cannot-be-sent' | 'no-answer';
  /** An instant. */
  at: string;
}

/** One application. Nothing personal stands here, so that a poll reads nothing sealed. */
export interface ApplicationTable {
  id: ApplicationId;
  /** A state of server/src/journey/states.ts. */
  state: string;
  state_since: Instant;
  source: ApplicationSource;
  partner_id: string | null;
  branch_id: string | null;
  experience: string;
  created_at: Instant;
  /** When the offers are void. */
  offers_expire_at: Instant | null;
  /** What a partner's lead asks for: cents, and months. */
  requested_amount: number | null;
  requested_term: number | null;
  loan_amount: number | null;
  is_auto_secured: boolean | null;
  selected_term: Json<SelectedTerm> | null;
  accepted_term: Json<ApprovedTerm> | null;
  prequalified_amount: number | null;
  approved_term: Json<ApprovedTerm> | null;
  marketing: Json<Record<string, string>>;
  /** A hash of the browser’s key of this submission: a repeat finds this application. */
  submission: string | null;
  /** Set while the application lives; unique, so that a person has one at a time. */
  live_ssn: Lookup | null;
  text_code: ColumnType<TextCodeSending | null, string | null | undefined, string>;
  /** When the ESIGN Act Consent was first opened as a PDF. */
  esign_opened_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** When all else that was kept of it was deleted. */
  purged_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

/** Who applies. Every field is sealed; the look-ups are keyed hashes. Only a lead may lack some of it. */
export interface ApplicantTable {
  application_id: ApplicationId;
  first_name: Sealed;
  last_name: Sealed;
  email: Sealed;
  phone: Sealed | null;
  dob: Sealed;
  ssn: Sealed;
  street_address: Sealed;
  city: Sealed;
  us_state: Sealed;
  zip_code: Sealed;
  residential_status: Sealed | null;
  monthly_payment: Sealed | null;
  main_income: Sealed;
  additional_income: Sealed;
  device_session: Sealed | null;
  ssn_lookup: Lookup;
  email_lookup: Lookup;
  phone_lookup: Lookup | null;
  email_verified_at: Instant | null;
}

/** An application that a partner handed in. */
export interface LeadTable {
  application_id: ApplicationId;
  partner_id: string;
  /** The partner's own name for it. */
  partner_lead_id: string;
  /** A keyed hash of what was handed in: the same lead sent again is told from another under the same name. */
  content: Lookup;
  /** When the applicant gave the partner these details, and when they agreed to our texts. */
  collected_at: Instant;
  consented_at: Instant | null;
  link_expires_at: Instant;
  /** From then on the partner's link is one browser's: the one that has, or had, a session of this application. */
  opened_at: Instant | null;
}

export interface SessionTable {
  id: SessionId;
  /** SHA-256 of the cookie’s token. */
  token_hash: string;
  application_id: ApplicationId | null;
  created_at: Instant;
  touched_at: Instant;
  /** Begun by a link: until a text code is entered, nothing of the application is shown. */
  awaits_code: boolean;
  address: Sealed;
  user_agent: Sealed;
}

/** A job’s standing: what ended how, and what the applicant waits for and polls. */
export interface WorkTable {
  id: WorkId;
  application_id: ApplicationId;
  job: string;
  status: JobStatus;
  awaited: boolean;
  /** How often it was tried and failed. A try that ended with its process is none. */
  failures: Generated<number>;
  created_at: Instant;
  changed_at: Instant;
}

/** The intent and the answer of one call to a vendor. */
export interface VendorCallTable {
  id: Generated<string>;
  application_id: ApplicationId | null;
  vendor: string;
  operation: string;
  /** One per thing done in the world: the same key is never done twice. */
  key: string;
  status: 'intended' | 'answered' | 'failed' | 'in-doubt' | 'lost';
  attempts: number;
  intended_at: Instant;
  leased_until: Instant;
  answered_at: Instant | null;
  answer: Sealed | null;
}

export interface DecisionTable {
  id: string;
  application_id: ApplicationId;
  kind: 'prequalification' | 'approval';
  policy_version: string;
  outcome: string;
  inputs: Sealed;
  detail: Sealed;
  decided_at: Instant;
}

/** A document as it was drawn. */
export interface DocumentTable {
  id: string;
  application_id: ApplicationId;
  kind: string;
  /** Names the one document that it is, such as `adverse-action:<application>`. */
  key: string;
  /** Of the PDF, in hexadecimal. */
  sha256: string;
  /** What it says, as server/src/pdf/paper.ts has it. */
  content: Sealed;
  /** In base64. */
  pdf: Sealed;
  made_at: Instant;
}

export interface ConsentTable {
  id: Generated<string>;
  application_id: ApplicationId;
  session_id: SessionId;
  document: string;
  version: string;
  text_hash: string;
  /** The sentence beside the box that was ticked. */
  statement: string;
  address: Sealed;
  user_agent: Sealed;
  given_at: Instant;
}

export interface AuditEventTable {
  id: Generated<string>;
  application_id: ApplicationId | null;
  session_id: SessionId | null;
  type: string;
  data: Json<object>;
  at: Instant;
}

export interface LimitTable {
  key: string;
  window_start: Instant;
  count: number;
}

/** The account that receives the funds. */
export interface DepositAccountTable {
  application_id: ApplicationId;
  kind: 'linked' | 'manual';
  institution_name: Sealed;
  account_type: 'checking' | 'savings';
  routing_number: Sealed;
  account_number: Sealed;
  /** The last four digits, all that is ever shown again. */
  mask: string;
  linked_account_id: string | null;
  chosen_at: Instant;
}

/** The link token in use, kept so that a page reloaded on its way back from a bank goes on with the same one. */
export interface LinkTokenTable {
  application_id: ApplicationId;
  /** Each new token is a new generation; names the call that asks for it. */
  generation: number;
  token: Sealed | null;
  token_lookup: Lookup | null;
  /** The linked bank that it lets log in to again; null for one that links anew. */
  repairs: LinkedBankId | null;
  expires_at: Instant | null;
  /** Hashes of what has used a token up, each of which ends one token at most. */
  spent_by: ColumnType<string[], string[], string[]>;
}

/** A bank that was linked to an application. */
export interface LinkedBankTable {
  id: LinkedBankId;
  application_id: ApplicationId;
  /** One link for each public token, however often it is sent. */
  public_token_lookup: Lookup;
  institution_id: string;
  institution_name: string;
  /** One of an application's links is `linked` at a time. */
  status: 'linked' | 'replaced' | 'removed';
  /** The bank-data vendor's name for the link. */
  item_id: string;
  /** Null once our access is ended at the vendor. */
  access_token: Sealed | null;
  mask: Sealed | null;
  linked_at: Instant;
  /** Its verification found the bank's data not fetched yet, and goes on when the vendor says it is. */
  waits_for_data: boolean;
  /** The vendor's code of what stands between us and this bank, and when it was said. */
  problem: string | null;
  problem_at: Instant | null;
}

/** What a linked bank's data showed, next to what was declared. */
export interface VerificationTable {
  linked_bank_id: LinkedBankId;
  application_id: ApplicationId;
  /** False once another bank was linked, or this one removed. */
  stands: boolean;
  income: boolean;
  residence: boolean;
  identity: boolean;
  /** What was compared, and why each check holds or does not. */
  detail: Sealed;
  verified_at: Instant;
}

/** Money that goes out, once an application. */
export interface DisbursementTable {
  application_id: ApplicationId;
  /** Our own number for it, part of its trace number. */
  sequence: Generated<number>;
  amount: number;
  loan_id: string;
  /** The day's file that holds it, and the day the money arrives: ISO dates. */
  file_day: string;
  effective_on: string;
  created_at: Instant;
  written_at: Instant | null;
}

/** The one envelope of an application’s loan documents. */
export interface EnvelopeTable {
  application_id: ApplicationId;
  /** The vendor’s id, once it is made. */
  envelope_id: string | null;
  signer_name: Sealed;
  signer_email: Sealed;
  /** The address confirmed last: where the link is mailed, and everything after it. The signer’s follows it. */
  mailed_to: Sealed;
  /** Counts the addresses: another one ends the links that went to those before. */
  link_generation: Generated<number>;
  link_expires_at: Instant;
  /** What came of the last sending. */
  mailing: Generated<'waiting' | 'mailed' | 'failed'>;
  signed_at: Instant | null;
}

/** The sealed PDFs that came back signed. */
export interface SignedCopyTable {
  id: string;
  application_id: ApplicationId;
  /** Base64, sealed. */
  documents: Sealed;
  certificate: Sealed;
  kept_at: Instant;
}

export interface AutopayTable {
  application_id: ApplicationId;
  status: 'ACTIVE' | 'SKIPPED' | 'CANCELED';
  /** Day of the month. */
  day: number | null;
  /** ISO date. */
  first_debit: string | null;
  decided_at: Instant;
  /** Names the authorization in force, or the last one; its document is kept under it. */
  authorization_id: string | null;
  /** The account to debit, while ACTIVE. */
  account_id: string | null;
  institution_name: Sealed | null;
  account_type: 'checking' | 'savings' | null;
  routing_number: Sealed | null;
  account_number: Sealed | null;
  mask: string | null;
}

/** A vendor that keeps failing is left alone for a while. */
export interface BreakerTable {
  vendor: string;
  failures: number;
  /** The first failure of the present run. */
  since: Instant | null;
  opened_at: Instant | null;
}

export interface Tables {
  application: ApplicationTable;
  applicant: ApplicantTable;
  lead: LeadTable;
  session: SessionTable;
  work: WorkTable;
  outside_call: VendorCallTable;
  decision: DecisionTable;
  document: DocumentTable;
  consent: ConsentTable;
  audit_event: AuditEventTable;
  limit_count: LimitTable;
  breaker: BreakerTable;
  deposit_account: DepositAccountTable;
  disbursement: DisbursementTable;
  envelope: EnvelopeTable;
  signed_copy: SignedCopyTable;
  autopay: AutopayTable;
  link_token: LinkTokenTable;
  linked_bank: LinkedBankTable;
  verification: VerificationTable;
}
