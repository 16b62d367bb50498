import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { solveApr } from './apr.ts';
import { addDays, addMonths, isoDate } from './dates.ts';
import { dollars } from './money.ts';
import {
  countUnitPeriods,
  datedPayments,
  month,
  singlePaymentPeriods,
  unitPeriodsPerYear,
} from './unitPeriods.ts';

const count = (from: string, to: string, period = month) =>
  countUnitPeriods(isoDate(from), isoDate(to), period);

describe('unit-periods between two dates', () => {
  test.each([
    ['2026-02-10', '2026-04-01', 1, '19/30'],
    ['2026-03-03', '2026-09-15', 6, '12/30'],
    ['2026-03-03', '2028-02-01', 22, '29/30'],
    ['2026-01-10', '2026-02-10', 1, '0'],
    ['2026-01-31', '2026-02-28', 1, '0'],
    ['2026-01-31', '2026-03-31', 2, '0'],
    ['2026-02-28', '2026-03-31', 1, '0'],
    ['2026-03-01', '2026-03-31', 1, '0'],
    ['2026-03-01', '2026-03-11', 0, '10/30'],
    ['2026-03-01', '2026-03-01', 0, '0'],
  ])('months, %s to %s: %i and %s', (from, to, periods, fraction) => {
    expect(count(from, to)).toEqual({ periods, fraction });
  });

  test('quarters count 30 days to a full month', () => {
    const quarter = { unit: 'month', length: 3 } as const;
    expect(count('2026-05-23', '2026-10-01', quarter)).toEqual({ periods: 1, fraction: '39/90' });
    expect(unitPeriodsPerYear(quarter)).toBe('12/3');
  });

  test('half months, weeks, days and years', () => {
    expect(count('2026-01-01', '2026-02-20', { unit: 'semimonth' })).toEqual({
      periods: 3,
      fraction: '4/15',
    });
    expect(count('2026-01-01', '2026-01-24', { unit: 'week', length: 2 })).toEqual({
      periods: 1,
      fraction: '9/14',
    });
    expect(count('2026-01-01', '2026-01-24', { unit: 'day', length: 1 })).toEqual({
      periods: 23,
      fraction: '0',
    });
    expect(count('2026-01-01', '2028-07-01', { unit: 'year' })).toEqual({ periods: 2, fraction: '6/12' });
    expect(count('2026-01-01', '2028-01-11', { unit: 'year' })).toEqual({ periods: 2, fraction: '10/365' });
    expect(unitPeriodsPerYear({ unit: 'semimonth' })).toBe('24/1');
    expect(unitPeriodsPerYear({ unit: 'week', length: 2 })).toBe('52/2');
    expect(unitPeriodsPerYear({ unit: 'year' })).toBe('1/1');
  });

  test('a date before the start and a period over a year are refused', () => {
    expect(() => count('2026-03-02', '2026-03-01')).toThrow(RangeError);
    expect(() => count('2026-03-01', '2027-03-02', { unit: 'month', length: 12 })).toThrow(RangeError);
  });

  test('n months later is n whole months, from any day', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1500 }), fc.integer({ min: 0, max: 130 }), (days, n) => {
        const from = addDays(isoDate('2026-01-01'), days);
        expect(countUnitPeriods(from, addMonths(from, n), month)).toEqual({ periods: n, fraction: '0' });
      }),
    );
  });

  test('a later date is never fewer periods', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 800 }), (start, length) => {
        const from = addDays(isoDate('2027-01-01'), start);
        const size = (to: string) => {
          const { periods, fraction } = countUnitPeriods(from, isoDate(to), month);
          return periods + Number(fraction.split('/')[0]) / 30;
        };
        const to = addDays(from, length);
        // A day more can only lose what the month's length differs from 30.
        expect(size(addDays(to, 1))).toBeGreaterThanOrEqual(size(to) - 0.1);
      }),
    );
  });
});

describe('dated payments', () => {
  test('of the regulation’s skipped-payment loan give its rate', () => {
    const due = (amount: number, ...dates: string[]) =>
      dates.map((dueOn) => ({ amount: dollars(amount), dueOn: isoDate(dueOn) }));
    const payments = datedPayments(isoDate('2026-03-03'), [
      ...due(1000, '2026-09-15', '2026-10-15', '2026-11-15'),
      ...due(2000, '2027-03-15'),
      ...due(750, '2027-09-15', '2027-10-15', '2027-11-15'),
      ...due(1000, '2028-02-01'),
    ]);
    expect(payments).toHaveLength(4);
    expect(payments[0]).toEqual({ count: 3, amount: 100_000, periods: 6, fraction: '12/30' });
    const apr = solveApr({ advances: [{ amount: dollars(7350) }], unitPeriodsPerYear: 12, payments });
    expect(apr.toFixed(2)).toBe('10.22');
  });
});

describe('a single payment', () => {
  test.each([
    ['2026-01-01', '2026-09-13', { periods: 1, fraction: '0', unitPeriodsPerYear: '365/255' }],
    ['2026-01-15', '2026-07-15', { periods: 1, fraction: '0', unitPeriodsPerYear: '12/6' }],
    ['2026-01-15', '2027-07-15', { periods: 1, fraction: '6/12', unitPeriodsPerYear: '1/1' }],
    ['2026-01-15', '2027-01-15', { periods: 1, fraction: '0', unitPeriodsPerYear: '1/1' }],
  ])('%s to %s', (from, to, expected) => {
    expect(singlePaymentPeriods(isoDate(from), isoDate(to))).toEqual(expected);
  });

  test('on the day of the advance is refused', () => {
    expect(() => singlePaymentPeriods(isoDate('2026-01-01'), isoDate('2026-01-01'))).toThrow(RangeError);
  });
});
