import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const written = [
  ['web/src/wording', /(?<!\.test)\.ts$/],
  ['server/src/wording', /(?<!\.test)\.ts$/],
  ['server/src/vendors/own-signature', /(?<!\.test)\.ts$/],
  ['lender', /\.json$/],
] as const;

it('what applicants read has straight quotes and apostrophes everywhere', () => {
  const curly = written.flatMap(([folder, kind]) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => kind.test(file))
      .filter((file) => /[‘’“”]/.test(readFileSync(join(root, folder, file), 'utf8'))),
  );
  expect(curly).toEqual([]);
});
