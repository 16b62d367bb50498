// The generated types must be those of the schema that the migrations make.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '#server/platform/db/database.ts';
import { generatedFile, generatedSchema } from '../../scripts/schema.ts';
import { copyEmbeddedDatabase } from './test-databases.ts';

it('schema.generated.ts is what `npm run schema` writes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'branchline-schema-'));
  copyEmbeddedDatabase(folder);
  const { db, close } = await openDatabase({ url: undefined, dataDirectory: folder, poolSize: 1 });
  const written = await generatedSchema(db);
  await close();
  rmSync(folder, { recursive: true });
  expect(readFileSync(generatedFile, 'utf8')).toBe(written);
});
