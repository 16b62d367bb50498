import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { loadLender, textOn } from '../load.ts';
import { TEXT_IDS } from '../schema.ts';
import { legalText, textFiles } from './texts.ts';

const ON = '2026-11-20';

test('the browser has every version that the server has, and reads the same words', async () => {
  const lender = loadLender();
  const count = Object.values(textFiles).reduce((sum, files) => sum + files.length, 0);
  expect(count).toBe(readdirSync(path.join(import.meta.dirname, 'texts')).length);
  for (const id of TEXT_IDS) {
    const { sha256, ...kept } = textOn(lender, id, ON);
    expect(sha256).toBeTruthy();
    expect(await legalText(id, ON)).toEqual(kept);
  }
});

test('a text that does not hold yet is not shown', async () => {
  await expect(legalText('cookie-policy', '2001-01-01')).rejects.toThrow('No version of cookie-policy');
});
