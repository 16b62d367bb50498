// How commands print instants, days and tables.
export const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10);
export const timeOf = (instant: Date): string => `${instant.toISOString().slice(0, 19)}Z`;

/** Rows as lines, each column as wide as its widest cell; the numbers of `figures` name the columns that end flush. */
export function tableOf(rows: readonly (readonly (string | number)[])[], figures: readonly number[] = []) {
  const cells = rows.map((row) => row.map(String));
  const widths = (cells[0] ?? []).map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  return cells.map((row) =>
    row
      .map((cell, at) => cell[figures.includes(at) ? 'padStart' : 'padEnd'](widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
