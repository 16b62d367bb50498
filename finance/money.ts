// Money as integer cents. Every page loads this file, so it uses no decimal arithmetic.

/** Whole cents of US dollars. */
export type Cents = number & { readonly __brand: 'Cents' };

/** Cents from a whole number. Throws a RangeError for a fraction or a number that is not a safe integer. */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError('Cents are a whole number.');
  // Minus zero would be written "-$0".
  return (value === 0 ? 0 : value) as Cents;
}

/** Cents from whole dollars: `dollars(2501)` is $2,501. Throws a RangeError for a fraction. */
export function dollars(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError('Dollars are a whole number here.');
  return cents(value * 100);
}

/** A decimal text with at most two decimals, as hundredths; parsed as digits, because binary fractions would be inexact. */
function hundredths(text: string): number | undefined {
  const match = /^(-?)(\d+|\d{1,3}(?:,\d{3})+)?(?:\.(\d{0,2}))?$/.exec(text);
  if (!match) return undefined;
  const [, sign, whole, fraction] = match;
  if (whole === undefined && !fraction) return undefined;
  const value = Number((whole ?? '0').replaceAll(',', '') + (fraction ?? '').padEnd(2, '0'));
  if (!Number.isSafeInteger(value)) return undefined;
  return sign && value !== 0 ? -value : value;
}

/**
 * Cents from dollars as people write them ("5000", "$5,000", "5,000.5", "-12.34"). Undefined if the text is blank, not a
 * number, has more than two decimals or has misplaced commas.
 */
export function parseDollars(text: string): Cents | undefined {
  const value = hundredths(text.trim().replace(/^(-?)\s*\$\s*/, '$1'));
  return value === undefined ? undefined : cents(value);
}

const grouped = (whole: number): string => String(whole).replace(/\B(?=(\d{3})+$)/g, ',');

/**
 * Cents as US dollars: "$183.60". Whole dollars are written without cents ("$5,000"), or with them if `cents` is 'always'
 * ("$5,000.00").
 */
export function formatUsd(amount: Cents, options: { cents?: 'whenNeeded' | 'always' } = {}): string {
  const size = Math.abs(amount);
  const rest = size % 100;
  const fraction = rest === 0 && options.cents !== 'always' ? '' : `.${String(rest).padStart(2, '0')}`;
  return `${amount < 0 ? '-' : ''}$${grouped((size - rest) / 100)}${fraction}`;
}
