import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { endedStates } from '#server/journey/chart.ts';
import { noticePage } from './notice-table.ts';

it('docs/notices.md lists who receives which notice when, for every ending (`npm run notices:table` writes it)', () => {
  const page = readFileSync('docs/notices.md', 'utf8');
  expect(page).toBe(noticePage());
  // Emails by their subjects, and not by the names that the code has for them.
  expect(page).not.toContain('email `');
  for (const name of endedStates) expect(page).toContain(`\`${name}\``);
});
