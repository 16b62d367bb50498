// Brings the database to the newest shape. Forward only; processes that start together wait for one another.
import fs from 'node:fs/promises';
import path from 'node:path';
import { FileMigrationProvider, type Kysely, Migrator } from 'kysely';
import { SetupError } from '../failure.ts';
import type { Tables } from './tables.ts';

/** Every file of it is a migration, under its own name. */
const migrationFolder = path.join(import.meta.dirname, 'migrations');

export async function migrate(db: Kysely<Tables>): Promise<void> {
  // The migrator holds an advisory lock while it runs. A migration may be merged after one with a higher number.
  const migrator = new Migrator({
    db,
    provider: new FileMigrationProvider({ fs, path, migrationFolder }),
    allowUnorderedMigrations: true,
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error) {
    const failed = results?.find((result) => result.status === 'Error')?.migrationName ?? 'before the first';
    throw new SetupError(
      `The database could not be migrated (${failed}): ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}
