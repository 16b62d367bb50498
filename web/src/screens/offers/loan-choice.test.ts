import { describe, expect, it } from 'vitest';
import type { OfferTerm } from '#contract/offers.ts';
import { exampleLoanRequest, exampleProgram } from '../../dev/examples.ts';
import { amountStops, stopNear, termsByAmount, vehicleFrom } from './offer-list.ts';

const term = (months: number, monthlyPayment: number, isAutoSecured = false): OfferTerm => ({
  months,
  apr: 30,
  interestRate: 30,
  monthlyPayment,
  financeCharge: 1,
  totalOfPayments: months * monthlyPayment,
  isAutoSecured,
});
const lent = (...amounts: readonly (readonly [amount: number, isAutoSecured: boolean])[]) =>
  exampleLoanRequest(
    amounts.map(([amount, isAutoSecured]) => exampleProgram('large', [amount], isAutoSecured)),
  );
const request = lent([500_000, false], [1_200_000, false], [1_200_000, true], [1_500_000, true]);
const here = (...amounts: readonly number[]) =>
  termsByAmount({ amounts: amounts.map((amount) => ({ amount, terms: [term(48, 18_360)] })) });

describe('the amount slider', () => {
  it('stops at every listed amount once, and without the vehicle only at those lent without it', () => {
    const all = here(500_000, 1_200_000, 1_500_000);
    expect(amountStops(request, all, true)).toEqual([500_000, 1_200_000, 1_500_000]);
    expect(amountStops(request, all, false)).toEqual([500_000, 1_200_000]);
  });

  it('never stops where the server offered no term', () => {
    expect(amountStops(request, undefined, true)).toEqual([500_000, 1_200_000, 1_500_000]);
    expect(amountStops(request, here(500_000, 900_000), true)).toEqual([500_000]);
    const none = termsByAmount({ amounts: [{ amount: 500_000, terms: [] }] });
    expect(amountStops(request, none, true)).toEqual([]);
  });

  it('finds from which amount the vehicle is needed, where some amount needs none', () => {
    expect(vehicleFrom(request, [500_000, 1_200_000, 1_500_000])).toBe(1_500_000);
    expect(vehicleFrom(request, [500_000, 1_200_000])).toBeUndefined();
    expect(vehicleFrom(lent([750_000, true]), [750_000])).toBeUndefined();
  });

  it('is at the stop nearest to a typed amount', () => {
    const stops = [250_100, 300_000, 350_000];
    expect(stopNear(stops, 300_000)).toBe(1);
    expect(stopNear(stops, 312_300)).toBe(1);
    expect(stopNear(stops, 325_000)).toBe(1);
    expect(stopNear(stops, 900_000)).toBe(2);
    expect(stopNear([], 1)).toBe(0);
  });
});
