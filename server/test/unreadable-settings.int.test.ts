// A setting whose file cannot be read is named as that by every process and command, not as one that is not set.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

it.each([
  ['web', ['main.ts', 'web'], 'DATABASE_URL'],
  ['ops', ['cli/ops.ts', 'today'], 'DATABASE_URL'],
  ['vendors:check', ['cli/vendors-check.ts'], 'CORE_API_KEY'],
] as const)('%s', { tags: ['full'] }, (_, [file, ...args], setting) => {
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(root, 'server/src', file), ...args], {
    cwd: root,
    encoding: 'utf8',
    env: {
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      [`${setting}_FILE`]: '/nowhere/a-secret',
    },
  });
  expect(status).toBe(1);
  expect(stdout + stderr).toContain(`${setting}_FILE names a file that cannot be read`);
  expect(stdout + stderr).not.toContain(`${setting} is not set`);
});
