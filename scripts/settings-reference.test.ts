import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pathOf } from '#contract/screens.ts';
import { environment } from '#server/platform/config.ts';
import { describedSetting } from '#server/platform/settings/setting.ts';
import { bankReturnScreens } from '#server/vendors/bank-data.ts';
import { textPaths } from '#server/vendors/text-messages.ts';
import { withReference } from './settings-reference.ts';

const page = readFileSync(join(import.meta.dirname, '../docs/go-live-reference.md'), 'utf8');
const settings = Object.entries(environment.shape).map(
  ([name, schema]) => [name, { schema, ...describedSetting(schema) }] as const,
);

it('docs/go-live-reference.md has every setting as the schema describes it (`npm run settings` writes them)', () => {
  expect(withReference(page)).toBe(page);
  for (const [name] of settings) expect(page).toContain(`| \`${name}\``);
});

it('docs/go-live-reference.md names every address that a vendor has to know', () => {
  const addresses = [
    ...Object.values(bankReturnScreens).map(pathOf),
    '/webhooks/mail',
    textPaths.replies,
    textPaths.codes,
    '/webhooks/core',
  ];
  for (const address of addresses) expect(page).toContain(`\`${address}\``);
});

it.each(
  settings,
)('%s says what it is, where it is found, with an example that holds, and what needs it', (_, one) => {
  expect(one.found).toMatch(/^\S.{4,}[^.]$/);
  expect(one.neededFor).toMatch(/^\S.{3,}[^.]$/);
  if (!one.example.includes('…')) expect(one.schema.safeParse(one.example).success, one.example).toBe(true);
  // Secret scanners would report an example that looks like a real secret.
  if (one.secret) expect(one.example).toContain('…');
});
