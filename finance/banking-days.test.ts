import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as bank from './banking-days.ts';
import { addDays, isoDate } from './dates.ts';

const anyDate = fc.integer({ min: 0, max: 20_000 }).map((n) => addDays(isoDate('2020-01-01'), n));

describe('Federal Reserve holidays', () => {
  it.each([
    [2026, '01-01 01-19 02-16 05-25 06-19 07-04 09-07 10-12 11-11 11-26 12-25'],
    [2027, '01-01 01-18 02-15 05-31 06-19 07-05 09-06 10-11 11-11 11-25 12-25'],
    [2028, '01-01 01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-11 11-23 12-25'],
  ])('of %i', (year, days) => {
    expect(bank.federalReserveHolidays(year)).toEqual(days.split(' ').map((day) => `${year}-${day}`));
  });

  it('on a Saturday leave the Friday a banking day', () => {
    expect(bank.isBankingDay(isoDate('2026-07-03'))).toBe(true);
    expect(bank.isBankingDay(isoDate('2027-12-24'))).toBe(true);
    expect(bank.isBankingDay(isoDate('2027-12-31'))).toBe(true);
  });

  it('hold Juneteenth from 2022 on', () => {
    expect(bank.isBankingDay(isoDate('2020-06-19'))).toBe(true);
    expect(bank.isBankingDay(isoDate('2024-06-19'))).toBe(false);
    expect(bank.federalReserveHolidays(2022)).toContain('2022-06-20');
  });
});

describe('banking days', () => {
  it.each([
    ['2026-11-20', '2026-11-23'],
    ['2026-11-25', '2026-11-27'],
    ['2026-12-24', '2026-12-28'],
    ['2026-12-31', '2027-01-04'],
  ])('after %s comes %s', (date, next) => {
    expect(bank.nextBankingDay(isoDate(date))).toBe(next);
  });

  it.each([
    ['2026-11-20', 2, '2026-11-24'],
    ['2026-11-21', 1, '2026-11-23'],
    ['2026-11-24', 3, '2026-11-30'],
    ['2026-11-21', 0, '2026-11-23'],
    ['2026-11-23', 0, '2026-11-23'],
    ['2026-11-30', -3, '2026-11-24'],
  ])('%s and %i of them: %s', (date, count, expected) => {
    expect(bank.addBankingDays(isoDate(date), count)).toBe(expected);
  });

  it('are whole', () => {
    expect(() => bank.addBankingDays(isoDate('2026-11-20'), 1.5)).toThrow(RangeError);
  });

  it('are at most four days apart', () => {
    fc.assert(
      fc.property(anyDate, (date) => {
        const next = bank.nextBankingDay(date);
        expect(bank.isBankingDay(next)).toBe(true);
        expect(next > date && next <= addDays(date, 4)).toBe(true);
      }),
    );
  });

  it('add up', () => {
    fc.assert(
      fc.property(anyDate, fc.nat(20), fc.nat(20), (date, a, b) => {
        const start = bank.onOrNextBankingDay(date);
        expect(bank.addBankingDays(bank.addBankingDays(start, a), b)).toBe(bank.addBankingDays(start, a + b));
        expect(bank.addBankingDays(bank.addBankingDays(start, a), -a)).toBe(start);
      }),
    );
  });
});
