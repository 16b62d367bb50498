import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { testFolder } from '../../test/test-folder.ts';
import { sourceMaps } from './source-maps.ts';

const folder = testFolder(afterAll);
mkdirSync(join(folder, 'maps'));
// Line 1, column 1 of the built file comes from line 3, column 5 of the source.
writeFileSync(
  join(folder, 'maps', 'start-Abc.js.map'),
  JSON.stringify({ version: 3, sources: ['../../../web/src/main.tsx'], names: [], mappings: 'AAEI' }),
);

it('a place in a built file is read as the place in its source', async () => {
  const sourceOf = sourceMaps(folder);
  const expected = { file: 'web/src/main.tsx', line: 3, column: 5 };
  expect(await sourceOf({ file: 'start-Abc.js', line: 1, column: 1 })).toEqual(expected);
});

it('a place in a file of an earlier release stays as it is', async () => {
  const frame = { file: 'start-Old.js', line: 1, column: 9 };
  expect(await sourceMaps(folder)(frame)).toEqual(frame);
});

it('a file that many places are in is read once', async () => {
  const parse = vi.spyOn(JSON, 'parse');
  const sourceOf = sourceMaps(folder);
  const frames = Array.from({ length: 20 }, () => ({ file: 'start-Abc.js', line: 1, column: 1 }));
  await Promise.all(frames.map(sourceOf));
  expect(parse).toHaveBeenCalledTimes(1);
  parse.mockRestore();
});
