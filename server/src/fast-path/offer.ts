// The one offer of the fast path: what was asked for or the most that is lent without a vehicle, over about four years.
import type { OfferTerm } from '#contract/offers.ts';
import type { Application } from '../journey/here.ts';
import { qualified, termsOf } from '../offers/service.ts';
import type { Parts } from '../parts.ts';

const usualMonths = 48;

export interface FastPathOffer {
  /** Cents. */
  readonly amount: number;
  readonly term: OfferTerm;
}

export async function fastPathOfferOf(
  parts: Parts,
  application: Application,
): Promise<FastPathOffer | undefined> {
  const offered = await qualified(parts, application.id);
  const withoutVehicle = offered.programs.filter((program) => !program.isAutoSecured);
  const programs = withoutVehicle.length > 0 ? withoutVehicle : offered.programs;
  const amounts = [...new Set(programs.flatMap((program) => program.validAmounts))].sort((a, b) => b - a);
  const wanted = application.requested_amount ?? amounts[0] ?? 0;
  const amount = amounts.find((one) => one <= wanted) ?? amounts.at(-1);
  if (amount === undefined) return undefined;
  const terms = termsOf(parts, { ...offered, programs }, amount);
  const distance = (term: OfferTerm) => Math.abs(term.months - usualMonths);
  const [term] = [...terms].sort((a, b) => distance(a) - distance(b) || a.monthlyPayment - b.monthlyPayment);
  return term === undefined ? undefined : { amount, term };
}
