// Draws a paper as a tagged PDF: what is seen stands in a structure tree in reading order, what only decorates is marked
// as an artifact, and the fonts are embedded. The same paper always gives the same bytes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import PDFDocument from 'pdfkit';
import { type Block, type Column, type Figure, type Paper, type Run, runsOf, type Text } from './paper.ts';

/** Where a person signs: points from the lower left corner of a page, pages counted from 1. */
export interface Anchor {
  readonly anchor: string;
  readonly page: number;
  readonly x: number;
  readonly y: number;
}

export interface Pdf {
  readonly bytes: Buffer;
  readonly pages: number;
  readonly anchors: readonly Anchor[];
}

const fontFile = (name: string) => readFileSync(join(import.meta.dirname, 'fonts', name));
/** Read at start-up: a document is never drawn with a font that is missing. */
const fonts = {
  body: fontFile('source-sans-3-regular.ttf'),
  strong: fontFile('source-sans-3-semibold.ttf'),
  display: fontFile('besley-semibold.ttf'),
};
type Face = keyof typeof fonts;

interface Style {
  readonly face: Face;
  readonly size: number;
  /** From one baseline to the next. */
  readonly leading: number;
  readonly color: string;
}

const colors = { ink: '#1C2421', soft: '#4B5752', spruce: '#0F4C3A', tint: '#F1F6F3', line: '#B9C4BE' };
const page = { width: 612, height: 792, left: 72, right: 72, top: 64, bottom: 68 };
const width = page.width - page.left - page.right;

const styles = {
  body: { face: 'body', size: 10.25, leading: 14.25, color: colors.ink },
  strong: { face: 'strong', size: 10.25, leading: 14.25, color: colors.ink },
  small: { face: 'body', size: 8.5, leading: 11.5, color: colors.soft },
  label: { face: 'strong', size: 8.5, leading: 12, color: colors.soft },
  sender: { face: 'display', size: 19, leading: 23, color: colors.spruce },
  title: { face: 'display', size: 18.5, leading: 24, color: colors.ink },
  heading2: { face: 'display', size: 13, leading: 18, color: colors.spruce },
  heading3: { face: 'strong', size: 11, leading: 15.5, color: colors.ink },
  figure: { face: 'strong', size: 13, leading: 18, color: colors.ink },
  emphasised: { face: 'display', size: 21, leading: 27, color: colors.ink },
} as const satisfies Record<string, Style>;

const space = {
  paragraph: 8,
  item: 3,
  beforeHeading2: 7,
  beforeHeading3: 3,
  afterHeading: 4,
  cell: 6,
  denseCell: 2,
  box: 14,
};
const indent = 16;

interface Piece {
  readonly text: string;
  readonly face: Face;
  readonly width: number;
}
type Line = readonly Piece[];

interface LaidFigure {
  readonly parts: readonly {
    readonly lines: readonly Line[];
    readonly style: Style;
    readonly isLabel: boolean;
    /** Room kept free above it. */
    readonly above: number;
  }[];
}
interface LaidBox {
  readonly rows: readonly (readonly LaidFigure[])[];
  /** The width of each column of figures. */
  readonly rooms: readonly number[];
}

/** The part of pdfkit's structure options that its types leave out. */
type Structure = PDFKit.PDFStructureElement;

export async function renderPdf(paper: Paper): Promise<Pdf> {
  const madeAt = new Date(paper.madeAt);
  const doc = new PDFDocument({
    size: [page.width, page.height],
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    // Newer than its types: names the file as made for PDF/UA in its metadata.
    subset: 'PDF/UA' as unknown as 'PDF/A-2a',
    lang: paper.language,
    displayTitle: true,
    // No built-in font is ever asked for: every letter is embedded.
    font: null as unknown as string,
    info: {
      Title: paper.title,
      Author: paper.sender.legalName,
      Subject: paper.subject,
      Creator: paper.sender.name,
      Producer: 'Branchline',
      CreationDate: madeAt,
      ModDate: madeAt,
    },
  });
  const chunks: Buffer[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', resolve);
    doc.on('error', reject);
  });
  for (const [name, bytes] of Object.entries(fonts)) doc.registerFont(name, bytes);
  const drawn = new Drawing(doc, paper).draw();
  doc.end();
  await ended;
  return { bytes: Buffer.concat(chunks), ...drawn };
}

