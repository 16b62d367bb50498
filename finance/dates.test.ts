import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  ageInYears,
  dateOf,
  datePartsOf,
  dayOfWeek,
  daysBetween,
  daysInMonth,
  isIsoDate,
  isoDate,
} from './dates.ts';

const anyDate = fc.integer({ min: -36_500, max: 73_000 }).map((n) => addDays(isoDate('2000-01-01'), n));

describe('a date', () => {
  it.each(['2024-02-29', '1999-12-31', '2026-11-20', '0001-01-01'])('%s exists', (text) => {
    expect(isIsoDate(text)).toBe(true);
    expect(isoDate(text)).toBe(text);
  });

  const noDates = ['2023-02-29', '2026-13-01', '2026-04-31', '2026-4-2', '', '0000-01-01'];
  it.each(noDates)('"%s" is refused', (text) => {
    expect(isIsoDate(text)).toBe(false);
    expect(() => isoDate(text)).toThrow(RangeError);
  });

  it('is put together from its parts and taken apart', () => {
    expect(dateOf(2026, 1, 5)).toBe('2026-01-05');
    expect(datePartsOf(isoDate('2026-01-05'))).toEqual({ year: 2026, month: 1, day: 5 });
    expect(() => dateOf(2026, 2, 30)).toThrow(RangeError);
  });
});

describe('counting', () => {
  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2026-01-31', 2, '2026-03-31'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-11-30', 3, '2027-02-28'],
    ['2026-12-15', 1, '2027-01-15'],
    ['2026-05-10', 0, '2026-05-10'],
  ])('%s and %i months is %s', (from, months, to) => {
    expect(addMonths(isoDate(from), months)).toBe(to);
  });

  it('days run over months and leap years', () => {
    expect(addDays(isoDate('2024-02-28'), 1)).toBe('2024-02-29');
    expect(addDays(isoDate('2026-01-01'), -1)).toBe('2025-12-31');
    expect(daysBetween(isoDate('2024-02-01'), isoDate('2024-03-01'))).toBe(29);
    expect(daysBetween(isoDate('2024-03-01'), isoDate('2024-02-01'))).toBe(-29);
    expect(daysInMonth(2100, 2)).toBe(28);
    expect(dayOfWeek(isoDate('2026-11-20'))).toBe(5);
  });

  it('half a day or half a month is refused', () => {
    expect(() => addDays(isoDate('2026-01-01'), 0.5)).toThrow(RangeError);
    expect(() => addMonths(isoDate('2026-01-01'), 0.5)).toThrow(RangeError);
    expect(() => addMonths(isoDate('9999-12-01'), 1)).toThrow(RangeError);
    expect(() => addDays(isoDate('9999-12-31'), 1)).toThrow(RangeError);
  });

  it('adding days and counting them agree', () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: -5000, max: 5000 }), (date, n) => {
        expect(daysBetween(date, addDays(date, n))).toBe(n);
        expect((dayOfWeek(date) + (((n % 7) + 7) % 7)) % 7).toBe(dayOfWeek(addDays(date, n)));
      }),
    );
  });
});

it.each([
  ['2008-11-20', '2026-11-20', 18],
  ['2008-11-21', '2026-11-20', 17],
  ['2008-02-29', '2026-02-28', 17],
  ['2008-02-29', '2026-03-01', 18],
  ['2008-02-29', '2028-02-29', 20],
])('age: born %s, on %s: %i', (born, on, age) => {
  expect(ageInYears(isoDate(born), isoDate(on))).toBe(age);
});
