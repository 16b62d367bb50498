// Rates as decimals. A rate is always a percent per year ("31.22"), never a fraction and never a binary number.
import { Decimal as BaseDecimal } from 'decimal.js';
import { type Cents, cents } from './money.ts';

/**
 * Decimals with 34 significant digits that round halves away from zero. A separate constructor, so that no other code's
 * settings of the library affect this arithmetic.
 */
export const Decimal = BaseDecimal.clone({ precision: 34, rounding: BaseDecimal.ROUND_HALF_UP });
export type Decimal = BaseDecimal;

/** A percent per year, as policy files write it ("31.22") or as a decimal. The type does not accept a plain number. */
export type Percent = Decimal | string;

/** A percent as a decimal. Throws a RangeError if it is negative or not a finite number. */
export function percent(value: Percent): Decimal {
  if (typeof value === 'string' && !/^\d+(\.\d+)?$/.test(value))
    throw new RangeError('A rate is a percent such as "31.22".');
  const rate = new Decimal(value);
  if (!rate.isFinite() || rate.isNegative()) throw new RangeError('A rate is zero or more percent.');
  return rate;
}

/** The monthly rate as a fraction: percent / 1200. Throws a RangeError as `percent` does. */
export const monthlyRate = (annual: Percent): Decimal => percent(annual).div(1200);

/** A percent rounded down to two decimals, so that a rate stays under its cap. Throws a RangeError as `percent` does. */
export function roundDownPercent(value: Percent): Decimal {
  return percent(value).toDecimalPlaces(2, Decimal.ROUND_DOWN);
}

/** A percent with two decimals, halves rounded up: "31.22%". Throws a RangeError as `percent` does. */
export const formatPercent = (value: Percent): string => `${percent(value).toFixed(2)}%`;

/** Cents as a decimal, rounded to whole cents, halves up. Throws a RangeError if the result is not a safe integer. */
export function roundCents(value: Decimal): Cents {
  return cents(value.toDecimalPlaces(0, Decimal.ROUND_HALF_UP).toNumber());
}
