import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { testFolder } from '../server/test/test-folder.ts';
import { fillCompileCache, runtimeFiles, threadFiles } from './compile-cache.ts';

it('the cache of a process has our modules without their types, and no compiled code', () => {
  const folder = testFolder();
  fillCompileCache({ ...process.env, NODE_OPTIONS: '', NODE_COMPILE_CACHE: folder });
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  expect(runtimeFiles().length).toBeGreaterThan(500);
  expect(threadFiles().length).toBeGreaterThan(2);
  const stored = [...runtimeFiles(), ...threadFiles()];
  expect(entries.filter((entry) => entry.isFile())).toHaveLength(stored.length);
});
