import { expect, it } from 'vitest';
import type { OfferTerm } from '#contract/offers.ts';
import { comparedFirst } from './compared-terms.ts';

const term = (months: number, monthlyPayment: number): OfferTerm => ({
  months,
  apr: 30,
  interestRate: 30,
  monthlyPayment,
  financeCharge: 1,
  totalOfPayments: months * monthlyPayment,
  isAutoSecured: false,
});

it('a long comparison begins with whole years, the cheapest, the lightest and the featured term', () => {
  const terms = [22, 24, 27, 30, 33, 36, 39, 42].map((months) => term(months, 30_000 - months * 100));
  const [, , , , featured] = terms;
  expect(comparedFirst(terms, featured).map(({ months }) => months)).toEqual([22, 24, 33, 36, 42]);
  expect(comparedFirst(terms.slice(1), featured)).toHaveLength(7);
});
