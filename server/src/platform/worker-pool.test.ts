import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { workerPool } from './worker-pool.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'worker-pool-'));
  writeFileSync(
    join(folder, 'thread.mjs'),
    "import { threadId } from 'node:worker_threads';\nexport default () => threadId;",
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

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
