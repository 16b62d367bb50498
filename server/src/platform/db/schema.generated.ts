// Written by `npm run schema` from the migrations, which explain the columns.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { JobStage } from '#contract/jobs.ts';
import type { Encrypted, Lookup } from '../encryption.ts';
import type { ActionTrace, ApplicationId, ApprovedTerm, BlobKey, Instant, JobId, Json, LinkedBankId, NoticeId, SessionId, SourceFrame, TextCodeSending, WatchedBands, WatchedFigures } from './column-types.ts';

export interface Tables {
  account_use: {
    application_id: ApplicationId;
    account_lookup: Lookup;
    first_used_at: ColumnType<Date, Date, never>;
    used_at: Instant;
  };
  account_validation: {
    application_id: ApplicationId;
    account_lookup: Lookup;
    status: 'CHECKING' | 'MICRO_ENTRIES' | 'MANUAL_REVIEW' | 'VALID' | 'INVALID';
    method: 'linked' | 'vendor' | 'micro-entries' | 'person' | null;
    reason: string | null;
    owner_matched: Generated<boolean>;
    amounts: Encrypted | null;
    sequences: Json<readonly number[]> | null;
    file_day: string | null;
    effective_on: string | null;
    written_at: Instant | null;
    tries: Generated<number>;
    reminders: Generated<number>;
    started_at: Instant;
    settled_at: Instant | null;
  };
  ach_orphan: {
    sequence: number;
    file_day: string;
    effective_on: string;
    individual_id: string;
    amount: number;
    found_at: Instant;
  };
  ach_return: {
    key: string;
    application_id: ApplicationId | null;
    what: 'disbursement' | 'micro-entries' | 'debit';
    code: string;
    original_trace: string;
    sequence: number | null;
    amount: number;
    loan_id: string | null;
    file_day: string | null;
    effective_on: string | null;
    read_at: Instant;
  };
  applicant: {
    application_id: ApplicationId;
    first_name: Encrypted;
    last_name: Encrypted;
    email: Encrypted;
    phone: Encrypted | null;
    dob: Encrypted;
    ssn: Encrypted;
    street_address: Encrypted;
    city: Encrypted;
    us_state: Encrypted;
    zip_code: Encrypted;
    residential_status: Encrypted | null;
    monthly_payment: Encrypted | null;
    main_income: Encrypted;
    additional_income: Encrypted;
    device_session: Encrypted | null;
    ssn_lookup: Lookup;
    email_lookup: Lookup;
    phone_lookup: Lookup | null;
    state_lookup: Lookup;
    email_verified_at: Instant | null;
    new_phone: Encrypted | null;
  };
  application: {
    id: ApplicationId;
    state: string;
    state_since: Instant;
    source: 'web_form' | 'affiliate';
    partner_id: string | null;
    branch_id: string | null;
    experience: string;
    created_at: Instant;
    deadline: Instant | null;
    requested_amount: number | null;
    loan_amount: number | null;
    is_auto_secured: boolean | null;
    selected_term: Json<ApprovedTerm> | null;
    accepted_term: Json<ApprovedTerm> | null;
    prequalified_amount: number | null;
    marketing: Encrypted | null;
    submission: string | null;
    live_ssn: Lookup | null;
    approved_term: Json<ApprovedTerm> | null;
    purged_at: Instant | null;
    text_budget: 'without-captcha' | 'with-captcha' | 'returning';
    text_code: ColumnType<TextCodeSending | null, string | null | undefined, string>;
    requested_term: number | null;
    requested_auto_secured: boolean | null;
    esign_opened_at: Instant | null;
    details_updates: Generated<number>;
    esign_withdrawn_at: Instant | null;
    email_bounced_at: Instant | null;
    state_before_restore: string | null;
    loan_id: string | null;
    notified_at: Instant | null;
    ssn_conflict: Generated<boolean>;
    vehicle_search: 'found' | 'none' | 'unavailable' | null;
    path: Generated<'standard' | 'fast-path'>;
  };
  audit_archive: {
    key: BlobKey;
    month: Instant;
    events: number;
    last_event: number;
  };
  audit_checkpoint: {
    number: number;
    made_at: Instant;
    events: number;
    digest: string;
    public_key: string;
    signature: string;
  };
  audit_event: {
    id: Generated<number>;
    application_id: ApplicationId | null;
    session_id: SessionId | null;
    type: string;
    data: Json<object>;
    at: Instant;
    operator: ColumnType<string | null, string | null | undefined, never>;
  };
  audit_head: {
    chain: string;
    position: number;
    hash: Buffer;
  };
  audit_link: {
    event_id: number;
    at: Instant;
    chain: string;
    position: number;
    hash: Buffer;
    is_exported: Generated<boolean>;
    checkpoint: number | null;
  };
  autopay: {
    application_id: ApplicationId;
    status: 'ACTIVE' | 'SKIPPED' | 'CANCELED';
    first_debit: string | null;
    first_debit_moved: Generated<boolean>;
    decided_at: Instant;
    authorization_id: string | null;
    account_id: string | null;
    institution_name: Encrypted | null;
    account_type: 'checking' | 'savings' | null;
    routing_number: Encrypted | null;
    account_number: Encrypted | null;
    mask: string | null;
    is_tokenized: Generated<boolean>;
    stopped_reason: 'account' | 'borrower' | 'lender' | null;
    days_before_due: number | null;
  };
  blob: {
    key: BlobKey;
    application_id: ApplicationId | null;
    byte_count: number;
    sha256: string;
    secret: Encrypted;
    stored_at: Instant;
  };
  breaker: {
    vendor: string;
    failures: number;
    since: Instant | null;
    opened_at: Instant | null;
  };
  browser_error: {
    id: string;
    name: string;
    screen: string | null;
    frames: Json<readonly SourceFrame[]>;
    at: Instant;
    forwarded_at: Instant | null;
  };
  call_back: {
    application_id: ApplicationId;
    kind: 'booked' | 'requested';
    at: Instant | null;
    revision: number;
    chosen_at: Instant;
  };
  challenge: {
    id: string;
    version: string;
    share: number;
    why: string;
    key: Encrypted | null;
    started_at: Instant;
    stopped_at: Instant | null;
    read_at: Instant | null;
    read_id: string | null;
  };
  challenge_decision: {
    id: string;
    challenge_id: string;
    decision_id: string;
    application_id: ApplicationId;
    detail: Encrypted;
    decided_at: Instant;
  };
  consent: {
    id: GeneratedAlways<number>;
    application_id: ApplicationId;
    session_id: SessionId;
    document: string;
    version: string;
    text_hash: string;
    address: Encrypted;
    user_agent: Encrypted;
    given_at: Instant;
    sentence: Encrypted;
  };
  core_event: {
    id: string;
    application_id: ApplicationId | null;
    loan_id: string | null;
    type: 'entry-returned' | 'account-changed' | 'autopay-stopped' | 'loan-paid' | 'vehicle-checked';
    detail: Json<Readonly<Record<string, string | number>>>;
    outcome: 'applied' | 'nothing-to-do' | 'unmatched';
    occurred_at: Instant;
    received_at: Instant;
  };
  credential: {
    name: string;
    fingerprint: Lookup;
    expires_at: Instant;
  };
  database_identity: {
    only_row: Generated<boolean>;
    table_number: number;
    recorded_at: Instant;
  };
  decision: {
    id: string;
    application_id: ApplicationId;
    kind: 'prequalification' | 'approval' | 'action';
    policy_version: string | null;
    release: string;
    outcome: string;
    inputs: Encrypted | null;
    detail: Encrypted | null;
    trace: Json<ActionTrace> | null;
    decided_at: Instant;
  };
  deposit_account: {
    application_id: ApplicationId;
    kind: 'linked' | 'manual';
    institution_name: Encrypted;
    account_type: 'checking' | 'savings';
    routing_number: Encrypted;
    account_number: Encrypted;
    mask: string;
    linked_account_id: string | null;
    chosen_at: Instant;
    is_tokenized: Generated<boolean>;
  };
  disbursement: {
    application_id: ApplicationId;
    sequence: GeneratedAlways<number>;
    amount: number;
    loan_id: string;
    file_day: string;
    effective_on: string;
    created_at: Instant;
    written_at: Instant | null;
    sent_at: Instant | null;
  };
  document: {
    id: string;
    application_id: ApplicationId;
    kind: string;
    key: string;
    sha256: string | null;
    content: Encrypted;
    pdf: BlobKey | null;
    made_at: Instant;
  };
  envelope: {
    application_id: ApplicationId;
    envelope_id: string | null;
    signer_name: Encrypted;
    signer_email: Encrypted;
    mailed_to: Encrypted;
    link_expires_at: Instant;
    signed_at: Instant | null;
    link_generation: Generated<number>;
    mailing: Generated<'waiting' | 'mailed' | 'failed'>;
    status_requested_at: Instant | null;
    status_received_at: Instant | null;
    final_status: 'completed' | 'declined' | 'voided' | null;
  };
  fraud_finding: {
    application_id: ApplicationId;
    rule: string;
    account_lookup: Lookup;
    action: 'hold' | 'report';
    found: number | null;
    found_at: Instant;
  };
  hold: {
    id: string;
    application_id: ApplicationId;
    kind: 'ofac' | 'fraud' | 'military' | 'signature' | 'vehicle' | 'identity' | 'bank' | 'undecided' | 'restore';
    stage: 'prequalification' | 'verification' | 'approval' | 'documents' | 'signing' | 'payment' | 'restore';
    reason: string;
    evidence: Encrypted;
    points: Generated<string[]>;
    opened_at: Instant;
    resolution: 'released' | 'refused' | 'auto-cleared' | 'withdrawn' | null;
    resolved_by: Encrypted | null;
    resolved_at: Instant | null;
  };
  job: {
    id: JobId;
    application_id: ApplicationId;
    name: string;
    status: 'PENDING' | 'SUCCESS' | 'FAILURE';
    created_at: Instant;
    changed_at: Instant;
    awaited: Generated<boolean>;
    failures: Generated<number>;
    last_error: ColumnType<string | null, never, string>;
    gave_up_at: Instant | null;
    is_parked: Generated<boolean>;
    retry_at: Instant | null;
    delayed_at: Instant | null;
    payload: ColumnType<unknown, string | null | undefined, string | null>;
    stages: ColumnType<readonly JobStage[], readonly JobStage[] | undefined, never>;
  };
  key_fingerprint: {
    kind: 'encryption' | 'lookup';
    key_id: string;
    fingerprint: string;
    first_seen_at: Instant;
  };
  lead: {
    application_id: ApplicationId;
    partner_id: string;
    partner_lead_id: string;
    content: Lookup;
    collected_at: Instant;
    consented_at: Instant | null;
    link_expires_at: Instant;
    opened_at: Instant | null;
  };
  legal_hold: {
    id: string;
    application_id: ApplicationId;
    ssn_lookup: Lookup | null;
    reason: Encrypted;
    placed_at: Instant;
    lifted_at: Instant | null;
    lift_reason: Encrypted | null;
  };
  lender_rule: {
    only_row: Generated<boolean>;
    unfinished_days: number;
    decisions_months: number;
    loans_months: number;
    policy_operators: string[];
    two_people: boolean;
    files_version: string;
    files_digest: string;
  };
  limit_count: {
    key: string;
    window_start: Instant;
    count: number;
  };
  link_token: {
    application_id: ApplicationId;
    generation: number;
    token: Encrypted | null;
    token_lookup: Lookup | null;
    hosted_url: Encrypted | null;
    expires_at: Instant | null;
    spent_by: Generated<string[]>;
    repairs: LinkedBankId | null;
  };
  linked_bank: {
    id: LinkedBankId;
    application_id: ApplicationId;
    public_token_lookup: Lookup;
    institution_id: Encrypted;
    institution_name: Encrypted;
    status: 'linked' | 'replaced' | 'removed';
    item_id: Encrypted;
    item_lookup: Lookup;
    access_token: Encrypted | null;
    mask: Encrypted | null;
    linked_at: Instant;
    application_ended_at: Instant | null;
    waits_for_data: Generated<boolean>;
    problem: string | null;
    problem_at: Instant | null;
  };
  marital_status: {
    application_id: ApplicationId;
    answer: Encrypted;
    answered_at: Instant;
  };
  measurement: {
    id: GeneratedAlways<number>;
    visit: string;
    type: 'screen' | 'step' | 'refused' | 'left';
    screen: string;
    field: string | null;
    advertising: boolean;
    at: Instant;
    forwarded_at: Instant | null;
  };
  military_check: {
    id: string;
    application_id: ApplicationId;
    key: string;
    result: 'covered' | 'not-covered' | 'unknown';
    source: 'soft-pull' | 'hard-pull' | 'search' | 'operator';
    evidence: Encrypted;
    checked_at: Instant;
  };
  notice: {
    id: NoticeId;
    application_id: ApplicationId;
    kind: 'pending' | 'denial' | 'incomplete' | 'counteroffer' | 'approval' | 'score-disclosure' | 'withdrawal' | 'spouse' | 'signed-documents' | 'autopay-authorization';
    basis: string | null;
    decision_id: string | null;
    reasons: Encrypted | null;
    state: 'required' | 'drafted' | 'rendered' | 'sent' | 'bounced' | 'printed' | 'void';
    letter: Generated<'none' | 'wanted' | 'claimed' | 'printed'>;
    batch: string | null;
    required_at: Instant;
    due_at: Instant;
    rendered_at: Instant | null;
    sent_at: Instant | null;
    bounced_at: Instant | null;
    viewed_at: Instant | null;
    letter_at: Instant | null;
    printed_at: Instant | null;
    mailed_on: string | null;
    mailed_by: string | null;
    mailing_id: string | null;
  };
  ofac_screening: {
    id: string;
    application_id: ApplicationId;
    key: string;
    occasion: 'prequalification' | 'verification' | 'approval' | 'documents' | 'signing' | 'payment' | 'restore' | 'account-change';
    result: 'clear' | 'match' | 'missing' | 'released' | 'refused';
    list_date: string | null;
    evidence: Encrypted;
    screened_at: Instant;
  };
  partner_key: {
    id: string;
    partner_id: string;
    hash: string;
    created_at: Instant;
    revoked_at: Instant | null;
  };
  policy_step: {
    id: GeneratedAlways<number>;
    version: string;
    kind: 'proposed' | 'approved' | 'scheduled' | 'rolled-back';
    why: string | null;
    report: string | null;
    takes_effect_at: Instant | null;
    operator: string;
    recorded_at: Instant;
  };
  policy_version: {
    version: string;
    digest: string;
    files: Json<readonly { readonly name: string; readonly json: string }[]>;
    stored_at: Instant;
  };
  policy_watch: {
    version: string;
    baseline: Json<WatchedBands> | null;
    figures: Json<WatchedFigures>;
    measured_at: Instant;
  };
  readiness_probe: {
    written_at: Instant;
    filler: Generated<string>;
  };
  received_text: {
    id: string;
    application_id: ApplicationId;
    text: Encrypted;
    received_at: Instant;
  };
  reminder: {
    application_id: ApplicationId;
    requested_at: Instant;
    next: 'day' | 'expiry' | null;
    due_at: Instant | null;
  };
  removed_blob: {
    key: BlobKey;
  };
  session: {
    id: SessionId;
    token_hash: string;
    application_id: ApplicationId | null;
    created_at: Instant;
    touched_at: Instant;
    address: Encrypted;
    user_agent: Encrypted;
    device_lookup: Lookup;
    awaits_code: Generated<boolean>;
    code_sent_at: Instant | null;
    idle_seconds: Generated<number>;
    ended_at: Instant | null;
    ended_by: 'time' | 'sign-out' | 'code' | 'operator' | null;
  };
  signed_copy: {
    id: string;
    application_id: ApplicationId;
    documents: BlobKey;
    certificate: BlobKey;
    stored_at: Instant;
  };
  signing_envelope: {
    id: string;
    application_id: ApplicationId;
    status: 'sent' | 'delivered' | 'completed' | 'declined' | 'voided';
    subject: string;
    signer: Encrypted;
    shown: Encrypted;
    evidence: Encrypted;
    documents: BlobKey | null;
    certificate: BlobKey | null;
    created_at: Instant;
    completed_at: Instant | null;
    sealing_until: Instant | null;
  };
  signing_visit: {
    id: string;
    application_id: ApplicationId;
    session_id: SessionId;
    link_hash: string;
    visit_hash: string | null;
    return_url: string;
    link_expires_at: Instant;
    opened_at: Instant | null;
    ended: string | null;
  };
  text_message: {
    id: string;
    application_id: ApplicationId;
    about: 'code' | 'reminder' | 'money' | 'decision-ready' | 'phone-changing' | 'deposit-changed' | 'autopay-on' | 'autopay-changed' | 'email-changed';
    vendor_id: string | null;
    status: 'requested' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'refused';
    error_code: number | null;
    requested_at: Instant;
    changed_at: Instant;
  };
  text_reply: {
    vendor_id: string;
    sequence: GeneratedAlways<number>;
    phone_lookup: Lookup;
    meaning: 'stop' | 'wrong-number' | 'start' | 'help' | 'other';
    text: Encrypted | null;
    received_at: Instant;
  };
  unsubscribed_email: {
    email_lookup: Lookup;
    unsubscribed_at: Instant;
  };
  uploaded_file: {
    id: string;
    position: GeneratedAlways<number>;
    application_id: ApplicationId;
    kind: 'photo-id' | 'pay-stub' | 'bill' | 'insurance' | 'title';
    file_key: string;
    name: Encrypted | null;
    content_type: 'image/jpeg' | 'image/png' | 'application/pdf';
    byte_count: number;
    page_count: number;
    sha256: string;
    content: BlobKey;
    added_at: Instant;
    hand_in_id: string | null;
    handed_in_at: Instant | null;
  };
  uploaded_part: {
    id: string;
    application_id: ApplicationId;
    file_key: string;
    part: number;
    parts: number;
    content: Encrypted;
    added_at: Instant;
  };
  vendor_call: {
    id: GeneratedAlways<number>;
    application_id: ApplicationId | null;
    vendor: string;
    operation: string;
    key: string;
    status: 'intended' | 'completed' | 'failed' | 'unresolved' | 'lost';
    attempts: number;
    intended_at: Instant;
    leased_until: Instant;
    completed_at: Instant | null;
    response: Encrypted | null;
    claim: string | null;
  };
  verification: {
    linked_bank_id: LinkedBankId;
    application_id: ApplicationId;
    is_current: boolean;
    income: boolean;
    residence: boolean;
    identity: boolean;
    detail: Encrypted;
    verified_at: Instant;
  };
}

