// Draws a paper as a tagged PDF: what is seen stands in a structure tree in reading order, what only decorates is marked
// as an artifact, and the fonts are embedded. The same paper always gives the same bytes.
import PDFDocument from 'pdfkit';
import { boxHeight, drawBox } from './drawing/box.ts';
import { apart, type Line, lengthOf } from './drawing/lines.ts';
import { drawDefinitions, drawList } from './drawing/lists.ts';
import { Sheet } from './drawing/sheet.ts';
import { type Anchor, drawSignature, signatureHeight } from './drawing/signature.ts';
import { colors, fonts, page, space, styles, width } from './drawing/styles.ts';
import { drawTable } from './drawing/table.ts';
import type { Block, Paper } from './paper.ts';

export interface Pdf {
  readonly bytes: Buffer;
  readonly pages: number;
  readonly anchors: readonly Anchor[];
}

export async function renderPdf(paper: Paper): Promise<Pdf> {
  const madeAt = new Date(paper.madeAt);
  const options: PDFKit.PDFDocumentOptions = {
    size: [page.width, page.height],
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    lang: paper.language,
    displayTitle: true,
    info: {
      Title: paper.title,
      Author: paper.sender.legalName,
      Subject: paper.subject,
      Creator: paper.sender.name,
      Producer: 'Branchline',
      CreationDate: madeAt,
      ModDate: madeAt,
    },
  };
  // What its types do not know: the file is named as made for PDF/UA, and no built-in font is ever asked for.
  const doc = new PDFDocument(Object.assign(options, { subset: 'PDF/UA', font: null }));
  const chunks: Buffer[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', resolve);
    doc.on('error', reject);
  });
  for (const [name, bytes] of Object.entries(fonts)) doc.registerFont(name, bytes);
  const sheet = new Sheet(doc);
  const anchors = drawPaper(sheet, paper);
  doc.end();
  await ended;
  return { bytes: Buffer.concat(chunks), pages: sheet.pages, anchors };
}

function drawPaper(sheet: Sheet, paper: Paper): readonly Anchor[] {
  drawLetterhead(sheet, paper);
  sheet.paragraph(sheet.root, 'H1', sheet.lines(paper.title, styles.title, width), styles.title);
  sheet.y += 8;
  const anchors = paper.blocks.flatMap((block, index) => drawBlock(sheet, block, paper.blocks[index + 1]));
  sheet.root.end();
  drawRunningLines(sheet, paper);
  return anchors;
}

function drawLetterhead(sheet: Sheet, { sender }: Paper): void {
  const head = sheet.child(sheet.root, 'Sect');
  sheet.y = 54;
  sheet.paragraph(head, 'P', sheet.lines(sender.name, styles.sender, width / 2), styles.sender);
  const bottom = sheet.y;
  const lines = apart(sender.lines).map((line): Line => sheet.lines(line, styles.small, width).flat());
  const column = Math.max(0, ...lines.map(lengthOf));
  sheet.y = 54;
  const address = sheet.child(head, 'P');
  address.add(() => {
    sheet.putLines(lines, page.width - page.right - column, sheet.y, styles.small);
  });
  sheet.y = Math.max(bottom, sheet.y + lines.length * styles.small.leading) + 8;
  sheet.decorate(() => {
    sheet.stroke(page.left, sheet.y, page.width - page.right, sheet.y, 1.5, colors.spruce);
  });
  sheet.y += 22;
}

/** At the end, when it is known how many pages there are. */
function drawRunningLines(sheet: Sheet, { sender, title, reference }: Paper): void {
  for (let index = 0; index < sheet.pages; index += 1) {
    sheet.doc.switchToPage(index);
    const foot = page.height - 46;
    sheet.running('Bottom', () => {
      sheet.stroke(page.left, foot - 8, page.width - page.right, foot - 8, 0.5);
      const number = sheet.lines(`Page ${index + 1} of ${sheet.pages}`, styles.small, width).flat();
      const left = sheet.lines(`${sender.legalName} · ${reference}`, styles.small, width - lengthOf(number));
      sheet.put(left[0] ?? [], page.left, foot, styles.small);
      sheet.put(number, page.width - page.right - lengthOf(number), foot, styles.small);
    });
    if (index > 0) {
      sheet.running('Top', () => {
        const line = sheet.lines(`${sender.name} · ${title}`, styles.small, width)[0] ?? [];
        sheet.put(line, page.left, 36, styles.small);
      });
    }
  }
}

/** Answers where the block is signed. */
function drawBlock(sheet: Sheet, block: Block, next: Block | undefined): readonly Anchor[] {
  let anchors: readonly Anchor[] = [];
  switch (block.kind) {
    case 'heading': {
      const style = block.level === 2 ? styles.heading2 : styles.heading3;
      const before = block.level === 2 ? space.beforeHeading2 : space.beforeHeading3;
      const lines = sheet.lines(block.text, style, width);
      // A heading is never the last thing on a page.
      sheet.need(before + lines.length * style.leading + space.afterHeading + leadOf(sheet, next));
      if (sheet.y > page.top) sheet.y += before;
      sheet.paragraph(sheet.root, `H${block.level}`, lines, style);
      sheet.y += space.afterHeading;
      return [];
    }
    case 'paragraph':
      sheet.paragraph(sheet.root, 'P', sheet.lines(block.text, styles.body, width), styles.body);
      break;
    case 'lines': {
      const lines = apart(block.lines).flatMap((line) => sheet.lines(line, styles.body, width));
      sheet.need(lines.length * styles.body.leading);
      sheet.paragraph(sheet.root, 'P', lines, styles.body);
      break;
    }
    case 'list':
      drawList(sheet, block);
      break;
    case 'definitions':
      drawDefinitions(sheet, block);
      break;
    case 'table':
      drawTable(sheet, block);
      break;
    case 'box':
      drawBox(sheet, block);
      break;
    case 'page-break':
      sheet.newPage();
      return [];
    case 'signature':
      anchors = drawSignature(sheet, block);
      break;
  }
  sheet.y += space.paragraph;
  return anchors;
}

/** The least of a block that stands below a heading on the same page. */
function leadOf(sheet: Sheet, block: Block | undefined): number {
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
      return boxHeight(sheet, block);
    case 'signature':
      return signatureHeight;
    case 'list':
      // A short list stays with what it belongs to.
      return Math.min(block.items.length, 4) * (leading + space.item);
    default:
      return 3 * leading;
  }
}
