import { expect, it } from 'vitest';
import { withPlainLetters } from './plain-letters.ts';

it.each([
  ['José Nguyễn', 'Jose Nguyen'],
  ['Jørgen Weiß', 'Joergen Weiss'],
  ['Łukasz ŁUKASZ', 'Lukasz LUKASZ'],
  ['Þóra Æðelric', 'Thora Aedelric'],
  ['O´Brien O’Brien ʻOhana', "O'Brien O'Brien 'Ohana"],
  ['Brien‑Smith', 'Brien-Smith'],
])('writes %s as %s', (name, written) => {
  expect(withPlainLetters(name)).toBe(written);
  expect(withPlainLetters(name.normalize('NFD'))).toBe(written);
});
