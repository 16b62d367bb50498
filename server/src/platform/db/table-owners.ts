// Which files may read and write each table. `npm test` checks every query of the server against it.
import type { Tables } from './tables.ts';

const src = 'server/src';

/** By table, the beginnings of the paths that own it; everything else calls their functions. */
export const tableOwners: { readonly [T in keyof Tables]: readonly string[] } = {
  application: [`${src}/journey/applications.ts`],
  applicant: [`${src}/records/applicants.ts`],
  lead: [`${src}/records/leads.ts`],
  session: [`${src}/platform/http/sessions.ts`],
  job: [
    `${src}/platform/jobs/jobs.ts`,
    `${src}/platform/jobs/job-stages.ts`,
    `${src}/platform/jobs/recovered-jobs.ts`,
    `${src}/platform/jobs/delayed-jobs.ts`,
    `${src}/platform/jobs/job-records.ts`,
  ],
  vendor_call: [
    `${src}/platform/jobs/vendor-calls.ts`,
    `${src}/platform/jobs/call-records.ts`,
    `${src}/platform/jobs/completed-calls.ts`,
  ],
  decision: [`${src}/records/decisions.ts`],
  policy_version: [`${src}/records/policy-versions.ts`],
  hold: [`${src}/records/holds.ts`],
  legal_hold: [`${src}/records/legal-holds.ts`],
  military_check: [`${src}/records/military-checks.ts`],
  ofac_screening: [`${src}/records/ofac-screenings.ts`],
  marital_status: [`${src}/records/marital-status.ts`],
  document: [`${src}/records/documents.ts`],
  consent: [`${src}/records/consents.ts`],
  audit_event: [`${src}/records/audit.ts`],
  limit_count: [`${src}/platform/http/limits.ts`],
  breaker: [`${src}/platform/jobs/circuit-breaker.ts`],
  deposit_account: [`${src}/records/deposit-accounts.ts`],
  ach_return: [`${src}/records/ach-returns.ts`],
  core_event: [`${src}/records/core-events.ts`],
  account_validation: [`${src}/records/account-validations.ts`],
  disbursement: [`${src}/records/disbursements.ts`],
  envelope: [`${src}/records/envelopes.ts`],
  signed_copy: [`${src}/records/signed-copies.ts`],
  signing_envelope: [`${src}/vendors/own-signature/envelope-store.ts`],
  signing_visit: [`${src}/vendors/own-signature/envelope-store.ts`],
  autopay: [`${src}/stages/autopay/store.ts`],
  link_token: [`${src}/stages/bank-link/link-token.ts`],
  linked_bank: [`${src}/records/linked-banks.ts`],
  verification: [`${src}/records/verifications.ts`],
  reminder: [`${src}/records/reminders.ts`],
  measurement: [`${src}/records/measurements.ts`],
  browser_error: [`${src}/records/measurements.ts`],
  text_message: [`${src}/records/texts.ts`],
  text_reply: [`${src}/records/texts.ts`],
  unsubscribed_email: [`${src}/records/reminders.ts`],
  uploaded_file: [`${src}/records/uploads.ts`],
  uploaded_part: [`${src}/records/uploads.ts`],
  call_back: [`${src}/stages/branches/call-back-store.ts`],
  notice: [`${src}/records/notices.ts`],
  key_fingerprint: [`${src}/records/key-fingerprints.ts`],
  credential: [`${src}/records/credentials.ts`],
  partner_key: [`${src}/records/partner-keys.ts`],
  ach_orphan: [`${src}/records/ach-orphans.ts`],
  database_identity: [`${src}/platform/db/identity.ts`],
};

/** Files that may query any table, with the reason. */
export const crossTableFiles: Readonly<Record<string, string>> = {
  [`${src}/journey/request-context.ts`]: 'The guard and the poll read session, application and work at once.',
  [`${src}/stages/retention/purge.ts`]: 'A purge walks all that is kept of an application.',
  [`${src}/stages/retention/bank-access.ts`]:
    'Whether a bank is still needed depends on its application and its work.',
  [`${src}/cli/person-records.ts`]: 'A person is shown, and may have deleted, what any table holds of them.',
  [`${src}/cli/references.ts`]:
    'An operator names an application, a hold or a job by the beginning of its reference.',
  [`${src}/cli/keys-rotate.ts`]: 'Every sealed column is sealed again, whichever table holds it.',
};
