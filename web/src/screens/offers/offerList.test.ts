import { describe, expect, test } from 'vitest';
import type { LoanRequest, OfferTerm } from '#contract/offers.ts';
import { amountShown, arrange, firstOf, keyOf } from './offerList.ts';

const term = (months: number, isAutoSecured: boolean, apr: number): OfferTerm => ({
  months,
  isAutoSecured,
  apr,
  interestRate: apr,
  monthlyPayment: 18_360,
  financeCharge: 1,
  totalOfPayments: 18_360 * months,
});
const all = [term(48, false, 31), term(24, true, 27), term(24, false, 30), term(36, true, 26)];
const everything = { months: undefined, withAutoSecured: true };
const keys = (terms: readonly OfferTerm[]) => terms.map(keyOf);

describe('the offers shown', () => {
  test('begin with the lowest APR; the others follow by length and leave it out', () => {
    const { featured, others } = arrange(all, everything);
    expect(featured && keyOf(featured)).toBe('36-auto');
    expect(keys(others)).toEqual(['24', '24-auto', '48']);
  });

  test('begin with the one chosen before', () => {
    const { featured, others } = arrange(all, everything, { months: 24, isAutoSecured: false });
    expect(featured && keyOf(featured)).toBe('24');
    expect(keys(others)).not.toContain('24');
  });

  test('leave out loans on a vehicle while the toggle is off', () => {
    const { featured, others } = arrange(all, { ...everything, withAutoSecured: false });
    expect(keys([...(featured ? [featured] : []), ...others]).sort()).toEqual(['24', '48']);
  });

  test('are only of the terms that the filter keeps', () => {
    const { featured, others } = arrange(all, { ...everything, months: new Set([48]) });
    expect(featured && keyOf(featured)).toBe('48');
    expect(others).toEqual([]);
  });
});

test.each([
  [0, 0],
  [5, 5],
  [10, 10],
  [11, 5],
  [25, 5],
])('of %i other options %i are shown at first', (count, shown) => {
  const list = Array.from({ length: count }, (_, index) => index);
  expect(firstOf(list, false)).toHaveLength(shown);
  expect(firstOf(list, true)).toHaveLength(count);
});

describe('the amount whose offers are shown', () => {
  const program = (amounts: readonly number[]): LoanRequest['programs'][number] => ({
    programName: 'small',
    amountRanges: [],
    validAmounts: amounts.map((amount) => ({ amount, isAutoSecured: false })),
    href: '/api/v1/x',
    getTerms: { href: '/api/v1/x' },
  });
  const request = { programs: [program([300_000, 500_000])] } as unknown as LoanRequest;
  const chosen = { isLoanAutoSecured: false };
  test('is what was chosen, else asked for where it may be had, else the highest', () => {
    expect(amountShown(request, { ...chosen, loanAmount: 420_000, requestedAmount: 300_000 })).toBe(420_000);
    expect(amountShown(request, { ...chosen, requestedAmount: 300_000 })).toBe(300_000);
    expect(amountShown(request, { ...chosen, requestedAmount: 900_000 })).toBe(500_000);
    expect(amountShown(request, chosen)).toBe(500_000);
  });
  test('is none without programs', () => {
    expect(amountShown({ ...request, programs: [] }, chosen)).toBeUndefined();
  });
});
