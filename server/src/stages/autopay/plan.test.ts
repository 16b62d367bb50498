import { describe, expect, it } from 'vitest';
import { isBankingDay } from '#finance/banking-days.ts';
import { isoDate } from '#finance/dates.ts';
import type { ApprovedTerm } from '../../platform/db/tables.ts';
import { planOf } from './plan.ts';

const term: ApprovedTerm = {
  amount: 500_000,
  months: 48,
  interestRate: 31.22,
  apr: 31.22,
  monthlyPayment: 18_360,
  isAutoSecured: false,
};

function firstDebit(day: number, fundsArrive: string, today: string): string | undefined {
  const { days } = planOf(term, isoDate(fundsArrive), isoDate(today));
  return days.find((one) => one.day === day)?.firstDebit;
}

describe('the first debit', () => {
  it.each([
    [
      'is on the day the first payment is due, where that is the day chosen',
      6,
      '2026-03-06',
      '2026-03-04',
      '2026-04-06',
    ],
    ['is the next such day after the first payment is due', 5, '2026-03-06', '2026-03-04', '2026-05-05'],
    ['is moved from a Saturday to Monday', 11, '2026-03-06', '2026-03-04', '2026-04-13'],
    ['is moved from a Sunday to Monday', 12, '2026-03-06', '2026-03-04', '2026-04-13'],
    ['is moved past Christmas and the weekend after it', 25, '2026-11-24', '2026-11-20', '2026-12-28'],
    ['is moved past a holiday kept on a Monday', 4, '2027-06-04', '2027-06-02', '2027-07-06'],
    [
      'is not before the first payment is due, even on a short month',
      28,
      '2027-01-29',
      '2027-01-27',
      '2027-03-01',
    ],
    [
      'is three banking days ahead at least, a mind changed later',
      9,
      '2026-01-05',
      '2026-07-03',
      '2026-07-09',
    ],
    ['is a month later where the day is too near', 7, '2026-01-05', '2026-07-03', '2026-08-07'],
  ])('%s', (_, day, fundsArrive, today, expected) => {
    expect(firstDebit(day, fundsArrive, today)).toBe(expected);
  });

  it('is on a banking day and after the first payment is due, whichever day is chosen', () => {
    for (const today of ['2026-11-20', '2026-12-23', '2027-01-29', '2027-02-12']) {
      const { days, loan } = planOf(term, isoDate(today), isoDate(today));
      expect(days.map((one) => one.day)).toEqual(Array.from({ length: 28 }, (_, index) => index + 1));
      for (const one of days) {
        expect(isBankingDay(isoDate(one.firstDebit))).toBe(true);
        expect(one.firstDebit >= loan.firstDue).toBe(true);
      }
    }
  });
});

it('tells the loan as it was signed', () => {
  const { loan, paymentAmount } = planOf(term, isoDate('2026-03-06'), isoDate('2026-03-04'));
  expect(paymentAmount).toBe(18_360);
  expect(loan).toEqual({
    amount: 500_000,
    fundsArrive: '2026-03-06',
    payments: 48,
    payment: 18_360,
    lastPayment: 18_312,
    firstDue: '2026-04-06',
    lastDue: '2030-03-06',
  });
});
