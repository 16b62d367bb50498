// The generated types must be those of the schema that the migrations make.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openDatabase } from '#server/platform/db/database.ts';
import { generatedFile, generatedSchema } from '../../scripts/schema.ts';
import { copyEmbeddedDatabase } from './test-databases.ts';
import { testFolder } from './test-folder.ts';

it('schema.generated.ts is what `npm run schema` writes', async () => {
  const folder = testFolder();
  copyEmbeddedDatabase(folder);
  const { db, close } = await openDatabase({ url: undefined, dataDirectory: folder, poolSize: 1 });
  const written = await generatedSchema(db);
  await close();
  expect(readFileSync(generatedFile, 'utf8')).toBe(written);
});
