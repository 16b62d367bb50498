// Brings the database to the newest schema, or checks that it has it. From the first release on, migrations only add: the release before works on the new
// schema too, so a migration that this release lacks is left as it is. Processes that start together wait for one another.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import { SetupError } from '../failure.ts';
import type { Database, Db } from './database.ts';
import type { Tables } from './tables.ts';

type Migrations = Readonly<Record<string, Migration>>;

const folder = path.join(import.meta.dirname, 'migrations');
const initial = '0001-initial';

/** The SQL files by name. Their statements run one by one, because the embedded database takes no script. */
async function migrationFiles(): Promise<Migrations> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql'));
  const migrations = names.map(async (name) => {
    const statements = statementsIn(await readFile(path.join(folder, name), 'utf8'));
    const up: Migration['up'] = async (db) => {
      for (const statement of statements) await sql.raw(statement).execute(db);
    };
    return [path.basename(name, '.sql'), { up }] as const;
  });
  return Object.fromEntries(await Promise.all(migrations));
}

/** A semicolon ends a statement unless an indented line follows, as in the body of a function. */
const statementsIn = (script: string) => script.split(/;\n(?=\S|\n|$)/).filter((part) => part.trim() !== '');

export async function migrate(db: Kysely<Tables>): Promise<void> {
  const files = await migrationFiles();
  const later = await migrationsOfLaterReleases(db, files);
  // The migrator has an advisory lock while it runs. A migration may be merged after one with a higher number.
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...files, ...later }) },
    allowUnorderedMigrations: true,
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error && hasMore(await migrationsOfLaterReleases(db, files), later)) return migrate(db);
  if (error) {
    const failed = results?.find((result) => result.status === 'Error')?.migrationName ?? 'before the first';
    throw new SetupError(
      `The database could not be migrated (${failed}): ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}

/** In production, `npm run migrate` prepares a server, with rights that no process has. */
export const isPreparedHere = (database: Database, config: { readonly isProduction: boolean }): boolean =>
  database.embedded || !config.isProduction;

/** Migrates where processes may, and elsewhere refuses a database that lacks a migration of this release. */
export async function prepareSchema(
  database: Database,
  config: { readonly isProduction: boolean },
): Promise<void> {
  if (isPreparedHere(database, config)) return migrate(database.maintenance.db);
  const names = Object.keys(await migrationFiles());
  const done = await migrationsIn(database.db);
  const missing = names.filter((name) => !done.includes(name));
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

/** Migrations that a later release made, by name. The migrator needs a record for each. */
async function migrationsOfLaterReleases(db: Kysely<Tables>, files: Migrations): Promise<Migrations> {
  const { rows: tables } = await sql`select 1 where to_regclass('kysely_migration') is not null`.execute(db);
  if (tables.length === 0) return {};
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  if (rows.length > 0 && !rows.some(({ name }) => name === initial))
    throw new SetupError(
      'This database is older than the first release, which cannot read it. Without DATABASE_URL, delete the data folder (.data/db, or DATA_DIR) and start again; with it, name an empty database.',
    );
  const later = rows.filter(({ name }) => !(name in files));
  return Object.fromEntries(later.map(({ name }) => [name, { up: () => refuse(name) }]));
}

/** A later release may migrate between our check and the migrator's. */
const hasMore = (now: object, before: object) => Object.keys(now).length > Object.keys(before).length;

function refuse(name: string): never {
  throw new Error(`The migration ${name} belongs to a later release.`);
}
