// ABA routing numbers: nine digits with an assigned prefix and a check digit. Forms load this file.

const weights = [3, 7, 1, 3, 7, 1, 3, 7];

const inUse = (prefix: number): boolean =>
  (prefix >= 1 && prefix <= 12) ||
  (prefix >= 21 && prefix <= 32) ||
  (prefix >= 61 && prefix <= 72) ||
  prefix === 80;

/**
 * The ninth digit of a routing number, from its first eight: it makes 3(d1+d4+d7) + 7(d2+d5+d8) + (d3+d6+d9) a multiple of
 * ten (ABA routing number policy). Throws a RangeError for anything but eight digits.
 */
export function routingCheckDigit(firstEight: string): number {
  if (!/^\d{8}$/.test(firstEight)) throw new RangeError('The check digit follows from eight digits.');
  const sum = weights.reduce((total, weight, at) => total + weight * Number(firstEight[at]), 0);
  return (10 - (sum % 10)) % 10;
}

/**
 * Whether a text is a routing number: nine digits, of which the first two are 01–12, 21–32, 61–72 or 80, with a correct
 * check digit (ABA routing number policy).
 */
export const isRoutingNumber = (text: string): boolean =>
  /^\d{9}$/.test(text) &&
  inUse(Number(text.slice(0, 2))) &&
  routingCheckDigit(text.slice(0, 8)) === Number(text[8]);
