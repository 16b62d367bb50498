// Stores the sandbox's state in one SQLite file, so it survives a restart or a kill.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

/** Counts the changes of the schema and of what is stored as JSON. */
const version = 2;

const schema = `
  create table if not exists text (
    id text primary key, recipient text not null, body text not null, sent_at text not null);
  create table if not exists verification (
    sid text primary key, recipient text not null, record text not null);
  create table if not exists mail (
    id text primary key, message_id text not null unique, recipients text not null, content text not null,
    sent_at text not null, repeats integer not null default 0);
  create table if not exists pull (
    id text primary key, kind text not null, ssn text not null, reference text not null, at text not null);
  create table if not exists identified (reference text primary key, ssn text not null, name text);
  create table if not exists token (
    value text primary key, kind text not null, about text not null, expires_at text not null, used integer not null default 0);
  create table if not exists loan (
    id text primary key, idempotency_key text not null unique, request text not null, booked_at text not null);
  create table if not exists loan_update (
    idempotency_key text primary key, loan text not null, kind text not null, request text not null);
  create table if not exists borrower (
    ssn text primary key, last_name text not null, date_of_birth text not null);
  create table if not exists branch_case (
    id text primary key, idempotency_key text not null unique, application text not null, reason text not null,
    request text not null, opened_at text not null, unique (application, reason));
  create table if not exists case_document (
    id text primary key, idempotency_key text not null unique, case_id text not null, request text not null);
  create table if not exists call_back (
    case_id text primary key, revision integer not null, at text);
  create table if not exists report (vendor text not null, content text not null, at text not null);
  create table if not exists plaid_record (
    kind text not null, id text not null, record text not null, primary key (kind, id));
  create table if not exists docusign_envelope (
    id text primary key, transaction_id text unique, record text not null);
  create table if not exists docusign_document (
    envelope text not null, id text not null, position integer not null, name text not null, original blob,
    sealed blob, primary key (envelope, id));
  create table if not exists docusign_session (
    id text primary key, envelope text not null, return_url text not null, active_at text not null, ended text);
  create table if not exists webhook (
    id text primary key, vendor text not null, webhook text not null, attempts integer not null, status text not null);
  create table if not exists setting (name text primary key, value text not null);
`;

const tables = [...schema.matchAll(/create table if not exists (\w+)/g)].map(([, name]) => name);

export type Row = Record<string, string | number | bigint | null | Uint8Array>;

export type Database = {
  all: (sql: string, ...values: SQLInputValue[]) => Row[];
  one: (sql: string, ...values: SQLInputValue[]) => Row | undefined;
  insert: (
    table: string,
    row: Record<string, SQLInputValue>,
    orElse?: 'abort' | 'ignore' | 'replace',
  ) => void;
  /** The number of rows changed. */
  run: (sql: string, ...values: SQLInputValue[]) => number;
  readSetting: <Value>(name: string, fallback: Value) => Value;
  saveSetting: (name: string, value: unknown) => void;
  clear: () => void;
  close: () => void;
};

/** Opens `sandbox.sqlite` in `folder`; without a folder, all state is lost on close. */
export function openDatabase(folder: string | undefined): Database {
  if (folder !== undefined) mkdirSync(folder, { recursive: true });
  const connection = new DatabaseSync(folder === undefined ? ':memory:' : join(folder, 'sandbox.sqlite'));
  connection.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 2000;');
  const { user_version } = connection.prepare('pragma user_version').get() ?? {};
  // A file of another version has other columns.
  if (user_version !== version) for (const table of tables) connection.exec(`drop table if exists ${table}`);
  connection.exec(`${schema} pragma user_version = ${version};`);

  const statements = new Map<string, StatementSync>();
  const prepared = (sql: string) => {
    const known = statements.get(sql) ?? connection.prepare(sql);
    statements.set(sql, known);
    return known;
  };
  const one: Database['one'] = (sql, ...values) => prepared(sql).get(...values) as Row | undefined;
  const run: Database['run'] = (sql, ...values) => Number(prepared(sql).run(...values).changes);
  const insert: Database['insert'] = (table, row, orElse = 'abort') => {
    const names = Object.keys(row);
    const places = names.map(() => '?').join(', ');
    run(`insert or ${orElse} into ${table} (${names.join(', ')}) values (${places})`, ...Object.values(row));
  };

  return {
    all: (sql, ...values) => prepared(sql).all(...values) as Row[],
    one,
    insert,
    run,
    readSetting: <Value>(name: string, fallback: Value) => {
      const row = one('select value from setting where name = ?', name);
      return row ? (JSON.parse(String(row.value)) as Value) : fallback;
    },
    saveSetting: (name, value) => insert('setting', { name, value: JSON.stringify(value) }, 'replace'),
    clear: () => {
      for (const table of tables) connection.exec(`delete from ${table}`);
    },
    close: () => {
      if (connection.isOpen) connection.close();
    },
  };
}
