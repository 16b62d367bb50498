// Prices a term by the policy: its fees, under the state's caps, the Military Lending Act and the lender's own APR ceiling.
import { type CapPolicy, capsFor, type RateCap } from '#finance/caps.ts';
import { isoDate } from '#finance/dates.ts';
import { cents } from '#finance/money.ts';
import { type PricedOffer, priceOffer } from '#finance/offers.ts';
import { percent } from '#finance/rate.ts';
import { feesOf } from './fees.ts';
import type { Policy } from './schema/policy.ts';

export type PricingPolicy = Pick<Policy, 'aprCeiling' | 'fees' | 'mla' | 'reference' | 'stateCaps'>;

export interface TermToPrice {
  readonly amountCents: number;
  readonly months: number;
  readonly ratePercent: string;
  readonly floorPercent: string;
  readonly isAutoSecured: boolean;
}

export interface Occasion {
  readonly state: string;
  /** The day (ISO date) the loan would be funded. */
  readonly date: string;
  readonly militaryCovered: boolean;
  /** To find what the ceiling alone prevents. */
  readonly ceilingLifted?: boolean;
}

export const capPolicyOf = (policy: Pick<Policy, 'reference' | 'stateCaps'>): CapPolicy => ({
  caps: policy.stateCaps.caps,
  federalFunds: policy.reference.federalFunds,
});

export function priceTerm(
  policy: PricingPolicy,
  { amountCents, months, ratePercent, floorPercent, isAutoSecured }: TermToPrice,
  { state, date, militaryCovered, ceilingLifted = false }: Occasion,
): PricedOffer | 'dropped' {
  const principal = cents(amountCents);
  const caps = capsFor(capPolicyOf(policy), { state, amountCents: principal, months, on: isoDate(date) });
  if (caps === 'not-lent') return 'dropped';
  const { origination, filing } = feesOf(policy.fees, { state, amountCents, isAutoSecured, on: date });
  const ceiling: RateCap = {
    // Without fees the APR is the contract rate.
    basis: origination + filing > 0 ? 'all_in' : 'rate',
    percent: percent(policy.aprCeiling),
    source: 'aprCeiling of policy.json',
  };
  return priceOffer({
    principal,
    months,
    contractRate: ratePercent,
    floor: floorPercent,
    caps: ceilingLifted ? caps : [...caps, ceiling],
    coveredByMilitaryLendingAct: militaryCovered,
    militaryLendingActLimit: policy.mla.capPercent,
    prepaidFees: cents(origination),
    otherFees: cents(filing),
  });
}
