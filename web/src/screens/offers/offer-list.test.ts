import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Journey } from '#contract/journey.ts';
import type { LoanRequest, OfferTerm } from '#contract/offers.ts';
import type { TermChoice } from '#finance/amount-options.ts';
import { exampleLoanRequest, exampleProgram, exampleTerm } from '../../dev/examples.ts';
import * as list from './offer-list.ts';

const term = (months: number, isAutoSecured: boolean, apr: number) =>
  exampleTerm(500_000, months, isAutoSecured, apr);
const lent = (...amounts: readonly (readonly [amount: number, isAutoSecured: boolean])[]) =>
  exampleLoanRequest(
    amounts.map(([amount, isAutoSecured]) => ({
      ...exampleProgram(isAutoSecured ? 'big_auto' : 'large', [amount], isAutoSecured),
      amountRanges: [{ min: amount, max: amount + 50_000 }],
    })),
  );
const all = [term(48, false, 31), term(24, true, 27), term(24, false, 30), term(36, true, 26)];
const everything = { months: undefined, withAutoSecured: true };
const keys = (terms: readonly OfferTerm[]) => terms.map(list.termKey);
const featuredKey = (wishes: Parameters<typeof list.arrange>[2]) => {
  const { featured } = list.arrange(all, everything, wishes);
  return featured && list.termKey(featured);
};

describe('the offers shown', () => {
  it('begin with a middle term; the others follow by length and leave it out', () => {
    const { featured, others } = list.arrange(all, everything);
    expect(featured && list.termKey(featured)).toBe('48');
    expect(keys(others)).toEqual(['24', '24-auto', '36-auto']);
  });

  it('begin with the term that a partner’s lead requests, if there is one and none was chosen', () => {
    expect(featuredKey({ requested: 36 })).toBe('36-auto');
    expect(featuredKey({ requested: 60 })).toBe('48');
    expect(featuredKey({ chosen: { months: 24, isAutoSecured: false }, requested: 36 })).toBe('24');
  });

  it('begin with the length that the slider was moved to, or the nearest one, without the vehicle where it can be', () => {
    const chosen = { months: 24, isAutoSecured: true };
    expect(featuredKey({ chosen })).toBe('24-auto');
    expect(featuredKey({ moved: { months: 24 }, chosen })).toBe('24');
    expect(featuredKey({ moved: { months: 36 }, chosen })).toBe('36-auto');
    expect(featuredKey({ moved: { months: 60 }, chosen })).toBe('48');
  });

  it('need the vehicle at a length after one that is lent no other way only if that was chosen', () => {
    const slide = (pressed: TermChoice | undefined, ...lengths: readonly number[]) => {
      let moved = pressed && { ...pressed, at: 5000 };
      for (const months of lengths) moved = list.movedTo({ months }, 5000, { moved, chosen: undefined });
      return featuredKey({ moved });
    };
    expect(slide(undefined, 36)).toBe('36-auto');
    expect(slide(undefined, 36, 24)).toBe('24');
    expect(slide({ months: 48, isAutoSecured: false }, 36, 24)).toBe('24');
    expect(slide({ months: 36, isAutoSecured: true }, 48, 24)).toBe('24-auto');
    const chosen = { months: 24, isAutoSecured: true };
    expect(list.movedTo({ months: 36 }, 5000, { moved: undefined, chosen }).isAutoSecured).toBe(true);
    const elsewhere = { months: 36, isAutoSecured: true, at: 7500 };
    expect(list.movedTo({ months: 24 }, 5000, { moved: elsewhere, chosen }).isAutoSecured).toBeUndefined();
  });

  it('begin with one on the vehicle where a link requests it, until another is chosen', () => {
    expect(featuredKey({ secured: true })).toBe('36-auto');
    expect(featuredKey({ secured: true, requested: 24 })).toBe('24-auto');
    expect(featuredKey({ secured: true, moved: { months: 24 } })).toBe('24-auto');
    expect(featuredKey({ secured: true, moved: { months: 60 } })).toBe('36-auto');
    expect(featuredKey({ secured: true, chosen: { months: 24, isAutoSecured: false } })).toBe('24');
    const none = list.arrange([term(48, false, 31)], everything, { secured: true }).featured;
    expect(none && list.termKey(none)).toBe('48');
  });

  it('leave out loans on a vehicle while the toggle is off', () => {
    const { featured, others } = list.arrange(all, { ...everything, withAutoSecured: false });
    expect(keys([...(featured ? [featured] : []), ...others]).sort()).toEqual(['24', '48']);
  });

  it('are only of the terms that the filter keeps', () => {
    const { featured, others } = list.arrange(all, { ...everything, months: new Set([48]) });
    expect(featured && list.termKey(featured)).toBe('48');
    expect(others).toEqual([]);
  });
});

