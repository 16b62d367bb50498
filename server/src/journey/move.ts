// Moves an application along an event, with all that follows, in the caller's transaction.
import type { Updateable } from 'kysely';
import { timeLimitsOn } from '#lender/in-force.ts';
import type { Lender } from '#lender/load.ts';
import { lenderToday } from '../platform/clock.ts';
import type { Tx } from '../platform/db/database.ts';
import type { ApplicationId, JobId, SessionId, Tables } from '../platform/db/tables.ts';
import type { OutageRetries } from '../platform/jobs/delayed-jobs.ts';
import { audit } from '../records/audit.ts';
import { deleteDepositAccount } from '../records/deposit-accounts.ts';
import { closeReviews } from '../records/holds.ts';
import { removeLink, saveApplicationEnd } from '../records/linked-banks.ts';
import { redraftNotice } from '../records/notices.ts';
import { withdrawVerifications } from '../records/verifications.ts';
import type { With } from '../services.ts';
import { lockApplication, saveState, updateApplication } from './applications.ts';
import {
  destinationOf,
  isStoppedByRestore,
  type JourneyEvent,
  type StateName,
  stateNames,
  stateOf,
  transitionOf,
} from './chart.ts';
import { beginsDeadline, deadlineFrom } from './deadlines.ts';
import { type EffectServices, enqueueRequiredNotice } from './effects.ts';
import { canHappen, refuseStep } from './guard.ts';
import { notifyOfState } from './jobs.ts';
import { recordDocumentsComplete } from './missing-items.ts';
import type { Fact } from './state-declaration.ts';

/** How to undo each fact. A stage that stores facts in its own tables adds its function here. */
const undoing: Record<Fact, (tx: Tx, id: ApplicationId) => Promise<unknown>> = {
  selectedTerm: (tx, id) => updateApplication(tx, id, { selected_term: null }),
  acceptedTerm: (tx, id) => updateApplication(tx, id, { accepted_term: null }),
  linkedBank: removeLink,
  verification: withdrawVerifications,
  deposit: deleteDepositAccount,
};

interface Subject {
  readonly applicationId: ApplicationId;
  readonly sessionId?: SessionId | undefined;
}
type Changes = Omit<Updateable<Tables['application']>, 'id' | 'state' | 'state_since' | 'path' | 'deadline'>;

/** The events that may begin a deadline, which is as long as the lender's policy says. */
export const beginningDeadlines = [
  'prequalified',
  'fastPathOpened',
  'otherTermsOffered',
  'steppedUp',
  'vehicleNeeded',
  'approved',
  'counteroffered',
  'vehicleUnproven',
] as const satisfies readonly JourneyEvent[];
/** `lender` has the policy that decided. */
type Needs<E extends JourneyEvent> = [E] extends [Exclude<JourneyEvent, (typeof beginningDeadlines)[number]>]
  ? EffectServices
  : EffectServices & With<'lender'>;

/** Refuses with `not-now` if the event cannot happen now. Of two requests at once, only one moves it. */
export const move = async <E extends JourneyEvent>(
  tx: Tx,
  services: Needs<E>,
  subject: Subject,
  event: E,
  changes: Changes = {},
) => (await tryMove(tx, services, subject, event, changes)) ?? refuseStep();

