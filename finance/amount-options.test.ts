import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  amountOptions,
  amountToShow,
  beginningAmount,
  featuredFirst,
  isWithin,
  lendsAmount,
  mergeRanges,
  nearestAmounts,
  type OfferedProgram,
  usualTerm,
} from './amount-options.ts';
import { type Cents, cents, dollars } from './money.ts';

const offered = (isAutoSecured: boolean, amounts: readonly Cents[]): OfferedProgram => ({
  amountRanges: [{ min: cents(Math.min(...amounts)), max: cents(Math.max(...amounts)) }],
  validAmounts: amounts.map((amount) => ({ amount, isAutoSecured })),
});
const small = offered(false, [2501, 4000, 6000].map(dollars));
const large = offered(false, [6500, 8000, 12_000].map(dollars));
const auto = offered(true, [7500, 8000, 15_000].map(dollars));

const anyAmount = fc.integer({ min: 2501, max: 15_000 }).map(dollars);
const anyAmounts = fc.uniqueArray(anyAmount, { minLength: 1, maxLength: 12 });
const anyPrograms = fc.array(
  fc.record({ isAutoSecured: fc.boolean(), amounts: anyAmounts }).map((offer) => ({
    ...offer,
    program: offered(offer.isAutoSecured, offer.amounts),
  })),
  { maxLength: 4 },
);

describe('amount options', () => {
  it('combine all programs, highest first, marked as the programs mark them', () => {
    const options = amountOptions([small, large, auto]);
    expect(options[0]).toEqual({ amount: 1_500_000, isAutoSecured: true });
    expect(options.at(-1)).toEqual({ amount: 250_100, isAutoSecured: false });
    expect(options.filter(({ amount }) => amount === 800_000)).toEqual([
      { amount: 800_000, isAutoSecured: false },
      { amount: 800_000, isAutoSecured: true },
    ]);
    expect(amountOptions([])).toEqual([]);
  });

  it('hold every amount once and in order, for any programs', () => {
    fc.assert(
      fc.property(anyPrograms, (list) => {
        const options = amountOptions(list.map(({ program }) => program));
        for (const { isAutoSecured, amounts } of list) {
          for (const amount of amounts) expect(options).toContainEqual({ amount, isAutoSecured });
        }
        for (const [at, option] of options.entries()) {
          const next = options[at + 1];
          if (!next) continue;
          expect(option.amount).toBeGreaterThanOrEqual(next.amount);
          if (option.amount === next.amount)
            expect([option.isAutoSecured, next.isAutoSecured]).toEqual([false, true]);
        }
      }),
    );
  });
});

describe('the nearest amounts', () => {
  const amounts = [7500, 8000, 15_000].map(dollars);
  it.each([
    [8000, [8000]],
    [8120, [8000, 15_000]],
    [100, [7500]],
    [20_000, [15_000]],
  ])('to $%i are $%j', (amount, nearest) => {
    expect(nearestAmounts(amounts, dollars(amount))).toEqual(nearest.map(dollars));
  });

  it('leave no other amount between, for any amounts', () => {
    fc.assert(
      fc.property(anyAmounts, fc.integer({ min: 1, max: 20_000 }).map(dollars), (all, requested) => {
        for (const amount of nearestAmounts(all, requested)) {
          const between = all.filter(
            (other) => other > Math.min(amount, requested) && other < Math.max(amount, requested),
          );
          expect(between).toEqual([]);
        }
      }),
    );
  });
});

describe('the amount to start with', () => {
  it('is the one requested or the nearest, otherwise the highest', () => {
    expect(beginningAmount([1, 3, 9], 3)).toBe(3);
    expect(beginningAmount([1, 3, 9], 7)).toBe(9);
    expect(beginningAmount([1, 3, 9], undefined)).toBe(9);
    expect(beginningAmount([], 3)).toBeUndefined();
  });

  it('is the lower of two that are equally near', () => {
    expect(beginningAmount([3, 1], 2)).toBe(1);
  });
});

it.each([
  ['the lender’s usual one, or the nearest listed', dollars(5000), 4000],
  ['the highest without a usual amount', undefined, 15_000],
])('the amount to show without a request: is %s', (_, usual, shown) => {
  expect(amountToShow([small, auto], usual)).toBe(dollars(shown));
});

it('ranges that touch become one', () => {
  const range = (min: number, max: number) => ({ min: dollars(min), max: dollars(max) });
  expect(mergeRanges([range(6001, 9000), range(2501, 6000)])).toEqual([range(2501, 9000)]);
  expect(mergeRanges([range(2501, 8000), range(3000, 4000)])).toEqual([range(2501, 8000)]);
  expect(mergeRanges([range(2501, 6000), range(6500, 9000)])).toHaveLength(2);
});

describe('an amount that is not listed', () => {
  it.each([
    ['is lent in whole dollars inside the range of a program', 5230, true],
    ['is not lent between two ranges', 6200, false],
    ['is not lent outside every range', 2500, false],
    ['is lent at either end', 12_000, true],
  ])('%s', (_, amount, isLent) => {
    expect([small, large].some((program) => lendsAmount(program, dollars(amount)))).toBe(isLent);
  });

  it('is not lent with a part of a dollar', () => {
    expect(isWithin(small.amountRanges, 523_050)).toBe(false);
    expect(lendsAmount(small, 523_050)).toBe(false);
  });

  it('is lent as its program lends, with a vehicle or without', () => {
    expect(lendsAmount(auto, dollars(13_250), true)).toBe(true);
    expect(lendsAmount(auto, dollars(13_250), false)).toBe(false);
    expect(lendsAmount(large, dollars(8250), true)).toBe(false);
  });
});

describe('the featured term', () => {
  const terms = [24, 36, 48].flatMap((months) => [
    { months, isAutoSecured: false },
    { months, isAutoSecured: true },
  ]);

  it('is the accepted one, else the chosen one, else the first', () => {
    expect(featuredFirst(terms, { months: 48 }, { months: 24 }).featured).toBe(terms[4]);
    expect(featuredFirst(terms, undefined, { months: 36, isAutoSecured: true }).featured).toBe(terms[3]);
    expect(featuredFirst(terms, { months: 60 }).featured).toBe(terms[0]);
    expect(featuredFirst([])).toEqual({ featured: undefined, others: [] });
  });
});

describe('the term that is suggested', () => {
  const term = (months: number, isAutoSecured: boolean, monthlyPayment: number) => ({
    months,
    isAutoSecured,
    monthlyPayment,
  });
  it('is the one nearest to 48 months, never the shortest or dearest for its own sake', () => {
    const terms = [24, 36, 45, 60].map((months) => term(months, false, 100_000 / months));
    expect(usualTerm(terms)).toBe(terms[2]);
  });
  it('needs no vehicle where a loan can be had without, though it costs more or is of another length', () => {
    const terms = [term(48, true, 100), term(48, false, 120)];
    expect(usualTerm(terms)).toBe(terms[1]);
    expect(usualTerm([term(48, true, 100), term(36, false, 120)])?.isAutoSecured).toBe(false);
    expect(usualTerm([term(36, true, 120), term(45, true, 100)])?.months).toBe(45);
  });
  it('of two as near has the lower payment', () => {
    const terms = [term(45, false, 130), term(51, false, 110)];
    expect(usualTerm(terms)).toBe(terms[1]);
  });
  it('is none of no terms', () => expect(usualTerm([])).toBeUndefined());
});
