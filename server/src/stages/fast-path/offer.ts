// The fast path's single offer: the requested amount or the usual one, without a vehicle where we lend without, over about four years.
import { usualTerm } from '#finance/amount-options.ts';
import { cents } from '#finance/money.ts';
import type { Application } from '../../journey/applications.ts';
import type { ApplicationId, ApprovedTerm } from '../../platform/db/tables.ts';
import { amountAtMost } from '../../policy/offers.ts';
import { readDecision } from '../../records/decisions.ts';
import type { With } from '../../services.ts';
import { approvedTermOf, qualified, termsOf, vehicleOf } from '../offers/service.ts';

export async function fastPathOfferOf(
  services: With<'clock' | 'db' | 'vault' | 'lender' | 'policies'>,
  application: Application,
) {
  const offered = await qualified(services, application.id);
  const all = offered.fastPath ?? [];
  const withoutVehicle = all.filter((program) => !program.isAutoSecured);
  const programs = withoutVehicle.length > 0 ? withoutVehicle : all;
  const wanted = application.requested_amount ?? services.lender.advertised.usualAmount;
  const amount = amountAtMost(programs, cents(wanted));
  if (amount === undefined) return undefined;
  const terms = termsOf(services, { ...offered, programs }, amount);
  const term = usualTerm(terms);
  if (term === undefined) return undefined;
  return { amount, term, vehicle: term.isAutoSecured ? vehicleOf(offered)?.description : undefined };
}

/** A counteroffer's amounts, ascending: what was approved, and less over the same months where the applicant needs less. */
export async function counteroffersOf(
  services: With<'clock' | 'db' | 'vault' | 'policies'>,
  id: ApplicationId,
  approved: ApprovedTerm,
): Promise<ApprovedTerm[]> {
  const stored = await readDecision(services.db, services.vault, id, 'approval');
  if (stored?.decision.kind !== 'APPROVED') return [approved];
  const { lender } = await services.policies.of(stored.decision);
  const programs = stored.decision.programs.filter(
    ({ isAutoSecured }) => isAutoSecured === approved.isAutoSecured,
  );
  const listed = programs.flatMap(({ validAmounts }) => validAmounts);
  const lower = new Set(listed.filter((amount) => amount < approved.amount));
  return [...lower]
    .sort((a, b) => a - b)
    .flatMap((amount) =>
      termsOf(services, { programs, inputs: stored.inputs, lender }, amount)
        .filter(({ months }) => months === approved.months)
        .map((term) => approvedTermOf(amount, term)),
    )
    .concat(approved);
}
