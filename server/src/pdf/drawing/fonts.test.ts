import { expect, it, vi } from 'vitest';
import { loadLender } from '#lender/load.ts';
import type { Face } from './fonts.ts';

it.each<[Face, string, string, string]>([
  ['body', 'a no-break space', '\u00a0', ' '],
  ['body', 'a no-break hyphen', '\u2011', '-'],
  ['strong', 'the sign of the ohm', '\u2126', 'Ω'],
  ['body', 'letters drawn as one', 'ft', 'ft'],
  ['display', 'one character that stands for two letters', '\ufb01', 'fi'],
])('what is read in %s from %s does not depend on what was drawn before', async (face, _, drawn, text) => {
  // A font that has drawn nothing.
  vi.resetModules();
  const { fontsWith } = await import('./fonts.ts');
  const [glyph] = fontsWith(`lender/public/${loadLender().look.print.face}`)[face].layout(drawn).glyphs;
  expect(String.fromCodePoint(...(glyph?.codePoints ?? []))).toBe(text);
});
