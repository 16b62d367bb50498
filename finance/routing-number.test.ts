import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isRoutingNumber, routingCheckDigit } from './routing-number.ts';

const prefixes = [...Array(100).keys()].filter(
  (n) => (n >= 1 && n <= 12) || (n >= 21 && n <= 32) || (n >= 61 && n <= 72) || n === 80,
);
const anyNumber = fc
  .tuple(fc.constantFrom(...prefixes), fc.integer({ min: 0, max: 999_999 }))
  .map(([prefix, rest]) => String(prefix).padStart(2, '0') + String(rest).padStart(6, '0'))
  .map((eight) => eight + routingCheckDigit(eight));

it.each(['121042882', '021000021', '091000019'])('%s is valid', (n) => {
  expect(isRoutingNumber(n)).toBe(true);
});

it.each(
  '123456789 | 021000020 | 000000000 | 02100002 | 0210000210 | 02100002a | 021-000-021 | '.split(' | '),
)('"%s" is not', (n) => {
  expect(isRoutingNumber(n)).toBe(false);
});

it('with its check digit is valid, and with any one digit changed is not', () => {
  fc.assert(
    fc.property(anyNumber, fc.nat(8), fc.integer({ min: 1, max: 9 }), (number, at, by) => {
      expect(isRoutingNumber(number)).toBe(true);
      const digit = (Number(number[at]) + by) % 10;
      expect(isRoutingNumber(number.slice(0, at) + digit + number.slice(at + 1))).toBe(false);
    }),
  );
});

it('has a check digit from eight digits only', () => {
  expect(routingCheckDigit('02100002')).toBe(1);
  expect(() => routingCheckDigit('0210000')).toThrow(RangeError);
});
