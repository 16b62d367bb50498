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

export class Typesetter {
  readonly #doc: PDFKit.PDFDocument;

  constructor(doc: PDFKit.PDFDocument) {
    this.#doc = doc;
  }

  lines(text: Text, style: Style, room: number): readonly Line[] {
    const words = runsOf(text).flatMap((run) => this.#words(run, style));
    const lines: Piece[][] = [[]];
    let used = 0;
    for (const word of words) {
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

  #words(run: Run, style: Style): { piece: Piece; bare: number }[] {
    const face: Face = run.strong ? 'strong' : style.face;
    return (this.#printable(run.text, face).match(/\S+\s*|\s+/g) ?? []).map((text) => {
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
