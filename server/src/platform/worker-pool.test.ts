import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testFolder } from '../../test/test-folder.ts';
import { workerPool } from './worker-pool.ts';

const folder = testFolder(afterAll);
beforeAll(() => {
  writeFileSync(
    join(folder, 'thread.mjs'),
    "import { threadId } from 'node:worker_threads';\nexport default () => threadId;",
  );
});

const poolOf = (options: { readonly idleMs?: number }) =>
  workerPool<undefined, number>(pathToFileURL(join(folder, 'thread.mjs')), options);

it('ends a thread that has had no task for so long, and starts another with the next task', async () => {
  const pool = poolOf({ idleMs: 1 });
  const first = await pool.run(undefined);
  await expect.poll(() => pool.run(undefined), { interval: 50 }).not.toBe(first);
  await pool.close();
});

it('keeps its thread otherwise', async () => {
  const pool = poolOf({});
  const first = await pool.run(undefined);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await pool.run(undefined)).toBe(first);
  await pool.close();
});
