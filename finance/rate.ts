// Rates as decimals. A rate is always a percent a year ("31.22"), never a fraction and never a binary number.
import { Decimal as BaseDecimal } from 'decimal.js';
import { type Cents, cents } from './money.ts';

/**
 * Decimals of 34 significant digits, halves rounded away from zero. A constructor of our own, so that nobody's
 * settings of the library reach the lending arithmetic.
 */
export const Decimal = BaseDecimal.clone({ precision: 34, rounding: BaseDecimal.ROUND_HALF_UP });
export type Decimal = BaseDecimal;

/** A percent a year, as policy files write it ("31.22") or as a decimal. A plain number is refused by the type. */
export type Percent = Decimal | string;

/** A percent as a decimal. Throws a RangeError where it is no finite number or is negative. */
export function percent(value: Percent): Decimal {
  if (typeof value === 'string' && !/^\d+(\.\d+)?$/.test(value)) {
    throw new RangeError('A rate is a percent such as "31.22".');
  }
  const rate = new Decimal(value);
  if (!rate.isFinite() || rate.isNegative()) throw new RangeError('A rate is zero or more percent.');
  return rate;
}

/** The rate of one month as a fraction: percent / 1200. */
export function monthlyRate(annual: Percent): Decimal {
  return percent(annual).div(1200);
}

/** A percent rounded down to two decimals: what a rate under a cap may be. */
export function roundDownPercent(value: Percent): Decimal {
  return percent(value).toDecimalPlaces(2, Decimal.ROUND_DOWN);
}

/** A percent for reading, two decimals, halves up: "31.22%". */
export function formatPercent(value: Percent): string {
  return `${percent(value).toFixed(2)}%`;
}

/** A decimal number of cents rounded to whole cents, halves up. Throws a RangeError past what is exact. */
export function roundCents(value: Decimal): Cents {
  return cents(value.toDecimalPlaces(0, Decimal.ROUND_HALF_UP).toNumber());
}
