import { describe, expect, it } from 'vitest';
import { addToGroups, controlGroup, fairLendingFigures, type GroupTallies } from './fair-lending.ts';
import type { ReplayedSide } from './replay.ts';

const declined: ReplayedSide = {
  outcome: 'DECLINED',
  reasons: [],
  programs: [],
  hasFastPath: false,
  mostCents: 0,
};
const lent = (aprBasisPoints: number): ReplayedSide => ({
  ...declined,
  outcome: 'PREQUALIFIED',
  programs: [{ name: 'small', minCents: 250_100, maxCents: 600_000 }] as never,
  loan: {
    program: 'small',
    amountCents: 500_000,
    months: 48,
    isAutoSecured: false,
    aprBasisPoints,
    paymentCents: 18_360,
    interestCents: 381_280,
    debtToIncomeWithLoan: 3_000,
  },
});

/** So many certain members of a group, of whom the first are lent to at alternating rates. */
function add(
  tallies: GroupTallies,
  group: string,
  of: { people: number; lent: number; aprs: readonly number[] },
  weight = 1,
) {
  for (let at = 0; at < of.people; at += 1)
    addToGroups(
      tallies,
      { [group]: weight },
      at < of.lent ? lent(of.aprs[at % of.aprs.length] as number) : declined,
    );
}

describe('fair lending', () => {
  it('computes the ratio, its interval and the mean differences as by hand', () => {
    const tallies: GroupTallies = {};
    add(tallies, 'A', { people: 100, lent: 60, aprs: [3000, 3200] });
    add(tallies, 'B', { people: 80, lent: 36, aprs: [3100, 3300] });
    const [a, b] = fairLendingFigures(tallies, controlGroup(tallies));
    expect(a).toMatchObject({
      group: 'A',
      size: 100,
      figures: { approvalRate: 0.6, isBelowFourFifths: false },
    });
    expect(a?.figures?.adverseImpactRatio).toBeUndefined();
    // 0.45 / 0.60; the logarithm's standard error is sqrt(0.55 / 36 + 0.4 / 60) = 0.148137.
    expect(b?.figures?.adverseImpactRatio?.value).toBeCloseTo(0.75, 12);
    expect(b?.figures?.adverseImpactRatio?.from).toBeCloseTo(0.75 * Math.exp(-1.959964 * 0.148137), 5);
    expect(b?.figures?.adverseImpactRatio?.to).toBeCloseTo(0.75 * Math.exp(1.959964 * 0.148137), 5);
    expect(b?.figures?.isBelowFourFifths).toBe(true);
    // Means 3100 and 3200, both with a standard deviation of 100: d = 1, with an error of sqrt(96 / 2160 + 1 / 192) = 0.222829.
    expect(b?.figures?.apr?.value).toBeCloseTo(1, 12);
    expect(b?.figures?.apr?.from).toBeCloseTo(1 - 1.959964 * 0.222829, 5);
    expect(b?.figures?.amount).toEqual({ value: 0, from: 0, to: 0 });
  });

  it('weights by probability, and narrows no interval by it', () => {
    const tallies: GroupTallies = {};
    add(tallies, 'A', { people: 100, lent: 60, aprs: [3000] });
    add(tallies, 'B', { people: 160, lent: 72, aprs: [3000] }, 0.5);
    const [, b] = fairLendingFigures(tallies, 'A');
    expect(b?.size).toBe(80);
    expect(b?.figures?.adverseImpactRatio?.value).toBeCloseTo(0.75, 12);
    const error = Math.sqrt(0.55 / 72 + 0.4 / 60);
    expect(b?.figures?.adverseImpactRatio?.to).toBeCloseTo(0.75 * Math.exp(1.959964 * error), 5);
  });

  it('names a group below 30 people, and computes nothing for it', () => {
    const tallies: GroupTallies = {};
    add(tallies, 'A', { people: 40, lent: 20, aprs: [3000] });
    add(tallies, 'B', { people: 29, lent: 20, aprs: [3000] });
    expect(fairLendingFigures(tallies, 'A').find(({ group }) => group === 'B')).toEqual({
      group: 'B',
      size: 29,
    });
    expect(controlGroup(tallies, 'B')).toBeUndefined();
    // Too few of the control group have a loan to compare means, and no group is left to compare.
    expect(fairLendingFigures(tallies, undefined)[0]?.figures?.adverseImpactRatio).toBeUndefined();
  });
});
