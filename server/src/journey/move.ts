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
import { type StateName, stateOf } from './states.ts';
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
