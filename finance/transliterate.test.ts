import { expect, it } from 'vitest';
import { toUnaccented } from './transliterate.ts';

it.each([
  ['José Nguyễn', 'Jose Nguyen'],
  ['Jørgen Weiß', 'Joergen Weiss'],
  ['Łukasz ŁUKASZ', 'Lukasz LUKASZ'],
  ['Þóra Æðelric', 'Thora Aedelric'],
  ['O´Brien O’Brien ʻOhana', "O'Brien O'Brien 'Ohana"],
  ['Brien‑Smith', 'Brien-Smith'],
])('writes %s as %s', (name, written) => {
  expect(toUnaccented(name)).toBe(written);
  expect(toUnaccented(name.normalize('NFD'))).toBe(written);
});
