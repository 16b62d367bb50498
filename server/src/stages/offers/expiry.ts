// Ends what has run out: an approval only once its envelope is void, so that no expired loan is signed.

import { type Application, updateApplication } from '../../journey/applications.ts';
import { stateOf } from '../../journey/chart.ts';
import { due, isPast } from '../../journey/deadlines.ts';
import { tryMove } from '../../journey/move.ts';
import { daysAfter } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { findNotice } from '../../records/notices.ts';
import type { With } from '../../services.ts';

/** Call it with the application locked. True if it has ended, false if it ends later or not by time. */
export async function expire(
  tx: Tx,
  services: With<'clock' | 'jobs'>,
  application: Pick<Application, 'id' | 'state' | 'state_since' | 'deadline' | 'partner_id'>,
): Promise<boolean> {
  const { id, state } = application;
  const { deadline, signing } = stateOf(state);
  if (!due.ending.includes(state) || !isPast(services, application)) return false;
  // A step-up ends after the notice that names its last day, however late that was sent.
  if (deadline === 'documents' && (await findNotice(tx, id, 'pending'))) {
    await updateApplication(tx, id, { deadline: daysAfter(services.clock.now(), 1) });
    return false;
  }
  if (signing !== 'open')
    return (await tryMove(tx, services, { applicationId: id }, 'expired')) !== undefined;
  await services.jobs.enqueueEffect(tx, 'voidEnvelope', application);
  return false;
}
