// Renders a document as a tagged PDF, with its fonts. The same document always renders to the same bytes.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import PDFDocument from 'pdfkit';
import { paletteOf, plainColors } from '#lender/palette.ts';
import { type Block, type BlockOf, type DocumentModel, footOf, type Place } from './document-model.ts';
import { barsHeight, drawBars } from './drawing/bars.ts';
import { boxHeight, drawBox, fitted } from './drawing/box.ts';
import { fontsWith } from './drawing/fonts.ts';
import { drawFormHead, drawFormPage, drawFrame, drawProviderHead } from './drawing/frame.ts';
import { type Line, widthOfLine, withTrailingSpaces } from './drawing/lines.ts';
import { Sheet } from './drawing/sheet.ts';
import { page, type Style, space, styles, width } from './drawing/styles.ts';
import { drawTable } from './drawing/table.ts';

export interface Pdf {
  readonly bytes: Buffer;
  readonly pages: number;
  readonly places: readonly Place[];
}

/** `lender` is the folder with the files that the document names. */
export async function renderPdf(
  model: DocumentModel,
  lender = process.env.LENDER_DIR || 'lender',
): Promise<Pdf> {
  const madeAt = new Date(model.madeAt);
  const options: PDFKit.PDFDocumentOptions = {
    size: [page.width, page.height],
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    lang: model.language,
    displayTitle: true,
    info: {
      Title: model.title,
      Author: model.sender.legalName,
      Subject: model.subject,
      Creator: model.sender.name,
      Producer: model.sender.name,
      CreationDate: madeAt,
      ModDate: madeAt,
    },
  };
  // Options that the types lack: the file declares PDF/UA, and no built-in font is loaded.
  const doc = new PDFDocument(Object.assign(options, { subset: 'PDF/UA', font: null }));
  const chunks: Buffer[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', resolve);
    doc.on('error', reject);
  });
  const { colors = plainColors, icon, face } = model.sender.look ?? {};
  const [iconFile, faceFile] = [icon, face].map((name) => name && resolve(lender, 'public', name));
  const fonts = fontsWith(faceFile);
  for (const [name, font] of Object.entries(fonts)) doc.registerFont(name, font);
  const sheet = new Sheet(doc, fonts, paletteOf(colors).light);
  const places = drawDocument(sheet, model, iconFile);
  doc.end();
  await ended;
  return { bytes: Buffer.concat(chunks), pages: sheet.pages, places };
}

function drawDocument(sheet: Sheet, model: DocumentModel, icon?: string): readonly Place[] {
  if (model.form) drawFormHead(sheet, model.title, model.form);
  else drawHead(sheet, model, icon);
  const places = model.blocks.flatMap((block, index) => {
    const placed = drawBlock(sheet, block, model.blocks[index + 1]);
    if (model.form && block.kind === 'page-break') drawFormPage(sheet);
    return placed;
  });
  sheet.root.end();
  drawRunningLines(sheet, model);
  return places;
}

function drawHead(sheet: Sheet, model: DocumentModel, icon?: string): void {
  drawLetterhead(sheet, model, icon);
  drawRecipient(sheet, model);
  if (model.provider !== undefined) {
    drawProviderHead(sheet, model.provider, model.title);
    sheet.y += space.paragraph;
    return;
  }
  const style = titleStyle(sheet, model.title);
  sheet.paragraph(sheet.root, 'H1', sheet.lines(model.title, style, width), style);
  sheet.y += 8;
}

/** A title that is slightly too long for its line is set smaller, rather than leave one word on the next. */
function titleStyle(sheet: Sheet, title: string): Style {
  const style = fitted(sheet, title, styles.title, width);
  return style.size >= 16 ? style : styles.title;
}

