// The generated types must be those of the schema that the migrations make.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openDatabase } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { generatedFile, generatedSchema } from '../../scripts/schema.ts';

it('schema.generated.ts is what `npm run schema` writes', async () => {
  const { db, close } = await openDatabase({ url: undefined, dataDirectory: undefined, poolSize: 1 });
  await migrate(db);
  const written = await generatedSchema(db);
  await close();
  expect(readFileSync(generatedFile, 'utf8')).toBe(written);
});