it.each([
  [10, 10],
  [11, 5],
])('of %i other options %i are shown at first', (count, shown) => {
  const options = Array.from({ length: count }, (_, index) => index);
  expect(list.firstShown(options, false)).toHaveLength(shown);
  expect(list.firstShown(options, true)).toHaveLength(count);
});

describe('the amount whose offers are shown', () => {
  const request = exampleLoanRequest([exampleProgram('small', [300_000, 500_000])]);
  const chosen = { isLoanAutoSecured: false };
  it.each([
    ['the chosen one', 420_000, { loanAmount: 420_000 }, { amount: 300_000, offered: 300_000 }],
    ['the one that is offered to the request', 500_000, {}, { amount: 900_000, offered: 500_000 }],
    ['the lender’s usual one where none was requested', 300_000, {}, undefined],
  ])('is %s', (_, amount, choices, requested) => {
    const asked = requested && { ...requested, differences: [] };
    const asking = { ...request, requested: asked, usualAmount: 350_000 };
    expect(list.amountShown(asking, { ...chosen, ...choices })).toBe(amount);
  });

  it('comes with the two listed amounts nearest to it where it is not listed', () => {
    expect(list.nearestListed(request, 412_300)).toEqual([300_000, 500_000]);
    expect(list.nearestListed(request, 500_000)).toEqual([]);
    expect(list.nearestListed(request, 100_000)).toEqual([300_000]);
  });

  it('comes with the two nearest also where they are lent with the vehicle only, among those without it', () => {
    const large = exampleProgram('large', [1_150_000, 1_200_000]);
    const auto = exampleProgram('big_auto', [1_350_000, 1_400_000, 1_450_000], true);
    const both = exampleLoanRequest([...request.programs, large, auto]);
    expect(list.nearestListed(both, 1_420_000)).toEqual([1_400_000, 1_450_000]);
    expect(list.amountGroups(both).unsecured).toEqual([1_200_000, 1_150_000, 500_000, 300_000]);
    const { unsecured } = list.amountGroups(both, 1_420_000);
    expect(unsecured.slice(0, 3)).toEqual([1_450_000, 1_400_000, 1_200_000]);
    expect(list.vehicleWith(both, 1_400_000, 'unsecured')).toBe(true);
    expect(list.nearestListed(both, 620_000)).toEqual([500_000, 1_150_000]);
    expect(list.nearestListed(both, 2_000_000)).toEqual([1_450_000]);
  });

  it('has no listed amount between it and the nearest, for any amounts', () => {
    const any = fc.integer({ min: 2501, max: 15_000 }).map((amount) => amount * 100);
    fc.assert(
      fc.property(fc.array(any, { minLength: 1 }), fc.boolean(), any, (amounts, isAutoSecured, shown) => {
        const offered = lent(...amounts.map((amount) => [amount, isAutoSecured] as const));
        const nearest = list.nearestListed(offered, shown);
        const below = amounts.filter((amount) => amount < shown);
        const above = amounts.filter((amount) => amount > shown);
        const sides = [Math.max(...below), Math.min(...above)].filter(Number.isFinite);
        expect(nearest).toEqual(amounts.includes(shown) ? [] : sides);
      }),
    );
  });

  it('follows a link’s choice about the vehicle', () => {
    const auto = exampleProgram('big_auto', [750_000, 1_500_000], true);
    const both = exampleLoanRequest([...request.programs, auto]);
    expect(list.amountWith(true, both, chosen)).toBe(1_500_000);
    expect(list.amountWith(false, both, chosen)).toBe(500_000);
    const requesting = (amount: number): [LoanRequest, Journey['choices']] => [
      { ...both, requested: { amount, offered: amount, differences: [] } },
      { ...chosen, requestedAmount: amount },
    ];
    expect(list.amountWith(true, ...requesting(900_000))).toBe(900_000);
    expect(list.amountWith(false, ...requesting(900_000))).toBe(500_000);
    expect(list.amountWith(false, both, { ...chosen, loanAmount: 300_000 })).toBe(300_000);
    // The requested amount leads, and the secured one is beside it.
    expect(list.amountWith(true, ...requesting(412_300))).toBeUndefined();
    expect(list.nearestSecured(both, 412_300)).toBe(750_000);
    expect(list.nearestSecured(both, 900_000)).toBeUndefined();
    expect(list.amountWith(true, request, chosen)).toBeUndefined();
  });
  it('is our suggestion only where it was neither chosen nor requested', () => {
    expect(list.isSuggested(chosen)).toBe(true);
    expect(list.isSuggested({ ...chosen, requestedAmount: 900_000 })).toBe(false);
    expect(list.isSuggested({ ...chosen, loanAmount: 500_000 })).toBe(false);
  });
});

