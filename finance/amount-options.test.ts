import { describe, expect, it } from 'vitest';
import * as choice from './amount-options.ts';
import { dollars } from './money.ts';

describe('the amount to start with', () => {
  it('is the one requested or the nearest, otherwise the highest', () => {
    expect(choice.beginningAmount([1, 3, 9], 3)).toBe(3);
    expect(choice.beginningAmount([1, 3, 9], 7)).toBe(9);
    expect(choice.beginningAmount([1, 3, 9], undefined)).toBe(9);
    expect(choice.beginningAmount([], 3)).toBeUndefined();
  });

  it('is the lower of two that are equally near', () => {
    expect(choice.beginningAmount([3, 1], 2)).toBe(1);
  });
});

it.each([
  ['the lender’s usual one, or the nearest listed', dollars(5000), 4000],
  ['the highest without a usual amount', undefined, 15_000],
])('the amount to show without a request: is %s', (_, usual, shown) => {
  const programs = [
    [2501, 4000, 6000],
    [7500, 15_000],
  ].map((amounts) => ({
    validAmounts: amounts.map((amount) => ({ amount: dollars(amount) })),
  }));
  expect(choice.amountToShow(programs, usual)).toBe(dollars(shown));
});

it('ranges that touch become one', () => {
  const range = (min: number, max: number) => ({ min: dollars(min), max: dollars(max) });
  expect(choice.mergeRanges([range(6001, 9000), range(2501, 6000)])).toEqual([range(2501, 9000)]);
  expect(choice.mergeRanges([range(2501, 8000), range(3000, 4000)])).toEqual([range(2501, 8000)]);
  expect(choice.mergeRanges([range(2501, 6000), range(6500, 9000)])).toHaveLength(2);
});

it('only whole dollars of a range are inside it, its ends too', () => {
  const ranges = [{ min: dollars(2501), max: dollars(6000) }];
  for (const amount of [2501, 5230, 6000]) expect(choice.isWithin(ranges, dollars(amount))).toBe(true);
  for (const amount of [2500, 6001, 5230.5]) expect(choice.isWithin(ranges, amount * 100)).toBe(false);
});

it('the featured term is the accepted one, else the chosen one, else the first', () => {
  const terms = [24, 36, 48].flatMap((months) => [
    { months, isAutoSecured: false },
    { months, isAutoSecured: true },
  ]);
  expect(choice.featuredFirst(terms, { months: 48 }, { months: 24 }).featured).toBe(terms[4]);
  expect(choice.featuredFirst(terms, undefined, { months: 36, isAutoSecured: true }).featured).toBe(terms[3]);
  expect(choice.featuredFirst(terms, { months: 60 }).featured).toBe(terms[0]);
  expect(choice.featuredFirst([])).toEqual({ featured: undefined, others: [] });
});

describe('the term that is suggested', () => {
  const term = (months: number, isAutoSecured: boolean, monthlyPayment: number) => ({
    months,
    isAutoSecured,
    monthlyPayment,
  });
  it('is the one nearest to 48 months, never the shortest or dearest for its own sake', () => {
    const terms = [24, 36, 45, 60].map((months) => term(months, false, 100_000 / months));
    expect(choice.usualTerm(terms)).toBe(terms[2]);
  });
  it('needs no vehicle where a loan can be had without, though it costs more or is of another length', () => {
    const terms = [term(48, true, 100), term(48, false, 120)];
    expect(choice.usualTerm(terms)).toBe(terms[1]);
    expect(choice.usualTerm([term(48, true, 100), term(36, false, 120)])?.isAutoSecured).toBe(false);
    expect(choice.usualTerm([term(36, true, 120), term(45, true, 100)])?.months).toBe(45);
  });
  it('of two as near has the lower payment', () => {
    const terms = [term(45, false, 130), term(51, false, 110)];
    expect(choice.usualTerm(terms)).toBe(terms[1]);
  });
  it('is none of no terms', () => expect(choice.usualTerm([])).toBeUndefined());
});
