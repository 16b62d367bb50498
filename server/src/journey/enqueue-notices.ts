// Notices: records what the law requires in a state, and enqueues their drawing in the same transaction.
import type { Tx } from '../platform/db/database.ts';
import type { ApplicationId } from '../platform/db/tables.ts';
import { hasAction, openNotice, oweNotice, type SentKind, voidOpenNotice } from '../records/notices.ts';
import { type StateName, stateOf } from './chart.ts';
import type { EffectServices } from './effects.ts';
import { drawNotice } from './jobs.ts';

/** Requires a notice from now on, and enqueues its drawing. Does nothing if it was sent and may be sent only once. */
export async function enqueueNotice(
  tx: Tx,
  { clock, jobs }: EffectServices,
  id: ApplicationId,
  kind: SentKind,
  basis?: string,
): Promise<void> {
  const notice = await oweNotice(tx, clock.now(), id, kind, basis);
  if (notice !== undefined) await jobs.enqueue(tx, drawNotice, id, { notice });
}

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
      return openOrCloseTerm(tx, id, state, services.clock.now());
  }
}

/** Opens the 30 days of a new application, or closes them where no notice is required anymore. */
export async function openOrCloseTerm(tx: Tx, id: ApplicationId, state: StateName, now: Date): Promise<void> {
  const { notice } = stateOf(state).requiredNotice;
  switch (notice) {
    case 'manual-review':
      // A completed application requires a new decision (12 CFR 1002.9(c)(2)).
      return openNotice(tx, id, now);
    case 'incomplete':
      if (!(await hasAction(tx, id))) await openNotice(tx, id, now);
      return;
    case 'none':
      return voidOpenNotice(tx, id);
    default:
  }
}
