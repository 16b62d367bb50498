// What the schema does not say of a table: what a purge does to it, what each process may do with it, and which files query it.
import type { Selectable } from 'kysely';
import { columnNames, type encryptedColumns, type Tables } from './schema.generated.ts';

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
type Rights = '' | 's' | 'sd' | 'si' | 'sid' | 'siu' | 'siud' | 'su' | 'sud';
/** A reporter only reads, as a person or a tool on a replica. */
export type Role = 'web' | 'worker' | 'operator' | 'reporter';

/** Where a table does not say otherwise. Only the database's function `purge_applications` deletes what is kept of an application. */
const usualRights: Readonly<Record<Role, Rights>> = {
  web: 'siu',
  worker: 'siu',
  operator: 'siu',
  reporter: 's',
};

interface Facts {
  readonly purge: Purge;
  readonly rights?: Partial<Record<Role, Rights>>;
  /** The only columns that the role may update, by the letter `u`. */
  readonly updates?: Partial<Record<Role, readonly string[]>>;
  /** The columns that it may not, of all. */
  readonly keeps?: Partial<Record<Role, readonly string[]>>;
}

/** Written once. */
const written = { web: 'si', worker: 'si', operator: 'si' } as const;
const toEveryRole = <const T>(value: T) => ({ web: value, worker: value, operator: value });

/** In the order in which the foreign keys allow a purge. A new table does not compile until it is named here. */
const tables = {
  verification: { purge: 'delete' },
  link_token: { purge: 'delete' },
  linked_bank: { purge: 'delete' },
  autopay: { purge: 'delete' },
  disbursement: { purge: 'delete', rights: { web: 'sd', worker: 'siud', operator: 'siud' } },
  ach_return: { purge: 'delete', rights: { web: 'si' } },
  core_event: { purge: 'delete' },
  account_validation: { purge: 'delete' },
  fraud_finding: { purge: 'delete' },
  account_use: { purge: 'delete' },
  deposit_account: { purge: 'delete', rights: toEveryRole('siud') },
  signed_copy: { purge: 'delete' },
  signing_visit: { purge: 'delete' },
  signing_envelope: { purge: 'delete' },
  envelope: { purge: 'delete' },
  document: { purge: 'delete', updates: toEveryRole(['pdf', 'sha256']) },
  uploaded_file: { purge: 'delete', rights: { web: 'siud', worker: 'siud' } },
  uploaded_part: { purge: 'delete', rights: { web: 'siud', worker: 'siud' } },
  blob: { purge: 'delete', rights: { web: 'si' } },
  call_back: { purge: 'delete' },
  consent: { purge: 'delete', rights: written },
  challenge_decision: { purge: 'delete', rights: { web: '' } },
  hold: { purge: 'delete' },
  legal_hold: { purge: 'delete', rights: { web: 's', worker: 's', operator: 'si' } },
  military_check: { purge: 'delete', rights: { web: 'si' } },
  ofac_screening: { purge: 'own-period', rights: { web: 'si', worker: 'siud' } },
  marital_status: { purge: 'delete' },
  vendor_call: { purge: 'delete', rights: { worker: 'siud' } },
  job: { purge: 'delete' },
  session: {
    purge: 'delete',
    rights: { worker: 'sud', operator: 'sud' },
    // A trigger refuses to set `awaits_code` to false.
    updates: { worker: ['awaits_code', 'ended_at', 'ended_by'], operator: ['ended_at', 'ended_by'] },
  },
  reminder: { purge: 'delete', rights: { web: 'siud', operator: 'siud' } },
  text_message: { purge: 'delete' },
  received_text: { purge: 'delete', rights: { worker: 'siud' } },
  notice: { purge: 'delete' },
  decision: { purge: 'delete', rights: written },
  lead: { purge: 'delete' },
  // A legal hold on a person finds them by the SSN.
  applicant: {
    purge: 'delete',
    keeps: { worker: ['ssn', 'ssn_lookup'], operator: ['ssn', 'ssn_lookup', 'dob'] },
  },
  application: { purge: 'scrub', keeps: toEveryRole(['purged_at']) },
  audit_event: { purge: 'keep', rights: written },
  audit_link: {
    purge: 'keep',
    rights: { web: '', worker: 'su', operator: 's' },
    updates: { worker: ['is_exported', 'checkpoint'] },
  },
  audit_head: { purge: 'keep', rights: { web: '', worker: '', operator: '' } },
  audit_checkpoint: { purge: 'keep', rights: { web: '', worker: 'si', operator: 's' } },
  audit_archive: { purge: 'keep', rights: { web: '', worker: 'si', operator: 's' } },
  challenge: { purge: 'keep', rights: { web: '' } },
  policy_step: { purge: 'keep', rights: toEveryRole('s') },
  lender_rule: { purge: 'keep', rights: { web: '', worker: '', operator: 's' } },
  policy_watch: { purge: 'keep', rights: { web: 's' } },
  policy_version: { purge: 'keep', rights: written },
  limit_count: { purge: 'keep' },
  breaker: { purge: 'keep' },
  unsubscribed_email: { purge: 'keep' },
  text_reply: { purge: 'keep' },
  key_fingerprint: { purge: 'keep', rights: written },
  credential: { purge: 'keep' },
  partner_key: { purge: 'keep', rights: { web: 's', worker: 's' } },
  ach_orphan: { purge: 'keep', rights: { web: 's', worker: 'siud', operator: 'siud' } },
  database_identity: { purge: 'keep', rights: { web: 'si', worker: 'si' } },
  removed_blob: { purge: 'keep', rights: { web: '', worker: 'siud', operator: 'siud' } },
  readiness_probe: { purge: 'keep', rights: { web: 'sid', worker: 'sid' } },
  measurement: { purge: 'keep' },
  browser_error: { purge: 'keep' },
} as const satisfies {
  readonly [T in keyof Tables]: Facts & {
    readonly [K in 'updates' | 'keeps']?: Partial<Record<Role, readonly (keyof Tables[T])[]>>;
  } & (Tables[T] extends { application_id: unknown }
      ? unknown
      : { readonly purge: Exclude<Purge, 'delete'> });
};

type PurgedTable = {
  [T in keyof Tables]: (typeof tables)[T]['purge'] extends 'delete' ? T : never;
}[keyof Tables];

export const tableNames = Object.keys(tables) as (keyof Tables)[];
export const purgedTables = tableNames.filter((table) => tables[table].purge === 'delete') as PurgedTable[];

export const rightsOf = (role: Role, table: keyof Tables): Rights =>
  (tables[table] as Facts).rights?.[role] ?? usualRights[role];

/** Undefined if it may update all of them. */
export function updatableBy(role: Role, table: keyof Tables): readonly string[] | undefined {
  const { updates, keeps }: Facts = tables[table];
  const names: readonly string[] = columnNames[table];
  const kept = keeps?.[role];
  return kept ? names.filter((name) => !kept.includes(name)) : updates?.[role];
}

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
  audit_event: ['records/audit.ts', 'evidence/audit-'],
  audit_link: ['evidence/audit-'],
  audit_checkpoint: ['records/audit.ts', 'evidence/audit-chain.ts'],
};

/** Files that may query any table, with the reason. */
export const crossTableFiles: Readonly<Record<string, string>> = {
  'platform/db/rows.ts':
    'A transaction first locks its application, whose creation bounds what it reads by time.',
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
