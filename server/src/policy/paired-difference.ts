// Whether two policies that decided the same applications differ in their approval rate by more than chance, and how many
// applications show it. Pairs on which both agree say nothing about the difference (McNemar, Psychometrika 12:153, 1947).

/** How the pairs of decisions fell out. */
export interface Pairs {
  readonly both: number;
  readonly onlyFirst: number;
  readonly onlySecond: number;
  readonly neither: number;
}

export const pairsIn = ({ both, onlyFirst, onlySecond, neither }: Pairs): number =>
  both + onlyFirst + onlySecond + neither;

/** The 5% level, two-sided, and the power of 80% that plans use by convention. */
export const level = 0.05;
const levelQuantile = 1.959964;
const powerQuantile = 0.841621;

/**
 * The probability of so uneven a split of the pairs that differ, or one more uneven, if both policies were equally likely to approve
 * alone: McNemar's test in its exact form, by the binomial distribution. 1 without such pairs.
 */
export function mcnemar({ onlyFirst, onlySecond }: Pairs): number {
  const trials = onlyFirst + onlySecond;
  let term = -trials * Math.LN2;
  let log = term;
  for (let successes = 1; successes <= Math.min(onlyFirst, onlySecond); successes += 1) {
    term += Math.log((trials - successes + 1) / successes);
    const [most, least] = term > log ? [term, log] : [log, term];
    log = most + Math.log1p(Math.exp(least - most));
  }
  return Math.min(1, 2 * Math.exp(log));
}

/**
 * How many pairs show the difference seen so far at the 5% level with a power of 80% (Connor, Biometrics 43:207, 1987). Undefined
 * without a difference.
 */
export function pairsNeeded(pairs: Pairs): number | undefined {
  const all = pairsIn(pairs);
  const difference = (pairs.onlyFirst - pairs.onlySecond) / all;
  if (all === 0 || difference === 0) return undefined;
  const differing = (pairs.onlyFirst + pairs.onlySecond) / all;
  const root =
    levelQuantile * Math.sqrt(differing) + powerQuantile * Math.sqrt(differing - difference * difference);
  return Math.ceil((root * root) / (difference * difference));
}
