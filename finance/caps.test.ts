import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../scripts/property-runs.ts';
import { blendedRate, type CapPolicy, type CapTier, capsFor, type StateCap } from './caps.ts';
import { isoDate } from './dates.ts';
import { dollars } from './money.ts';
import { exactPayment } from './payment.ts';
import { Decimal } from './rate.ts';

const tiers = (...list: [upTo: number, percent: string][]): CapTier[] =>
  list.map(([upTo, percent]) => (upTo ? { upToCents: upTo * 100, percent } : { percent }));
const louisiana = tiers([1400, '36'], [4000, '27'], [7000, '24'], [0, '21']);
const arizona = tiers([3000, '36'], [0, '24']);
const indiana = tiers([2000, '36'], [4000, '21'], [0, '15']);
const oklahoma = tiers([7000, '32'], [11_000, '23'], [0, '20']);

const row = (state: string, limit: StateCap['limit'], rest: Partial<StateCap> = {}): StateCap => ({
  state,
  basis: 'rate',
  limit,
  effective: { from: '2020-01-01' },
  source: `${state} law`,
  ...rest,
});

const policy: CapPolicy = {
  caps: [
    row('UT', { kind: 'none' }),
    row('LA', { kind: 'tiers', tiers: louisiana }),
    row('AZ', { kind: 'tiers', tiers: arizona }, { amountCents: { max: 1_000_000 } }),
    row('AZ', { kind: 'none' }, { amountCents: { min: 1_000_001 } }),
    row('IN', {
      kind: 'greatest',
      of: [
        { kind: 'tiers', tiers: indiana },
        { kind: 'flat', percent: '25' },
      ],
    }),
    row(
      'CA',
      { kind: 'flat', percent: '36', plusFederalFunds: true },
      { amountCents: { min: 300_000, max: 999_999 }, months: { max: 60 } },
    ),
    row('CA', { kind: 'none' }, { amountCents: { min: 1_000_000 } }),
    row('GA', { kind: 'none' }, { amountCents: { min: 300_100 } }),
    row('IL', { kind: 'flat', percent: '36' }, { basis: 'all_in' }),
    row('OK', {
      kind: 'greatest',
      of: [
        { kind: 'tiers', tiers: oklahoma, plusFederalFunds: true },
        { kind: 'flat', percent: '25', plusFederalFunds: true },
      ],
    }),
    row(
      'TX',
      { kind: 'tiers', tiers: tiers([2610, '30'], [5500, '24'], [0, '18']) },
      { effective: { from: '2025-07-01', to: '2026-06-30' } },
    ),
    row(
      'TX',
      { kind: 'tiers', tiers: tiers([2670, '30'], [5625, '24'], [0, '18']) },
      { effective: { from: '2026-07-01' } },
    ),
    row('XA', { kind: 'flat', percent: '30' }),
    row('XA', { kind: 'flat', percent: '28' }, { basis: 'all_in' }),
  ],
  federalFunds: [
    { percent: '4.33', from: '2025-01-01', source: 'Federal Reserve H.15' },
    { percent: '3.88', from: '2026-01-01', source: 'Federal Reserve H.15' },
  ],
};

const capsOf = (state: string, amount: number, months: number, on = '2026-11-20') =>
  capsFor(policy, { state, amountCents: dollars(amount), months, on: isoDate(on) });
const highest = (...loan: Parameters<typeof capsOf>) => {
  const caps = capsOf(...loan);
  return caps === 'not-lent' ? caps : (caps[0]?.percent ?? 'none');
};

