// The table in docs/go-live-reference.md is the only place that says what a setting is for. It must have every setting as the schema has it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pathOf } from '#contract/screens.ts';
import { neededInProduction } from '#server/platform/production-settings.ts';
import { environment, secretOf, settingGroups } from '#server/platform/settings.ts';
import { bankReturnScreens } from '#server/vendors/bank-data.ts';
import { textPaths } from '#server/vendors/text-messages.ts';

const page = readFileSync(join(import.meta.dirname, '../docs/go-live-reference.md'), 'utf8');
const [, table = ''] = page.split('| Setting | What it is |');
const rows = table
  .split('\n')
  .slice(2, -1)
  .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()));

it('docs/go-live-reference.md has every setting, under the title of its group and in the order of the schema', () => {
  expect(rows.map(([, title]) => title)).toEqual(
    Object.entries(settingGroups).flatMap(([title, settings]) => [
      `**${title}**`,
      ...Object.entries(settings).map(([name, schema]) => {
        const secret = secretOf(schema);
        const kind = secret?.onlyWorkers ? ' (secret, for workers alone)' : secret ? ' (secret)' : '';
        return `\`${name}\`${kind}`;
      }),
    ]),
  );
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

/** Its default depends on the machine. */
const depends = new Set(['WEB_DIR']);

it.each(
  Object.entries(environment.shape),
)('%s says what it is, where it is found, with an example that holds, its default, and what needs it', (name, schema) => {
  const row = rows.find(([, title]) => title?.startsWith(`\`${name}\``)) ?? [];
  const [, , description = '', found, example = '', byDefault = '', neededFor] = row;
  expect(description).toMatch(/^\S.{8,}[^.]$/);
  expect(found).toMatch(/^\S.{4,}[^.]$/);
  expect(neededFor).toMatch(/^\S.{3,}[^.]$/);
  const value = example.slice(1, -1);
  expect(example).toBe(`\`${value}\``);
  if (!value.includes('…')) expect(schema.safeParse(value).success, value).toBe(true);
  const secret = secretOf(schema);
  if (secret) {
    expect(secret.found).toBe(found);
    // Secret scanners would report an example that looks like a real secret.
    expect(value).toContain('…');
  }
  const unset = schema.safeParse(undefined);
  const isRequired = name in neededInProduction || !unset.success;
  expect(byDefault === '**must be set**').toBe(isRequired);
  const isWritten = ['string', 'number'].includes(typeof unset.data) && unset.data !== '';
  if (isWritten && !isRequired && !depends.has(name)) expect(byDefault).toBe(`\`${unset.data}\``);
  else expect(byDefault).toMatch(/\S{4,}/);
});
