// What a purge does to each table, and which files query it. `npm test` checks every query of the server against this list.
import type { Tables } from './tables.ts';

/** What a purge does when an application is past its time. */
type Purge =
  /** The application's rows are deleted. */
  | 'delete'
  /** The row stays, without personal data. */
  | 'scrub'
  /** The rows stay: they have no personal data. */
  | 'keep'
  /** The rows stay until a longer period of their own is over. */
  | 'own-period';

/**
 * In the order in which the foreign keys allow a purge. The paths below server/src begin with those that own the table; everything
 * else calls their functions. A new table does not compile until it is named here.
 */
const tables = {
  verification: ['delete', 'records/verifications.ts'],
  link_token: ['delete', 'stages/bank-link/link-token.ts'],
  linked_bank: ['delete', 'records/linked-banks.ts'],
  autopay: ['delete', 'records/autopay.ts'],
  disbursement: ['delete', 'records/disbursements.ts'],
  ach_return: ['delete', 'records/ach-returns.ts'],
  core_event: ['delete', 'records/core-events.ts'],
  account_validation: ['delete', 'records/account-validations.ts'],
  fraud_finding: ['delete', 'records/fraud-findings.ts'],
  account_use: ['delete', 'records/deposit-accounts.ts'],
  deposit_account: ['delete', 'records/deposit-accounts.ts'],
  signed_copy: ['delete', 'records/signed-copies.ts'],
  signing_visit: ['delete', 'vendors/own-signature/envelope-store.ts'],
  signing_envelope: ['delete', 'vendors/own-signature/envelope-store.ts'],
  envelope: ['delete', 'records/envelopes.ts'],
  document: ['delete', 'records/documents.ts'],
  uploaded_file: ['delete', 'records/uploads.ts'],
  uploaded_part: ['delete', 'records/uploads.ts'],
  blob: ['delete', 'vendors/blob-store/blobs.ts'],
  call_back: ['delete', 'records/call-backs.ts'],
  consent: ['delete', 'records/consents.ts'],
  challenge_decision: ['delete', 'records/challenges.ts'],
  hold: ['delete', 'records/holds.ts'],
  legal_hold: ['delete', 'records/legal-holds.ts'],
  military_check: ['delete', 'records/military-checks.ts'],
  ofac_screening: ['own-period', 'records/ofac-screenings.ts'],
  marital_status: ['delete', 'records/marital-status.ts'],
  vendor_call: [
    'delete',
    'platform/jobs/vendor-calls.ts',
    'platform/jobs/call-records.ts',
    'platform/jobs/work-status.ts',
  ],
  job: [
    'delete',
    'platform/jobs/jobs.ts',
    'platform/jobs/job-updates.ts',
    'platform/jobs/work-status.ts',
    'platform/jobs/delayed-jobs.ts',
    'platform/jobs/job-records.ts',
  ],
  session: ['delete', 'platform/http/sessions.ts'],
  reminder: ['delete', 'records/reminders.ts'],
  text_message: ['delete', 'records/texts.ts'],
  received_text: ['delete', 'records/texts.ts'],
  notice: ['delete', 'records/notices.ts', 'records/letters.ts', 'records/notice-periods.ts'],
  decision: ['delete', 'records/decisions.ts', 'records/stored-decisions.ts'],
  lead: ['delete', 'records/leads.ts'],
  applicant: ['delete', 'records/applicants.ts'],
  application: ['scrub', 'journey/applications.ts', 'platform/db/rows.ts'],
  audit_event: ['keep', 'records/audit.ts', 'records/audit-chain.ts'],
  audit_link: ['keep', 'records/audit-chain.ts'],
  audit_checkpoint: ['keep', 'records/audit-chain.ts'],
  challenge: ['keep', 'records/challenges.ts'],
  policy_step: ['keep', 'records/policy-steps.ts'],
  policy_watch: ['keep', 'records/policy-watch.ts'],
  policy_version: ['keep', 'records/policy-versions.ts'],
  limit_count: ['keep', 'platform/http/limits.ts'],
  breaker: ['keep', 'platform/jobs/circuit-breaker.ts'],
  unsubscribed_email: ['keep', 'records/reminders.ts'],
  text_reply: ['keep', 'records/texts.ts'],
  key_fingerprint: ['keep', 'records/key-fingerprints.ts'],
  credential: ['keep', 'records/credentials.ts'],
  partner_key: ['keep', 'records/partner-keys.ts'],
  ach_orphan: ['keep', 'records/ach-orphans.ts'],
  database_identity: ['keep', 'platform/db/identity.ts'],
  removed_blob: ['keep', 'vendors/blob-store/blobs.ts'],
  readiness_probe: ['keep', 'platform/readiness.ts'],
  measurement: ['keep', 'records/measurements.ts'],
  browser_error: ['keep', 'records/measurements.ts'],
} as const satisfies {
  readonly [T in keyof Tables]: readonly [
    Tables[T] extends { application_id: unknown } ? Purge : Exclude<Purge, 'delete'>,
    string,
    ...string[],
  ];
};

export const tableNames = Object.keys(tables) as (keyof Tables)[];
export const purgedTables = tableNames.filter((table) => tables[table][0] === 'delete');
export const ownersOf = (table: keyof Tables): readonly string[] => tables[table].slice(1);

/** Files that may query any table, with the reason. */
export const crossTableFiles: Readonly<Record<string, string>> = {
  'journey/request-context.ts': 'The guard and the poll read session, application and latest job at once.',
  'stages/retention/purge.ts': 'A purge walks all that is kept of an application.',
  'stages/retention/bank-access.ts':
    'Whether a bank is still needed depends on its application and its jobs.',
  'records/stored-decisions.ts': 'A replay reads each decision with its application.',
  'records/loans-without-account.ts':
    'Whether a loan waits for its account depends on its signature, its account and its payment.',
  'cli/person-records.ts': 'A person is shown, and may have deleted, what any table holds of them.',
  'cli/references.ts': 'An operator names an application, a hold or a job by the beginning of its reference.',
  'cli/rehash-lookups.ts': 'Every lookup is made again, whichever table holds it.',
  'cli/keys-rotate.ts': 'Every encrypted column is re-encrypted, whichever table holds it.',
};