class Drawing {
  readonly #doc: PDFKit.PDFDocument;
  readonly #paper: Paper;
  readonly #root: Structure;
  readonly #anchors: Anchor[] = [];
  #pages = 0;
  #y = 0;

  constructor(doc: PDFKit.PDFDocument, paper: Paper) {
    this.#doc = doc;
    this.#paper = paper;
    this.#newPage();
    this.#root = doc.struct('Document');
    doc.addStructure(this.#root);
  }

  draw(): { pages: number; anchors: readonly Anchor[] } {
    this.#letterhead();
    this.#paragraph(this.#root, 'H1', this.#lines(this.#paper.title, styles.title, width), styles.title);
    this.#y += 8;
    const { blocks } = this.#paper;
    blocks.forEach((block, index) => {
      this.#block(block, blocks[index + 1]);
    });
    this.#root.end();
    this.#runningLines();
    return { pages: this.#pages, anchors: this.#anchors };
  }

  // What repeats, or only decorates

  #letterhead(): void {
    const { sender } = this.#paper;
    const head = this.#child(this.#root, 'Sect');
    this.#y = 54;
    this.#paragraph(head, 'P', this.#lines(sender.name, styles.sender, width / 2), styles.sender);
    const bottom = this.#y;
    const lines = apart(sender.lines).map((line): Line => this.#lines(line, styles.small, width).flat());
    const column = Math.max(0, ...lines.map(lengthOf));
    this.#y = 54;
    const address = this.#child(head, 'P');
    address.add(() => {
      this.#putLines(lines, page.width - page.right - column, this.#y, styles.small);
    });
    this.#y = Math.max(bottom, this.#y + lines.length * styles.small.leading) + 8;
    this.#decorate(() => {
      this.#doc
        .lineWidth(1.5)
        .strokeColor(colors.spruce)
        .moveTo(page.left, this.#y)
        .lineTo(page.width - page.right, this.#y)
        .stroke();
    });
    this.#y += 22;
  }

  /** At the end, when it is known how many pages there are. */
  #runningLines(): void {
    const { sender, title, reference } = this.#paper;
    for (let index = 0; index < this.#pages; index += 1) {
      this.#doc.switchToPage(index);
      const foot = page.height - 46;
      this.#running('Bottom', () => {
        this.#doc
          .lineWidth(0.5)
          .strokeColor(colors.line)
          .moveTo(page.left, foot - 8)
          .lineTo(page.width - page.right, foot - 8)
          .stroke();
        const number = this.#lines(`Page ${index + 1} of ${this.#pages}`, styles.small, width).flat();
        const left = this.#lines(
          `${sender.legalName} · ${reference}`,
          styles.small,
          width - lengthOf(number),
        );
        this.#put(left[0] ?? [], page.left, foot, styles.small);
        this.#put(number, page.width - page.right - lengthOf(number), foot, styles.small);
      });
      if (index > 0) {
        this.#running('Top', () => {
          const line = this.#lines(`${sender.name} · ${title}`, styles.small, width)[0] ?? [];
          this.#put(line, page.left, 36, styles.small);
        });
      }
    }
  }

  #running(edge: 'Top' | 'Bottom', paint: () => void): void {
    this.#doc.markContent('Artifact', { type: 'Pagination', attached: [edge] });
    paint();
    this.#doc.endMarkedContent();
  }

  #decorate(paint: () => void): void {
    this.#doc.markContent('Artifact', { type: 'Layout' });
    paint();
    this.#doc.endMarkedContent();
  }

  // The blocks

  #block(block: Block, next: Block | undefined): void {
    switch (block.kind) {
      case 'heading': {
        const style = block.level === 2 ? styles.heading2 : styles.heading3;
        const before = block.level === 2 ? space.beforeHeading2 : space.beforeHeading3;
        const lines = this.#lines(block.text, style, width);
        // A heading is never the last thing on a page.
        this.#need(before + lines.length * style.leading + space.afterHeading + this.#lead(next));
        if (this.#y > page.top) this.#y += before;
        this.#paragraph(this.#root, `H${block.level}`, lines, style);
        this.#y += space.afterHeading;
        return;
      }
      case 'paragraph':
        this.#paragraph(this.#root, 'P', this.#lines(block.text, styles.body, width), styles.body);
        break;
      case 'lines': {
        const lines = apart(block.lines).flatMap((line) => this.#lines(line, styles.body, width));
        this.#need(lines.length * styles.body.leading);
        this.#paragraph(this.#root, 'P', lines, styles.body);
        break;
      }
      case 'list':
        this.#list(block.items, block.ordered === true);
        break;
      case 'definitions':
        this.#definitions(block.items);
        break;
      case 'table':
        this.#table(block);
        break;
      case 'box':
        this.#box(block.title, block.figures);
        break;
      case 'page-break':
        this.#newPage();
        return;
      case 'signature':
        this.#signature(block);
        break;
    }
    this.#y += space.paragraph;
  }

  /** The least of a block that stands below a heading on the same page. */
  #lead(block: Block | undefined): number {
    const { leading } = styles.body;
    switch (block?.kind) {
      case undefined:
      case 'page-break':
        return 0;
      case 'heading':
        return styles.heading3.leading + 2 * leading;
      case 'lines':
        return block.lines.length * leading;
      case 'table':
        return 3 * (leading + 2 * space.cell);
      case 'box':
        return this.#boxHeight(block.title, this.#layBox(block.figures));
      case 'signature':
        return signatureHeight;
      case 'list':
        // A short list stays with what it belongs to.
        return Math.min(block.items.length, 4) * (leading + space.item);
      default:
        return 3 * leading;
    }
  }

  #list(items: readonly Text[], ordered: boolean): void {
    const list = this.#child(this.#root, 'L', { ListNumbering: ordered ? 'Decimal' : 'Disc' });
    items.forEach((item, index) => {
      const lines = this.#lines(item, styles.body, width - indent);
      this.#need(Math.min(lines.length, 3) * styles.body.leading);
      const element = this.#child(list, 'LI');
      const label = this.#lines(ordered ? `${index + 1}.` : '•', styles.body, indent);
      this.#child(element, 'Lbl').add(() => this.#put(label[0] ?? [], page.left + 2, this.#y, styles.body));
      this.#paragraph(element, 'LBody', lines, styles.body, page.left + indent);
      this.#y += space.item;
    });
    this.#y -= space.item;
  }

  #definitions(items: readonly { term: string; details: readonly string[] }[]): void {
    const list = this.#child(this.#root, 'L', { ListNumbering: 'None' });
    const column = 150;
    const rows = items.map(({ term, details }) => {
      const terms = this.#lines(term, styles.strong, column - 12);
      const lines = apart(details).flatMap((line) => this.#lines(line, styles.body, width - column));
      return { terms, lines, height: Math.max(terms.length, lines.length) * styles.body.leading };
    });
    // Few of them, such as whom to write to and call, stay together.
    const whole = rows.reduce((sum, row) => sum + row.height + space.item, -space.item);
    if (whole < 120) this.#need(whole);
    for (const { terms, lines, height } of rows) {
      this.#need(height);
      const element = this.#child(list, 'LI');
      const top = this.#y;
      this.#child(element, 'Lbl').add(() => this.#putLines(terms, page.left, top, styles.strong));
      this.#child(element, 'LBody').add(() => this.#putLines(lines, page.left + column, top, styles.body));
      this.#y = top + height + space.item;
    }
    this.#y -= space.item;
  }

  #table({ caption, columns, rows, rowHeaders, dense }: Extract<Block, { kind: 'table' }>): void {
    const padding = dense === true ? space.denseCell : space.cell;
    const shares = columns.map((column) => column.share ?? 1);
    const whole = shares.reduce((sum, share) => sum + share, 0);
    const widths = shares.map((share) => (width * share) / whole);
    const table = this.#child(this.#root, 'Table');
    this.#paragraph(table, 'Caption', this.#lines(caption, styles.label, width), styles.label);
    this.#y += 2;
    const head = this.#child(table, 'THead');
    const headers = columns.map((column) => column.header);
    this.#row(this.#child(head, 'TR'), headers, columns, widths, styles.label, padding, () => 'TH');
    const body = this.#child(table, 'TBody');
    const kindOf = (index: number) => (rowHeaders === true && index === 0 ? 'TH' : 'TD');
    for (const row of rows) {
      if (this.#row(undefined, row, columns, widths, styles.body, padding, kindOf, true)) {
        this.#newPage();
        const repeated = this.#cells(headers, columns, widths, () => styles.label);
        // For the eye only: the structure has its headers already.
        this.#decorate(() => {
          repeated.forEach((cell) => {
            this.#putLines(cell.lines, cell.x, this.#y + padding, styles.label);
          });
        });
        this.#y += linesOf(repeated) * styles.label.leading + 2 * padding;
        this.#rule();
      }
      this.#row(this.#child(body, 'TR'), row, columns, widths, styles.body, padding, kindOf);
    }
  }

  /** Draws a row, or with `onlyAsk` says whether it would leave the page. */
  #row(
    parent: Structure | undefined,
    row: readonly string[],
    columns: readonly Column[],
    widths: readonly number[],
    style: Style,
    padding: number,
    kindOf: (index: number) => 'TH' | 'TD',
    onlyAsk = false,
  ): boolean {
    const styleOf = (index: number) =>
      kindOf(index) === 'TH' && style === styles.body ? styles.strong : style;
    const cells = this.#cells(row, columns, widths, styleOf);
    const height = linesOf(cells) * style.leading + 2 * padding;
    if (onlyAsk || parent === undefined) return this.#y + height > page.height - page.bottom;
    this.#need(height);
    const top = this.#y + padding;
    cells.forEach((cell, index) => {
      const kind = kindOf(index);
      const scope = kind === 'TD' ? {} : { Scope: style === styles.label ? 'Column' : 'Row' };
      this.#child(parent, kind, scope, 'Table').add(() =>
        this.#putLines(cell.lines, cell.x, top, styleOf(index)),
      );
    });
    this.#y += height;
    this.#rule();
    return false;
  }

  #cells(
    row: readonly string[],
    columns: readonly Column[],
    widths: readonly number[],
    styleOf: (index: number) => Style,
  ) {
    let left = page.left;
    return columns.map((column, index) => {
      const room = (widths[index] ?? 0) - 8;
      const lines = this.#lines(row[index] ?? '', styleOf(index), room);
      const longest = Math.max(0, ...lines.map(lengthOf));
      const x = column.align === 'end' ? left + room - longest : left;
      left += widths[index] ?? 0;
      return { lines, x };
    });
  }

  #rule(): void {
    this.#decorate(() => {
      this.#doc
        .lineWidth(0.5)
        .strokeColor(colors.line)
        .moveTo(page.left, this.#y)
        .lineTo(page.width - page.right, this.#y)
        .stroke();
    });
  }

  // The box: up to four figures beside one another, those that are emphasised larger than the rest

  #layBox(figures: readonly Figure[]): LaidBox {
    const across = figures.length > 4 ? 3 : Math.max(1, figures.length);
    const wide = width - 2 * space.box - (across - 1) * space.box;
    // What is emphasised is set larger, and needs more room for it.
    const shares = Array.from({ length: across }, (_, index) =>
      figures[index]?.emphasised === true ? 1.3 : 1,
    );
    const whole = shares.reduce((sum, share) => sum + share, 0);
    const rooms = shares.map((share) => (wide * share) / whole);
    const rows: LaidFigure[][] = [];
    figures.forEach(({ label, value, explanation, emphasised }, index) => {
      const room = rooms[index % across] ?? wide;
      const part = (text: string, style: Style, isLabel = false) => ({
        lines: this.#lines(text, style, room),
        style,
        isLabel,
        above: 0,
      });
      const parts = [
        part(label, emphasised === true ? styles.strong : styles.label, true),
        part(value, this.#fitted(value, emphasised === true ? styles.emphasised : styles.figure, room)),
        ...(explanation === undefined ? [] : [part(explanation, styles.small)]),
      ];
      if (index % across === 0) rows.push([]);
      rows.at(-1)?.push({ parts });
    });
    return { rows: rows.map(alignedFigures), rooms };
  }

  /** A figure is never broken: it gets smaller until it fits. */
  #fitted(text: string, style: Style, room: number): Style {
    const taken = this.#measure(text, style.face, style);
    return taken <= room ? style : { ...style, size: Math.floor(((style.size * room) / taken) * 4) / 4 };
  }

  #boxHeight(title: string | undefined, { rows }: LaidBox): number {
    const inside = rows.reduce((sum, row) => sum + rowHeight(row), 0) + (rows.length - 1) * space.box;
    return inside + 2 * space.box + (title === undefined ? 0 : styles.heading3.leading + space.afterHeading);
  }

  #box(title: string | undefined, figures: readonly Figure[]): void {
    const laidOut = this.#layBox(figures);
    const height = this.#boxHeight(title, laidOut);
    this.#need(height);
    const top = this.#y;
    this.#decorate(() => {
      this.#doc
        .lineWidth(1)
        .roundedRect(page.left, top, width, height, 6)
        .fillAndStroke(colors.tint, colors.spruce);
    });
    this.#y += space.box;
    const left = page.left + space.box;
    const element = this.#child(this.#root, 'Sect');
    if (title !== undefined) {
      this.#paragraph(element, 'P', this.#lines(title, styles.heading3, width), styles.heading3, left);
      this.#y += space.afterHeading;
    }
    const list = this.#child(element, 'L', { ListNumbering: 'None' });
    laidOut.rows.forEach((row) => {
      const rowTop = this.#y;
      row.forEach(({ parts }, index) => {
        const x = left + laidOut.rooms.slice(0, index).reduce((sum, room) => sum + room + space.box, 0);
        if (index > 0) {
          this.#decorate(() => {
            this.#doc
              .lineWidth(0.5)
              .strokeColor(colors.line)
              .moveTo(x - space.box / 2, rowTop)
              .lineTo(x - space.box / 2, rowTop + rowHeight(row))
              .stroke();
          });
        }
        const item = this.#child(list, 'LI');
        const label = this.#child(item, 'Lbl');
        const body = this.#child(item, 'LBody');
        let y = rowTop;
        for (const { lines, style, isLabel, above } of parts) {
          const parent = isLabel ? label : this.#child(body, 'P');
          const at = y + above;
          parent.add(() => this.#putLines(lines, x, at, style));
          y = at + lines.length * style.leading;
        }
      });
      this.#y = rowTop + rowHeight(row) + space.box;
    });
    this.#y = top + height;
  }

  #signature({ anchor, label, date }: Extract<Block, { kind: 'signature' }>): void {
    this.#need(signatureHeight);
    const line = this.#y + signatureHeight - styles.small.leading - 6;
    const fields = [
      { anchor, label, x: page.left, width: date ? 300 : width },
      ...(date ? [{ ...date, x: page.left + 324, width: width - 324 }] : []),
    ];
    for (const field of fields) {
      this.#decorate(() => {
        this.#doc
          .lineWidth(0.75)
          .strokeColor(colors.ink)
          .moveTo(field.x, line)
          .lineTo(field.x + field.width, line)
          .stroke();
        // For the signing service, which looks for it in the page's text.
        const hidden = { ...styles.small, size: 4, leading: 5, color: '#FFFFFF' };
        this.#put(this.#lines(field.anchor, hidden, width).flat(), field.x, line - 8, hidden);
      });
      this.#anchors.push({ anchor: field.anchor, page: this.#pages, x: field.x, y: page.height - line });
      this.#child(this.#root, 'P').add(() =>
        this.#putLines(this.#lines(field.label, styles.small, field.width), field.x, line + 4, styles.small),
      );
    }
    this.#y += signatureHeight;
  }

  // Pages, structure and lines

  #newPage(): void {
    this.#doc.addPage();
    this.#pages += 1;
    this.#y = page.top;
  }

  #need(height: number): void {
    if (this.#y + height > page.height - page.bottom && this.#y > page.top) this.#newPage();
  }

  /** An element of the structure tree, below `parent` where there is one, with attributes that pdfkit does not write. */
  #child(
    parent: Structure | undefined,
    type: string,
    attributes: Record<string, string> = {},
    owner: 'List' | 'Table' = 'List',
  ): Structure {
    const element = this.#doc.struct(type);
    if (Object.keys(attributes).length > 0) {
      const { dictionary } = element as unknown as { dictionary: { data: Record<string, unknown> } };
      dictionary.data.A = { O: owner, ...attributes };
    }
    parent?.add(element);
    return element;
  }

  /** One element over as many pages as it takes; two lines at least stay together. */
  #paragraph(
    parent: Structure,
    type: string,
    lines: readonly Line[],
    style: Style,
    x: number = page.left,
  ): void {
    const element = this.#child(parent, type);
    let rest = lines;
    this.#need(Math.min(lines.length, 2) * style.leading);
    while (rest.length > 0) {
      const room = Math.max(1, Math.floor((page.height - page.bottom - this.#y) / style.leading));
      const fitting = rest.length - room === 1 && room > 2 ? room - 1 : room;
      const part = rest.slice(0, fitting);
      rest = rest.slice(fitting);
      const top = this.#y;
      element.add(() => this.#putLines(part, x, top, style));
      this.#y += part.length * style.leading;
      if (rest.length > 0) this.#newPage();
    }
  }

  #lines(text: Text, style: Style, room: number): readonly Line[] {
    const words = runsOf(text).flatMap((run) => this.#words(run, style));
    const lines: Piece[][] = [[]];
    let used = 0;
    for (const word of words) {
      // A space at the end of a line needs no room.
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
        piece: { text: spaced, face, width: this.#measure(spaced, face, style) },
        bare: this.#measure(spaced.trimEnd(), face, style),
      };
    });
  }

  /** A word that is longer than a line, in two. */
  #split(piece: Piece, style: Style, room: number): [Piece, Piece | undefined] {
    const letters = [...piece.text];
    let count = letters.length;
    const upTo = (length: number) => letters.slice(0, length).join('');
    while (count > 1 && this.#measure(upTo(count).trimEnd(), piece.face, style) > room) count -= 1;
    if (count === letters.length) return [piece, undefined];
    const of = (text: string): Piece => ({ ...piece, text, width: this.#measure(text, piece.face, style) });
    return [of(upTo(count)), of(letters.slice(count).join(''))];
  }

  #measure(text: string, face: Face, style: Style): number {
    return this.#doc.font(face).fontSize(style.size).widthOfString(text);
  }

  /** What the font has no letter for is written by its base letter where it has one, else as a question mark. */
  #printable(text: string, face: Face): string {
    this.#doc.font(face);
    const { font } = (this.#doc as unknown as { _font: { font: FontFace } })._font;
    const has = (letter: string) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);
    return [...text.normalize('NFC')]
      .map((letter) => {
        if (has(letter) || /\s/.test(letter)) return letter;
        const base = [...letter.normalize('NFKD')].filter((one) => !/\p{M}/u.test(one) && has(one)).join('');
        return base === '' ? '?' : base;
      })
      .join('');
  }

  #putLines(lines: readonly Line[], x: number, y: number, style: Style): void {
    lines.forEach((line, index) => {
      this.#put(line, x, y + index * style.leading, style);
    });
  }

  #put(line: Line, x: number, y: number, style: Style): void {
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
      this.#doc
        .font(piece.face)
        .fontSize(style.size)
        .fillColor(style.color)
        .text(piece.text, left, baseline, { lineBreak: false, baseline: 'alphabetic' });
      left += piece.width;
    }
  }
}

