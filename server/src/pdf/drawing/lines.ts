// Breaks text into lines that fit a width. One line may mix fonts.
import { type Run, runsOf, type Text } from '../document-model.ts';
import { type Face, type Fonts, hasGlyph } from './fonts.ts';
import type { Style } from './styles.ts';

export interface Piece {
  readonly text: string;
  readonly face: Face;
  readonly width: number;
  readonly italic?: boolean;
}
export type Line = readonly Piece[];

const words = /\S+\s*|\s+/g;
/** Words that stay on one line: a phone number, a ZIP code with its state, a vehicle's number, a reference and a license. */
const unbroken =
  /(?:\(\d{3}\) \d{3}-\d{4}|[A-Z]{2} \d{5}\b|VIN [A-Z\d]{17}|Application [A-F\d]{8}|NMLS ID \d+)\S*\s*|\S+\s*|\s+/g;

export type Typesetter = ReturnType<typeof typesetter>;

export function typesetter(doc: PDFKit.PDFDocument, fonts: Fonts) {
  /** The width of a text on one line, in points. */
  const measure = (text: string, style: Style, face: Face = style.face): number =>
    doc.font(face).fontSize(style.size).widthOfString(text);

  function wordsOf(run: Run, style: Style, room: number): { piece: Piece; bare: number }[] {
    const face: Face = run.strong ? 'strong' : style.face;
    const fits = (text: string) => measure(text.trimEnd(), style, face) <= room;
    const parts = printable(run.text, fonts[face]).match(unbroken) ?? [];
    return parts
      .flatMap((text) => (fits(text) ? [text] : (text.match(words) ?? [])))
      .map((text) => {
        const spaced = text.replace(/\s+/g, ' ');
        return {
          piece: { text: spaced, face, width: measure(spaced, style, face), italic: run.italic },
          bare: measure(spaced.trimEnd(), style, face),
        };
      });
  }

  /** Splits a word that is longer than a line in two. */
  function split(piece: Piece, style: Style, room: number): [Piece, Piece | undefined] {
    const letters = [...piece.text];
    let count = letters.length;
    const upTo = (length: number) => letters.slice(0, length).join('');
    while (count > 1 && measure(upTo(count).trimEnd(), style, piece.face) > room) count -= 1;
    if (count === letters.length) return [piece, undefined];
    const of = (text: string): Piece => ({ ...piece, text, width: measure(text, style, piece.face) });
    return [of(upTo(count)), of(letters.slice(count).join(''))];
  }

  function lines(text: Text, style: Style, room: number): readonly Line[] {
    const pieces = runsOf(text).flatMap((run) => wordsOf(run, style, room));
    const broken: Piece[][] = [[]];
    let used = 0;
    for (const word of pieces) {
      // A space at the end of a line takes no width.
      if (used > 0 && used + word.bare > room) {
        broken.push([]);
        used = 0;
      }
      let { piece } = word;
      while (used === 0 && piece.width > room && piece.text.trimEnd().length > 1) {
        const [first, after] = split(piece, style, room);
        if (after === undefined) break;
        broken.at(-1)?.push(first);
        broken.push([]);
        piece = after;
      }
      broken.at(-1)?.push(piece);
      used += piece.width;
    }
    return broken;
  }

  return { lines, measure };
}

/** Replaces a character that the font lacks with its base letter, or with a question mark. */
function printable(text: string, font: Fonts[Face]): string {
  const has = (letter: string) => hasGlyph(font, letter);
  return [...text.normalize('NFC')]
    .map((letter) => {
      if (has(letter) || /\s/.test(letter)) return letter;
      const base = [...letter.normalize('NFKD')].filter((part) => !/\p{M}/u.test(part) && has(part)).join('');
      return base === '' ? '?' : base;
    })
    .join('');
}

export const widthOfLine = (line: Line) => line.reduce((sum, piece) => sum + piece.width, 0);

/** Fixed lines end in a space, so that a screen reader does not run the last word of one into the first of the next. */
export const withTrailingSpaces = (lines: readonly Text[]) =>
  lines.map((line, index): Text => {
    if (index === lines.length - 1) return line;
    return typeof line === 'string' ? `${line} ` : [...line, ' '];
  });
