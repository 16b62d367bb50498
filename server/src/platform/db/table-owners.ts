// Which file of server/src queries which table; everything else calls that file's functions. `npm run imports` holds it.
import type { Tables } from './tables.ts';

/** May query every table: a purge walks all that is kept of an application. */
export const sharedOwners = ['stages/retention/purge.ts'] as const;

export interface Ownership {
  /** A file or a folder. */
  readonly owner: string;
  /** Others that query it. The check also fails for an entry that is not needed. */
  readonly others?: readonly string[];
}

/** The guard and the poll read a session, its application and its work in one query. */
const guard = 'journey/request-context.ts';
/** Whether we still need access to a bank depends on its application and on the work that ends it. */
const bankAccess = 'stages/retention/bank-access.ts';

export const tableOwners: { readonly [table in keyof Tables]: Ownership } = {
  application: { owner: 'journey/applications.ts', others: [guard, bankAccess] },
  applicant: { owner: 'records/applicants.ts' },
  lead: { owner: 'records/leads.ts' },
  session: { owner: 'platform/http/sessions.ts', others: [guard] },
  work: { owner: 'platform/jobs/jobs.ts', others: [guard, bankAccess] },
  outside_call: { owner: 'platform/jobs/vendor-calls.ts' },
  decision: { owner: 'records/decisions.ts' },
  document: { owner: 'records/documents.ts' },
  consent: { owner: 'records/consents.ts' },
  audit_event: { owner: 'records/audit.ts' },
  limit_count: { owner: 'platform/http/limits.ts' },
  breaker: { owner: 'platform/jobs/breaker.ts' },
  deposit_account: { owner: 'records/deposit-accounts.ts' },
  disbursement: { owner: 'records/disbursements.ts' },
  envelope: { owner: 'records/envelopes.ts' },
  signed_copy: { owner: 'records/signed-copies.ts' },
  autopay: { owner: 'stages/autopay/store.ts' },
  link_token: { owner: 'stages/bank-link/link-token.ts' },
  linked_bank: { owner: 'records/linked-banks.ts', others: [bankAccess] },
  verification: { owner: 'records/verifications.ts' },
};
