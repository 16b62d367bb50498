// What a purge does to each table when an application is past its time.
import type { Tables } from './tables.ts';

type Purge =
  /** The application's rows are deleted. */
  | 'delete'
  /** The row stays, without personal data. */
  | 'scrub'
  /** The rows stay: they have no personal data. */
  | 'keep'
  /** The rows stay until a longer period of their own is over. */
  | 'own-period';

/** In the order that the foreign keys allow. A new table does not compile until it is named here. */
const purges = {
  verification: 'delete',
  link_token: 'delete',
  linked_bank: 'delete',
  autopay: 'delete',
  disbursement: 'delete',
  ach_return: 'delete',
  core_event: 'delete',
  account_validation: 'delete',
  deposit_account: 'delete',
  signed_copy: 'delete',
  signing_visit: 'delete',
  signing_envelope: 'delete',
  envelope: 'delete',
  document: 'delete',
  uploaded_file: 'delete',
  uploaded_part: 'delete',
  call_back: 'delete',
  consent: 'delete',
  decision: 'delete',
  hold: 'delete',
  legal_hold: 'delete',
  military_check: 'delete',
  ofac_screening: 'own-period',
  marital_status: 'delete',
  vendor_call: 'delete',
  job: 'delete',
  session: 'delete',
  reminder: 'delete',
  text_message: 'delete',
  notice: 'delete',
  lead: 'delete',
  applicant: 'delete',
  application: 'scrub',
  audit_event: 'keep',
  policy_version: 'keep',
  limit_count: 'keep',
  breaker: 'keep',
  unsubscribed_email: 'keep',
  text_reply: 'keep',
  key_fingerprint: 'keep',
  credential: 'keep',
  partner_key: 'keep',
  ach_orphan: 'keep',
  database_identity: 'keep',
  measurement: 'keep',
  browser_error: 'keep',
} as const satisfies {
  readonly [T in keyof Tables]: Tables[T] extends { application_id: unknown }
    ? Purge
    : Exclude<Purge, 'delete'>;
};

export const purgedTables = (Object.keys(purges) as (keyof Tables)[]).filter(
  (table) => purges[table] === 'delete',
);
