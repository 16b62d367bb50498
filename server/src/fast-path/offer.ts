// The one offer of the fast path: what was asked for or the most that is lent without a vehicle, over about four years.
import type { OfferTerm } from '#contract/offers.ts';
import { usualTerm } from '#finance/amountOptions.ts';
import type { Application } from '../journey/here.ts';
import { qualified, termsOf, vehicleOf } from '../offers/service.ts';
import type { Parts } from '../parts.ts';

export interface OneOffer {
  /** Cents. */
  readonly amount: number;
  readonly term: OfferTerm;
  /** What secures it, where it is secured. */
  readonly vehicle: string | undefined;
}

export async function fastPathOfferOf(parts: Parts, application: Application): Promise<OneOffer | undefined> {
  const offered = await qualified(parts, application.id);
  const withoutVehicle = offered.programs.filter((program) => !program.isAutoSecured);
  const programs = withoutVehicle.length > 0 ? withoutVehicle : offered.programs;
  const amounts = [...new Set(programs.flatMap((program) => program.validAmounts))].sort((a, b) => b - a);
  const wanted = application.requested_amount ?? amounts[0] ?? 0;
  const amount = amounts.find((one) => one <= wanted) ?? amounts.at(-1);
  if (amount === undefined) return undefined;
  const terms = termsOf(parts, { ...offered, programs }, amount);
  const term = usualTerm(terms);
  if (term === undefined) return undefined;
  return { amount, term, vehicle: term.isAutoSecured ? vehicleOf(offered)?.description : undefined };
}
