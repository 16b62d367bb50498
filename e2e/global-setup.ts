// Vitest runs this once before the browser tests.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { forgetLastRun } from './run-results.ts';

export default function prepare(): void {
  forgetLastRun();
  const cwd = join(import.meta.dirname, '..');
  execFileSync(process.execPath, ['scripts/build.ts'], { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
}
