import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { expect, it } from 'vitest';

const folders = 'web/src/screens/{bank-link,verification}/**/*.tsx';
const isScreen = (source: string) => /<(?:ScreenPage|Notice)\b/.test(source);

it('every screen about the bank link and the verification shows the prequalified amount', async () => {
  const screens: string[] = [];
  for await (const file of glob(folders)) if (isScreen(readFileSync(file, 'utf8'))) screens.push(file);
  expect(screens.length).toBeGreaterThan(7);
  expect(screens.filter((file) => !readFileSync(file, 'utf8').includes('<AmountBadge'))).toEqual([]);
});
