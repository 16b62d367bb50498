// The fonts, read once: reading takes longer than drawing a page. pdfkit doesn't reveal which characters they can print.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create, type Font, type GlyphRun } from 'fontkit';

/** Of one font. Names and amounts are among them. */
const mostWords = 5000;

/** Read at startup, so that a missing font stops the start rather than a document. */
const ownFonts = {
  body: ownFont('source-sans-3-regular.ttf'),
  strong: ownFont('source-sans-3-semibold.ttf'),
};
const displayFonts = new Map<string, Font>();

export type Face = keyof typeof ownFonts | 'display';
export type Fonts = Readonly<Record<Face, Font>>;

/** `display` is the file of the lender's display face. Without it, headings are in our own. */
export function fontsWith(display?: string): Fonts {
  if (display === undefined || !existsSync(display)) return { ...ownFonts, display: ownFonts.strong };
  const font = displayFonts.get(display) ?? readFont(display);
  displayFonts.set(display, font);
  return { ...ownFonts, display: font };
}

export const hasGlyph = (font: Font, letter: string) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);

function ownFont(name: string): Font {
  return readFont(join(import.meta.dirname, '../fonts', name));
}

function readFont(file: string): Font {
  const font = create(readFileSync(file));
  // A font remembers which characters first led to a glyph, and a PDF's text is copied and read aloud by them. Going through all of
  // them in one order makes a document the same whatever was drawn before it: ligatures by their letters, the rest by number.
  font.layout('ff fi fl ffi ffl ft');
  for (const codePoint of font.characterSet) font.glyphForCodePoint(codePoint);
  rememberWords(font);
  return font;
}

/** Laying out words takes most of a document's time, and the documents share most of their words. */
function rememberWords(font: Font): void {
  const layOut = font.layout.bind(font);
  const words = new Map<string, GlyphRun>();
  font.layout = (text, features) => {
    if (features !== undefined) return layOut(text, features);
    const word = words.get(text) ?? layOut(text);
    if (words.size >= mostWords) words.clear();
    words.set(text, word);
    // pdfkit scales the positions of a run in place.
    const positions = word.positions.map((position) => ({ ...position }));
    return Object.assign(Object.create(word) as GlyphRun, { positions });
  };
}
