// The tables of a report, and how their numbers are written.

/** How a number is written. Shares are of 1, rates in basis points, money in cents; a change has its sign. */
export type CellFormat =
  | 'text'
  | 'count'
  | 'countChange'
  | 'share'
  | 'shareChange'
  | 'rate'
  | 'rateChange'
  | 'usd'
  | 'usdChange'
  | 'paymentChange'
  | 'decimal';

interface ReportColumn {
  readonly name: string;
  readonly format: CellFormat;
}
export type ReportCell = string | number | undefined;
export interface ReportRow {
  readonly cells: readonly ReportCell[];
  /** Formats of this row's cells, where they are not the columns'. */
  readonly formats?: readonly CellFormat[];
}

export interface ReportTable {
  /** The name of its CSV file. */
  readonly id: string;
  readonly question: string;
  readonly note?: string | undefined;
  readonly columns: readonly ReportColumn[];
  readonly rows: readonly ReportRow[];
  /** How many rows people are shown; the CSV file has all. */
  readonly mostRows?: number | undefined;
}

export const number = new Intl.NumberFormat('en-US');
const decimals = (digits: number) =>
  new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
const [one, two] = [decimals(1), decimals(2)];
const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});

const written: Record<Exclude<CellFormat, 'text'>, (value: number) => string> = {
  count: (value) => number.format(value),
  countChange: (value) => signed(value, number.format),
  share: (value) => `${one.format(value * 100)}%`,
  shareChange: (value) => `${signed(value * 100, one.format)} pts`,
  rate: (value) => `${two.format(value / 100)}%`,
  rateChange: (value) => `${signed(value / 100, two.format)} pts`,
  usd: (value) => dollars.format(value / 100),
  usdChange: (value) => signed(value / 100, dollars.format),
  paymentChange: (value) => signed(value / 100, (amount) => `$${two.format(amount)}`),
  decimal: (value) => two.format(value),
};

/** A number with its sign; a value that rounds to nothing has none. */
function signed(value: number, format: (value: number) => string): string {
  const text = format(Math.abs(value));
  return text === format(0) ? text : `${value < 0 ? '−' : '+'}${text}`;
}

/** A cell as people read it. */
export function cellText(value: ReportCell, format: CellFormat): string {
  if (value === undefined) return '–';
  return typeof value === 'string' || format === 'text' ? String(value) : written[format](value);
}
