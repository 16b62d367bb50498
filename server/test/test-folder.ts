// A folder for what tests write.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** It is there until the test ends, or with a hook such as `afterAll` until that one runs. */
export function testFolder(until: (remove: () => void) => void = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'branchline-test-'));
  until(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
