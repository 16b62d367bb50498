// The fast path's single offer: the requested amount, or the most we lend without a vehicle, over about four years.
import type { OfferTerm } from '#contract/offers.ts';
import { usualTerm } from '#finance/amount-options.ts';
import { cents } from '#finance/money.ts';
import type { Application } from '../../journey/applications.ts';
import type { ApprovedTerm } from '../../platform/db/tables.ts';
import type { PolicyInputs } from '../../policy/inputs.ts';
import { amountAtMost, type QualifiedProgram } from '../../policy/offers.ts';
import type { Services } from '../../services.ts';
import { qualified, termsOf, vehicleOf } from '../offers/service.ts';

interface OneOffer {
  /** Cents. */
  readonly amount: number;
  readonly term: OfferTerm;
  /** The vehicle that secures the loan, if it is secured. */
  readonly vehicle: string | undefined;
}

export async function fastPathOfferOf(
  services: Services,
  application: Application,
): Promise<OneOffer | undefined> {
  const offered = await qualified(services, application.id);
  const withoutVehicle = offered.programs.filter((program) => !program.isAutoSecured);
  const programs = withoutVehicle.length > 0 ? withoutVehicle : offered.programs;
  const { requested_amount: requested } = application;
  const amount = amountAtMost(programs, requested === null ? undefined : cents(requested));
  if (amount === undefined) return undefined;
  const terms = termsOf(services, { ...offered, programs }, amount);
  const term = usualTerm(terms);
  if (term === undefined) return undefined;
  return { amount, term, vehicle: term.isAutoSecured ? vehicleOf(offered)?.description : undefined };
}

/**
 * What the lender offers in place of the accepted terms: the same amount or the next lower one, over the same months where it
 * can. Undefined if the final run approved nothing of the kind.
 */
export function counterofferOf(
  services: Services,
  made: { readonly programs: readonly QualifiedProgram[]; readonly inputs: PolicyInputs },
  accepted: ApprovedTerm,
): ApprovedTerm | undefined {
  const programs = made.programs.filter(({ isAutoSecured }) => isAutoSecured === accepted.isAutoSecured);
  const amount = amountAtMost(programs, cents(accepted.amount));
  if (amount === undefined || amount > accepted.amount) return undefined;
  const terms = termsOf(services, { programs, inputs: made.inputs }, amount);
  const term = terms.find(({ months }) => months === accepted.months) ?? usualTerm(terms);
  if (term === undefined) return undefined;
  const { months, apr, interestRate, monthlyPayment, isAutoSecured } = term;
  return { amount, months, apr, interestRate, monthlyPayment, isAutoSecured };
}

/**
 * The accepted terms as the final run priced them: same amount, months and security, at the same rate or lower.
 * Undefined if the final run approved only something else.
 */
export function finalTerm(
  offered: readonly OfferTerm[],
  accepted: ApprovedTerm | null,
): ApprovedTerm | undefined {
  const term = offered.find(
    (one) =>
      one.months === accepted?.months &&
      one.isAutoSecured === accepted.isAutoSecured &&
      one.interestRate <= accepted.interestRate,
  );
  if (accepted === null || term === undefined) return undefined;
  const { months, apr, interestRate, monthlyPayment, isAutoSecured, fees } = term;
  return {
    amount: accepted.amount,
    months,
    apr,
    interestRate,
    monthlyPayment,
    isAutoSecured,
    ...(fees && { fees }),
  };
}
