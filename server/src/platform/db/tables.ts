// What the schema does not say of a table: what a purge does to it, what each process may do with it, and which files query it.
import type { Selectable } from 'kysely';
import type { encryptedColumns, Tables } from './schema.generated.ts';

export type * from './column-types.ts';
export { columnNames, encryptedColumns, type Tables } from './schema.generated.ts';

export type ApplicationPath = Selectable<Tables['application']>['path'];
/** The hourly budget of text codes. A partner vouches for its leads, so they count as returning. */
export type TextBudget = Tables['application']['text_budget'];

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

/** Select, insert, update and delete, by the role. */
type Rights = '' | 's' | 'sd' | 'si' | 'sid' | 'siu' | 'siud';
export type Role = 'web' | 'worker' | 'operator';

/** Where a table does not say otherwise: a web process deletes only what an applicant takes back, and neither pays nor makes keys. */
const usualRights: Readonly<Record<Role, Rights>> = { web: 'siu', worker: 'siud', operator: 'siud' };

interface Facts {
  readonly purge: Purge;
  readonly rights?: Partial<Record<Role, Rights>>;
}

/** Written once. */
const written = { web: 'si', worker: 'si', operator: 'si' } as const;
/** Written once, and deleted by a purge. */
const purgedEvidence = { web: 'si', worker: 'sid', operator: 'sid' } as const;

/** In the order in which the foreign keys allow a purge. A new table does not compile until it is named here. */
const tables = {
  verification: { purge: 'delete' },
  link_token: { purge: 'delete' },
  linked_bank: { purge: 'delete' },
  autopay: { purge: 'delete' },
  disbursement: { purge: 'delete', rights: { web: 'sd' } },
  ach_return: { purge: 'delete', rights: { web: 'si' } },
  core_event: { purge: 'delete' },
  account_validation: { purge: 'delete' },
  fraud_finding: { purge: 'delete' },
  account_use: { purge: 'delete' },
  deposit_account: { purge: 'delete', rights: { web: 'siud' } },
  signed_copy: { purge: 'delete' },
  signing_visit: { purge: 'delete' },
  signing_envelope: { purge: 'delete' },
  envelope: { purge: 'delete' },
  document: { purge: 'delete', rights: purgedEvidence },
  uploaded_file: { purge: 'delete', rights: { web: 'siud' } },
  uploaded_part: { purge: 'delete', rights: { web: 'siud' } },
  blob: { purge: 'delete', rights: { web: 'si' } },
  call_back: { purge: 'delete' },
  consent: { purge: 'delete', rights: purgedEvidence },
  challenge_decision: { purge: 'delete', rights: { web: '' } },
  hold: { purge: 'delete' },
  legal_hold: { purge: 'delete', rights: { web: 's', worker: 'sd' } },
  military_check: { purge: 'delete', rights: { web: 'si' } },
  ofac_screening: { purge: 'own-period', rights: { web: 'si' } },
  marital_status: { purge: 'delete' },
  vendor_call: { purge: 'delete' },
  job: { purge: 'delete' },
  session: { purge: 'delete' },
  reminder: { purge: 'delete', rights: { web: 'siud' } },
  text_message: { purge: 'delete' },
  received_text: { purge: 'delete' },
  notice: { purge: 'delete' },
  decision: { purge: 'delete', rights: purgedEvidence },
  lead: { purge: 'delete' },
  applicant: { purge: 'delete' },
  application: { purge: 'scrub', rights: { worker: 'siu', operator: 'siu' } },
  audit_event: { purge: 'keep', rights: written },
  audit_link: { purge: 'keep', rights: { web: '', worker: 's', operator: 's' } },
  audit_checkpoint: { purge: 'keep', rights: { web: '', worker: 'si', operator: 's' } },
  challenge: { purge: 'keep', rights: { web: '' } },
  policy_step: { purge: 'keep', rights: { web: 's', worker: 's', operator: 'si' } },
  policy_watch: { purge: 'keep', rights: { web: 's' } },
  policy_version: { purge: 'keep', rights: written },
  limit_count: { purge: 'keep', rights: { web: 'siud' } },
  breaker: { purge: 'keep' },
  unsubscribed_email: { purge: 'keep' },
  text_reply: { purge: 'keep' },
  key_fingerprint: { purge: 'keep', rights: written },
  credential: { purge: 'keep' },
  partner_key: { purge: 'keep', rights: { web: 's', worker: 's' } },
  ach_orphan: { purge: 'keep', rights: { web: 's' } },
  database_identity: { purge: 'keep', rights: { web: 'si', worker: 'si' } },
  removed_blob: { purge: 'keep', rights: { web: '' } },
  readiness_probe: { purge: 'keep', rights: { web: 'sid' } },
  measurement: { purge: 'keep' },
  browser_error: { purge: 'keep' },
} as const satisfies {
  readonly [T in keyof Tables]: Facts &
    (Tables[T] extends { application_id: unknown } ? unknown : { readonly purge: Exclude<Purge, 'delete'> });
};

type PurgedTable = {
  [T in keyof Tables]: (typeof tables)[T]['purge'] extends 'delete' ? T : never;
}[keyof Tables];

export const tableNames = Object.keys(tables) as (keyof Tables)[];
export const purgedTables = tableNames.filter((table) => tables[table].purge === 'delete') as PurgedTable[];

export const rightsOf = (role: Role, table: keyof Tables): Rights =>
  (tables[table] as Facts).rights?.[role] ?? usualRights[role];

/** The context that a value is encrypted for: `table.column:row`. */
export const encryptionContext = <T extends keyof typeof encryptedColumns>(
  table: T,
  column: (typeof encryptedColumns)[T]['columns'][number],
  row: string,
) => `${table}.${column}:${row}`;

/** The files below server/src that query a table which more than one queries: their paths begin with one of these. */
export const queriedBy: { readonly [T in keyof Tables]?: readonly string[] } = {
  vendor_call: ['platform/jobs/'],
  job: ['platform/jobs/'],
  notice: ['records/notices.ts', 'notices/notice-'],
  audit_event: ['records/audit.ts', 'evidence/audit-chain.ts'],
  audit_checkpoint: ['records/audit.ts', 'evidence/audit-chain.ts'],
};

/** Files that may query any table, with the reason. */
export const crossTableFiles: Readonly<Record<string, string>> = {
  'platform/db/rows.ts': 'A transaction locks its application before it writes any row of it.',
  'journey/request-context.ts': 'The guard and the poll read session, application and latest job at once.',
  'evidence/retention/purge.ts': 'A purge walks all that is kept of an application.',
  'evidence/retention/bank-access.ts':
    'Whether a bank is still needed depends on its application and its jobs.',
  'policy-analysis/replay/stored-decisions.ts': 'A replay reads each decision with its application.',
  'records/loans-without-account.ts':
    'Whether a loan waits for its account depends on its signature, its account and its payment.',
  'operations/commands/person-records.ts':
    'A person is shown, and may have deleted, what any table holds of them.',
  'commands/references.ts':
    'An operator names an application, a hold or a job by the beginning of its reference.',
  'cli/rehash-lookups.ts': 'Every lookup is made again, whichever table holds it.',
  'cli/keys-rotate.ts': 'Every encrypted column is re-encrypted, whichever table holds it.',
};
