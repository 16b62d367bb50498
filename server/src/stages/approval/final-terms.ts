// What the final run lends: the accepted terms, or others in their place.
import type { OfferTerm } from '#contract/offers.ts';
import { usualTerm } from '#finance/amount-options.ts';
import { cents } from '#finance/money.ts';
import { amountAtMost } from '../../credit-policy/offers.ts';
import type { Application } from '../../journey/applications.ts';
import type { JourneyEvent } from '../../journey/chart.ts';
import type { ApprovedTerm } from '../../platform/db/tables.ts';
import type { With } from '../../services.ts';
import { approvedTermOf, type Qualified, termsOf } from '../offers/service.ts';

/** What the final run leads to. */
export interface ApprovalOutcome<E extends JourneyEvent = JourneyEvent> {
  readonly event: E;
  /** The terms that we set, if the applicant does not choose them. */
  readonly term?: ApprovedTerm;
  /** The waiting page leads to the error page, which shows the branch to call. */
  readonly isFailure?: true;
}

/** The fast path lends exactly what was accepted in one click; other terms are a counteroffer. */
export function finalTerms(
  services: With<'clock'>,
  { path, accepted_term: accepted }: Pick<Application, 'path' | 'accepted_term'>,
  lent: Qualified,
): ApprovalOutcome<'approved' | 'counteroffered' | 'referred'> {
  if (accepted === null) return { event: 'approved' };
  const term = finalTerm(termsOf(services, lent, accepted.amount), accepted);
  if (path === 'standard') return { event: term === undefined ? 'counteroffered' : 'approved' };
  if (term !== undefined) return { event: 'approved', term };
  const other = counterofferOf(services, lent, accepted);
  return other === undefined
    ? { event: 'referred', isFailure: true }
    : { event: 'counteroffered', term: other };
}

/** The same amount or the next lower, over the same months where we can. Undefined if none was approved. */
function counterofferOf(
  services: With<'clock'>,
  { programs: approved, ...decidedBy }: Qualified,
  accepted: ApprovedTerm,
): ApprovedTerm | undefined {
  const programs = approved.filter(({ isAutoSecured }) => isAutoSecured === accepted.isAutoSecured);
  const amount = amountAtMost(programs, cents(accepted.amount));
  if (amount === undefined || amount > accepted.amount) return undefined;
  const terms = termsOf(services, { programs, ...decidedBy }, amount);
  const term = terms.find(({ months }) => months === accepted.months) ?? usualTerm(terms);
  return term && approvedTermOf(amount, term);
}

/** The accepted terms at the same rate or lower. Undefined if the final run approved only something else. */
export function finalTerm(offered: readonly OfferTerm[], accepted: ApprovedTerm): ApprovedTerm | undefined {
  const term = offered.find(
    ({ months, isAutoSecured, interestRate }) =>
      months === accepted.months &&
      isAutoSecured === accepted.isAutoSecured &&
      interestRate <= accepted.interestRate,
  );
  return term && approvedTermOf(accepted.amount, term);
}
