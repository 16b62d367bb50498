import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../scripts/property-runs.ts';
import type { RateCap } from './caps.ts';
import { cents, dollars } from './money.ts';
import { priceOffer, type TermToPrice } from './offers.ts';
import { levelPayment } from './payment.ts';
import { Decimal } from './rate.ts';

const cap = (basis: RateCap['basis'], percent: string): RateCap => ({
  basis,
  percent: new Decimal(percent),
  source: 'a law',
});
const term = { principal: dollars(5000), months: 48, contractRate: '31.22', floor: '24.00', caps: [] };
const priced = (change: Partial<TermToPrice>) => {
  const offer = priceOffer({ ...term, ...change });
  if (offer === 'dropped') throw new Error('The offer was dropped.');
  return offer;
};

describe('an offer', () => {
  it('with a prepaid fee finances less and has a higher APR', () => {
    const offer = priced({ prepaidFees: dollars(100) });
    expect(offer).toMatchObject({ monthlyPayment: 18_360, amountFinanced: 490_000, financeCharge: 391_232 });
    expect(offer.apr.gt('32')).toBe(true);
    expect(offer.rate.toFixed(2)).toBe('31.22');
  });

  it('above the state’s cap is repriced at the cap, rounded down', () => {
    const offer = priced({ caps: [cap('rate', '30.266595')] });
    expect(offer.rate.toFixed(2)).toBe('30.26');
    expect(offer.repricedUnder?.percent.toString()).toBe('30.266595');
    expect(offer.monthlyPayment).toBe(levelPayment({ principal: dollars(5000), rate: '30.26', months: 48 }));
  });

  it('at its cap keeps its rate', () => {
    expect(priced({ caps: [cap('rate', '31.22')] })).toMatchObject({ repricedUnder: undefined });
  });

  it('is dropped where the cap is under the floor or the state does not lend', () => {
    expect(priceOffer({ ...term, caps: [cap('rate', '23.99')] })).toBe('dropped');
    expect(priceOffer({ ...term, caps: [cap('all_in', '23.99')] })).toBe('dropped');
    expect(priceOffer({ ...term, caps: 'not-lent' })).toBe('dropped');
    expect(priced({ caps: [cap('rate', '24.00')] }).rate.toFixed(2)).toBe('24.00');
  });

  it('under an all-in cap lowers the rate until the APR with its fee fits', () => {
    const offer = priced({ prepaidFees: dollars(200), caps: [cap('all_in', '32')] });
    expect(offer.apr.lte(32)).toBe(true);
    const above = priced({ prepaidFees: dollars(200), contractRate: offer.rate.plus('0.01') });
    expect(above.apr.gt(32)).toBe(true);
  });

  it('to a covered borrower stays within 36% all-in', () => {
    const change = { contractRate: '35.99', prepaidFees: dollars(150), coveredByMilitaryLendingAct: true };
    const offer = priced(change);
    expect(offer.apr.lte(36)).toBe(true);
    expect(offer.repricedUnder?.source).toBe('Military Lending Act, 32 CFR 232.4(b)');
    expect(priced({ ...change, militaryLendingActLimit: '35' }).apr.lte(35)).toBe(true);
    expect(() => priced({ ...change, militaryLendingActLimit: '36.01' })).toThrow(RangeError);
    expect(priced({ ...change, coveredByMilitaryLendingAct: false }).apr.gt(36)).toBe(true);
  });

  it('is never above a cap nor under the floor, and its last payment settles it', () => {
    fc.assert(
      fc.property(
        fc.record({
          principal: fc.integer({ min: 2501, max: 15_000 }).map(dollars),
          months: fc.integer({ min: 8, max: 20 }).map((n) => n * 3),
          contract: fc.integer({ min: 2400, max: 3599 }),
          basis: fc.constantFrom('rate', 'all_in'),
          limit: fc.double({ min: 15, max: 40, noNaN: true }),
          fee: fc.constantFrom(0, 0, 5000, 12_345),
          covered: fc.boolean(),
        }),
        ({ principal, months, contract, basis, limit, fee, covered }) => {
          const limiting = cap(basis as RateCap['basis'], limit.toFixed(6));
          const offer = priceOffer({
            ...term,
            principal,
            months,
            contractRate: new Decimal(contract).div(100),
            caps: [limiting],
            prepaidFees: cents(fee),
            coveredByMilitaryLendingAct: covered,
          });
          if (offer === 'dropped') return;
          expect(offer.rate.gte(24)).toBe(true);
          expect(offer.rate.lte(contract / 100)).toBe(true);
          expect(offer.rate.dp()).toBeLessThanOrEqual(2);
          expect((basis === 'rate' ? offer.rate : offer.apr).lte(limiting.percent)).toBe(true);
          if (covered) expect(offer.apr.lte(36)).toBe(true);
          expect(offer.monthlyPayment * (months - 1) + offer.lastPayment).toBe(offer.totalOfPayments);
          expect(offer.financeCharge).toBe(offer.totalOfPayments - offer.amountFinanced);
          expect(offer.amountFinanced).toBe(principal - fee);
        },
      ),
      { numRuns: runs(60) },
    );
  });

  it.each([cents(-1), dollars(5000)])('a fee of %i cents is refused', (prepaidFees) => {
    expect(() => priceOffer({ ...term, prepaidFees })).toThrow(RangeError);
  });
});

it('a fee that is no finance charge leaves the APR alone, and counts towards an all-in cap', () => {
  const contractRate = '35.99';
  const plain = priced({ contractRate });
  const filed = priced({ contractRate, otherFees: cents(5000) });
  expect(filed.apr.eq(plain.apr)).toBe(true);
  expect(filed.amountFinanced).toBe(plain.amountFinanced);
  const capped = priced({ contractRate, otherFees: cents(5000), caps: [cap('all_in', '36')] });
  expect(capped.rate.lt('35.99')).toBe(true);
  expect(priced({ contractRate, caps: [cap('all_in', '36')] }).rate.eq('35.99')).toBe(true);
  expect(() => priced({ prepaidFees: dollars(3000), otherFees: dollars(2000) })).toThrow(RangeError);
});
