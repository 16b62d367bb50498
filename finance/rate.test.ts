import { expect, it } from 'vitest';
import { Decimal, formatPercent, monthlyRate, percent, roundCents, roundDownPercent } from './rate.ts';

it('is a percent a year in text or decimal', () => {
  expect(percent('31.22').toString()).toBe('31.22');
  expect(monthlyRate('36').toString()).toBe('0.03');
  expect(percent(new Decimal(24)).toNumber()).toBe(24);
});

it.each(['', ' 24', '24%', '-1', '1e1', 'NaN', '0x10', 'Infinity'])('"%s" is refused', (text) => {
  expect(() => percent(text)).toThrow(RangeError);
});

it('refuses a negative or infinite rate', () => {
  expect(() => percent(new Decimal(-1))).toThrow(RangeError);
  expect(() => percent(new Decimal(Number.POSITIVE_INFINITY))).toThrow(RangeError);
});

it('is rounded down under a cap and to the nearest for reading', () => {
  expect(roundDownPercent('30.266595').toString()).toBe('30.26');
  expect(formatPercent('30.266595')).toBe('30.27%');
  expect(formatPercent('24')).toBe('24.00%');
});

it('half a cent rounds up', () => {
  expect(roundCents(new Decimal('0.5'))).toBe(1);
  expect(roundCents(new Decimal('18359.4999999999999999999999'))).toBe(18_359);
});
