// The threat model names a test for each attack. If a test is renamed or deleted, nothing tests that attack anymore.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/security.md'), 'utf8');
const attacks = page
  .slice(page.indexOf('\n## Attacks'), page.indexOf('\n## How an applicant proves'))
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Attack |'))
  .map((line) => line.split('|').map((cell) => cell.trim()));

const testsIn = (cell: string) =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, file = '']) =>
    file.includes('/') ? file : `server/test/${file}`,
  );

it('every chapter of ASVS 5.0 names how it is met and tests that exist', () => {
  const chapters = page
    .slice(page.indexOf('\n## OWASP ASVS'))
    .split('\n')
    .filter((line) => line.startsWith('| V'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  expect(chapters.map(([, name = '']) => name.split(' ')[0])).toEqual(
    Array.from({ length: 17 }, (_, at) => `V${at + 1}`),
  );
  for (const [, name, how, tests = '', lenders] of chapters) {
    expect([how, lenders], name).not.toContain('');
    if (how !== 'not used') expect(testsIn(tests).length, name).toBeGreaterThan(0);
    for (const file of testsIn(tests)) expect(existsSync(join(root, file)), file).toBe(true);
  }
  const requirements = page.split('\n').filter((line) => /^\| \d+\.\d/.test(line));
  const named = requirements.flatMap(testsIn).filter((file) => /\.test\.ts$/.test(file));
  expect(named.length).toBeGreaterThan(10);
  for (const file of named) expect(existsSync(join(root, file)), file).toBe(true);
});

it.each(
  attacks.map(([, attack = '', , heldBy = '']) => [attack, heldBy]),
)('%s is held by tests that exist', (_, heldBy) => {
  const files = testsIn(heldBy);
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) expect(existsSync(join(root, file)), file).toBe(true);
});
