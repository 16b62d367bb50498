// Stores the sandbox's state in one SQLite file, so it survives a restart or a kill.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

/** Counts the changes of the schema and of what is stored as JSON. */
const version = 2;

const schema = `
  create table if not exists text (
    id text primary key, recipient text not null, body text not null, sent_at text not null);
  create table if not exists mail (
    id text primary key, message_id text not null unique, recipients text not null, content text not null,
    sent_at text not null, repeats integer not null default 0);
  create table if not exists pull (
    id text primary key, kind text not null, ssn text not null, reference text not null, at text not null);
  create table if not exists loan (
    id text primary key, idempotency_key text not null unique, request text not null, booked_at text not null);
  create table if not exists loan_update (
    idempotency_key text primary key, loan text not null, kind text not null, request text not null);
  create table if not exists branch_case (
    id text primary key, idempotency_key text not null unique, application text not null, reason text not null,
    request text not null, opened_at text not null, unique (application, reason));
  create table if not exists case_document (
    id text primary key, idempotency_key text not null unique, case_id text not null, request text not null);
  create table if not exists report (vendor text not null, content text not null, at text not null);
  create table if not exists docusign_document (
    envelope text not null, id text not null, position integer not null, name text not null, original blob,
    sealed blob, primary key (envelope, id));
  create table if not exists webhook (
    id text primary key, vendor text not null, webhook text not null, attempts integer not null, status text not null);
  create table if not exists record (
    kind text not null, id text not null, content text not null, primary key (kind, id));
`;

const tables = [...schema.matchAll(/create table if not exists (\w+)/g)].map(([, name]) => name);

export type Row = Record<string, string | number | bigint | null | Uint8Array>;

export type Database = ReturnType<typeof openDatabase>;

/** Opens `sandbox.sqlite` in `folder`; without a folder, all state is lost on close. */
export function openDatabase(folder: string | undefined) {
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
  const all = (sql: string, ...values: SQLInputValue[]) => prepared(sql).all(...values) as Row[];
  const one = (sql: string, ...values: SQLInputValue[]) => prepared(sql).get(...values) as Row | undefined;
  /** Returns the number of rows changed. */
  const run = (sql: string, ...values: SQLInputValue[]) => Number(prepared(sql).run(...values).changes);
  const insert = (
    table: string,
    row: Record<string, SQLInputValue>,
    orElse: 'abort' | 'ignore' = 'abort',
  ): void => {
    const names = Object.keys(row);
    const places = names.map(() => '?').join(', ');
    run(`insert or ${orElse} into ${table} (${names.join(', ')}) values (${places})`, ...Object.values(row));
  };
  /** Records of each kind are stored as JSON. */
  const readRecord = <Value>(kind: string, id: string) => {
    const row = one('select content from record where kind = ? and id = ?', kind, id);
    return row && (JSON.parse(String(row.content)) as Value);
  };
  const saveRecord = (kind: string, id: string, value: unknown): void => {
    const save = `insert into record (kind, id, content) values (?, ?, ?)
      on conflict (kind, id) do update set content = excluded.content`;
    run(save, kind, id, JSON.stringify(value));
  };
  return {
    all,
    one,
    insert,
    run,
    readRecord,
    saveRecord,
    /** In the order in which they were first saved. */
    listRecords: <Value>(kind: string) =>
      all('select content from record where kind = ? order by rowid', kind).map(
        ({ content }) => JSON.parse(String(content)) as Value,
      ),
    readSetting: <Value>(name: string, fallback: Value) => readRecord<Value>('setting', name) ?? fallback,
    saveSetting: (name: string, value: unknown) => saveRecord('setting', name, value),
    clear: () => {
      for (const table of tables) connection.exec(`delete from ${table}`);
    },
    close: () => {
      if (connection.isOpen) connection.close();
    },
  };
}
