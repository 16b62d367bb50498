import { expect, it } from 'vitest';
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

it('offers every day of the month, each with a first debit by the first due date and the last with the last payment', () => {
  for (const today of ['2026-11-20', '2026-12-23', '2027-01-29', '2027-02-12']) {
    const { days, loan } = planOf(term, isoDate(today), isoDate(today));
    expect(days.map((one) => one.day)).toEqual(Array.from({ length: 28 }, (_, index) => index + 1));
    for (const { firstDebit, lastDebit } of days) {
      expect(isBankingDay(isoDate(firstDebit))).toBe(true);
      expect(firstDebit > loan.fundsArrive && firstDebit <= loan.firstDue, firstDebit).toBe(true);
      expect(lastDebit <= loan.lastDue, lastDebit).toBe(true);
    }
  }
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
