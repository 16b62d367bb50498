// Vendors' own clients, tried against the sandbox. Large, so only `npm run test:full` installs them.
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installLocked, root } from './dependencies.js';

export const officialSdks = join(root, '.cache/sdks');

/** False if the registry could not be reached; the test is reported as not run then. */
export async function installOfficialSdks() {
  const files = ['package.json', 'package-lock.json'];
  const wanted = createHash('sha256');
  for (const file of files) wanted.update(readFileSync(join(root, 'e2e/sdks', file)));
  const hash = wanted.digest('hex');
  const stamp = join(officialSdks, 'installed');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return true;
  console.log('Installing vendors’ clients for a test (one time) …');
  mkdirSync(officialSdks, { recursive: true });
  for (const file of files) copyFileSync(join(root, 'e2e/sdks', file), join(officialSdks, file));
  if (!(await installLocked(officialSdks, '--ignore-scripts'))) return false;
  writeFileSync(stamp, hash);
  return true;
}

if (import.meta.main) process.exit((await installOfficialSdks()) ? 0 : 1);
