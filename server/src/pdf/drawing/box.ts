// Draws a box of figures: up to four side by side, emphasized ones larger.
import type { BlockOf, Figure } from '../document-model.ts';
import type { Line } from './lines.ts';
import type { Sheet } from './sheet.ts';
import { colors, page, type Style, space, styles, width } from './styles.ts';

interface LaidFigure {
  readonly parts: readonly {
    readonly lines: readonly Line[];
    readonly style: Style;
    readonly isLabel: boolean;
    readonly above: number;
  }[];
}
interface LaidBox {
  readonly rows: readonly (readonly LaidFigure[])[];
  /** The width of each column of figures. */
  readonly rooms: readonly number[];
}

export const boxHeight = (sheet: Sheet, { title, figures }: BlockOf<'box'>): number =>
  heightOf(title, layBox(sheet, figures));

function layBox(sheet: Sheet, figures: readonly Figure[]): LaidBox {
  const across = figures.length > 4 ? 3 : Math.max(1, figures.length);
  const wide = width - 2 * space.box - (across - 1) * space.box;
  // An emphasized figure is larger and gets a wider column.
  const shares = Array.from({ length: across }, (_, index) =>
    figures[index]?.emphasised === true ? 1.3 : 1,
  );
  const whole = shares.reduce((sum, share) => sum + share, 0);
  const rooms = shares.map((share) => (wide * share) / whole);
  const rows: LaidFigure[][] = [];
  figures.forEach(({ label, value, explanation, emphasised }, index) => {
    const room = rooms[index % across] ?? wide;
    const part = (text: string, style: Style, isLabel = false) => ({
      lines: sheet.lines(text, style, room),
      style,
      isLabel,
      above: 0,
    });
    const parts = [
      part(label, emphasised === true ? styles.strong : styles.label, true),
      part(value, fitted(sheet, value, emphasised === true ? styles.emphasized : styles.figure, room)),
      ...(explanation === undefined ? [] : [part(explanation, styles.small)]),
    ];
    if (index % across === 0) rows.push([]);
    rows.at(-1)?.push({ parts });
  });
  return { rows: rows.map(alignedFigures), rooms };
}

/** A figure is never broken across lines: its font shrinks until it fits. */
function fitted(sheet: Sheet, text: string, style: Style, room: number): Style {
  const taken = sheet.measure(text, style);
  return taken <= room ? style : { ...style, size: Math.floor(((style.size * room) / taken) * 4) / 4 };
}

function heightOf(title: string | undefined, { rows }: LaidBox): number {
  const inside = rows.reduce((sum, row) => sum + rowHeight(row), 0) + (rows.length - 1) * space.box;
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
      .fillAndStroke(colors.tint, colors.spruce);
  });
  sheet.y += space.box;
  const left = page.left + space.box;
  const element = sheet.addElement(sheet.root, 'Sect');
  if (title !== undefined) {
    sheet.paragraph(element, 'P', sheet.lines(title, styles.heading3, width), styles.heading3, left);
    sheet.y += space.afterHeading;
  }
  const list = sheet.addList(element, 'None');
  laidOut.rows.forEach((row) => {
    const rowTop = sheet.y;
    row.forEach(({ parts }, index) => {
      const x = left + laidOut.rooms.slice(0, index).reduce((sum, room) => sum + room + space.box, 0);
      if (index > 0) {
        sheet.drawArtifact(() => {
          sheet.stroke(x - space.box / 2, rowTop, x - space.box / 2, rowTop + rowHeight(row), 0.5);
        });
      }
      const item = sheet.addElement(list, 'LI');
      const label = sheet.addElement(item, 'Lbl');
      const body = sheet.addElement(item, 'LBody');
      let y = rowTop;
      for (const { lines, style, isLabel, above } of parts) {
        const parent = isLabel ? label : sheet.addElement(body, 'P');
        const at = y + above;
        parent.add(() => sheet.drawLines(lines, x, at, style));
        y = at + lines.length * style.leading;
      }
    });
    sheet.y = rowTop + rowHeight(row) + space.box;
  });
  sheet.y = top + height;
}

/** Aligns the figures of a row, however many lines their labels take. */
function alignedFigures(row: readonly LaidFigure[]): readonly LaidFigure[] {
  const partHeight = ({ parts }: LaidFigure, isLabel: boolean) => {
    const part = parts.find((one) => one.isLabel === isLabel);
    return part ? part.lines.length * part.style.leading : 0;
  };
  const labels = Math.max(...row.map((figure) => partHeight(figure, true)));
  const values = Math.max(...row.map((figure) => partHeight(figure, false)));
  return row.map((figure) => {
    let isValue = true;
    return {
      parts: figure.parts.map((part) => {
        if (part.isLabel) return { ...part, above: labels - partHeight(figure, true) };
        const above = isValue ? values - partHeight(figure, false) : 0;
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
