import { describe, expect, it } from 'vitest';
import { dollars } from '#finance/money.ts';
import { costOf } from './cost-figures.ts';

const term = { months: 48, interestRate: 31.22, monthlyPayment: 18_360, totalOfPayments: 881_232 };

describe('the cost of an offer', () => {
  it('is that of the schedule that the server disclosed', () => {
    const cost = costOf(500_000, term);
    expect(cost?.schedule.totalInterest).toBe(381_232);
    expect(cost?.interestPercent).toBe(43);
    expect(cost?.balances).toHaveLength(49);
    expect(cost?.years).toHaveLength(4);
    expect(cost?.withExtra(dollars(50))).toMatchObject({ monthsEarlier: 16, saved: 140_934 });
  });

  it.each([
    ['the payment', { monthlyPayment: 18_361 }],
    ['the total', { totalOfPayments: 881_233 }],
    ['the rate', { interestRate: 31.3 }],
    ['the length', { months: 47 }],
  ])('is not shown where %s is another', (_, other) => {
    expect(costOf(500_000, { ...term, ...other })).toBeUndefined();
  });
});
