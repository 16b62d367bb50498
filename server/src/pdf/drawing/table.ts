// Draws a table row by row, and repeats its headers on every page.
import type { BlockOf, Column, Text } from '../document-model.ts';
import { drawCells } from './frame.ts';
import { type Line, widthOfLine } from './lines.ts';
import type { Sheet, Structure } from './sheet.ts';
import { page, type Style, space, styles, width } from './styles.ts';

interface Grid {
  readonly columns: readonly Column[];
  readonly widths: readonly number[];
  readonly padding: number;
  readonly isFramed: boolean;
}

interface LaidRow {
  readonly cells: readonly { readonly lines: readonly Line[]; readonly x: number; readonly style: Style }[];
  readonly height: number;
}

/** What a header cell is the header of; undefined for a data cell. */
type Scope = 'Column' | 'Row' | undefined;

export function drawTable(
  sheet: Sheet,
  { caption, columns, rows, rowHeaders, dense, framed }: BlockOf<'table'>,
): void {
  const grid = gridOf(columns, dense === true ? space.denseCell : space.cell, framed === true);
  const table = sheet.addElement(sheet.root, 'Table');
  // A printed form has no caption: its column headers are all that it shows.
  if (!grid.isFramed) {
    sheet.paragraph(table, 'Caption', sheet.lines(caption, styles.label, width), styles.label);
    sheet.y += 2;
  }
  const headers = columns.map((column) => column.header);
  const header = layRow(sheet, grid, headers, () =>
    grid.isFramed ? { ...styles.formStrong, color: 'card' as const } : styles.label,
  );
  const head = sheet.addElement(sheet.addElement(table, 'THead'), 'TR');
  sheet.ensureSpace(header.height);
  drawRow(sheet, head, header, grid, () => 'Column');
  const body = sheet.addElement(table, 'TBody');
  const scopeOf = (index: number): Scope => (rowHeaders === true && index === 0 ? 'Row' : undefined);
  for (const texts of rows) {
    const row = layRow(sheet, grid, texts, (index) =>
      grid.isFramed ? styles.form : scopeOf(index) ? styles.strong : styles.body,
    );
    if (!sheet.fits(row.height)) {
      sheet.newPage();
      // An artifact, because the structure tree has the headers already.
      sheet.drawArtifact(() => putCells(sheet, header, sheet.y + grid.padding));
      sheet.y += header.height;
      sheet.rule();
    }
    drawRow(sheet, sheet.addElement(body, 'TR'), row, grid, scopeOf);
  }
}

function gridOf(columns: readonly Column[], padding: number, isFramed: boolean): Grid {
  const shares = columns.map((column) => column.share ?? 1);
  const whole = shares.reduce((sum, share) => sum + share, 0);
  return { columns, widths: shares.map((share) => (width * share) / whole), padding, isFramed };
}

function layRow(
  sheet: Sheet,
  { columns, widths, padding, isFramed }: Grid,
  texts: readonly Text[],
  styleOf: (index: number) => Style,
): LaidRow {
  let left = page.left;
  const cells = columns.map((column, index) => {
    const style = styleOf(index);
    const inset = isFramed ? space.formCell : 0;
    const room = (widths[index] ?? 0) - (isFramed ? 2 * inset : 8);
    const lines = sheet.lines(texts[index] ?? '', style, room);
    const longest = Math.max(0, ...lines.map(widthOfLine));
    const free = room - longest;
    const shift = { start: inset, center: inset + free / 2, end: free }[column.align ?? 'start'];
    const x = left + shift;
    left += widths[index] ?? 0;
    return { lines, x, style };
  });
  const tallest = Math.max(...cells.map(({ lines, style }) => Math.max(1, lines.length) * style.leading));
  return { cells, height: tallest + 2 * padding };
}

function drawRow(
  sheet: Sheet,
  parent: Structure,
  { cells, height }: LaidRow,
  { padding, isFramed, widths }: Grid,
  scopeOf: (index: number) => Scope,
): void {
  const top = sheet.y + padding;
  const fills = cells.flatMap((_, index) => (scopeOf(index) === 'Column' ? (['ink'] as const) : []));
  if (isFramed) drawCells(sheet, sheet.y, height, widths, fills);
  cells.forEach(({ lines, x, style }, index) => {
    const scope = scopeOf(index);
    const cell = scope ? sheet.addElement(parent, 'TH', { scope }) : sheet.addElement(parent, 'TD');
    cell.add(() => sheet.drawLines(lines, x, top, style));
  });
  sheet.y += height;
  if (!isFramed) sheet.rule();
}

function putCells(sheet: Sheet, { cells }: LaidRow, top: number): void {
  for (const { lines, x, style } of cells) sheet.drawLines(lines, x, top, style);
}
