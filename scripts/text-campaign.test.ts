// The page for the campaign's registration shows what the product sends.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { textConsent } from '#contract/form-consents.ts';
import { loadLender } from '#lender/load.ts';
import { answerTo, textOf } from '#server/wording/texts.ts';

const { brand, textMessages } = loadLender();
const page = readFileSync(join(import.meta.dirname, '../docs/text-campaign.md'), 'utf8');

it.each([
  textConsent(brand.name, textMessages).statement,
  ...Object.values(textOf).map((text) => text(brand, '2026-03-05')),
  answerTo.help(brand),
  answerTo.stop(brand),
])('docs/text-campaign.md has: %s', (message) => {
  expect(page).toContain(`> ${message}\n`);
});
