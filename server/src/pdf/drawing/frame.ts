// Draws a part of a printed form: a bar with its title, and framed rows of a term and its definition.
import type { ColorName } from '#lender/palette.ts';
import type { BlockOf } from '../document-model.ts';
import { barsHeight, drawBars } from './bars.ts';
import { type Line, widthOfLine } from './lines.ts';
import type { Sheet } from './sheet.ts';
import { page, space, styles, width } from './styles.ts';

const termWidth = 128;
const padding = space.formCell;
const inverted = { ...styles.formStrong, color: 'card' } as const;
const onBar = { ...styles.heading3, color: 'card' } as const;
/** Between rows whose terms are on the color of the bars, in points. */
const gap = 3;
const barHeight = onBar.leading + 2 * 4;

export function drawFrame(sheet: Sheet, block: BlockOf<'definitions'>): void {
  const rows = block.items.map(({ term, details, graph }) => {
    const terms = sheet.lines(term, block.inverse ? inverted : styles.formStrong, termWidth - 2 * padding);
    const left = term === '' ? 0 : termWidth;
    const room = width - left - 2 * padding;
    const lines = sheet.fixedLines(details, styles.form, room);
    const drawn =
      lines.length * styles.form.leading + (graph === undefined ? 0 : barsHeight(sheet, graph, room));
    const height = Math.max(terms.length * styles.form.leading, drawn) + 2 * padding;
    return { terms, details: lines, left, height, graph };
  });
  if (block.title !== undefined) {
    sheet.ensureSpace(barHeight + (rows[0]?.height ?? 0));
    drawBar(sheet, block.title, (lines) => {
      sheet.paragraph(sheet.root, 'H2', lines, onBar, page.left + padding);
    });
  }
  const list = sheet.addList(sheet.root, 'None');
  const termStyle = block.inverse ? inverted : styles.formStrong;
  const fill = block.inverse ? 'ink' : block.shaded ? 'spruce-tint' : 'card';
  for (const { terms, details, left, height, graph } of rows) {
    if (!sheet.fits(height) && sheet.y > page.top) {
      sheet.newPage();
      if (block.title !== undefined)
        drawBar(sheet, `${block.title} (continued)`, (lines) => {
          sheet.drawArtifact(() => sheet.drawLines(lines, page.left + padding, sheet.y, onBar));
        });
    }
    const top = sheet.y;
    drawCells(sheet, top, height, [left, width - left], [fill]);
    const element = sheet.addElement(list, 'LI');
    if (left > 0) sheet.addLines(element, 'Lbl', terms, page.left + padding, top + padding, termStyle);
    const body = sheet.addElement(element, 'LBody');
    const inner = page.left + left + padding;
    if (details.length > 0) body.add(() => sheet.drawLines(details, inner, top + padding, styles.form));
    if (graph !== undefined) {
      sheet.y = top + padding + details.length * styles.form.leading;
      drawBars(sheet, graph, { parent: body, left: inner, room: width - left - 2 * padding });
    }
    sheet.y = top + height + (block.inverse ? gap : 0);
  }
}

function drawBar(sheet: Sheet, title: string, draw: (lines: readonly Line[]) => void): void {
  const top = sheet.y;
  sheet.drawArtifact(() => sheet.doc.rect(page.left, top, width, barHeight).fill(sheet.colors.ink));
  sheet.y += 4;
  draw(sheet.lines(title, onBar, width));
  sheet.y = top + barHeight;
}

/** The frames of a row's cells. The first are filled with the colors. */
export function drawCells(
  sheet: Sheet,
  top: number,
  height: number,
  widths: readonly number[],
  fills: readonly ColorName[],
): void {
  sheet.drawArtifact(() => {
    let left = page.left;
    for (const [index, cell] of widths.entries()) {
      if (cell === 0) continue;
      sheet.doc.lineWidth(0.75).rect(left, top, cell, height);
      const fill = fills[index];
      if (fill !== undefined) sheet.doc.fillAndStroke(sheet.colors[fill], sheet.colors.ink);
      else sheet.doc.strokeColor(sheet.colors.ink).stroke();
      left += cell;
    }
  });
}

/** A later page of a form has its number where the first has the day of the last revision, at the other edge. */
export function drawFormPage(sheet: Sheet): void {
  const { strong } = styles;
  sheet.y = page.top - strong.leading - 4;
  sheet.paragraph(sheet.root, 'P', sheet.lines(`Page ${sheet.pages}`, strong, width), strong);
  sheet.y = page.top;
}

/** The head of a form: the day of its last revision in the upper right corner, and its label beside its title. */
export function drawFormHead(sheet: Sheet, title: string, form: { label: string; revised: string }): void {
  const revised = sheet.lines(form.revised, styles.small, width);
  const taken = sheet.measure(form.revised, styles.small);
  sheet.y = 46;
  sheet.paragraph(sheet.root, 'P', revised, styles.small, page.width - page.right - taken);
  sheet.y += 4;
  const labelStyle = { ...styles.title, face: 'strong', color: 'card' } as const;
  const titleStyle = { ...styles.heading3, size: 13, leading: 17 };
  const lines = sheet.lines(title, titleStyle, width - termWidth - 2 * padding);
  const height = Math.max(lines.length * titleStyle.leading, labelStyle.leading) + 2 * padding;
  const top = sheet.y;
  sheet.drawArtifact(() => {
    sheet.doc.rect(page.left, top, termWidth, height).fill(sheet.colors.ink);
    sheet.doc.lineWidth(0.75).strokeColor(sheet.colors.ink).rect(page.left, top, width, height).stroke();
  });
  const heading = sheet.addElement(sheet.root, 'H1');
  heading.add(() => {
    const label = sheet.lines(`${form.label} `, labelStyle, termWidth);
    sheet.drawLines(label, page.left + padding, top + (height - labelStyle.leading) / 2, labelStyle);
    const above = (height - lines.length * titleStyle.leading) / 2;
    sheet.drawLines(lines, page.left + termWidth + padding, top + above, titleStyle);
  });
  sheet.y = top + height + space.paragraph;
}

/** The head of a form that names who provides it: both lines in one frame, in the middle. */
export function drawProviderHead(sheet: Sheet, provider: string, title: string): void {
  const style = { ...styles.heading3, size: 13, leading: 18 };
  const lines = [`${provider} `, title].flatMap((line) => sheet.lines(line, style, width - 2 * padding));
  const height = lines.length * style.leading + 2 * padding;
  const top = sheet.y;
  drawCells(sheet, top, height, [width], []);
  const heading = sheet.addElement(sheet.root, 'H1');
  heading.add(() => {
    for (const [index, line] of lines.entries())
      sheet.drawLine(
        line,
        (page.width - widthOfLine(line)) / 2,
        top + padding + index * style.leading,
        style,
      );
  });
  sheet.y = top + height;
}