export const columnNames = {
  account_use: ['application_id', 'account_lookup', 'first_used_at', 'used_at'],
  account_validation: ['application_id', 'account_lookup', 'status', 'method', 'reason', 'owner_matched', 'amounts', 'sequences', 'file_day', 'effective_on', 'written_at', 'tries', 'reminders', 'started_at', 'settled_at'],
  ach_orphan: ['sequence', 'file_day', 'effective_on', 'individual_id', 'amount', 'found_at'],
  ach_return: ['key', 'application_id', 'what', 'code', 'original_trace', 'sequence', 'amount', 'loan_id', 'file_day', 'effective_on', 'read_at'],
  applicant: ['application_id', 'first_name', 'last_name', 'email', 'phone', 'dob', 'ssn', 'street_address', 'city', 'us_state', 'zip_code', 'residential_status', 'monthly_payment', 'main_income', 'additional_income', 'device_session', 'ssn_lookup', 'email_lookup', 'phone_lookup', 'state_lookup', 'email_verified_at', 'new_phone'],
  application: ['id', 'state', 'state_since', 'source', 'partner_id', 'branch_id', 'experience', 'created_at', 'deadline', 'requested_amount', 'loan_amount', 'is_auto_secured', 'selected_term', 'accepted_term', 'prequalified_amount', 'marketing', 'submission', 'live_ssn', 'approved_term', 'purged_at', 'text_budget', 'text_code', 'requested_term', 'requested_auto_secured', 'esign_opened_at', 'details_updates', 'esign_withdrawn_at', 'email_bounced_at', 'state_before_restore', 'loan_id', 'notified_at', 'ssn_conflict', 'vehicle_search', 'path'],
  audit_archive: ['key', 'month', 'events', 'last_event'],
  audit_checkpoint: ['number', 'made_at', 'events', 'digest', 'public_key', 'signature'],
  audit_event: ['id', 'application_id', 'session_id', 'type', 'data', 'at', 'operator'],
  audit_head: ['chain', 'position', 'hash'],
  audit_link: ['event_id', 'at', 'chain', 'position', 'hash', 'is_exported', 'checkpoint'],
  autopay: ['application_id', 'status', 'first_debit', 'first_debit_moved', 'decided_at', 'authorization_id', 'account_id', 'institution_name', 'account_type', 'routing_number', 'account_number', 'mask', 'is_tokenized', 'stopped_reason', 'days_before_due'],
  blob: ['key', 'application_id', 'byte_count', 'sha256', 'secret', 'stored_at'],
  breaker: ['vendor', 'failures', 'since', 'opened_at'],
  browser_error: ['id', 'name', 'screen', 'frames', 'at', 'forwarded_at'],
  call_back: ['application_id', 'kind', 'at', 'revision', 'chosen_at'],
  challenge: ['id', 'version', 'share', 'why', 'key', 'started_at', 'stopped_at', 'read_at', 'read_id'],
  challenge_decision: ['id', 'challenge_id', 'decision_id', 'application_id', 'detail', 'decided_at'],
  consent: ['id', 'application_id', 'session_id', 'document', 'version', 'text_hash', 'address', 'user_agent', 'given_at', 'sentence'],
  core_event: ['id', 'application_id', 'loan_id', 'type', 'detail', 'outcome', 'occurred_at', 'received_at'],
  credential: ['name', 'fingerprint', 'expires_at'],
  database_identity: ['only_row', 'table_number', 'recorded_at'],
  decision: ['id', 'application_id', 'kind', 'policy_version', 'release', 'outcome', 'inputs', 'detail', 'trace', 'decided_at'],
  deposit_account: ['application_id', 'kind', 'institution_name', 'account_type', 'routing_number', 'account_number', 'mask', 'linked_account_id', 'chosen_at', 'is_tokenized'],
  disbursement: ['application_id', 'sequence', 'amount', 'loan_id', 'file_day', 'effective_on', 'created_at', 'written_at', 'sent_at'],
  document: ['id', 'application_id', 'kind', 'key', 'sha256', 'content', 'pdf', 'made_at'],
  envelope: ['application_id', 'envelope_id', 'signer_name', 'signer_email', 'mailed_to', 'link_expires_at', 'signed_at', 'link_generation', 'mailing', 'status_requested_at', 'status_received_at', 'final_status'],
  fraud_finding: ['application_id', 'rule', 'account_lookup', 'action', 'found', 'found_at'],
  hold: ['id', 'application_id', 'kind', 'stage', 'reason', 'evidence', 'points', 'opened_at', 'resolution', 'resolved_by', 'resolved_at'],
  job: ['id', 'application_id', 'name', 'status', 'created_at', 'changed_at', 'awaited', 'failures', 'last_error', 'gave_up_at', 'is_parked', 'retry_at', 'delayed_at', 'payload', 'stages'],
  key_fingerprint: ['kind', 'key_id', 'fingerprint', 'first_seen_at'],
  lead: ['application_id', 'partner_id', 'partner_lead_id', 'content', 'collected_at', 'consented_at', 'link_expires_at', 'opened_at'],
  legal_hold: ['id', 'application_id', 'ssn_lookup', 'reason', 'placed_at', 'lifted_at', 'lift_reason'],
  lender_rule: ['only_row', 'unfinished_days', 'decisions_months', 'loans_months', 'policy_operators', 'two_people', 'files_version', 'files_digest'],
  limit_count: ['key', 'window_start', 'count'],
  link_token: ['application_id', 'generation', 'token', 'token_lookup', 'hosted_url', 'expires_at', 'spent_by', 'repairs'],
  linked_bank: ['id', 'application_id', 'public_token_lookup', 'institution_id', 'institution_name', 'status', 'item_id', 'item_lookup', 'access_token', 'mask', 'linked_at', 'application_ended_at', 'waits_for_data', 'problem', 'problem_at'],
  marital_status: ['application_id', 'answer', 'answered_at'],
  measurement: ['id', 'visit', 'type', 'screen', 'field', 'advertising', 'at', 'forwarded_at'],
  military_check: ['id', 'application_id', 'key', 'result', 'source', 'evidence', 'checked_at'],
  notice: ['id', 'application_id', 'kind', 'basis', 'decision_id', 'reasons', 'state', 'letter', 'batch', 'required_at', 'due_at', 'rendered_at', 'sent_at', 'bounced_at', 'viewed_at', 'letter_at', 'printed_at', 'mailed_on', 'mailed_by', 'mailing_id'],
  ofac_screening: ['id', 'application_id', 'key', 'occasion', 'result', 'list_date', 'evidence', 'screened_at'],
  partner_key: ['id', 'partner_id', 'hash', 'created_at', 'revoked_at'],
  policy_step: ['id', 'version', 'kind', 'why', 'report', 'takes_effect_at', 'operator', 'recorded_at'],
  policy_version: ['version', 'digest', 'files', 'stored_at'],
  policy_watch: ['version', 'baseline', 'figures', 'measured_at'],
  readiness_probe: ['written_at', 'filler'],
  received_text: ['id', 'application_id', 'text', 'received_at'],
  reminder: ['application_id', 'requested_at', 'next', 'due_at'],
  removed_blob: ['key'],
  session: ['id', 'token_hash', 'application_id', 'created_at', 'touched_at', 'address', 'user_agent', 'device_lookup', 'awaits_code', 'code_sent_at', 'idle_seconds', 'ended_at', 'ended_by'],
  signed_copy: ['id', 'application_id', 'documents', 'certificate', 'stored_at'],
  signing_envelope: ['id', 'application_id', 'status', 'subject', 'signer', 'shown', 'evidence', 'documents', 'certificate', 'created_at', 'completed_at', 'sealing_until'],
  signing_visit: ['id', 'application_id', 'session_id', 'link_hash', 'visit_hash', 'return_url', 'link_expires_at', 'opened_at', 'ended'],
  text_message: ['id', 'application_id', 'about', 'vendor_id', 'status', 'error_code', 'requested_at', 'changed_at'],
  text_reply: ['vendor_id', 'sequence', 'phone_lookup', 'meaning', 'text', 'received_at'],
  unsubscribed_email: ['email_lookup', 'unsubscribed_at'],
  uploaded_file: ['id', 'position', 'application_id', 'kind', 'file_key', 'name', 'content_type', 'byte_count', 'page_count', 'sha256', 'content', 'added_at', 'hand_in_id', 'handed_in_at'],
  uploaded_part: ['id', 'application_id', 'file_key', 'part', 'parts', 'content', 'added_at'],
  vendor_call: ['id', 'application_id', 'vendor', 'operation', 'key', 'status', 'attempts', 'intended_at', 'leased_until', 'completed_at', 'response', 'claim'],
  verification: ['linked_bank_id', 'application_id', 'is_current', 'income', 'residence', 'identity', 'detail', 'verified_at'],
} as const;

