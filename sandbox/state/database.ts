// Stores the sandbox's state in one SQLite file, so it survives a restart or a kill.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

/** Counts the changes of the schema and of what is stored as JSON. */
const version = 3;

const schema = readFileSync(new URL('./schema.sql', import.meta.url), 'utf8');

export const tables = [...schema.matchAll(/create table if not exists (\w+)/g)].map(([, name]) =>
  String(name),
);

export type Row = Record<string, string | number | bigint | null | Uint8Array>;

export type Database = ReturnType<typeof openDatabase>;

/** Opens `sandbox.sqlite` in `folder`; without a folder, all state is lost on close. */
export function openDatabase(folder: string | undefined) {
  if (folder !== undefined) mkdirSync(folder, { recursive: true });
  const connection = new DatabaseSync(folder === undefined ? ':memory:' : join(folder, 'sandbox.sqlite'));
  connection.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 2000;');
  const { user_version } = connection.prepare('pragma user_version').get() ?? {};
  // A file of another version has other tables and columns.
  if (user_version !== version)
    for (const { name } of connection
      .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")
      .all())
      connection.exec(`drop table ${name}`);
  connection.exec(`${schema} pragma user_version = ${version};`);

  const statements = new Map<string, StatementSync>();
  const prepared = (sql: string) => {
    const statement = statements.get(sql) ?? connection.prepare(sql);
    statements.set(sql, statement);
    return statement;
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

const secondsAhead = 'seconds ahead';

/** The sandbox's clock can be moved ahead, so codes and sessions expire without waiting. */
export const clockOffsetSeconds = (db: Database): number => db.readSetting(secondsAhead, 0);
export const advanceClock = (db: Database, seconds: number): void =>
  db.saveSetting(secondsAhead, clockOffsetSeconds(db) + seconds);