/** Like `move`, but returns undefined if the event cannot happen: another request moved the application first. */
export async function tryMove<E extends JourneyEvent>(
  tx: Tx,
  services: Needs<E>,
  subject: Subject,
  event: E,
  changes: Changes = {},
) {
  const { clock, jobs } = services;
  const { applicationId: id } = subject;
  const application = await lockApplication(tx, id);
  const transition = transitionOf(application, event);
  if (transition === undefined) return undefined;
  const { undoes = [], effects = [], path = application.path, renewsDeadline } = transition;
  for (const fact of undoes) await undoing[fact](tx, id);
  const from = application.state;
  const to = destinationOf(transition, path);
  // The email about the state has the instant at which the application entered it, and so has the branch's case.
  const now = clock.now();
  if (to !== undefined) {
    const hasEnded = stateOf(to).phase === 'ended';
    const { deadline } = stateOf(to);
    await saveState(tx, id, to, now, {
      ...changes,
      path,
      ...(deadline === 'none'
        ? { deadline: null }
        : beginsDeadline(from, to, renewsDeadline)
          ? { deadline: deadlineFrom(deadline, lenderOf(services), now) }
          : {}),
      // An ended application no longer blocks a new one.
      ...(hasEnded ? { live_ssn: null } : {}),
    });
    if (hasEnded || stateOf(from).phase === 'ended') await saveApplicationEnd(tx, id, hasEnded ? now : null);
    await audit(tx, clock, subject, { type: 'journey-moved', event, from, to });
    if (isStoppedByRestore(from)) await redraftNotice(tx, id);
    await enqueueRequiredNotice(tx, services, id, to);
    // The documents may have come in an earlier state.
    if (deadline === 'documents' && beginsDeadline(from, to, renewsDeadline))
      await recordDocumentsComplete(tx, { clock, lender: lenderOf(services) }, id);
    await enqueueNotification(tx, services, id, to, now);
    // Those who deny or withdraw an application resolve all of its holds.
    if (canHappen(application, 'reviewContinued') && event !== 'denied' && event !== 'withdrawn')
      await closeReviews(tx, services, id);
  }
  let jobId: JobId | undefined;
  for (const effect of effects)
    jobId = await jobs.enqueueEffect(tx, effect, { ...application, state_since: now });
  return { from, state: to ?? from, jobId };
}

/** How long a decision waits for a vendor that is unavailable, by the lender's policy, and what moves on at once. */
export const outageRetries = (services: EffectServices & With<'lender'>): OutageRetries => ({
  seconds: () => timeLimitsOn(services.lender.policy, lenderToday(services)).outageHours * 3600,
  onDelayed:
    ({ applicationId }) =>
    (tx) =>
      tryMove(tx, services, { applicationId }, 'delayed'),
});

function lenderOf(services: EffectServices & Partial<With<'lender'>>): Lender {
  if (services.lender === undefined) throw new Error('A deadline begins with an event that is not listed.');
  return services.lender;
}

export async function enqueueNotification(
  tx: Tx,
  { jobs }: Pick<EffectServices, 'jobs'>,
  id: ApplicationId,
  state: StateName,
  since: Date,
): Promise<void> {
  if (stateOf(state).notifiedBy.by === 'email')
    await jobs.enqueue(tx, notifyOfState, id, { since: since.toISOString() });
}

/** Stops an application of a restored backup where it is. False if nothing continues it, or if it is stopped already. */
export async function stopRestored(tx: Tx, { clock }: Pick<EffectServices, 'clock'>, id: ApplicationId) {
  const application = await lockApplication(tx, id);
  const { state, state_since: since } = application;
  const transition = transitionOf(application, 'restored');
  const to = transition && destinationOf(transition, application.path);
  if (to === undefined) return false;
  // Its required notices and their deadlines stay as they are.
  await saveState(tx, id, to, since, { state_before_restore: state, notified_at: null });
  const moved = { type: 'journey-moved', event: 'restored', from: state, to } as const;
  await audit(tx, clock, { applicationId: id }, moved);
  return true;
}

/** Resumes a stopped application where it was. False if it isn't stopped. */
export async function resumeRestored(tx: Tx, { clock }: Pick<EffectServices, 'clock'>, id: ApplicationId) {
  const { state, state_since: since, state_before_restore: before } = await lockApplication(tx, id);
  const to = stateNames.find((name) => name === before);
  if (!isStoppedByRestore(state) || to === undefined) return false;
  await saveState(tx, id, to, since, { state_before_restore: null, notified_at: since });
  await redraftNotice(tx, id);
  const moved = { type: 'journey-moved', event: 'restoreSettled', from: state, to } as const;
  await audit(tx, clock, { applicationId: id }, moved);
  return true;
}
