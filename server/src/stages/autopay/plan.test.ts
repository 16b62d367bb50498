import { expect, it } from 'vitest';
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
const plan = (fundsArrive: string, today: string, mostDaysBeforeDue = 3) =>
  planOf(term, { fundsArrive: isoDate(fundsArrive), today: isoDate(today), mostDaysBeforeDue });

it('offers the due date and as many days before it as the lender allows', () => {
  const { days, ifSetUp } = plan('2026-03-06', '2026-03-04').offered;
  expect(days).toEqual([
    { daysBeforeDue: 0, firstDebit: '2026-04-06', lastDebit: '2030-03-06' },
    // April 5 is a Sunday, April 4 a Saturday: the next banking day is the due date.
    { daysBeforeDue: 1, firstDebit: '2026-04-06', lastDebit: '2030-03-05' },
    { daysBeforeDue: 2, firstDebit: '2026-04-06', lastDebit: '2030-03-04' },
    { daysBeforeDue: 3, firstDebit: '2026-04-03', lastDebit: '2030-03-04' },
  ]);
  expect(ifSetUp).toEqual({ firstPaid: '2026-04-06' });
  expect(plan('2026-03-06', '2026-03-04', 0).offered.days).toHaveLength(1);
});

it('names the payment that is too near to be debited', () => {
  const { offered, beginningOn } = plan('2026-03-06', '2026-04-02');
  expect(offered.ifSetUp).toEqual({ firstPaid: '2026-05-06', byHand: '2026-04-06' });
  expect(beginningOn(isoDate('2026-05-04'))).toEqual({ firstPaid: '2026-05-06', byHand: '2026-04-06' });
  const expected = { firstPaid: '2026-05-06' };
  expect(plan('2026-03-06', '2026-06-01').beginningOn(isoDate('2026-05-04'))).toEqual(expected);
});

it('has the terms of the loan as signed', () => {
  const { loan, paymentAmount } = plan('2026-03-06', '2026-03-04').offered;
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
