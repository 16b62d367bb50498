// A verification that failed for a technical reason is made once more with the same bank.
import { move } from '../../journey/move.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationId, LinkedBankId, SessionId, WorkId } from '../../platform/db/tables.ts';
import type { Services } from '../../services.ts';
import { verifyFromBank } from './verify-job.ts';

/** `unseen`: nobody pressed for it, so that its outcome is mailed. */
export async function verifyAgain(
  tx: Tx,
  { clock, jobs }: Pick<Services, 'clock' | 'jobs'>,
  subject: { readonly applicationId: ApplicationId; readonly sessionId?: SessionId },
  linkedBankId: LinkedBankId,
  { unseen = false } = {},
): Promise<WorkId> {
  await move(tx, clock, subject, 'verificationRetried');
  return jobs.enqueue(tx, verifyFromBank, subject.applicationId, { linkedBankId, unseen });
}
