// Moves an application from one state to the next, undoes the facts that the event invalidates, and records the audit
// event, all in the caller's transaction.
import type { Updateable } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import type { Tx } from '../platform/db/database.ts';
import type { ApplicationId, ApplicationTable, SessionId } from '../platform/db/tables.ts';
import { audit } from '../records/audit.ts';
import { deleteDepositAccount } from '../records/deposit-accounts.ts';
import { removeLink } from '../records/linked-banks.ts';
import { withdrawVerifications } from '../records/verifications.ts';
import { forgetTerm, lockApplication, saveState } from './applications.ts';
import { canHappen, refuseStep } from './policy.ts';
import { recordOwed } from './record-owed.ts';
import { type StateName, stateNames, stateOf } from './states.ts';
import { type Fact, type JourneyEvent, transitionOf } from './transitions.ts';

/** How to undo each fact. A stage that stores facts in its own tables adds its function here. */
const undoing: Record<Fact, (tx: Tx, id: ApplicationId) => Promise<unknown>> = {
  selectedTerm: (tx, id) => forgetTerm(tx, id, 'selected_term'),
  acceptedTerm: (tx, id) => forgetTerm(tx, id, 'accepted_term'),
  linkedBank: removeLink,
  verification: withdrawVerifications,
  deposit: deleteDepositAccount,
};

/**
 * Refuses with `not-now` if the event cannot happen in the row's current state. If two requests run at once, one moves
 * the application and the other is refused.
 */
export async function move(
  tx: Tx,
  clock: Clock,
  subject: { applicationId: ApplicationId; sessionId?: SessionId | undefined },
  event: JourneyEvent,
  changes: Updateable<ApplicationTable> = {},
): Promise<StateName> {
  const { from, to, undoes = [] } = transitionOf(event);
  const { applicationId, sessionId } = subject;
  const { state } = await lockApplication(tx, applicationId);
  if (!from.includes(state)) refuseStep();
  for (const fact of undoes) await undoing[fact](tx, applicationId);
  await saveState(tx, applicationId, to, clock.now(), {
    ...changes,
    // An ended application no longer blocks a new one.
    ...(stateOf(to).course === 'ended' ? { live_ssn: null } : {}),
  });
  await recordOwed(tx, applicationId, to, clock.now());
  await audit(tx, clock, { applicationId, sessionId }, { type: 'journey-moved', event, from: state, to });
  return to;
}

/** Like `move`, but returns false if another request moved the application first. */
export async function moveIfOpen(
  tx: Tx,
  clock: Clock,
  subject: { applicationId: ApplicationId; sessionId?: SessionId | undefined },
  event: JourneyEvent,
): Promise<boolean> {
  const { state } = await lockApplication(tx, subject.applicationId);
  if (!canHappen(state, event)) return false;
  await move(tx, clock, subject, event);
  return true;
}

/** Stops an application of a restored backup where it is. False if it has ended, or is stopped already. */
export async function stopRestored(tx: Tx, clock: Clock, applicationId: ApplicationId): Promise<boolean> {
  const { state, state_since: since } = await lockApplication(tx, applicationId);
  if (!canHappen(state, 'restored')) return false;
  const { to } = transitionOf('restored');
  // Its notices stay owed as they are, and its times run on.
  await saveState(tx, applicationId, to, since, { state_before_restore: state, told_at: null });
  await audit(tx, clock, { applicationId }, { type: 'journey-moved', event: 'restored', from: state, to });
  return true;
}

/** Lets a stopped application go on where it was. False if it isn't stopped. */
export async function resumeRestored(tx: Tx, clock: Clock, applicationId: ApplicationId): Promise<boolean> {
  const {
    state,
    state_since: since,
    state_before_restore: before,
  } = await lockApplication(tx, applicationId);
  const to = stateNames.find((name) => name === before);
  if (state !== 'RESTORED' || to === undefined) return false;
  await saveState(tx, applicationId, to, since, { state_before_restore: null, told_at: since });
  const moved = { type: 'journey-moved', event: 'restoreSettled', from: state, to } as const;
  await audit(tx, clock, { applicationId }, moved);
  return true;
}
