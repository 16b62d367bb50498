// Forgets before a run what passed axe in the last one: styles may have changed since.
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';

export default function forgetAxeResults(): void {
  rmSync(resolve(import.meta.dirname, '../.cache/e2e/axe'), { recursive: true, force: true });
}
