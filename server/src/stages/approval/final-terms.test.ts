import { expect, it } from 'vitest';
import { finalTerm } from './final-terms.ts';

const accepted = {
  amount: 500_000,
  months: 48,
  apr: 25.99,
  interestRate: 25.99,
  monthlyPayment: 16_850,
  isAutoSecured: false,
};
const final = { ...accepted, financeCharge: 308_800, totalOfPayments: 808_800 };

it('a fast-path loan is lent as it was shown, or cheaper', () => {
  expect(finalTerm([final], accepted)).toEqual(accepted);
  const cheaper = { apr: 24, interestRate: 24, monthlyPayment: 16_301 };
  expect(finalTerm([{ ...final, ...cheaper }], accepted)).toEqual({ ...accepted, ...cheaper });
});

it.each([
  ['dearer', { interestRate: 27.99 }],
  ['longer', { months: 60 }],
  ['secured by a vehicle', { isAutoSecured: true }],
])('a fast-path loan is not lent %s than was shown', (_, change) => {
  expect(finalTerm([{ ...final, ...change }], accepted)).toBeUndefined();
});
