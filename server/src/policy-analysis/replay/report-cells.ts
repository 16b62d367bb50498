// The cells of a report's tables, and how their numbers are written.

export const number = new Intl.NumberFormat('en-US');
const decimals = (digits: number) =>
  new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
const [oneDecimal, twoDecimals] = [decimals(1), decimals(2)];
const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});

interface Unit {
  /** How many of a value are one of what is written: cents, or basis points. */
  readonly per: number;
  readonly write: (value: number) => string;
  readonly isPercent?: boolean;
}

const units = {
  count: { per: 1, write: number.format },
  /** Of 1. */
  share: { per: 1, write: (value) => oneDecimal.format(value * 100), isPercent: true },
  rate: { per: 100, write: twoDecimals.format, isPercent: true },
  usd: { per: 100, write: dollars.format },
  payment: { per: 100, write: (value) => `$${twoDecimals.format(value)}` },
  decimal: { per: 1, write: twoDecimals.format },
} as const satisfies Record<string, Unit>;
export type UnitName = keyof typeof units;

interface Figure {
  readonly unit: UnitName;
  readonly value: number;
  /** Written with its sign. */
  readonly isChange?: boolean;
}
export type ReportCell = string | Figure | undefined;

export const figure = (unit: UnitName, value: number | undefined): ReportCell =>
  value === undefined ? undefined : { unit, value };

export const change = (unit: UnitName, before: number | undefined, after: number | undefined): ReportCell =>
  before === undefined || after === undefined ? undefined : { unit, value: after - before, isChange: true };

/** A cell as people read it. */
export function cellText(cell: ReportCell): string {
  if (cell === undefined) return '–';
  if (typeof cell === 'string') return cell;
  const { per, write, isPercent }: Unit = units[cell.unit];
  const value = cell.value / per;
  if (!cell.isChange) return `${write(value)}${isPercent ? '%' : ''}`;
  const text = write(Math.abs(value));
  // What rounds to nothing has no sign.
  const sign = text === write(0) ? '' : value < 0 ? '−' : '+';
  return `${sign}${text}${isPercent ? ' pts' : ''}`;
}

/** A cell for a spreadsheet: rounded to what is exact, and without a sign of its unit. */
export function plainCell(cell: ReportCell): string | number {
  if (typeof cell !== 'object') return cell ?? '';
  return Number((cell.value / units[cell.unit].per).toFixed(4));
}