/** Every encrypted column, with the column that identifies its row. */
export const encryptedColumns = {
  account_validation: { row: 'application_id', columns: ['amounts'] },
  applicant: { row: 'application_id', columns: ['first_name', 'last_name', 'email', 'phone', 'dob', 'ssn', 'street_address', 'city', 'us_state', 'zip_code', 'residential_status', 'monthly_payment', 'main_income', 'additional_income', 'device_session', 'new_phone'] },
  application: { row: 'id', columns: ['marketing'] },
  autopay: { row: 'application_id', columns: ['institution_name', 'routing_number', 'account_number'] },
  blob: { row: 'key', columns: ['secret'] },
  challenge: { row: 'id', columns: ['key'] },
  challenge_decision: { row: 'id', columns: ['detail'] },
  consent: { row: 'session_id', columns: ['address', 'user_agent', 'sentence'] },
  decision: { row: 'id', columns: ['inputs', 'detail'] },
  deposit_account: { row: 'application_id', columns: ['institution_name', 'routing_number', 'account_number'] },
  document: { row: 'id', columns: ['content'] },
  envelope: { row: 'application_id', columns: ['signer_name', 'signer_email', 'mailed_to'] },
  hold: { row: 'id', columns: ['evidence', 'resolved_by'] },
  legal_hold: { row: 'id', columns: ['reason', 'lift_reason'] },
  link_token: { row: 'application_id', columns: ['token', 'hosted_url'] },
  linked_bank: { row: 'id', columns: ['institution_id', 'institution_name', 'item_id', 'access_token', 'mask'] },
  marital_status: { row: 'application_id', columns: ['answer'] },
  military_check: { row: 'id', columns: ['evidence'] },
  notice: { row: 'id', columns: ['reasons'] },
  ofac_screening: { row: 'id', columns: ['evidence'] },
  received_text: { row: 'id', columns: ['text'] },
  session: { row: 'id', columns: ['address', 'user_agent'] },
  signing_envelope: { row: 'id', columns: ['signer', 'shown', 'evidence'] },
  text_reply: { row: 'vendor_id', columns: ['text'] },
  uploaded_file: { row: 'id', columns: ['name'] },
  uploaded_part: { row: 'id', columns: ['content'] },
  vendor_call: { row: 'key', columns: ['response'] },
  verification: { row: 'linked_bank_id', columns: ['detail'] },
} as const;
