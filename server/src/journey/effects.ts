// What a move enqueues in its transaction: the effects that the stages register, and the rendering of what the law requires in a state.
import type { Clock } from '../platform/clock.ts';
import type { Tx } from '../platform/db/database.ts';
import type { ApplicationId } from '../platform/db/tables.ts';
import type { JobQueue } from '../platform/jobs/job-declaration.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import { saveAction } from '../records/decisions.ts';
import {
  cancelNoticePeriod,
  findNotice,
  hasAction,
  type RequiredKind,
  requireNotice,
  startNoticePeriod,
} from '../records/notices.ts';
import { type StateName, stateOf } from './chart.ts';
import { renderNotice } from './jobs.ts';

export interface EffectServices {
  readonly clock: Clock;
  readonly jobs: Pick<Jobs, 'enqueue' | 'enqueueEffect'>;
}

/** Requires a notice from now on, and enqueues its rendering. Does nothing if it was sent and may be sent only once. */
export async function enqueueNotice(
  tx: Tx,
  { clock, jobs }: { readonly clock: Clock; readonly jobs: JobQueue },
  id: ApplicationId,
  ...required: RequiredKind
): Promise<undefined> {
  const notice = await requireNotice(tx, clock, id, required);
  if (notice !== undefined) await jobs.enqueue(tx, renderNotice, id, { notice });
}

/** What the state requires. Call it in the transaction that brings the application into the state. */
export async function enqueueRequiredNotice(
  tx: Tx,
  services: EffectServices,
  id: ApplicationId,
  state: StateName,
): Promise<void> {
  const required = stateOf(state).requiredNotice;
  if (required.notice === 'denial') return enqueueNotice(tx, services, id, 'denial', required.basis);
  if (required.notice === 'approval' || required.notice === 'counteroffer')
    return enqueueNotice(tx, services, id, required.notice);
  if (required.notice === 'none' && required.basis)
    await saveAction(tx, services.clock, id, { outcome: state, basis: required.basis });
  return startOrEndNoticePeriod(tx, id, state, services.clock.now());
}

/** Starts the 30 days of a new application, or ends them where no notice is required anymore. */
export async function startOrEndNoticePeriod(tx: Tx, id: ApplicationId, state: StateName, now: Date) {
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
