// Which characters the fonts can print. pdfkit does not tell, so the font files are read with fontkit, its own font reader.
import { create } from 'fontkit';
import { type Face, fonts } from './styles.ts';

const readers = {
  body: create(fonts.body),
  strong: create(fonts.strong),
  display: create(fonts.display),
};

export function hasGlyph(face: Face, letter: string): boolean {
  return readers[face].hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);
}
