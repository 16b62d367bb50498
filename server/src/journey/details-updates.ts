// Whether an applicant may change details after the decision: the lender's policy limits how often.
import { timeLimitsOn } from '#lender/in-force.ts';
import { lenderToday } from '../platform/clock.ts';
import type { With } from '../services.ts';
import type { Application } from './applications.ts';
import type { Position } from './chart.ts';
import { canHappen } from './guard.ts';

/** Whether the person in a partner's lead has not applied yet. */
export const isLead = (position: Position) => canHappen(position, 'leadAdmitted');

/** Whether there are offers that a change of details decides again. */
export const changesOffers = (position: Position) => canHappen(position, 'phoneChanged');

/** Whether the offers wait for the text code of a new phone. */
export const isConfirmingPhone = (position: Position) =>
  changesOffers(position) && canHappen(position, 'codeAccepted');

/** Before the decision details may always change, and so may a new phone until it is confirmed. */
export function mayUpdateDetails(
  services: With<'lender' | 'clock'>,
  application: Pick<Application, 'state' | 'path' | 'details_updates'>,
): boolean {
  if (!changesOffers(application) || isConfirmingPhone(application)) return true;
  return (
    application.details_updates <
    timeLimitsOn(services.lender.policy, lenderToday(services)).maxDetailsUpdates
  );
}
