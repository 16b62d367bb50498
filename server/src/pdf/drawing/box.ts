// Draws a box of figures: up to four side by side, emphasized ones larger.
import type { BlockOf, Figure } from '../document-model.ts';
import type { Line } from './lines.ts';
import type { Sheet, Structure } from './sheet.ts';
import { page, type Style, space, styles, width } from './styles.ts';

interface Part {
  readonly lines: readonly Line[];
  readonly style: Style;
}

const partHeight = (part: Part | undefined) => (part ? part.lines.length * part.style.leading : 0);

export const boxHeight = (sheet: Sheet, { title, figures }: BlockOf<'box'>): number =>
  heightOf(title, layBox(sheet, figures));

function layBox(sheet: Sheet, figures: readonly Figure[]) {
  const across = figures.length > 4 ? 3 : Math.max(1, figures.length);
  const wide = width - 2 * space.box - (across - 1) * space.box;
  // An emphasized figure is larger and gets a wider column.
  const shares = Array.from({ length: across }, (_, index) =>
    figures[index]?.emphasised === true ? 1.3 : 1,
  );
  const whole = shares.reduce((sum, share) => sum + share, 0);
  /** The width of each column of figures. */
  const rooms = shares.map((share) => (wide * share) / whole);
  const laidOut = figures.map(({ label, value, explanation, emphasised }, index) => {
    const room = rooms[index % across] ?? wide;
    const part = (text: string, style: Style): Part => ({ lines: sheet.lines(text, style, room), style });
    return {
      label: part(label, emphasised === true ? styles.strong : styles.label),
      value: part(value, fitted(sheet, value, emphasised === true ? styles.emphasized : styles.figure, room)),
      explanation: explanation === undefined ? undefined : part(explanation, styles.small),
    };
  });
  const rowCount = Math.ceil(figures.length / across);
  const rows = Array.from({ length: rowCount }, (_, index) => {
    const row = laidOut.slice(index * across, (index + 1) * across);
    const labels = Math.max(...row.map(({ label }) => partHeight(label)));
    const values = Math.max(...row.map(({ value }) => partHeight(value)));
    const explanations = Math.max(...row.map(({ explanation }) => partHeight(explanation)));
    return { figures: row, labels, values, height: labels + values + explanations };
  });
  return { rows, rooms };
}

/** A figure or title that is not broken across lines: its font shrinks until it fits. */
export function fitted(sheet: Sheet, text: string, style: Style, room: number): Style {
  const taken = sheet.measure(text, style);
  return taken <= room ? style : { ...style, size: Math.floor(((style.size * room) / taken) * 4) / 4 };
}

function heightOf(title: string | undefined, { rows }: ReturnType<typeof layBox>): number {
  const inside = rows.reduce((sum, row) => sum + row.height, 0) + (rows.length - 1) * space.box;
  return inside + 2 * space.box + (title === undefined ? 0 : styles.heading3.leading + space.afterHeading);
}

export function drawBox(sheet: Sheet, { title, figures }: BlockOf<'box'>): void {
  const laidOut = layBox(sheet, figures);
  const height = heightOf(title, laidOut);
  sheet.ensureSpace(height);
  const top = sheet.y;
  sheet.drawArtifact(() => {
    sheet.doc
      .lineWidth(1)
      .roundedRect(page.left, top, width, height, 6)
      .fillAndStroke(sheet.colors['spruce-tint'], sheet.colors.spruce);
  });
  sheet.y += space.box;
  const left = page.left + space.box;
  const element = sheet.addElement(sheet.root, 'Sect');
  if (title !== undefined) {
    sheet.paragraph(element, 'P', sheet.lines(title, styles.heading3, width), styles.heading3, left);
    sheet.y += space.afterHeading;
  }
  const list = sheet.addList(element, 'None');
  for (const { figures: row, labels, values, height: rowHeight } of laidOut.rows) {
    const rowTop = sheet.y;
    row.forEach((figure, index) => {
      const x = left + laidOut.rooms.slice(0, index).reduce((sum, room) => sum + room + space.box, 0);
      if (index > 0)
        sheet.drawArtifact(() => {
          sheet.stroke(x - space.box / 2, rowTop, x - space.box / 2, rowTop + rowHeight, 0.5);
        });
      const item = sheet.addElement(list, 'LI');
      const label = sheet.addElement(item, 'Lbl');
      const body = sheet.addElement(item, 'LBody');
      const draw = (parent: Structure, { lines, style }: Part, y: number) =>
        parent.add(() => sheet.drawLines(lines, x, y, style));
      // Labels and values end at one height in the whole row, however many lines they take.
      draw(label, figure.label, rowTop + (labels - partHeight(figure.label)));
      draw(sheet.addElement(body, 'P'), figure.value, rowTop + labels + (values - partHeight(figure.value)));
      if (figure.explanation) draw(sheet.addElement(body, 'P'), figure.explanation, rowTop + labels + values);
    });
    sheet.y = rowTop + rowHeight + space.box;
  }
  sheet.y = top + height;
}
