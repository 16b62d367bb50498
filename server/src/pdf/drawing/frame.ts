// Draws a part of a printed form: a bar with its title, and framed rows of a term and its definition.
import type { BlockOf } from '../document-model.ts';
import { type Line, withTrailingSpaces } from './lines.ts';
import type { Sheet } from './sheet.ts';
import { colors, page, space, styles, width } from './styles.ts';

const termWidth = 128;
const padding = space.cell;
const onBar = { ...styles.heading3, color: colors.paper };
const barHeight = onBar.leading + 2 * 4;

interface Row {
  readonly terms: readonly Line[];
  readonly details: readonly Line[];
  /** The width of the term. */
  readonly left: number;
  readonly height: number;
}

function rowsOf(sheet: Sheet, { items }: BlockOf<'definitions'>): readonly Row[] {
  return items.map(({ term, details }) => {
    const terms = sheet.lines(term, styles.strong, termWidth - 2 * padding);
    const left = term === '' ? 0 : termWidth;
    const lines = withTrailingSpaces(details).flatMap((line) =>
      sheet.lines(line, styles.body, width - left - 2 * padding),
    );
    const height = Math.max(terms.length, lines.length) * styles.body.leading + 2 * padding;
    return { terms, details: lines, left, height };
  });
}

export function drawFrame(sheet: Sheet, block: BlockOf<'definitions'>): void {
  const rows = rowsOf(sheet, block);
  if (block.title !== undefined) {
    sheet.ensureSpace(barHeight + (rows[0]?.height ?? 0));
    const top = sheet.y;
    sheet.drawArtifact(() => sheet.doc.rect(page.left, top, width, barHeight).fill(colors.ink));
    sheet.y += 4;
    sheet.paragraph(sheet.root, 'H2', sheet.lines(block.title, onBar, width), onBar, page.left + padding);
    sheet.y = top + barHeight;
  }
  const list = sheet.addList(sheet.root, 'None');
  for (const { terms, details, left, height } of rows) {
    sheet.ensureSpace(height);
    const top = sheet.y;
    drawCells(sheet, top, height, [left, width - left]);
    const element = sheet.addElement(list, 'LI');
    if (left > 0)
      sheet
        .addElement(element, 'Lbl')
        .add(() => sheet.drawLines(terms, page.left + padding, top + padding, styles.strong));
    sheet
      .addElement(element, 'LBody')
      .add(() => sheet.drawLines(details, page.left + left + padding, top + padding, styles.body));
    sheet.y = top + height;
  }
}

/** The frames of a row's cells. Its first `headers` cells have a tint. */
export function drawCells(
  sheet: Sheet,
  top: number,
  height: number,
  widths: readonly number[],
  headers = 1,
): void {
  sheet.drawArtifact(() => {
    let left = page.left;
    for (const [index, cell] of widths.entries()) {
      if (cell === 0) continue;
      sheet.doc.lineWidth(0.75).rect(left, top, cell, height);
      if (index < headers) sheet.doc.fillAndStroke(colors.tint, colors.ink);
      else sheet.doc.strokeColor(colors.ink).stroke();
      left += cell;
    }
  });
}

/** The head of a form: the day of its last revision in the upper right corner, and its label beside its title. */
export function drawFormHead(sheet: Sheet, title: string, form: { label: string; revised: string }): void {
  const revised = sheet.lines(form.revised, styles.small, width);
  const taken = sheet.measure(form.revised, styles.small);
  sheet.y = 46;
  sheet.paragraph(sheet.root, 'P', revised, styles.small, page.width - page.right - taken);
  sheet.y += 4;
  const labelStyle = { ...styles.title, face: 'strong', color: colors.paper } as const;
  const titleStyle = { ...styles.heading3, size: 13, leading: 17 };
  const lines = sheet.lines(title, titleStyle, width - termWidth - 2 * padding);
  const height = Math.max(lines.length * titleStyle.leading, labelStyle.leading) + 2 * padding;
  const top = sheet.y;
  sheet.drawArtifact(() => {
    sheet.doc.rect(page.left, top, termWidth, height).fill(colors.ink);
    sheet.doc.lineWidth(0.75).strokeColor(colors.ink).rect(page.left, top, width, height).stroke();
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
