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

/** A figure as people read it. */
export function figure(unit: UnitName, value: number | undefined): string {
  if (value === undefined) return '–';
  const { per, write, isPercent }: Unit = units[unit];
  return `${write(value / per)}${isPercent ? '%' : ''}`;
}

/** The difference, with its sign. */
export function change(unit: UnitName, before: number | undefined, after: number | undefined): string {
  if (before === undefined || after === undefined) return '–';
  const { per, write, isPercent }: Unit = units[unit];
  const difference = (after - before) / per;
  const text = write(Math.abs(difference));
  // What rounds to nothing has no sign.
  const sign = text === write(0) ? '' : difference < 0 ? '−' : '+';
  return `${sign}${text}${isPercent ? ' pts' : ''}`;
}
