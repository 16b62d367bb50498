// Writes the types and the names of the columns from the migrations: `npm run schema`. A test compares them with the database.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { type Db, openDatabase } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';

export const generatedFile = path.join(import.meta.dirname, '../server/src/platform/db/schema.generated.ts');

/** What the schema does not say: the shapes of JSON, columns written once, and unions that are narrower or named. */
const types: Readonly<Record<string, string>> = {
  'application.selected_term': 'Json<ApprovedTerm> | null',
  'application.accepted_term': 'Json<ApprovedTerm> | null',
  'application.approved_term': 'Json<ApprovedTerm> | null',
  'application.text_code': 'ColumnType<TextCodeSending | null, string | null | undefined, string>',
  'account_use.first_used_at': 'ColumnType<Date, Date, never>',
  'account_validation.sequences': 'Json<readonly number[]> | null',
  'audit_event.data': 'Json<object>',
  'audit_event.operator': 'ColumnType<string | null, string | null | undefined, never>',
  'browser_error.frames': 'Json<readonly SourceFrame[]>',
  'core_event.detail': 'Json<Readonly<Record<string, string | number>>>',
  'job.last_error': 'ColumnType<string | null, never, string>',
  'job.payload': 'ColumnType<unknown, string | null | undefined, string | null>',
  'decision.trace': 'Json<ActionTrace> | null',
  'job.stages': 'ColumnType<readonly JobStage[], readonly JobStage[] | undefined, never>',
  'policy_version.files': 'Json<readonly { readonly name: string; readonly json: string }[]>',
  'policy_watch.baseline': 'Json<WatchedBands> | null',
  'policy_watch.figures': 'Json<WatchedFigures>',
};

/** The ids that the compiler distinguishes, by the table whose rows they identify. */
const ids: Readonly<Record<string, string>> = {
  application: 'ApplicationId',
  session: 'SessionId',
  job: 'JobId',
  notice: 'NoticeId',
  linked_bank: 'LinkedBankId',
};

const scalars: Readonly<Record<string, string>> = {
  text: 'string',
  uuid: 'string',
  integer: 'number',
  bigint: 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  'text[]': 'string[]',
  'timestamp with time zone': 'Instant',
  encrypted: 'Encrypted',
  lookup: 'Lookup',
  blob_key: 'BlobKey',
};

/** Encrypted for another column than the primary key. */
const encryptedFor: Readonly<Record<string, string>> = { consent: 'session_id', vendor_call: 'key' };

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
  readonly hasDefault: boolean;
  readonly isAlwaysGenerated: boolean;
  readonly isKey: boolean;
  /** The table that it refers to. */
  readonly references: string | null;
  /** Of a check that lists the values. */
  readonly check: string | null;
}

function typeOf(column: Column): string {
  const { table, name } = column;
  const declared = types[`${table}.${name}`];
  if (declared !== undefined) return declared;
  const named = name === 'id' ? table : (column.references ?? name.replace(/_id$/, ''));
  const id = column.type === 'uuid' ? ids[named] : undefined;
  const values =
    column.check && [...column.check.matchAll(/'([^']*)'::text/g)].map(([value]) => value.slice(0, -6));
  const scalar = values ? values.join(' | ') : (id ?? scalars[column.type]);
  if (scalar === undefined)
    throw new Error(`${table}.${name} is ${column.type}: name its type in scripts/schema.ts.`);
  const type = column.isNullable ? `${scalar} | null` : scalar;
  if (column.isAlwaysGenerated) return `GeneratedAlways<${type}>`;
  return column.hasDefault ? `Generated<${type}>` : type;
}

const object = (entries: readonly string[]) => `{\n${entries.map((entry) => `    ${entry}`).join('\n')}\n  }`;
const list = (names: readonly string[]) => `[${names.map((name) => `'${name}'`).join(', ')}]`;

export async function generatedSchema(db: Db): Promise<string> {
  const { rows } = await sql<Column>`
    select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      not a.attnotnull as "isNullable", a.atthasdef or a.attidentity <> '' as "hasDefault",
      a.attidentity = 'a' as "isAlwaysGenerated",
      exists (select from pg_constraint where conrelid = c.oid and contype = 'p' and conkey = array[a.attnum]) as "isKey",
      (select confrelid::regclass::text from pg_constraint where conrelid = c.oid and contype = 'f' and conkey = array[a.attnum]) as references,
      (select pg_get_constraintdef(oid) from pg_constraint where conrelid = c.oid and contype = 'c' and conkey = array[a.attnum]
        and pg_get_constraintdef(oid) like '%= ANY (ARRAY[%') as check
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> 'kysely_migration'
    order by c.relname collate "C", a.attnum`.execute(db);
  const tables = Object.entries(Object.groupBy(rows, ({ table }) => table)) as [string, Column[]][];
  const encrypted = tables.flatMap(([table, columns]) => {
    const names = columns.filter(({ type }) => type === 'encrypted').map(({ name }) => name);
    const row = encryptedFor[table] ?? columns.find(({ isKey }) => isKey)?.name;
    return names.length === 0 ? [] : [`${table}: { row: '${row}', columns: ${list(names)} },`];
  });
  const body = `export interface Tables {
${tables.map(([table, columns]) => `  ${table}: ${object(columns.map((column) => `${column.name}: ${typeOf(column)};`))};`).join('\n')}
}

export const columnNames = {
${tables.map(([table, columns]) => `  ${table}: ${list(columns.map(({ name }) => name))},`).join('\n')}
} as const;

/** Every encrypted column, with the column that identifies its row. */
export const encryptedColumns = {
${encrypted.map((line) => `  ${line}`).join('\n')}
} as const;
`;
  const used = (names: readonly string[]) =>
    names.filter((name) => new RegExp(`\\b${name}\\b`).test(body)).join(', ');
  return `// Written by \`npm run schema\` from the migrations, which explain the columns.
import type { ${used(['ColumnType', 'Generated', 'GeneratedAlways'])} } from 'kysely';
import type { JobStage } from '#contract/jobs.ts';
import type { Encrypted, Lookup } from '../encryption.ts';
import type { ${used(['ActionTrace', 'ApplicationId', 'ApprovedTerm', 'BlobKey', 'Instant', 'JobId', 'Json', 'LinkedBankId', 'NoticeId', 'SessionId', 'SourceFrame', 'TextCodeSending', 'WatchedBands', 'WatchedFigures'])} } from './column-types.ts';

${body}`;
}

if (import.meta.main) {
  const database = await openDatabase({ url: undefined, dataDirectory: undefined, poolSize: 1 });
  await migrate(database.db);
  writeFileSync(generatedFile, await generatedSchema(database.db));
  await database.close();
}