describe('the vehicle', () => {
  const [secured, unsecured] = [term(48, true, 26), term(48, false, 31)];
  const both = lent([1_500_000, true], [750_000, true], [1_200_000, false], [300_000, false]);

  it.each([
    ['is a choice where the amount is lent both ways', both, [secured, unsecured], { kind: 'both' }],
    ['where needed gives way to the most without', both, [secured], { kind: 'needed', without: 1_200_000 }],
    ['where unneeded counts from the least with it', both, [unsecured], { kind: 'unneeded', from: 750_000 }],
    ['is always needed where nothing is lent without', lent([800_000, true]), [secured], { kind: 'always' }],
    ['is no matter where no loan is secured', lent([800_000, false]), [unsecured], { kind: 'none' }],
  ] as const)('%s', (_, request, terms, toggle) => {
    expect(list.vehicleToggle(request, { terms: [...terms] })).toEqual(toggle);
  });

  it('divides the amounts to choose from, the highest of each first', () => {
    const highestFirst = { unsecured: [1_200_000, 300_000], secured: [1_500_000, 750_000] };
    const twice = { ...both, programs: [...both.programs, ...both.programs] };
    for (const request of [both, twice]) expect(list.amountGroups(request)).toEqual(highestFirst);
    expect(list.mostOffered(both)).toBe(1_500_000);
  });

  it('is decided by an amount only where the amount or its group allows one answer', () => {
    const request = lent([1_500_000, true], [900_000, true], [900_000, false], [500_000, false]);
    expect(list.vehicleWith(request, 1_500_000)).toBe(true);
    expect(list.vehicleWith(request, 900_000)).toBeUndefined();
    expect(list.vehicleWith(request, 900_000, 'secured')).toBe(true);
    expect(list.vehicleWith(request, 900_000, 'unsecured')).toBe(false);
    expect(list.vehicleWith(request, 500_000, 'unsecured')).toBeUndefined();
  });

  it('is decided for an amount that is not listed as for one that is', () => {
    const request = lent([1_500_000, true], [900_000, true], [900_000, false]);
    expect(list.vehicleWith(request, 1_523_000)).toBe(true);
    expect(list.vehicleWith(request, 923_000)).toBeUndefined();
    expect(list.isLent(request, 923_000, false)).toBe(true);
    expect(list.isLent(request, 1_523_000, false)).toBe(false);
    expect(list.isLent(request, 923_050)).toBe(false);
    expect(list.isLent(request, 1_000_000)).toBe(false);
  });
});

it.each([
  ['applies to the lengths that are there', [24, 36], [24, 30, 36], [24, 36]],
  ['leaves out a length that is not', [24, 60], [24, 36], [24]],
  ['is gone where it leaves none', [60], [24, 36], undefined],
  ['is gone where it leaves all', [24, 36, 60], [24, 36], undefined],
])('a filter that is taken to another amount: %s', (_, chosen, there, left) => {
  expect(list.remaining(new Set(chosen), there)).toEqual(left && new Set(left));
});

describe('the amount slider', () => {
  const request = lent([500_000, false], [1_200_000, false], [1_200_000, true], [1_500_000, true]);
  const here = (...amounts: readonly number[]) =>
    list.termsByAmount({ amounts: amounts.map((amount) => ({ amount, terms: [term(48, false, 31)] })) });

  it('stops at every listed amount once, and without the vehicle only at those lent without it', () => {
    const all = here(500_000, 1_200_000, 1_500_000);
    expect(list.amountStops(request, all, true)).toEqual([500_000, 1_200_000, 1_500_000]);
    expect(list.amountStops(request, all, false)).toEqual([500_000, 1_200_000]);
  });

  it('never stops where the server offered no term', () => {
    expect(list.amountStops(request, undefined, true)).toEqual([500_000, 1_200_000, 1_500_000]);
    expect(list.amountStops(request, here(500_000, 900_000), true)).toEqual([500_000]);
    const none = list.termsByAmount({ amounts: [{ amount: 500_000, terms: [] }] });
    expect(list.amountStops(request, none, true)).toEqual([]);
  });

  it('finds from which amount the vehicle is needed, where some amount needs none', () => {
    expect(list.vehicleFrom(request, [500_000, 1_200_000, 1_500_000])).toBe(1_500_000);
    expect(list.vehicleFrom(request, [500_000, 1_200_000])).toBeUndefined();
    expect(list.vehicleFrom(lent([750_000, true]), [750_000])).toBeUndefined();
  });

  it('is at the stop nearest to a typed amount', () => {
    const stops = [250_100, 300_000, 350_000];
    expect(list.stopNear(stops, 300_000)).toBe(1);
    expect(list.stopNear(stops, 312_300)).toBe(1);
    expect(list.stopNear(stops, 325_000)).toBe(1);
    expect(list.stopNear(stops, 900_000)).toBe(2);
    expect(list.stopNear([], 1)).toBe(0);
  });
});
