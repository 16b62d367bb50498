// What the final run lends: the accepted terms, or others in their place.
import { type Comparison, compare, offeredFor, requestedOf } from '../../credit-policy/request.ts';
import type { JourneyEvent } from '../../journey/chart.ts';
import type { ApprovedTerm } from '../../platform/db/tables.ts';
import type { With } from '../../services.ts';
import { approvedTermOf, pricingToday, type Qualified } from '../offers/service.ts';

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
  application: Parameters<typeof requestedOf>[1],
  lent: Qualified,
): ApprovalOutcome<'approved' | 'counteroffered' | 'referred'> {
  const requested = requestedOf('approval', application);
  const offered = offeredFor(lent.programs, requested, pricingToday(services, lent));
  const event = eventOf[compare(requested, offered).kind];
  const [only] = application.path === 'fast-path' && offered ? offered.terms : [];
  if (event === 'referred' || offered === undefined) return { event: 'referred', isFailure: true };
  return only === undefined ? { event } : { event, term: approvedTermOf(offered.amount, only) };
}

const eventOf = {
  'as-requested': 'approved',
  counteroffer: 'counteroffered',
  nothing: 'referred',
} as const satisfies Record<Comparison['kind'], JourneyEvent>;