function drawLetterhead(sheet: Sheet, { sender }: DocumentModel, file?: string): void {
  const head = sheet.addElement(sheet.root, 'Sect');
  sheet.y = 54;
  const icon = file && existsSync(file) ? file : undefined;
  if (icon !== undefined) sheet.drawArtifact(() => sheet.doc.image(icon, page.left, 54, { height: 24 }));
  const left = page.left + (icon === undefined ? 0 : 32);
  sheet.paragraph(head, 'P', sheet.lines(sender.name, styles.sender, width / 2), styles.sender, left);
  const bottom = sheet.y;
  const lines = withTrailingSpaces(sender.lines).map(
    (line): Line => sheet.lines(line, styles.small, width).flat(),
  );
  const column = Math.max(0, ...lines.map(widthOfLine));
  sheet.y = 54;
  sheet.addLines(head, 'P', lines, page.width - page.right - column, sheet.y, styles.small);
  sheet.y = Math.max(bottom, sheet.y + lines.length * styles.small.leading) + 8;
  sheet.drawArtifact(() => {
    sheet.stroke(page.left, sheet.y, page.width - page.right, sheet.y, 1.5, 'spruce');
  });
  sheet.y += 22;
}

/** For the window of a number 10 envelope: 2 1/8 to 3 1/4 inches from the top, 1 inch from the left. */
function drawRecipient(sheet: Sheet, { recipient }: DocumentModel): void {
  if (recipient === undefined) return;
  sheet.y = window.top;
  const lines = sheet.fixedLines(recipient, styles.body, width / 2);
  sheet.paragraph(sheet.root, 'P', lines, styles.body);
  sheet.y = Math.max(sheet.y + space.paragraph, window.bottom);
}

/** Points from the top of the page. */
const window = { top: 155, bottom: 240 };

/** Drawn last, when the number of pages is known. */
function drawRunningLines(sheet: Sheet, model: DocumentModel): void {
  const { sender, title, form } = model;
  for (let index = 0; index < sheet.pages; index += 1) {
    sheet.doc.switchToPage(index);
    const foot = page.height - 46;
    sheet.drawRunningLine('Bottom', () => {
      sheet.stroke(page.left, foot - 8, page.width - page.right, foot - 8, 0.5);
      const number = sheet.lines(`Page ${index + 1} of ${sheet.pages}`, styles.small, width).flat();
      const left = sheet.lines(footOf(model), styles.small, width - widthOfLine(number));
      sheet.drawLine(left[0] ?? [], page.left, foot, styles.small);
      sheet.drawLine(number, page.width - page.right - widthOfLine(number), foot, styles.small);
    });
    if (index > 0 && form === undefined)
      sheet.drawRunningLine('Top', () => {
        const line = sheet.lines(`${sender.name} · ${title}`, styles.small, width)[0] ?? [];
        sheet.drawLine(line, page.left, 36, styles.small);
      });
  }
}

/** Returns where the block is signed. */
function drawBlock(sheet: Sheet, block: Block, next: Block | undefined): readonly Place[] {
  let places: readonly Place[] = [];
  switch (block.kind) {
    case 'heading': {
      const style = block.level === 2 ? styles.heading2 : styles.heading3;
      const before = block.level === 2 ? space.beforeHeading2 : space.beforeHeading3;
      const lines = sheet.lines(block.text, style, width);
      // Keep a heading with the start of the next block.
      sheet.ensureSpace(
        before + lines.length * style.leading + space.afterHeading + minimumHeight(sheet, next),
      );
      if (sheet.y > page.top) sheet.y += before;
      sheet.paragraph(sheet.root, `H${block.level}`, lines, style);
      sheet.y += space.afterHeading;
      return [];
    }
    case 'paragraph': {
      const lines = sheet.lines(block.text, styles.body, width);
      // No signature is alone at the top of a page: the paragraph above it is kept with it.
      if (next?.kind === 'signature')
        sheet.ensureSpace(lines.length * styles.body.leading + space.paragraph + signatureHeight);
      sheet.paragraph(sheet.root, 'P', lines, styles.body);
      break;
    }
    case 'lines': {
      const lines = sheet.fixedLines(block.lines, styles.body, width);
      sheet.ensureSpace(lines.length * styles.body.leading);
      sheet.paragraph(sheet.root, 'P', lines, styles.body);
      break;
    }
    case 'list':
      drawList(sheet, block);
      break;
    case 'definitions':
      if (block.framed === true) drawFrame(sheet, block);
      else drawDefinitions(sheet, block);
      break;
    case 'table':
      drawTable(sheet, block);
      break;
    case 'box':
      drawBox(sheet, block);
      break;
    case 'bars':
      drawBars(sheet, block);
      break;
    case 'page-break':
      sheet.newPage();
      return [];
    case 'signature':
      places = drawSignature(sheet, block);
      break;
  }
  sheet.y += space.paragraph;
  return places;
}

