import { describe, expect, test } from 'vitest';
import type { LoanRequest, OfferTerm } from '#contract/offers.ts';
import {
  amountGroups,
  amountShown,
  arrange,
  firstOf,
  isSuggested,
  keyOf,
  mostOffered,
  vehicleToggle,
  vehicleWith,
} from './offerList.ts';

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
  test('begin with a middle term; the others follow by length and leave it out', () => {
    const { featured, others } = arrange(all, everything);
    expect(featured && keyOf(featured)).toBe('48');
    expect(keys(others)).toEqual(['24', '24-auto', '36-auto']);
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
  test('is our suggestion only where nobody chose it or asked for it', () => {
    expect(isSuggested(500_000, chosen)).toBe(true);
    expect(isSuggested(500_000, { ...chosen, requestedAmount: 900_000 })).toBe(true);
    expect(isSuggested(300_000, { ...chosen, requestedAmount: 300_000 })).toBe(false);
    expect(isSuggested(500_000, { ...chosen, loanAmount: 500_000 })).toBe(false);
  });
});

describe('the vehicle', () => {
  const lent = (...amounts: readonly (readonly [amount: number, isAutoSecured: boolean])[]) =>
    ({
      programs: amounts.map(([amount, isAutoSecured]) => ({
        programName: isAutoSecured ? 'big_auto' : 'large',
        validAmounts: [{ amount, isAutoSecured }],
      })),
    }) as unknown as LoanRequest;
  const [secured, unsecured] = [term(48, true, 26), term(48, false, 31)];
  const both = lent([1_500_000, true], [750_000, true], [1_200_000, false], [300_000, false]);

  test.each([
    ['is a choice where the amount is lent both ways', both, [secured, unsecured], { kind: 'both' }],
    [
      'where it is needed gives way to the most that is lent without',
      both,
      [secured],
      { kind: 'needed', without: 1_200_000 },
    ],
    [
      'where it is not needed counts from the lowest amount that needs it',
      both,
      [unsecured],
      { kind: 'unneeded', from: 750_000 },
    ],
    ['is always needed where nothing is lent without', lent([800_000, true]), [secured], { kind: 'always' }],
    ['is no matter where no loan is secured', lent([800_000, false]), [unsecured], { kind: 'none' }],
  ] as const)('%s', (_, request, terms, toggle) => {
    expect(vehicleToggle(request, { terms: [...terms] })).toEqual(toggle);
  });

  test('divides the amounts to choose from, the highest of each first', () => {
    expect(amountGroups(both)).toEqual({ unsecured: [1_200_000, 300_000], secured: [1_500_000, 750_000] });
    expect(mostOffered(both)).toBe(1_500_000);
  });

  test('is decided by an amount only where the amount or the group it was chosen from says so', () => {
    const groups = { secured: [1_500_000, 900_000], unsecured: [900_000, 500_000] };
    expect(vehicleWith(groups, 1_500_000)).toBe(true);
    expect(vehicleWith(groups, 900_000)).toBeUndefined();
    expect(vehicleWith(groups, 900_000, 'secured')).toBe(true);
    expect(vehicleWith(groups, 900_000, 'unsecured')).toBe(false);
    expect(vehicleWith(groups, 500_000, 'unsecured')).toBeUndefined();
  });
});
