// The threat model names a test for each attack. If a test is renamed or deleted, nothing tests that attack anymore.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/security.md'), 'utf8');
const attacks = page
  .slice(page.indexOf('\n## Attacks'), page.indexOf('\n## What we rely on'))
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Attack |'))
  .map((line) => line.split('|').map((cell) => cell.trim()));

it.each(
  attacks.map(([, attack = '', , heldBy = '']) => [attack, heldBy]),
)('%s is held by tests that exist', (_, heldBy) => {
  const files = [...heldBy.matchAll(/`([^`]+)`/g)].map(([, file = '']) =>
    file.includes('/') ? file : `server/test/${file}`,
  );
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) expect(existsSync(join(root, file)), file).toBe(true);
});
