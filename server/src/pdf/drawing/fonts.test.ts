import { beforeEach, describe, expect, it, vi } from 'vitest';
import { loadLender } from '#lender/load.ts';
import type { Face } from './fonts.ts';

describe('what is read from a drawn character', () => {
  // A font that has drawn nothing.
  beforeEach(() => vi.resetModules());

  it.each<[Face, string, string, string]>([
    ['body', 'a no-break space', '\u00a0', ' '],
    ['body', 'a no-break hyphen', '\u2011', '-'],
    ['strong', 'the sign of the ohm', '\u2126', 'Ω'],
    ['body', 'letters drawn as one', 'ft', 'ft'],
    ['display', 'one character that stands for two letters', '\ufb01', 'fi'],
  ])('in %s, %s, does not depend on what was drawn before', async (face, _, drawn, text) => {
    const { fontsWith } = await import('./fonts.ts');
    const [glyph] = fontsWith(`lender/public/${loadLender().look.print.face}`)[face].layout(drawn).glyphs;
    expect(String.fromCodePoint(...(glyph?.codePoints ?? []))).toBe(text);
  });
});
