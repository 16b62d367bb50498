import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { addressOf, screenStates } from '#web/dev/states.ts';
import { pictureFolder, pictureLimit, pictureOf } from './state-pictures.ts';

const kept = readdirSync(pictureFolder);

it('the pictures of states take at most 5 MB', () => {
  const bytes = kept.reduce((sum, name) => sum + statSync(join(pictureFolder, name)).size, 0);
  expect(bytes).toBeLessThanOrEqual(pictureLimit);
});

it('each picture is of a state that there is', () => {
  const states = new Set(screenStates.map((state) => pictureOf(addressOf(state))));
  expect(kept.filter((name) => name.endsWith('.webp') && !states.has(name))).toEqual([]);
});