interface FontFace {
  hasGlyphForCodePoint(codePoint: number): boolean;
}

const signatureHeight = 58;

/** Lines that stay lines end in a space, so that whoever hears them read hears words and not one long word. */
const apart = (lines: readonly string[]) =>
  lines.map((line, index) => (index < lines.length - 1 ? `${line} ` : line));

/** Figures beside one another stand on one line, however many lines their labels take. */
function alignedFigures(row: readonly LaidFigure[]): readonly LaidFigure[] {
  const heightOf = ({ parts }: LaidFigure, isLabel: boolean) => {
    const part = parts.find((one) => one.isLabel === isLabel);
    return part ? part.lines.length * part.style.leading : 0;
  };
  const labels = Math.max(...row.map((figure) => heightOf(figure, true)));
  const values = Math.max(...row.map((figure) => heightOf(figure, false)));
  return row.map((figure) => {
    let isValue = true;
    return {
      parts: figure.parts.map((part) => {
        if (part.isLabel) return { ...part, above: labels - heightOf(figure, true) };
        const above = isValue ? values - heightOf(figure, false) : 0;
        isValue = false;
        return { ...part, above };
      }),
    };
  });
}

const rowHeight = (row: readonly LaidFigure[]) =>
  Math.max(
    ...row.map(({ parts }) =>
      parts.reduce((sum, part) => sum + part.above + part.lines.length * part.style.leading, 0),
    ),
  );

const linesOf = (cells: readonly { readonly lines: readonly Line[] }[]) =>
  Math.max(1, ...cells.map((cell) => cell.lines.length));

const lengthOf = (line: Line) => line.reduce((sum, piece) => sum + piece.width, 0);
