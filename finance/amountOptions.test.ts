import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  amountBounds,
  amountOptions,
  featuredFirst,
  mergeRanges,
  nearestAmounts,
  type OfferedProgram,
  offerFlags,
  offerSummaries,
  programFor,
  usualTerm,
  validAmounts,
} from './amountOptions.ts';
import { cents, dollars } from './money.ts';

const program = (programName: string, min: number, max: number): OfferedProgram => {
  const range = { min: dollars(min), max: dollars(max) };
  return {
    programName,
    amountRanges: [range],
    validAmounts: validAmounts(range).map((amount) => ({ amount })),
  };
};
const small = program('small', 2501, 6000);
const large = program('large', 6500, 12_000);
const auto = program('big_auto', 7500, 15_000);

const anyPrograms = fc.uniqueArray(
  fc.record({
    programName: fc.constantFrom('small', 'large', 'big_auto'),
    amounts: fc.uniqueArray(fc.integer({ min: 2501, max: 15_000 }).map(dollars), {
      minLength: 1,
      maxLength: 12,
    }),
  }),
  { selector: ({ programName }) => programName, maxLength: 3 },
);
const offered = (list: { programName: string; amounts: ReturnType<typeof dollars>[] }[]): OfferedProgram[] =>
  list.map(({ programName, amounts }) => ({
    programName,
    amountRanges: [],
    validAmounts: amounts.map((amount) => ({ amount })),
  }));

describe('valid amounts', () => {
  test('are both ends of the range and every $500 between', () => {
    expect(validAmounts(small.amountRanges[0] as never)).toEqual(
      [2501, 3000, 3500, 4000, 4500, 5000, 5500, 6000].map(dollars),
    );
    expect(validAmounts({ min: dollars(3000), max: dollars(3000) })).toEqual([300_000]);
    expect(validAmounts({ min: dollars(3000), max: dollars(3200) }, dollars(100))).toEqual(
      [3000, 3100, 3200].map(dollars),
    );
  });

  test('need a range the right way round and a step', () => {
    expect(() => validAmounts({ min: dollars(2), max: dollars(1) })).toThrow(RangeError);
    expect(() => validAmounts({ min: dollars(1), max: dollars(2) }, cents(0))).toThrow(RangeError);
  });
});

describe('amount options', () => {
  test('combine all programs, highest first, with the vehicle program marked', () => {
    const options = amountOptions([small, large, auto]);
    expect(options[0]).toEqual({ amount: 1_500_000, isAutoSecured: true });
    expect(options.at(-1)).toEqual({ amount: 250_100, isAutoSecured: false });
    expect(options.filter(({ amount }) => amount === 800_000)).toEqual([
      { amount: 800_000, isAutoSecured: false },
      { amount: 800_000, isAutoSecured: true },
    ]);
  });

  test('a requested amount that is one of them adds nothing', () => {
    expect(amountOptions([auto], dollars(8000))).toEqual(amountOptions([auto]));
  });

  test('a requested amount between them adds its two nearest, not auto-secured', () => {
    const added = amountOptions([auto], dollars(8120)).filter(({ isAutoSecured }) => !isAutoSecured);
    expect(added.map(({ amount }) => amount)).toEqual([850_000, 800_000]);
    expect(amountOptions([small, large], dollars(6200))).toEqual(amountOptions([small, large]));
  });

  test.each([
    [100, 750_000],
    [20_000, 1_500_000],
  ])('a requested amount of $%i adds the single end it lies beyond', (requested, end) => {
    const added = amountOptions([auto], dollars(requested)).filter(({ isAutoSecured }) => !isAutoSecured);
    expect(added).toEqual([{ amount: end, isAutoSecured: false }]);
  });

  test('without programs there are none', () => {
    expect(amountOptions([], dollars(5000))).toEqual([]);
  });

  test('keep their order and hold each once, for any programs and request', () => {
    fc.assert(
      fc.property(
        anyPrograms,
        fc.option(fc.integer({ min: 1, max: 20_000 }).map(dollars)),
        (list, requested) => {
          const options = amountOptions(offered(list), requested ?? undefined);
          for (const [at, option] of options.entries()) {
            const next = options[at + 1];
            if (!next) continue;
            expect(option.amount).toBeGreaterThanOrEqual(next.amount);
            if (option.amount === next.amount)
              expect([option.isAutoSecured, next.isAutoSecured]).toEqual([false, true]);
          }
        },
      ),
    );
  });

  test('hold every valid amount, and the nearest on either side of a request', () => {
    fc.assert(
      fc.property(anyPrograms, fc.integer({ min: 1, max: 20_000 }).map(dollars), (list, requested) => {
        const options = amountOptions(offered(list), requested);
        for (const { programName, amounts } of list) {
          for (const amount of amounts) {
            expect(options).toContainEqual({ amount, isAutoSecured: programName === 'big_auto' });
          }
        }
        const all = list.flatMap(({ amounts }) => amounts);
        if (all.includes(requested)) return;
        for (const amount of nearestAmounts(all, requested)) {
          expect(options).toContainEqual({ amount, isAutoSecured: false });
          const between = all.filter(
            (other) => other > Math.min(amount, requested) && other < Math.max(amount, requested),
          );
          expect(between).toEqual([]);
        }
      }),
    );
  });

  test('are each served by a program', () => {
    expect(programFor([small, large, auto], { amount: dollars(8000), isAutoSecured: true })).toBe(auto);
    expect(programFor([small, auto, large], { amount: dollars(8000), isAutoSecured: false })).toBe(large);
    expect(programFor([small, large, auto], { amount: dollars(14_000), isAutoSecured: false })).toBe(auto);
    expect(programFor([small], { amount: dollars(14_000), isAutoSecured: false })).toBeUndefined();
  });
});

