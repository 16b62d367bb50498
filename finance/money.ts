// Money and rates as integers, light enough for every page: nothing here needs decimal arithmetic.

/** Whole cents of US dollars. */
export type Cents = number & { readonly __brand: 'Cents' };

/** Hundredths of a percent: 3122 is 31.22%. */
export type BasisPoints = number & { readonly __brand: 'BasisPoints' };

/** Cents from a whole number. Throws a RangeError for a fraction or a number too large to be exact. */
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

/** Basis points from a whole number. Throws a RangeError for a fraction. */
export function basisPoints(value: number): BasisPoints {
  if (!Number.isSafeInteger(value)) throw new RangeError('Basis points are a whole number.');
  return (value === 0 ? 0 : value) as BasisPoints;
}

/** The sum of amounts in cents. Throws a RangeError past what is exact. */
export function sumCents(amounts: Iterable<Cents>): Cents {
  let total = 0;
  for (const amount of amounts) total += amount;
  return cents(total);
}

/** Reads a decimal text with at most two places as hundredths, without a detour through binary fractions. */
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
 * Cents from dollars as people write them ("5000", "$5,000", "5,000.5", "-12.34"), or undefined where the text is
 * blank, not a number, has more than two decimals or commas out of place.
 */
export function parseDollars(text: string): Cents | undefined {
  const value = hundredths(text.trim().replace(/^(-?)\s*\$\s*/, '$1'));
  return value === undefined ? undefined : cents(value);
}

/** Cents from dollars in text. Throws a RangeError where `parseDollars` finds no amount. */
export function dollarsToCents(text: string): Cents {
  const value = parseDollars(text);
  if (value === undefined) throw new RangeError('An amount is dollars with at most two decimals.');
  return value;
}

function grouped(whole: number): string {
  return String(whole).replace(/\B(?=(\d{3})+$)/g, ',');
}

/**
 * Cents as US dollars: "$183.60", and "$5,000" or, with `cents: 'always'`, "$5,000.00". A whole amount has no cents,
 * any other has two digits of them.
 */
export function formatUsd(amount: Cents, options: { cents?: 'whenNeeded' | 'always' } = {}): string {
  const size = Math.abs(amount);
  const rest = size % 100;
  const fraction = rest === 0 && options.cents !== 'always' ? '' : `.${String(rest).padStart(2, '0')}`;
  return `${amount < 0 ? '-' : ''}$${grouped((size - rest) / 100)}${fraction}`;
}

/** Dollars as somebody typed them, shown as US dollars; blank or not an amount gives empty text. */
export function formatDollarsText(text: string): string {
  const amount = parseDollars(text);
  return amount === undefined ? '' : formatUsd(amount);
}

/** Cents as plain dollars for a wire or a file: "5000.00". */
export function centsToDollars(amount: Cents): string {
  const size = Math.abs(amount);
  return `${amount < 0 ? '-' : ''}${Math.floor(size / 100)}.${String(size % 100).padStart(2, '0')}`;
}

/**
 * Basis points from a percent in text ("31.22", "24"). Throws a RangeError where it is no number or has more than
 * two decimals.
 */
export function percentToBasisPoints(text: string): BasisPoints {
  const value = hundredths(text.trim().replace(/\s*%$/, ''));
  if (value === undefined) throw new RangeError('A percent is a number with at most two decimals.');
  return basisPoints(value);
}

/** Basis points as a percent with two decimals, without the sign: "31.22". */
export function basisPointsToPercent(rate: BasisPoints): string {
  return centsToDollars(rate as number as Cents);
}

/** Basis points as a percent for reading: "31.22%". */
export function formatBasisPoints(rate: BasisPoints): string {
  return `${basisPointsToPercent(rate)}%`;
}
