// The pages a paper is drawn on: where drawing stands, when a page is full, and what a screen reader is told of each mark.
import type { Text } from '../paper.ts';
import { type Line, type Piece, Typesetter } from './lines.ts';
import { colors, page, type Style } from './styles.ts';

export type Structure = PDFKit.PDFStructureElement;

declare global {
  namespace PDFKit {
    // What pdfkit has and its types leave out.
    interface PDFStructureElement {
      readonly dictionary: { readonly data: Record<string, unknown> };
    }
    interface PDFDocument {
      /** The face that is set. */
      readonly _font: { readonly font: { hasGlyphForCodePoint(codePoint: number): boolean } };
    }
  }
}

export class Sheet {
  readonly doc: PDFKit.PDFDocument;
  readonly root: Structure;
  readonly #typesetter: Typesetter;
  #pages = 0;
  /** Where the next block begins, in points from the top of the page. */
  y = 0;

  constructor(doc: PDFKit.PDFDocument) {
    this.doc = doc;
    this.#typesetter = new Typesetter(doc);
    this.newPage();
    this.root = doc.struct('Document');
    doc.addStructure(this.root);
  }

  get pages(): number {
    return this.#pages;
  }

  lines(text: Text, style: Style, room: number): readonly Line[] {
    return this.#typesetter.lines(text, style, room);
  }

  /** Points that a text takes in one line. */
  measure(text: string, style: Style): number {
    return this.#typesetter.measure(text, style.face, style);
  }

  // Pages, structure and lines

  newPage(): void {
    this.doc.addPage();
    this.#pages += 1;
    this.y = page.top;
  }

  need(height: number): void {
    if (!this.holds(height) && this.y > page.top) this.newPage();
  }

  /** Whether so much fits below what is drawn. */
  holds(height: number): boolean {
    return this.y + height <= page.height - page.bottom;
  }

  /** An element of the structure tree, below `parent` where there is one, with attributes that pdfkit does not write. */
  child(
    parent: Structure | undefined,
    type: string,
    attributes: Record<string, string> = {},
    owner: 'List' | 'Table' = 'List',
  ): Structure {
    const element = this.doc.struct(type);
    if (Object.keys(attributes).length > 0) {
      element.dictionary.data.A = { O: owner, ...attributes };
    }
    parent?.add(element);
    return element;
  }

  /** One element over as many pages as it takes; two lines at least stay together. */
  paragraph(
    parent: Structure,
    type: string,
    lines: readonly Line[],
    style: Style,
    x: number = page.left,
  ): void {
    const element = this.child(parent, type);
    let rest = lines;
    this.need(Math.min(lines.length, 2) * style.leading);
    while (rest.length > 0) {
      const room = Math.max(1, Math.floor((page.height - page.bottom - this.y) / style.leading));
      const fitting = rest.length - room === 1 && room > 2 ? room - 1 : room;
      const part = rest.slice(0, fitting);
      rest = rest.slice(fitting);
      const top = this.y;
      element.add(() => this.putLines(part, x, top, style));
      this.y += part.length * style.leading;
      if (rest.length > 0) this.newPage();
    }
  }

  putLines(lines: readonly Line[], x: number, y: number, style: Style): void {
    lines.forEach((line, index) => {
      this.put(line, x, y + index * style.leading, style);
    });
  }

  put(line: Line, x: number, y: number, style: Style): void {
    let left = x;
    // Faces differ in the room they claim above their letters, so lines are set on their baseline.
    const baseline = y + style.leading / 2 + style.size * 0.33;
    // Neighbours of one face are drawn as one, so that what is copied out of the document has its words.
    const joined = line.reduce<Piece[]>((all, piece) => {
      const last = all.at(-1);
      if (last?.face !== piece.face) all.push(piece);
      else all[all.length - 1] = { ...last, text: last.text + piece.text, width: last.width + piece.width };
      return all;
    }, []);
    for (const piece of joined) {
      this.doc
        .font(piece.face)
        .fontSize(style.size)
        .fillColor(style.color)
        .text(piece.text, left, baseline, { lineBreak: false, baseline: 'alphabetic' });
      left += piece.width;
    }
  }

  // What only decorates

  running(edge: 'Top' | 'Bottom', paint: () => void): void {
    this.doc.markContent('Artifact', { type: 'Pagination', attached: [edge] });
    paint();
    this.doc.endMarkedContent();
  }

  decorate(paint: () => void): void {
    this.doc.markContent('Artifact', { type: 'Layout' });
    paint();
    this.doc.endMarkedContent();
  }

  rule(): void {
    this.decorate(() => this.stroke(page.left, this.y, page.width - page.right, this.y, 0.5));
  }

  stroke(
    fromX: number,
    fromY: number,
    toX: number,
    toY: number,
    width: number,
    color: string = colors.line,
  ): void {
    this.doc.lineWidth(width).strokeColor(color).moveTo(fromX, fromY).lineTo(toX, toY).stroke();
  }
}
