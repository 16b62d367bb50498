// Notices: records what the law requires in a state, and enqueues their rendering in the same transaction.
import type { Tx } from '../platform/db/database.ts';
import type { ApplicationId } from '../platform/db/tables.ts';
import { cancelNoticePeriod, findNotice, hasAction, startNoticePeriod } from '../records/notices.ts';
import { type StateName, stateOf } from './chart.ts';
import { type EffectServices, enqueueNotice } from './effects.ts';

/** What the state requires. Call it in the transaction that brings the application into the state. */
export async function enqueueRequiredNotice(
  tx: Tx,
  services: EffectServices,
  id: ApplicationId,
  state: StateName,
): Promise<void> {
  const required = stateOf(state).requiredNotice;
  switch (required.notice) {
    case 'denial':
      return enqueueNotice(tx, services, id, 'denial', required.basis);
    case 'approval':
    case 'counteroffer':
      return enqueueNotice(tx, services, id, required.notice);
    default:
      return startOrEndNoticePeriod(tx, id, state, services.clock.now());
  }
}

/** Starts the 30 days of a new application, or ends them where no notice is required anymore. */
export async function startOrEndNoticePeriod(
  tx: Tx,
  id: ApplicationId,
  state: StateName,
  now: Date,
): Promise<void> {
  const required = stateOf(state).requiredNotice;
  switch (required.notice) {
    case 'manual-review':
      // A restored backup may leave an approval to the branch, and no denial for want of a report follows an approval.
      if (required.denial === 'no-report' && (await findNotice(tx, id, 'approval')))
        return cancelNoticePeriod(tx, id);
      // A completed application requires a new decision (12 CFR 1002.9(c)(2)).
      return startNoticePeriod(tx, id, now);
    case 'incomplete':
      if (!(await hasAction(tx, id))) await startNoticePeriod(tx, id, now);
      return;
    case 'none':
      return cancelNoticePeriod(tx, id);
    default:
  }
}
