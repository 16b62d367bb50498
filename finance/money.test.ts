import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cents, dollars, formatUsd, parseDollars } from './money.ts';

const anyCents = fc.integer({ min: -1_000_000_000_00, max: 1_000_000_000_00 }).map(cents);

describe('cents', () => {
  it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, 183.6])('%d is refused', (value) => {
    expect(() => cents(value)).toThrow(RangeError);
    expect(() => dollars(value)).toThrow(RangeError);
  });

  it('come from whole dollars', () => {
    expect(dollars(2501)).toBe(250_100);
    expect(Object.is(cents(-0), 0)).toBe(true);
  });
});

describe('dollars as people write them', () => {
  it.each([
    ['5000', 500_000],
    ['$5,000', 500_000],
    [' 5,000.50 ', 500_050],
    ['5000.5', 500_050],
    ['.99', 99],
    ['5.', 500],
    ['0', 0],
    ['-12.34', -1234],
    ['-$12.34', -1234],
    ['$ 7', 700],
    ['1,234,567.89', 123_456_789],
    ['0.29', 29],
  ])('"%s" is %i cents', (text, value) => {
    expect(parseDollars(text)).toBe(value);
  });

  const noAmounts = ['', '.', 'abc', '5,00', '1.234', '1e3', '12,34.00', '99999999999999999999'];
  it.each(noAmounts)('"%s" is no amount', (text) => {
    expect(parseDollars(text)).toBeUndefined();
  });

  it('what is written reads back', () => {
    fc.assert(
      fc.property(anyCents, (amount) => {
        expect(parseDollars(formatUsd(amount))).toBe(amount);
        expect(parseDollars(formatUsd(amount, { cents: 'always' }))).toBe(amount);
      }),
    );
  });
});

describe('money on a screen', () => {
  it.each([
    [18_360, '$183.60'],
    [500_000, '$5,000'],
    [5, '$0.05'],
    [0, '$0'],
    [-1234, '-$12.34'],
    [150_000_000, '$1,500,000'],
  ])('%i cents is %s', (value, text) => {
    expect(formatUsd(cents(value))).toBe(text);
  });

  it('keeps its cents where columns align', () => {
    expect(formatUsd(cents(500_000), { cents: 'always' })).toBe('$5,000.00');
  });
});