/** How much of a block must fit on the same page as the heading above it, in points. */
function minimumHeight(sheet: Sheet, block: Block | undefined): number {
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
    case 'bars':
      return barsHeight(sheet, block);
    case 'signature':
      return signatureHeight;
    case 'list':
      // A short list is kept with its heading.
      return Math.min(block.items.length, 4) * (leading + space.item);
    default:
      return 3 * leading;
  }
}

const indent = 16;

function drawList(sheet: Sheet, { items, ordered }: BlockOf<'list'>): void {
  const list = sheet.addList(sheet.root, ordered === true ? 'Decimal' : 'Disc');
  items.forEach((item, index) => {
    const lines = sheet.lines(item, styles.body, width - indent);
    sheet.ensureSpace(Math.min(lines.length, 3) * styles.body.leading);
    const element = sheet.addElement(list, 'LI');
    const label = sheet.lines(ordered === true ? `${index + 1}.` : '•', styles.body, indent);
    sheet.addLines(element, 'Lbl', label.slice(0, 1), page.left + 2, sheet.y, styles.body);
    sheet.paragraph(element, 'LBody', lines, styles.body, page.left + indent);
    sheet.y += space.item;
  });
  sheet.y -= space.item;
}

function drawDefinitions(sheet: Sheet, { items }: BlockOf<'definitions'>): void {
  const list = sheet.addList(sheet.root, 'None');
  const column = 150;
  const rows = items.map(({ term, details }) => {
    const terms = sheet.lines(term, styles.strong, column - 12);
    const lines = sheet.fixedLines(details, styles.body, width - column);
    return { terms, lines, height: Math.max(terms.length, lines.length) * styles.body.leading };
  });
  // A short list, such as contact details, is kept on one page.
  const whole = rows.reduce((sum, row) => sum + row.height + space.item, -space.item);
  if (whole < 120) sheet.ensureSpace(whole);
  for (const { terms, lines, height } of rows) {
    sheet.ensureSpace(height);
    const element = sheet.addElement(list, 'LI');
    const top = sheet.y;
    sheet.addLines(element, 'Lbl', terms, page.left, top, styles.strong);
    sheet.addLines(element, 'LBody', lines, page.left + column, top, styles.body);
    sheet.y = top + height + space.item;
  }
  sheet.y -= space.item;
}

/** The signing service's stamp is 44 points high and sits slightly above the line. This leaves it room on all sides. */
const signatureHeight = 64;
/** A date's text is lower than a signature. */
const dateHeight = 16;

/** Returns where the signing service puts signature and date. */
function drawSignature(sheet: Sheet, { label, date, signed }: BlockOf<'signature'>): readonly Place[] {
  sheet.ensureSpace(signatureHeight);
  const line = sheet.y + signatureHeight - styles.small.leading - 6;
  const fields = [
    { field: 'signature', label, x: page.left, y: sheet.y, width: date ? 300 : width, filled: signed?.name },
    ...(date
      ? [
          {
            ...{ field: 'date' as const, label: date.label, filled: signed?.date },
            ...{ x: page.left + 324, y: line - dateHeight, width: width - 324 },
          },
        ]
      : []),
  ] as const;
  const places: Place[] = [];
  for (const { field, label: text, x, y, width: room, filled } of fields) {
    sheet.drawArtifact(() => sheet.stroke(x, line, x + room, line, 0.75, 'ink'));
    if (filled === undefined) places.push({ field, page: sheet.pages, x, y: Math.round(y) });
    else drawFilled(sheet, filled, { x, width: room }, line);
    const lines = sheet.lines(text, styles.small, room);
    sheet.addLines(sheet.root, 'P', lines, x, line + 4, styles.small);
  }
  sheet.y += signatureHeight;
  return places;
}

/** Writes on the line, as large as it fits. */
function drawFilled(
  sheet: Sheet,
  text: string,
  { x, width: room }: { readonly x: number; readonly width: number },
  line: number,
): void {
  const { title } = styles;
  const size = Math.min(title.size, (title.size * room) / sheet.measure(text, title));
  const style = { ...title, size, leading: size * 1.2 };
  const lines = sheet.lines(text, style, room);
  sheet.addLines(sheet.root, 'P', lines, x, line - style.leading - 2, style);
}
