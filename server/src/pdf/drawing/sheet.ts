// The pages of a PDF while it is drawn: the current position, page breaks, and the structure tree that screen readers use.
import type { ColorName, Palette } from '#lender/palette.ts';
import type { Text } from '../document-model.ts';
import type { Fonts } from './fonts.ts';
import { type Line, type Piece, type Typesetter, typesetter, withTrailingSpaces } from './lines.ts';
import { page, type Style } from './styles.ts';

export type Structure = PDFKit.PDFStructureElement;

// pdfkit has these, and its types leave them out.
declare global {
  namespace PDFKit.Mixins {
    interface StructureElementOptions {
      scope?: 'Column' | 'Row';
    }
  }
  namespace PDFKit {
    interface PDFStructureElement {
      readonly dictionary: { readonly data: Record<string, unknown> };
    }
  }
}

export class Sheet {
  readonly doc: PDFKit.PDFDocument;
  readonly colors: Palette['light'];
  readonly root: Structure;
  readonly lines: Typesetter['lines'];
  readonly measure: Typesetter['measure'];
  #pages = 0;
  /** Where the next block starts, in points from the top of the page. */
  y = 0;

  constructor(doc: PDFKit.PDFDocument, fonts: Fonts, colors: Palette['light']) {
    this.doc = doc;
    this.colors = colors;
    const { lines, measure } = typesetter(doc, fonts);
    this.lines = lines;
    this.measure = measure;
    this.newPage();
    this.root = doc.struct('Document');
    doc.addStructure(this.root);
  }

  get pages(): number {
    return this.#pages;
  }

  // Pages, structure and lines

  newPage(): void {
    this.doc.addPage();
    this.#pages += 1;
    this.y = page.top;
  }

  ensureSpace(height: number): void {
    if (!this.fits(height) && this.y > page.top) this.newPage();
  }

  fits(height: number): boolean {
    return this.y + height <= page.height - page.bottom;
  }

  addElement(
    parent: Structure,
    type: string,
    options: PDFKit.Mixins.StructureElementOptions = {},
  ): Structure {
    const element = this.doc.struct(type, options);
    parent.add(element);
    return element;
  }

  /** A screen reader needs the numbering. pdfkit has no option for it, so only here is a dictionary written to. */
  addList(parent: Structure, numbering: 'Decimal' | 'Disc' | 'None'): Structure {
    const list = this.addElement(parent, 'L');
    list.dictionary.data.A = { O: 'List', ListNumbering: numbering };
    return list;
  }

  fixedLines(texts: readonly Text[], style: Style, room: number): readonly Line[] {
    return withTrailingSpaces(texts).flatMap((text) => this.lines(text, style, room));
  }

  /** Draws lines as one element at a place of its page. */
  addLines(
    parent: Structure,
    type: string,
    lines: readonly Line[],
    x: number,
    y: number,
    style: Style,
  ): void {
    this.addElement(parent, type).add(() => this.drawLines(lines, x, y, style));
  }

  /** Draws lines as one element over as many pages as it takes; at least two lines are kept together. */
  paragraph(
    parent: Structure,
    type: string,
    lines: readonly Line[],
    style: Style,
    x: number = page.left,
  ): void {
    const element = this.addElement(parent, type);
    let rest = lines;
    this.ensureSpace(Math.min(lines.length, 2) * style.leading);
    while (rest.length > 0) {
      const room = Math.max(1, Math.floor((page.height - page.bottom - this.y) / style.leading));
      const fitting = rest.length - room === 1 && room > 2 ? room - 1 : room;
      const part = rest.slice(0, fitting);
      rest = rest.slice(fitting);
      const top = this.y;
      element.add(() => this.drawLines(part, x, top, style));
      this.y += part.length * style.leading;
      if (rest.length > 0) this.newPage();
    }
  }

  drawLines(lines: readonly Line[], x: number, y: number, style: Style): void {
    lines.forEach((line, index) => {
      this.drawLine(line, x, y + index * style.leading, style);
    });
  }

  drawLine(line: Line, x: number, y: number, style: Style): void {
    let left = x;
    // Fonts differ in how much space they take above their letters, so lines are aligned on their baseline.
    const baseline = y + style.leading / 2 + style.size * 0.33;
    // Neighboring pieces of one font are drawn together, so that words stay whole when text is copied from the document.
    const joined = line.reduce<Piece[]>((all, piece) => {
      const last = all.at(-1);
      if (last?.face !== piece.face || last.italic !== piece.italic) all.push(piece);
      else all[all.length - 1] = { ...last, text: last.text + piece.text, width: last.width + piece.width };
      return all;
    }, []);
    for (const piece of joined) {
      this.doc
        .font(piece.face)
        .fontSize(style.size)
        .fillColor(this.colors[style.color])
        .text(piece.text, left, baseline, {
          ...{ lineBreak: false, baseline: 'alphabetic', oblique: piece.italic === true },
        });
      left += piece.width;
    }
  }

  // Artifacts: what a screen reader skips

  drawRunningLine(edge: 'Top' | 'Bottom', paint: () => void): void {
    this.doc.markContent('Artifact', { type: 'Pagination', attached: [edge] });
    paint();
    this.doc.endMarkedContent();
  }

  drawArtifact(paint: () => void): void {
    this.doc.markContent('Artifact', { type: 'Layout' });
    paint();
    this.doc.endMarkedContent();
  }

  rule(): void {
    this.drawArtifact(() => this.stroke(page.left, this.y, page.width - page.right, this.y, 0.5));
  }

  stroke(
    fromX: number,
    fromY: number,
    toX: number,
    toY: number,
    width: number,
    color: ColorName = 'line',
  ): void {
    this.doc.lineWidth(width).strokeColor(this.colors[color]).moveTo(fromX, fromY).lineTo(toX, toY).stroke();
  }
}
