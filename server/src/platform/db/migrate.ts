// Brings the database to the newest shape. Forward only, and by expanding: the release before works on the new shape too, so a
// migration that this release doesn't have is left as it is. Processes that start together wait for one another.
import fs from 'node:fs/promises';
import path from 'node:path';
import { FileMigrationProvider, type Kysely, type Migration, Migrator, sql } from 'kysely';
import { SetupError } from '../failure.ts';
import type { Tables } from './tables.ts';

/** Every file of it is a migration, under its own name. */
const migrationFolder = path.join(import.meta.dirname, 'migrations');

const files = new FileMigrationProvider({ fs, path, migrationFolder });

export async function migrate(db: Kysely<Tables>): Promise<void> {
  const later = await migrationsOfLaterReleases(db);
  // The migrator has an advisory lock while it runs. A migration may be merged after one with a higher number.
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...(await files.getMigrations()), ...later }) },
    allowUnorderedMigrations: true,
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error && hasMore(await migrationsOfLaterReleases(db), later)) return migrate(db);
  if (error) {
    const failed = results?.find((result) => result.status === 'Error')?.migrationName ?? 'before the first';
    throw new SetupError(
      `The database could not be migrated (${failed}): ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}

/** Migrations that a later release made, by name. The migrator needs a record for each. */
async function migrationsOfLaterReleases(db: Kysely<Tables>): Promise<Record<string, Migration>> {
  const { rows: tables } = await sql`select 1 where to_regclass('kysely_migration') is not null`.execute(db);
  if (tables.length === 0) return {};
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const known = await files.getMigrations();
  const later = rows.filter(({ name }) => !(name in known));
  return Object.fromEntries(later.map(({ name }) => [name, { up: () => refuse(name) }]));
}

/** A later release may migrate between our look and the migrator's. */
const hasMore = (now: object, before: object) => Object.keys(now).length > Object.keys(before).length;

function refuse(name: string): never {
  throw new Error(`The migration ${name} belongs to a later release.`);
}
