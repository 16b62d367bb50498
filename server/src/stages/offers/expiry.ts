// Ends applications whose offers or approval have run out. An approval with an envelope out at the signing service ends
// only once the envelope is void, so that nobody signs what no longer stands.
import { randomUUID } from 'node:crypto';
import { timeLimitsOn } from '#lender/in-force.ts';
import type { Application } from '../../journey/applications.ts';
import { lenderDay } from '../../journey/consents.ts';
import { giveNotices } from '../../journey/give-notices.ts';
import { move, moveIfOpen } from '../../journey/move.ts';
import { canHappen } from '../../journey/policy.ts';
import { type StateName, stateNames, stateOf } from '../../journey/states.ts';
import { enqueueVoiding } from '../../journey/void-envelope.ts';
import { secondsAfter } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import type { Services } from '../../services.ts';
import { mailApprovalOver } from '../notices/approval-over.ts';

/** An envelope may be out, and may be signed at any moment. */
const hasEnvelope = (name: StateName) => stateOf(name).signing === 'open';

/** The states that end as soon as their time is over. */
export const endAtOnce = stateNames.filter(
  (name) => canHappen(name, 'offerExpired') || (canHappen(name, 'approvalExpired') && !hasEnvelope(name)),
);
/** Those whose envelope has to be voided first. What the signing page just reported is looked into before. */
export const endAfterVoiding = stateNames.filter(
  (name) => canHappen(name, 'approvalExpired') && hasEnvelope(name) && name !== 'COMPLETING',
);

/** When an approval made now runs out. */
export function approvalEnds(services: Pick<Services, 'lender' | 'clock'>): Date {
  const { approvalHoldsDays } = timeLimitsOn(services.lender.policy, lenderDay(services));
  return secondsAfter(services.clock.now(), approvalHoldsDays * 86_400);
}

export const isPast = ({ clock }: Pick<Services, 'clock'>, { offers_expire_at: until }: Application) =>
  until !== null && until <= clock.now();

/** Call it with the application locked and past its time. True if it has ended, false if it ends later or not by time. */
export async function expire(
  tx: Tx,
  services: Pick<Services, 'clock' | 'jobs'>,
  { id, state }: Pick<Application, 'id' | 'state'>,
): Promise<boolean> {
  if (canHappen(state, 'offerExpired')) {
    await move(tx, services.clock, { applicationId: id }, 'offerExpired');
    await giveNotices(tx, services, id);
    return true;
  }
  if (endAtOnce.includes(state)) return endApproval(tx, services, id, 'approvalExpired');
  if (endAfterVoiding.includes(state)) await enqueueVoiding(tx, services, id);
  return false;
}

/** Ends an approval, and tells the applicant by email, once. False if it has ended, or was signed, before. */
export async function endApproval(
  tx: Tx,
  { clock, jobs }: Pick<Services, 'clock' | 'jobs'>,
  id: ApplicationId,
  event: 'approvalExpired' | 'approvalWithdrawn',
): Promise<boolean> {
  if (!(await moveIfOpen(tx, clock, { applicationId: id }, event))) return false;
  if (event === 'approvalExpired') {
    await jobs.enqueue(tx, mailApprovalOver, id, { how: 'expired', mail: randomUUID() });
    return true;
  }
  // Its denial is owed at once, and the email that carries it says so.
  await giveNotices(tx, { jobs }, id);
  // What was withdrawn may have an envelope out; what has expired had it voided first.
  await enqueueVoiding(tx, { jobs }, id);
  return true;
}
