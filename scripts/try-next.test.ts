import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tryNext } from './try-next.js';

const root = join(import.meta.dirname, '..');
const lines = tryNext('.data');

it('the start ends with what to try next, at places that are there', () => {
  const text = lines.join('\n');
  const page = readFileSync(join(root, 'sandbox/console/page/index.html'), 'utf8');
  const sections = [...text.matchAll(/console, #([\w-]+)/g)].map(([, id]) => id);
  expect(sections.length).toBeGreaterThan(0);
  for (const id of sections) expect(page).toContain(`<section id="${id}"`);
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const commands = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name);
  for (const name of commands) expect(scripts).toHaveProperty(name ?? '');
  expect(text).toContain('/dev/screens');
  // The addresses come once, in the lines before.
  expect(text).not.toContain('http');
});
