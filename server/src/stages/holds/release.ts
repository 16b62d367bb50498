// What happens to an application once nobody has to look anymore: it goes on where it waited, or it ends.
import { randomUUID } from 'node:crypto';
import { lockApplication } from '../../journey/applications.ts';
import { giveNotices } from '../../journey/give-notices.ts';
import { hasEndedLocked } from '../../journey/has-ended.ts';
import { move, moveIfOpen } from '../../journey/move.ts';
import { canHappen } from '../../journey/policy.ts';
import type { Tx } from '../../platform/db/database.ts';
import { audit } from '../../records/audit.ts';
import { readLinkGeneration } from '../../records/envelopes.ts';
import { type Hold, type Resolver, resolveHold } from '../../records/holds.ts';
import type { Services } from '../../services.ts';
import { decideApproval } from '../approval/jobs.ts';
import { decidePrequalification } from '../decision/jobs.ts';
import { releaseSigned } from '../documents/envelope-status.ts';
import { sendDocumentsJob } from '../documents/jobs.ts';
import { decideFastPath } from '../fast-path/jobs.ts';
import { endApproval } from '../offers/expiry.ts';
import { goOn } from './after-restore.ts';

type Needs = Pick<Services, 'vault' | 'clock' | 'jobs'>;

/**
 * Whether the application has ended meanwhile, so that nothing can go on and the hold stays as it is. What doubts the identity always
 * ends it first, and a match with the OFAC list is settled by a person even then.
 */
export async function cannotGoOn(tx: Tx, { applicationId, kind, resolution }: Hold): Promise<boolean> {
  const outlasts = kind === 'identity' || (kind === 'ofac' && resolution === null);
  return (await hasEndedLocked(tx, applicationId)) && !outlasts;
}

/** `released`: a person let it pass. `answered`: the answer that was missing came. False if it was resolved before. */
export async function releaseHold(
  tx: Tx,
  services: Needs,
  hold: Hold,
  resolution: 'released' | 'answered',
  resolver: Resolver,
): Promise<boolean> {
  const { clock, jobs } = services;
  const { applicationId } = hold;
  const subject = { applicationId };
  const { state } = await lockApplication(tx, applicationId);
  if (!(await resolve(tx, services, hold, resolution, resolver))) return false;
  if (hold.kind === 'restore') {
    await goOn(tx, services, applicationId);
    return true;
  }
  switch (state) {
    case 'HELD':
      await move(tx, clock, subject, 'holdReleased');
      await jobs.enqueue(tx, decidePrequalification, applicationId, {});
      break;
    case 'APPROVAL_HELD':
      await move(tx, clock, subject, 'approvalHoldReleased');
      await jobs.enqueue(tx, decideApproval, applicationId, {});
      break;
    case 'FAST_PATH_HELD':
      await move(tx, clock, subject, 'fastPathHoldReleased');
      await jobs.enqueue(tx, decideFastPath, applicationId, {});
      break;
    case 'SIGNED_HELD':
      await releaseSigned(tx, services, applicationId);
      break;
    case 'DOCUMENTS_SENT':
    case 'FAST_PATH_DOCUMENTS_SENT': {
      const generation = await readLinkGeneration(tx, applicationId);
      await jobs.enqueue(tx, sendDocumentsJob, applicationId, {
        mail: randomUUID(),
        ...(generation === undefined ? {} : { generation }),
      });
      break;
    }
    default:
    // The application has ended, by a step-up or meanwhile: the hold is settled, and nothing goes on by itself.
  }
  return true;
}

/** Ends the application. False if the hold was resolved before. */
export async function refuseHold(tx: Tx, services: Needs, hold: Hold, resolver: Resolver): Promise<boolean> {
  const { clock } = services;
  const { applicationId } = hold;
  const { state } = await lockApplication(tx, applicationId);
  if (!(await resolve(tx, services, hold, 'refused', resolver))) return false;
  if (hold.kind === 'restore') {
    // What was lost since the backup can't be continued from here: the branch takes over.
    await moveIfOpen(tx, clock, { applicationId }, 'restoredLeftToBranch');
    return true;
  }
  if (hold.stage === 'documents' || hold.stage === 'signing')
    await endApproval(tx, services, applicationId, 'approvalWithdrawn');
  if (canHappen(state, 'holdRefused')) {
    await move(tx, clock, { applicationId }, 'holdRefused');
    await giveNotices(tx, services, applicationId);
  }
  return true;
}

async function resolve(
  tx: Tx,
  services: Needs,
  { id, applicationId, kind, stage }: Hold,
  resolution: 'released' | 'refused' | 'answered',
  resolver: Resolver,
): Promise<boolean> {
  if (!(await resolveHold(tx, services, id, resolution, resolver))) return false;
  await audit(tx, services.clock, { applicationId }, { type: 'hold-resolved', kind, stage, resolution });
  return true;
}