describe('what the offers amount to', () => {
  test.each([
    [
      [small, large, auto],
      ['allOffersAvailable', 'hasAutoSecured'],
    ],
    [[small], ['onlySmall']],
    [[large], ['onlyLarge']],
    [[auto], ['onlyAutoSecured', 'hasAutoSecured']],
    [[small, large], []],
    [[], []],
  ])('case %#', (programs, expected) => {
    const flags = Object.entries(offerFlags(programs));
    expect(flags.filter(([, on]) => on === true).map(([name]) => name)).toEqual(expected);
  });

  test('an offer with two ranges is the one with a gap', () => {
    const split: OfferedProgram = {
      ...large,
      amountRanges: [...small.amountRanges, ...large.amountRanges],
      validAmounts: [...large.validAmounts, ...small.validAmounts],
    };
    const { offerWithGap } = offerFlags([split, auto]);
    expect(offerWithGap?.program).toBe(split);
    expect(offerWithGap?.amounts[0]).toBe(250_100);
    expect(offerFlags([small, large, auto]).offerWithGap).toBeUndefined();
    expect(offerSummaries([auto])[0]?.name).toBe('big_auto');
  });

  test('ranges that touch are one', () => {
    const range = (min: number, max: number) => ({ min: dollars(min), max: dollars(max) });
    expect(mergeRanges([range(6001, 9000), range(2501, 6000)])).toEqual([range(2501, 9000)]);
    expect(mergeRanges([range(2501, 8000), range(3000, 4000)])).toEqual([range(2501, 8000)]);
    expect(mergeRanges([range(2501, 6000), range(6500, 9000)])).toHaveLength(2);
    expect(amountBounds([auto, small])).toEqual(range(2501, 15_000));
    expect(amountBounds([])).toBeUndefined();
  });
});

describe('the featured term', () => {
  const terms = [24, 36, 48].flatMap((months) => [
    { months, isAutoSecured: false },
    { months, isAutoSecured: true },
  ]);

  test('is the accepted one, else the chosen one, else the first', () => {
    expect(featuredFirst(terms, { months: 48 }, { months: 24 }).featured).toBe(terms[4]);
    expect(featuredFirst(terms, undefined, { months: 36, isAutoSecured: true }).featured).toBe(terms[3]);
    expect(featuredFirst(terms, { months: 60 }).featured).toBe(terms[0]);
    expect(featuredFirst([])).toEqual({ featured: undefined, others: [] });
  });

  test('is left out of the others, whose order stays', () => {
    const { others } = featuredFirst(terms, { months: 36, isAutoSecured: false });
    expect(others).toEqual(terms.filter((_, at) => at !== 2));
  });
});

describe('the term that is suggested', () => {
  const term = (months: number, isAutoSecured: boolean, monthlyPayment: number) => ({
    months,
    isAutoSecured,
    monthlyPayment,
  });
  test('is the one nearest to 48 months, never the shortest or dearest for its own sake', () => {
    const terms = [24, 36, 45, 60].map((months) => term(months, false, 100_000 / months));
    expect(usualTerm(terms)).toBe(terms[2]);
  });
  test('needs no vehicle where its length can be had without, though it costs more', () => {
    const terms = [term(48, true, 100), term(48, false, 120)];
    expect(usualTerm(terms)).toBe(terms[1]);
  });
  test('of two as near has the lower payment', () => {
    const terms = [term(45, false, 130), term(51, false, 110)];
    expect(usualTerm(terms)).toBe(terms[1]);
  });
  test('is none of no terms', () => expect(usualTerm([])).toBeUndefined());
});
