// Releases or refuses a held application: it continues where it waited, or it ends.
import { randomUUID } from 'node:crypto';
import { resume, wasCanceledSince, whyStopped } from '../../evidence/after-restore.ts';
import { recordIfWritten } from '../../funding/ach/ach-file.ts';
import type { FileAccess } from '../../funding/ach/ach-storage.ts';
import { resumePayment } from '../../funding/checks/account-validation.ts';
import { lockApplication, readApplication } from '../../journey/applications.ts';
import { hasEndedWithoutLoan, isPayable, isStoppedByRestore } from '../../journey/chart.ts';
import { hasEndedLocked } from '../../journey/guard.ts';
import { tryMove } from '../../journey/move.ts';
import { mayBePaid } from '../../journey/withdrawal.ts';
import type { Tx } from '../../platform/db/database.ts';
import { readLinkGeneration } from '../../records/envelopes.ts';
import {
  type Hold,
  openHoldsOf,
  type Resolver,
  resolveWithAudit,
  saveRefusedPoints,
  settleHolds,
} from '../../records/holds.ts';
import type { With } from '../../services.ts';
import { sendDocumentsJob } from '../../stages/documents/jobs.ts';
import { notifySpouse } from '../../stages/documents/marital-status.ts';
import { saveOfacScreening } from '../../stages/screening/ofac-screenings.ts';

type Needs = With<'vault' | 'clock' | 'jobs' | 'lender'>;

/** Why a decision changed nothing. */
export type Unresolved =
  | 'resolved-before'
  /** What a restored backup lacks has to be looked up first: another hold says so, or this one does. */
  | 'restored'
  | 'not-looked-up'
  /** The loan was canceled after the backup that was restored. */
  | 'canceled';

/** An ended application's hold stays as it is. A match with the OFAC list is settled even after the end. */
export async function cannotResume(tx: Tx, { applicationId, kind, resolution }: Hold): Promise<boolean> {
  const outlasts = kind === 'ofac' && resolution === null;
  return (await hasEndedLocked(tx, applicationId)) && !outlasts;
}

/** `auto-cleared`: the missing result arrived. Returns whether it continues, still waits, or had ended. */
export async function releaseHold(
  tx: Tx,
  services: Needs,
  hold: Hold,
  resolution: 'released' | 'auto-cleared',
  resolver: Resolver,
): Promise<'continues' | 'waits' | 'ended' | Unresolved> {
  const { applicationId } = hold;
  const unresolved = await resolve(tx, services, hold, resolution, resolver);
  if (unresolved) return unresolved;
  await continueFrom(tx, services, hold);
  if ((await openHoldsOf(tx, applicationId)).length > 0) return 'waits';
  const { state } = await readApplication(tx, applicationId);
  return hasEndedWithoutLoan(state) ? 'ended' : 'continues';
}

async function continueFrom(tx: Tx, services: Needs, hold: Hold): Promise<void> {
  const { jobs } = services;
  const { applicationId } = hold;
  if (hold.kind === 'restore') return resume(tx, services, hold);
  if (hold.stage === 'payment') return resumePayment(tx, services, applicationId);
  const event = await eventOfRelease(tx, hold);
  const released = event && (await tryMove(tx, services, { applicationId }, event));
  if (released && isPayable(released.state)) await notifySpouse(tx, services, applicationId);
  // The documents were held before they were sent.
  else if (hold.stage === 'documents' && !(await hasEndedLocked(tx, applicationId))) {
    const generation = await readLinkGeneration(tx, applicationId);
    await jobs.enqueue(tx, sendDocumentsJob, applicationId, {
      mail: randomUUID(),
      ...(generation === undefined ? {} : { generation }),
    });
  }
}

/**
 * A signed loan moves on once no other check is open; the vehicle's papers come last. What holds only its
 * payment does not count, because the payment waits for it in any state.
 */
async function eventOfRelease(tx: Tx, { applicationId, stage }: Hold) {
  const others =
    stage === 'signing'
      ? (await openHoldsOf(tx, applicationId)).filter((other) => other.stage === 'signing')
      : [];
  if (others.length === 0) return 'holdReleased';
  return others.every(({ kind }) => kind === 'vehicle') ? 'vehicleUnproven' : undefined;
}

/** Every loan's insurance had to be seen, so it is the reason only where nothing else had to be. */
function presumedPoints({ points }: Hold): readonly string[] {
  const others = points.filter((point) => point !== 'insurance');
  return others.length > 0 ? others : points;
}

/** `paid`: the bank has the money, and the loan stays. `points`: those of a vehicle that are refused. */
export async function refuseHold(
  tx: Tx,
  services: Needs & FileAccess,
  hold: Hold,
  resolver: Resolver,
  points = presumedPoints(hold),
): Promise<'ended' | 'paid' | Unresolved> {
  const { applicationId } = hold;
  const unresolved = await resolve(tx, services, hold, 'refused', resolver);
  if (unresolved) return unresolved;
  if (hold.kind === 'vehicle') await saveRefusedPoints(tx, hold.id, points);
  const event =
    hold.kind === 'restore'
      ? (await wasCanceledSince({ ...services, db: tx }, hold.id))
        ? 'restoredCanceled'
        : // What was lost since the backup can't be continued from here: the branch takes over.
          'restoredLeftToBranch'
      : hold.stage === 'documents' || hold.stage === 'signing' || hold.stage === 'payment'
        ? 'approvalWithdrawn'
        : 'holdRefused';
  if (hold.stage === 'payment') {
    await recordIfWritten(tx, services, applicationId);
    if (await mayBePaid(tx, services, applicationId)) return 'paid';
  }
  if (await tryMove(tx, services, { applicationId }, event))
    await settleHolds(tx, services, applicationId, { by: resolver.by, note: 'Another hold was refused.' });
  return 'ended';
}

/** Locks the application before the hold, as a withdrawal does, so that two decisions at once wait for each other. */
async function resolve(
  tx: Tx,
  services: Needs,
  hold: Hold,
  resolution: 'released' | 'refused' | 'auto-cleared',
  resolver: Resolver,
): Promise<Unresolved | undefined> {
  const { id, applicationId, kind, stage } = hold;
  const { state } = await lockApplication(tx, applicationId);
  if (kind !== 'restore' && isStoppedByRestore(state)) return 'restored';
  const stopped =
    kind === 'restore' && resolution === 'released' ? await whyStopped(tx, services, id) : undefined;
  if (stopped) return stopped;
  if (!(await resolveWithAudit(tx, services, hold, resolution, resolver))) return 'resolved-before';
  if (kind === 'ofac' && resolution !== 'auto-cleared')
    await saveOfacScreening(tx, services, applicationId, {
      key: `hold:${id}`,
      occasion: stage,
      result: resolution,
      listDate: null,
      evidence: resolver,
    });
  return undefined;
}