describe('the blended rate of a tiered cap', () => {
  it.each([
    ['LA', 2501, 24, '33.75'],
    ['LA', 5000, 48, '30.27'],
    ['LA', 10_000, 60, '26.89'],
    ['AZ', 5000, 48, '33.06'],
    ['IN', 5000, 48, '28.82'],
    ['IN', 10_000, 60, '25.00'],
  ])('%s: $%i over %i months is %s%%', (state, amount, months, expected) => {
    expect((highest(state, amount, months) as Decimal).toFixed(2)).toBe(expected);
  });

  it('is exactly the first tier where the amount stays in it', () => {
    expect(highest('AZ', 3000, 36)?.toString()).toBe('36');
    expect(blendedRate(tiers([1000, '24'], [0, '24']), dollars(9000), 48).toString()).toBe('24');
  });

  const anyTiers = fc
    .tuple(
      fc.uniqueArray(fc.integer({ min: 100, max: 14_000 }), { minLength: 1, maxLength: 4 }),
      fc.array(fc.integer({ min: 100, max: 4000 }), { minLength: 5, maxLength: 5 }),
    )
    .map(([ends, rates]) => {
      const percents = rates.toSorted((a, b) => b - a).map((bp) => (bp / 100).toFixed(2));
      const sorted = ends.toSorted((a, b) => a - b);
      return tiers(...[...sorted, 0].map((end, n): [number, string] => [end, percents[n] as string]));
    });
  const anyAmount = fc.integer({ min: 2501, max: 15_000 }).map(dollars);

  it('earns the interest that the tiers earn', () => {
    fc.assert(
      fc.property(anyTiers, anyAmount, fc.integer({ min: 12, max: 60 }), (list, principal, months) => {
        const rate = blendedRate(list, principal, months);
        const payment = exactPayment({ principal, rate, months });
        let balance = new Decimal(principal);
        for (let n = 0; n < months; n += 1) {
          let interest = new Decimal(0);
          let from = 0;
          for (const tier of list) {
            const top = Decimal.min(balance, tier.upToCents ?? Number.POSITIVE_INFINITY);
            if (top.gt(from)) interest = interest.plus(top.minus(from).mul(tier.percent).div(1200));
            from = tier.upToCents ?? from;
          }
          balance = balance.plus(interest).minus(payment);
        }
        expect(balance.abs().lt('0.1')).toBe(true);
      }),
      { numRuns: runs(40) },
    );
  });

  it('needs an amount, a term and an open last tier', () => {
    expect(() => blendedRate(louisiana, dollars(0), 24)).toThrow(RangeError);
    expect(() => blendedRate(louisiana, dollars(5000), 0)).toThrow(RangeError);
    expect(() => blendedRate(tiers([1000, '36']), dollars(5000), 24)).toThrow(RangeError);
    expect(() => blendedRate([], dollars(5000), 24)).toThrow(RangeError);
  });
});

describe('the highest rate a state allows', () => {
  it.each([
    ['UT', 5000, 48, 'none'],
    ['AZ', 10_500, 48, 'none'],
    ['CA', 10_000, 72, 'none'],
    ['CA', 5000, 61, 'not-lent'],
    ['GA', 3000, 36, 'not-lent'],
    ['GA', 3001, 36, 'none'],
    ['NY', 5000, 48, 'not-lent'],
    ['IL', 5000, 48, '36'],
    ['XA', 5000, 48, '28'],
  ])('%s: $%i over %i months: %s', (state, amount, months, expected) => {
    expect(highest(state, amount, months).toString()).toBe(expected);
  });

  it('adds the federal funds rate of the day, and nothing before any is known', () => {
    expect(highest('CA', 5000, 48)?.toString()).toBe('39.88');
    expect(highest('CA', 5000, 48, '2025-06-01')?.toString()).toBe('40.33');
    expect(highest('CA', 5000, 48, '2024-06-01')?.toString()).toBe('36');
    expect(highest('OK', 5000, 48)?.toString()).toBe('35.88');
    expect((highest('OK', 15_000, 60) as Decimal).gt('28.88')).toBe(true);
  });

  it('follows the brackets of the year', () => {
    const before = highest('TX', 5000, 48, '2026-06-30') as Decimal;
    expect((highest('TX', 5000, 48, '2026-07-01') as Decimal).gt(before)).toBe(true);
    expect(highest('TX', 5000, 48, '2025-06-30')).toBe('not-lent');
  });

  it('names every cap that counts, lowest first', () => {
    expect(capsOf('XA', 5000, 48)).toMatchObject([
      { basis: 'all_in', source: 'XA law' },
      { basis: 'rate', source: 'XA law' },
    ]);
  });
});
