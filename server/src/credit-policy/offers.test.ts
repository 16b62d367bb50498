import { describe, expect, it } from 'vitest';
import { capsFor, militaryLendingActCap } from '#finance/caps.ts';
import { isoDate } from '#finance/dates.ts';
import { type Cents, dollars } from '#finance/money.ts';
import { type Lender, loadLender } from '#lender/load.ts';
import { capPolicyOf } from '#lender/price-term.ts';
import { amountAtMost, type PricingContext, type QualifiedProgram, termsFor } from './offers.ts';

const lender = loadLender();
const ON = isoDate('2026-11-20');
const TERMS = [24, 27, 30, 33, 36, 39, 42, 45, 48, 51, 54, 57, 60];

const program = (ratePercent: string, validAmounts: readonly Cents[]): QualifiedProgram => ({
  name: 'small',
  minCents: validAmounts[0] as Cents,
  maxCents: validAmounts.at(-1) as Cents,
  validAmounts,
  pricing: TERMS.map((months) => ({ months, ratePercent, row: 'R-S-660' })),
  floorPercent: '24.00',
  isAutoSecured: false,
});
const context = (state: string, militaryCovered = false): PricingContext => ({
  lender,
  state,
  militaryCovered,
  date: ON,
});
const AMOUNTS = [2501, 3000, 4500, 5000, 6000, 7500, 9500, 10_000, 12_000, 15_000].map(dollars);

describe('the terms of an amount', () => {
  it('are thirteen, with $183.60 a month for $5,000 over 48 at 31.22%', () => {
    const terms = termsFor(program('31.22', [dollars(5000)]), dollars(5000), context('UT'));
    expect(terms.map((one) => one.months)).toEqual(TERMS);
    const usual = { programName: 'small', row: 'R-S-660', monthlyPayment: 18_360, repricedUnder: undefined };
    expect(terms.find(({ months }) => months === 48)).toMatchObject(usual);
  });

  it('are priced for any whole dollar of the range, and none for an amount outside it', () => {
    const small = program('31.22', [2501, 5000, 6000].map(dollars));
    const terms = termsFor(small, dollars(5230), context('UT'));
    expect(terms.map((one) => one.months)).toEqual(TERMS);
    expect(terms.every(({ principal }) => principal === 523_000)).toBe(true);
    for (const amount of [dollars(2500), dollars(6001), 523_050 as Cents])
      expect(termsFor(small, amount, context('UT')), String(amount)).toEqual([]);
  });

  it('are repriced under the caps of a state, or left out where the cap is below the floor', () => {
    const rateOf = (state: string, amount: number, months: number) =>
      termsFor(program('35.99', [dollars(amount)]), dollars(amount), context(state))
        .find((one) => one.months === months)
        ?.rate.toFixed(2);
    expect(rateOf('LA', 2501, 24)).toBe('33.75');
    expect(rateOf('LA', 5000, 48)).toBe('30.26');
    expect(rateOf('LA', 10_000, 60)).toBe('26.89');
    expect(rateOf('AZ', 5000, 48)).toBe('33.05');
    expect(rateOf('IN', 5000, 48)).toBe('28.81');
    expect(rateOf('IN', 10_000, 60)).toBe('25.00');
    expect(rateOf('OK', 15_000, 60)).toBe('31.57');
    expect(rateOf('SC', 5000, 48)).toBe('35.99');
    expect(rateOf('CA', 5000, 60)).toBe('35.99');
    expect(rateOf('TX', 15_000, 60)).toBeUndefined();
    expect(rateOf('GA', 3000, 24)).toBeUndefined();
  });

  it('are never above a cap nor below the floor, in any state, at any rate', { tags: ['full'] }, () => {
    for (const { code } of lender.states) {
      // One of them is not listed.
      for (const amount of [...AMOUNTS, dollars(4730)]) {
        for (const covered of [false, true]) {
          for (const term of termsFor(program('35.99', AMOUNTS), amount, context(code, covered))) {
            const query = { state: code, amountCents: amount, months: term.months, on: ON };
            const caps = capsFor(capPolicyOf(lender.policy), query);
            if (caps === 'not-lent') throw new Error('offered where it is not lent');
            for (const cap of covered ? [...caps, militaryLendingActCap()] : caps) {
              const held = cap.basis === 'all_in' ? term.apr : term.rate;
              expect(held.lte(cap.percent), `${code} ${amount} over ${term.months}`).toBe(true);
            }
            expect(term.rate.gte('24.00')).toBe(true);
            expect(term.rate.lte('35.99')).toBe(true);
          }
        }
      }
    }
  });
});

