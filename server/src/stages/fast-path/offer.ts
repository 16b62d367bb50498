// The fast path's single offer: the requested amount, or the most we lend without a vehicle, over about four years.
import type { OfferTerm } from '#contract/offers.ts';
import { usualTerm } from '#finance/amount-options.ts';
import { cents } from '#finance/money.ts';
import type { Application } from '../../journey/applications.ts';
import { amountAtMost } from '../../policy/offers.ts';
import type { With } from '../../services.ts';
import { qualified, termsOf, vehicleOf } from '../offers/service.ts';

interface OneOffer {
  /** Cents. */
  readonly amount: number;
  readonly term: OfferTerm;
  /** The vehicle that secures the loan, if it is secured. */
  readonly vehicle: string | undefined;
}

export async function fastPathOfferOf(
  services: With<'clock' | 'db' | 'vault' | 'policies'>,
  application: Application,
): Promise<OneOffer | undefined> {
  const offered = await qualified(services, application.id);
  const all = offered.fastPath ?? [];
  const withoutVehicle = all.filter((program) => !program.isAutoSecured);
  const programs = withoutVehicle.length > 0 ? withoutVehicle : all;
  const { requested_amount: requested } = application;
  const amount = amountAtMost(programs, requested === null ? undefined : cents(requested));
  if (amount === undefined) return undefined;
  const terms = termsOf(services, { ...offered, programs }, amount);
  const term = usualTerm(terms);
  if (term === undefined) return undefined;
  return { amount, term, vehicle: term.isAutoSecured ? vehicleOf(offered)?.description : undefined };
}
