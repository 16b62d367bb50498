// Brings the database to the newest schema, or checks that it has it, while the release before serves requests. From the first release
// on, migrations only add. CONTRIBUTING.md describes how to write one.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { SetupError } from '../failure.ts';
import { type Database, type Db, runUnlessLocked, transactUnlessLocked } from './database.ts';

const ownFolder = path.join(import.meta.dirname, 'migrations');
const initial = '0001-initial';

/** The statements of each SQL file by its name. They run one by one, because the embedded database takes no script. */
async function migrationFiles(folder: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const read = names.map(
    async (name) =>
      [path.basename(name, '.sql'), statementsIn(await readFile(path.join(folder, name), 'utf8'))] as const,
  );
  return new Map(await Promise.all(read));
}

/** A semicolon ends a statement unless an indented line follows, as in the body of a function. */
const statementsIn = (script: string) => script.split(/;\n(?=\S|\n|$)/).filter((part) => part.trim() !== '');

/** Leaves what a later release made. A migration may be merged after one with a higher number. */
export async function migrate(db: Db, folder = ownFolder): Promise<void> {
  const files = await migrationFiles(folder);
  await db.connection().execute((connection) =>
    alone(connection, async () => {
      await sql`
        create table if not exists kysely_migration (name text primary key, timestamp text not null)`.execute(
        connection,
      );
      const done = await migrationsIn(connection);
      if (done.length > 0 && !done.includes(initial))
        throw new SetupError(
          'This database is older than the first release, which cannot read it. Without DATABASE_URL, delete the data folder (.data, or DATA_DIR) and start again; with it, name an empty database.',
        );
      for (const [name, statements] of files)
        if (!done.includes(name))
          await apply(connection, name, statements).catch((error: unknown) => {
            throw new SetupError(
              `The database could not be migrated (${name}): ${error instanceof Error ? error.message : String(error)}.`,
            );
          });
    }),
  );
}

const pauseMs = 500;
/** Five minutes, with the waits for locks. */
const mostTries = 430;

/** Processes wait for one another without a statement, for which `create index concurrently` would wait. */
async function alone(connection: Db, work: () => Promise<void>): Promise<void> {
  const done = async () => {
    await work();
    return true;
  };
  while (!(await runUnlessLocked(connection, 'branchline migrations', done))) await pause(pauseMs);
}

const concurrent = /^(?:create (?:unique )?|drop )index concurrently if (?:not )?exists (\w+)/im;

/** In one transaction with its record, or, if its statements are concurrent ones, such that a start after a kill resumes it. */
async function apply(connection: Db, name: string, statements: readonly string[]): Promise<void> {
  const record = sql`insert into kysely_migration values (${name}, now()::text)`;
  const indexes = statements.flatMap((statement) => concurrent.exec(statement)?.[1] ?? []);
  if (indexes.length > 0) {
    if (indexes.length < statements.length)
      throw new Error('Statements other than "create/drop index concurrently if …" need a file of their own');
    for (const [at, statement] of statements.entries()) {
      await dropInvalidIndex(connection, indexes[at] as string);
      await sql.raw(statement).execute(connection);
    }
    await record.execute(connection);
    return;
  }
  for (let tries = 0; tries < mostTries; tries += 1) {
    const done = await transactUnlessLocked(connection, async (tx) => {
      for (const statement of statements) await sql.raw(statement).execute(tx);
      await record.execute(tx);
      return true;
    });
    if (done) return;
    await pause(pauseMs);
  }
  throw new Error('Other transactions, such as a backup, keep a lock that it needs. Run it again later');
}

/** What a killed `create index concurrently` leaves. */
async function dropInvalidIndex(connection: Db, index: string): Promise<void> {
  const { rows } = await sql`
    select 1 from pg_index where indexrelid = to_regclass(${index}) and not indisvalid`.execute(connection);
  if (rows.length > 0) await sql`drop index concurrently ${sql.ref(index)}`.execute(connection);
}

/** In production, `npm run migrate` prepares a server, with rights that no process has. */
export const isPreparedHere = (database: Database, config: { readonly isProduction: boolean }): boolean =>
  database.embedded || !config.isProduction;

/** Migrates where processes may, and elsewhere refuses a database that lacks a migration of this release. */
export async function prepareSchema(database: Database, config: { readonly isProduction: boolean }) {
  if (isPreparedHere(database, config)) return migrate(database.maintenance.db);
  const done = await migrationsIn(database.db);
  const missing = [...(await migrationFiles(ownFolder)).keys()].filter((name) => !done.includes(name));
  if (missing.length > 0)
    throw new SetupError(
      `The database lacks ${missing.join(', ')} of this release. Run \`npm run migrate\` first.`,
    );
}

/** None if this role may not read them: then the database was not prepared for it. */
async function migrationsIn(db: Db): Promise<readonly string[]> {
  const { rows: readable } = await sql`
    select 1 where has_table_privilege(to_regclass('kysely_migration'), 'select')`.execute(db);
  if (readable.length === 0) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}