it.each([
  ['is the one that was wanted, listed or not', 5230, 5230],
  ['is the highest where more was wanted', 9000, 6000],
  ['is the lowest where less was wanted', 100, 2501],
])('the amount of a final offer %s', (_, wanted, amount) => {
  const programs = [program('31.22', [2501, 5000, 6000].map(dollars))];
  expect(amountAtMost(programs, dollars(wanted))).toBe(dollars(amount));
});

describe('in a state with fees', () => {
  const fees: Lender['policy']['fees'] = [
    {
      kind: 'origination',
      states: ['UT', 'IL'],
      percentOfLoan: '2.00',
      most: 7500,
      from: '2024-01-01',
      source: 'A test',
    },
    { kind: 'filing', states: ['UT', 'IL'], amount: 2500, from: '2024-01-01', source: 'A test' },
  ];
  const charging: Lender = { ...lender, policy: { ...lender.policy, fees } };
  const withFees = (state: string, militaryCovered = false) => ({
    ...context(state, militaryCovered),
    lender: charging,
  });
  const secured = (ratePercent: string) => ({
    ...program(ratePercent, [dollars(3000), dollars(10_000)]),
    isAutoSecured: true,
  });

  it('the APR counts the origination fee, and the filing fee not', () => {
    const [small] = termsFor(program('31.22', [dollars(3000)]), dollars(3000), withFees('UT'));
    const charged = { origination: 6000, filing: 0 };
    expect(small).toMatchObject({ principal: 300_000, fees: charged, amountFinanced: 294_000 });
    expect(small?.rate.toFixed(2)).toBe('31.22');
    expect(small?.apr.gt('32')).toBe(true);
    const [big] = termsFor(secured('31.22'), dollars(10_000), withFees('UT'));
    expect(big).toMatchObject({ fees: { origination: 7500, filing: 2500 }, amountFinanced: 992_500 });
    const [elsewhere] = termsFor(program('31.22', [dollars(3000)]), dollars(3000), withFees('ID'));
    expect(elsewhere).toMatchObject({ fees: { origination: 0, filing: 0 }, amountFinanced: 300_000 });
  });

  it('no APR is above the lender’s ceiling, and a term whose lowest rate would be is not offered', () => {
    const at = (aprCeiling: string) => ({
      ...withFees('UT'),
      lender: { ...charging, policy: { ...charging.policy, aprCeiling } },
    });
    const termsAt = (aprCeiling: string) =>
      termsFor(program('35.99', [dollars(3000)]), dollars(3000), at(aprCeiling));
    const highest = (aprCeiling: string) => Math.max(...termsAt(aprCeiling).map(({ apr }) => apr.toNumber()));
    expect(highest('45.00')).toBeGreaterThan(37);
    expect(highest('35.99')).toBeLessThanOrEqual(35.99);
    expect(termsAt('35.99')).toHaveLength(TERMS.length);
    expect(termsAt('25.30').map(({ months }) => months)).toEqual([45, 48, 51, 54, 57, 60]);
    expect(termsAt('24.00')).toEqual([]);
  });

  it('the military rate and an all-in cap hold with every fee in them', () => {
    for (const term of termsFor(program('35.99', [dollars(3000)]), dollars(3000), withFees('UT', true))) {
      expect(term.apr.lte(36)).toBe(true);
      expect(term.rate.lt('35.99')).toBe(true);
    }
    const [capped] = termsFor(secured('35.99'), dollars(3000), withFees('IL'));
    const [unfiled] = termsFor(program('35.99', [dollars(3000)]), dollars(3000), withFees('IL'));
    expect(capped?.repricedUnder?.basis).toBe('all_in');
    expect(capped?.rate.lt(unfiled?.rate ?? 0)).toBe(true);
  });
});
