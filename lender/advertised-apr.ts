// The lowest and the highest APR, with fees, that the policy can offer anyone on a day, by the same pricing as every offer.
import { Decimal } from '#finance/rate.ts';
import { cellHolds } from './cells.ts';
import { isInForce } from './in-force.ts';
import { type PricingPolicy, priceTerm } from './price-term.ts';
import type { Policy } from './schema/policy.ts';
import { type Program, termsOf } from './schema/programs.ts';

export type AdvertisedPolicy = PricingPolicy & Pick<Policy, 'pricing' | 'programs'>;

/**
 * With two decimals, as offers state them. A cap and the weight of a fee only fall with the amount and the months. So between the
 * amounts and months at which the law or the rate sheet changes, the ends have the lowest and the highest APR.
 */
export function aprRange(policy: AdvertisedPolicy, states: readonly string[], date: string) {
  let lowest: Decimal | undefined;
  let highest: Decimal | undefined;
  // With every state closed yet, what the law of each state would allow.
  const offered = states.length > 0 ? states : [...new Set(policy.stateCaps.caps.map(({ state }) => state))];
  for (const state of offered)
    for (const program of policy.programs)
      for (const term of extremeTerms(policy, program, state, date)) {
        // An APR is at least the contract rate, and that at least the floor.
        const canLower = lowest === undefined || lowest.minus('0.005').gt(program.floor);
        const canRaise = highest === undefined || highest.plus('0.005').lt(policy.aprCeiling);
        if (!canLower && !canRaise) continue;
        const loan = { state, date, militaryCovered: false };
        const offer = priceTerm(policy, term, loan);
        if (offer === 'dropped') continue;
        lowest = Decimal.min(lowest ?? offer.apr, offer.apr);
        highest = Decimal.max(highest ?? offer.apr, offer.apr);
      }
  const nothing = new Decimal(0);
  return { lowest: (lowest ?? nothing).toFixed(2), highest: (highest ?? nothing).toFixed(2) };
}

/** The terms at the ends: the lowest and the highest rate of each band of months. */
function* extremeTerms(
  { pricing, stateCaps }: AdvertisedPolicy,
  program: Program,
  state: string,
  date: string,
) {
  const { minCents, maxCents, floor: floorPercent, isAutoSecured } = program;
  const laws = stateCaps.caps.filter((row) => row.state === state);
  const amounts = laws.flatMap(({ amountCents: { min = minCents, max = maxCents } = {} }) => [min, max]);
  const monthEnds = laws.flatMap(({ months: { min, max } = {} }) => [
    min ?? 0,
    max ?? Number.MAX_SAFE_INTEGER,
  ]);
  for (const { shortest, longest, rates } of bandsOf(pricing, program, date)) {
    const terms = termsOf(program).filter((months) => shortest <= months && months <= longest);
    const ends = [shortest, longest, ...monthEnds].flatMap((end) => [
      terms.find((months) => months >= end),
      terms.findLast((months) => months <= end),
    ]);
    for (const amountCents of new Set([minCents, maxCents, ...amounts]))
      for (const months of new Set(ends))
        for (const ratePercent of rates)
          if (months !== undefined && minCents <= amountCents && amountCents <= maxCents)
            yield { amountCents, months, ratePercent, floorPercent, isAutoSecured };
  }
}

function bandsOf(pricing: Policy['pricing'], { name }: Program, date: string) {
  const rows = pricing.rows.filter(
    (row) =>
      isInForce(row, date) && row.when.every(({ fact, cell }) => fact !== 'program' || cellHolds(cell, name)),
  );
  const bands = Map.groupBy(
    rows.flatMap(({ gives }) => gives),
    ({ shortest, longest }) => `${shortest}-${longest}`,
  );
  return [...bands.values()].flatMap((same) => {
    const [first] = same;
    const rates = same.map(({ ratePercent }) => ratePercent).sort((a, b) => Number(a) - Number(b));
    return first ? [{ ...first, rates: new Set([rates[0] as string, rates.at(-1) as string]) }] : [];
  });
}
