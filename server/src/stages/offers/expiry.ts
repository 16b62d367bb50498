// Ends applications whose offers or approval have run out. An approval with an envelope out at the signing service ends only once
// the envelope is void, so that an expired loan cannot be signed.

import { type Application, saveAnswerEnd } from '../../journey/applications.ts';
import { type StateName, stateOf, statesWith } from '../../journey/chart.ts';
import { isStepUp } from '../../journey/deadlines.ts';
import { tryMove } from '../../journey/move.ts';
import { daysAfter } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { findNotice } from '../../records/notices.ts';
import type { With } from '../../services.ts';

/** The documents may be out, and may be signed at any moment. */
const hasEnvelope = (name: StateName) => stateOf(name).signing === 'open';

/** The states that end as soon as their time is over. */
export const endAtOnce = statesWith('expired').filter((name) => !hasEnvelope(name));
/** Those whose envelope must be voided first. States with a pending status check are left out. */
export const endAfterVoiding = statesWith('expired').filter(
  (name) => hasEnvelope(name) && stateOf(name).notifiedBy.by !== 'outcome',
);

export const isPast = ({ clock }: With<'clock'>, { offers_expire_at: until }: Application) =>
  until !== null && until <= clock.now();

/** Call it with the application locked and past its time. True if it has ended, false if it ends later or not by time. */
export async function expire(
  tx: Tx,
  services: With<'clock' | 'jobs'>,
  application: Pick<Application, 'id' | 'state' | 'path' | 'partner_id'>,
): Promise<boolean> {
  const { id, state } = application;
  // A step-up ends after the notice that names its last day, however late that was sent.
  if (isStepUp(application) && (await findNotice(tx, id, 'pending'))) {
    await saveAnswerEnd(tx, id, daysAfter(services.clock.now(), 1));
    return false;
  }
  if (endAfterVoiding.includes(state)) await services.jobs.enqueueEffect(tx, 'voidEnvelope', application);
  return (
    endAtOnce.includes(state) && (await tryMove(tx, services, { applicationId: id }, 'expired')) !== undefined
  );
}
