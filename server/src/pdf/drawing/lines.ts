// Breaks text into lines that fit a width. One line may mix fonts.
import { type Run, runsOf, type Text } from '../document-model.ts';
import type { Face } from './fonts.ts';
import { hasGlyph } from './fonts.ts';
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

export class Typesetter {
  readonly #doc: PDFKit.PDFDocument;

  constructor(doc: PDFKit.PDFDocument) {
    this.#doc = doc;
  }

  lines(text: Text, style: Style, room: number): readonly Line[] {
    const pieces = runsOf(text).flatMap((run) => this.#words(run, style, room));
    const lines: Piece[][] = [[]];
    let used = 0;
    for (const word of pieces) {
      // A space at the end of a line takes no width.
      if (used > 0 && used + word.bare > room) {
        lines.push([]);
        used = 0;
      }
      let { piece } = word;
      while (used === 0 && piece.width > room && piece.text.trimEnd().length > 1) {
        const [first, after] = this.#split(piece, style, room);
        if (after === undefined) break;
        lines.at(-1)?.push(first);
        lines.push([]);
        piece = after;
      }
      lines.at(-1)?.push(piece);
      used += piece.width;
    }
    return lines;
  }

  #words(run: Run, style: Style, room: number): { piece: Piece; bare: number }[] {
    const face: Face = run.strong ? 'strong' : style.face;
    const fits = (text: string) => this.measure(text.trimEnd(), face, style) <= room;
    const parts = this.#printable(run.text, face).match(unbroken) ?? [];
    return parts
      .flatMap((text) => (fits(text) ? [text] : (text.match(words) ?? [])))
      .map((text) => {
        const spaced = text.replace(/\s+/g, ' ');
        return {
          piece: { text: spaced, face, width: this.measure(spaced, face, style), italic: run.italic },
          bare: this.measure(spaced.trimEnd(), face, style),
        };
      });
  }

  /** Splits a word that is longer than a line in two. */
  #split(piece: Piece, style: Style, room: number): [Piece, Piece | undefined] {
    const letters = [...piece.text];
    let count = letters.length;
    const upTo = (length: number) => letters.slice(0, length).join('');
    while (count > 1 && this.measure(upTo(count).trimEnd(), piece.face, style) > room) count -= 1;
    if (count === letters.length) return [piece, undefined];
    const of = (text: string): Piece => ({ ...piece, text, width: this.measure(text, piece.face, style) });
    return [of(upTo(count)), of(letters.slice(count).join(''))];
  }

  measure(text: string, face: Face, style: Style): number {
    return this.#doc.font(face).fontSize(style.size).widthOfString(text);
  }

  /** Replaces a character that the font lacks with its base letter, or with a question mark. */
  #printable(text: string, face: Face): string {
    const has = (letter: string) => hasGlyph(face, letter);
    return [...text.normalize('NFC')]
      .map((letter) => {
        if (has(letter) || /\s/.test(letter)) return letter;
        const base = [...letter.normalize('NFKD')].filter((one) => !/\p{M}/u.test(one) && has(one)).join('');
        return base === '' ? '?' : base;
      })
      .join('');
  }
}

export const widthOfLine = (line: Line) => line.reduce((sum, piece) => sum + piece.width, 0);

/** Fixed lines end in a space, so that a screen reader does not run the last word of one into the first of the next. */
export const withTrailingSpaces = (lines: readonly Text[]) =>
  lines.map((line, index): Text => {
    if (index === lines.length - 1) return line;
    return typeof line === 'string' ? `${line} ` : [...line, ' '];
  });
