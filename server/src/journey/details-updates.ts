// Whether an applicant may change details after the decision: the lender's policy limits how often.
import { timeLimitsOn } from '#lender/in-force.ts';
import type { Services } from '../services.ts';
import type { Application } from './applications.ts';
import { lenderDay } from './consents.ts';
import { canHappen } from './policy.ts';

/** Before the decision details may always change, and so may a new phone until it is confirmed. */
export function mayUpdateDetails(
  services: Pick<Services, 'lender' | 'clock'>,
  { state, details_updates: updates }: Pick<Application, 'state' | 'details_updates'>,
): boolean {
  if (!canHappen(state, 'phoneChanged') || state === 'PHONE_CHANGED') return true;
  return updates < timeLimitsOn(services.lender.policy, lenderDay(services)).detailsUpdates;
}
