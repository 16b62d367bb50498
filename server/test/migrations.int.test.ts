import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openDatabase } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { copyEmbeddedDatabase } from './test-databases.ts';

it('refuses a database from before the first release with what to do about it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'branchline-migrations-'));
  copyEmbeddedDatabase(folder);
  const database = await openDatabase({ url: undefined, poolSize: 1, dataDirectory: folder });
  const { db } = database;
  try {
    await migrate(db);
    await sql`update kysely_migration set name = '0001-ground' where name = '0001-initial'`.execute(db);
    await expect(migrate(db)).rejects.toThrow(/older than the first release.+delete the data folder/);
  } finally {
    await database.close();
    rmSync(folder, { recursive: true });
  }
});
