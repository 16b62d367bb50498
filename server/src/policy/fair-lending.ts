// Compares how groups of applicants fare under one policy: the adverse impact ratio of approvals, and standardized mean differences of
// APR and amount. Who belongs to which group is a probability that the lender supplies for each application; nothing of it is stored.
import type { ReplayedSide } from './replay.ts';

/** The probability of each group for one application, from 0 to 1. */
export type GroupProbabilities = Readonly<Record<string, number>>;

/** Weighted sums over loans: of the value and of its square. */
interface Moments {
  sum: number;
  squares: number;
}

/** What one group's applications add up to. Weights are probabilities. */
interface GroupTally {
  weight: number;
  weightSquared: number;
  lentWeight: number;
  lentSquared: number;
  /** In basis points. */
  apr: Moments;
  /** In cents. */
  amount: Moments;
}

export type GroupTallies = Record<string, GroupTally>;

/** Groups smaller than this, in expected people, are named and never computed. */
export const smallestGroup = 30;
/** Two-sided 95%. */
const z = 1.959963984540054;

/** Adds one decision to its groups. */
export function addToGroups(
  tallies: GroupTallies,
  groups: GroupProbabilities,
  { loan, programs }: ReplayedSide,
): void {
  for (const [group, weight] of Object.entries(groups)) {
    if (weight === 0) continue;
    tallies[group] ??= {
      weight: 0,
      weightSquared: 0,
      lentWeight: 0,
      lentSquared: 0,
      apr: { sum: 0, squares: 0 },
      amount: { sum: 0, squares: 0 },
    };
    const tally = tallies[group];
    tally.weight += weight;
    tally.weightSquared += weight * weight;
    if (programs.length === 0 || loan === undefined) continue;
    tally.lentWeight += weight;
    tally.lentSquared += weight * weight;
    add(tally.apr, weight, loan.aprBasisPoints);
    add(tally.amount, weight, loan.amountCents);
  }
}

function add(moments: Moments, weight: number, value: number): void {
  moments.sum += weight * value;
  moments.squares += weight * value * value;
}

export interface Estimate {
  readonly value: number;
  /** The ends of the 95% confidence interval. */
  readonly from: number;
  readonly to: number;
}

interface GroupFigures {
  readonly group: string;
  /** The expected number of people: the sum of the probabilities. */
  readonly size: number;
  /** Absent for a group that is too small. */
  readonly figures?: {
    /** The share of 1 that the policy would lend to. */
    readonly approvalRate: number;
    /** The approval rate divided by the control group's. Absent for the control group, or if it has no approvals. */
    readonly adverseImpactRatio?: Estimate | undefined;
    /** The ratio is below four fifths (29 CFR 1607.4(D)). */
    readonly isBelowFourFifths: boolean;
    /** The group's mean less the control group's, in standard deviations. Absent where fewer than 30 of either have a loan. */
    readonly apr?: Estimate | undefined;
    readonly amount?: Estimate | undefined;
  };
}

/** The control group: the one that is named, else the largest. Undefined if it is too small or has no one. */
export function controlGroup(tallies: GroupTallies, named?: string): string | undefined {
  const large = Object.entries(tallies).filter(([, { weight }]) => weight >= smallestGroup);
  if (named !== undefined) return large.some(([group]) => group === named) ? named : undefined;
  return large.sort(([a, one], [b, other]) => other.weight - one.weight || (a < b ? -1 : 1))[0]?.[0];
}

/** The figures of every group, against the control group. Sorted by name, the control group first. */
export function fairLendingFigures(
  tallies: GroupTallies,
  control: string | undefined,
): readonly GroupFigures[] {
  const base = control === undefined ? undefined : tallies[control];
  return Object.entries(tallies)
    .sort(([a], [b]) => Number(b === control) - Number(a === control) || (a < b ? -1 : 1))
    .map(([group, own]) => {
      if (own.weight < smallestGroup) return { group, size: own.weight };
      const ratio = base === undefined || group === control ? undefined : impactRatio(own, base);
      const compared = base !== undefined && group !== control;
      return {
        group,
        size: own.weight,
        figures: {
          approvalRate: own.lentWeight / own.weight,
          adverseImpactRatio: ratio,
          isBelowFourFifths: ratio !== undefined && ratio.value < 0.8,
          apr: compared ? meanDifference(own, base, 'apr') : undefined,
          amount: compared ? meanDifference(own, base, 'amount') : undefined,
        },
      };
    });
}

/** How many people with certain membership would say as much as these weights (Kish). */
const effectiveSize = (weight: number, squared: number) => (weight * weight) / squared;

/** The ratio of two approval rates, with its interval on the logarithmic scale (Katz). */
function impactRatio(own: GroupTally, base: GroupTally): Estimate | undefined {
  const [rate, baseRate] = [own.lentWeight / own.weight, base.lentWeight / base.weight];
  if (baseRate === 0) return undefined;
  const value = rate / baseRate;
  // Without an approval the logarithm has no interval.
  if (rate === 0) return { value: 0, from: 0, to: 0 };
  const error = Math.sqrt(
    (1 - rate) / (effectiveSize(own.weight, own.weightSquared) * rate) +
      (1 - baseRate) / (effectiveSize(base.weight, base.weightSquared) * baseRate),
  );
  return { value, from: value * Math.exp(-z * error), to: value * Math.exp(z * error) };
}

/** Cohen's d with the mean of the two variances, and its usual large-sample interval. */
function meanDifference(own: GroupTally, base: GroupTally, of: 'apr' | 'amount'): Estimate | undefined {
  if (Math.min(own.lentWeight, base.lentWeight) < smallestGroup) return undefined;
  const [one, other] = [own, base].map((tally) => {
    const mean = tally[of].sum / tally.lentWeight;
    return { mean, variance: Math.max(0, tally[of].squares / tally.lentWeight - mean * mean) };
  }) as [Record<'mean' | 'variance', number>, Record<'mean' | 'variance', number>];
  const deviation = Math.sqrt((one.variance + other.variance) / 2);
  if (deviation === 0) return one.mean === other.mean ? { value: 0, from: 0, to: 0 } : undefined;
  const value = (one.mean - other.mean) / deviation;
  const [n, m] = [own, base].map(({ lentWeight, lentSquared }) => effectiveSize(lentWeight, lentSquared)) as [
    number,
    number,
  ];
  const error = Math.sqrt((n + m) / (n * m) + (value * value) / (2 * (n + m)));
  return { value, from: value - z * error, to: value + z * error };
}
