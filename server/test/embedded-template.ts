// A migrated embedded database, created once and copied for each test that needs one; creating one takes seconds of CPU time.
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { openDatabase } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';

const root = resolve(import.meta.dirname, '../..');
const cache = join(root, '.cache/embedded-database');
const dayMs = 24 * 60 * 60 * 1000;

/** Vitest runs this once before the first worker starts. */
export default async function makeTemplate(): Promise<void> {
  const template = join(cache, versionOfSchema());
  if (!existsSync(template)) {
    mkdirSync(cache, { recursive: true });
    // Another run may still be copying a template from today.
    for (const name of readdirSync(cache)) {
      const path = join(cache, name);
      if (statSync(path).mtimeMs < Date.now() - dayMs) rmSync(path, { recursive: true, force: true });
    }
    const folder = mkdtempSync(join(cache, 'new-'));
    const database = await openDatabase({ url: undefined, poolSize: 1, dataDirectory: folder });
    await migrate(database.db);
    await database.close();
    try {
      renameSync(join(folder, 'postgres'), template);
    } catch (error) {
      // Another run was faster.
      if (!existsSync(template)) throw error;
    }
    rmSync(folder, { recursive: true, force: true });
  }
  process.env.TEST_EMBEDDED_TEMPLATE = template;
}

/** Copies a migrated embedded database into a data folder that has none. */
export function copyEmbeddedDatabase(dataDirectory: string): void {
  const template = process.env.TEST_EMBEDDED_TEMPLATE;
  const own = join(dataDirectory, 'postgres');
  if (template !== undefined && !existsSync(own)) cpSync(template, own, { recursive: true });
}

/** Changes with the migrations and the versions of the packages that read them. */
function versionOfSchema(): string {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  for (const file of globSync(['server/src/**/migrate.ts', 'server/src/**/migrations/*.sql'], {
    cwd: root,
  }).sort())
    hash.update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 16);
}
