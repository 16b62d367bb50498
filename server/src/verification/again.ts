// A verification that failed for a technical reason is made once more with the same bank.
import { move } from '../journey/move.ts';
import type { Parts } from '../parts.ts';
import type { Tx } from '../platform/database.ts';
import type { ApplicationId, LinkedBankId, SessionId, WorkId } from '../platform/tables.ts';
import { verifyFromBank } from './declaration.ts';

/** `unseen`: nobody pressed for it, so that its outcome is mailed. */
export async function verifyAgain(
  tx: Tx,
  { clock, jobs }: Pick<Parts, 'clock' | 'jobs'>,
  subject: { readonly applicationId: ApplicationId; readonly sessionId?: SessionId },
  linkedBankId: LinkedBankId,
  { unseen = false } = {},
): Promise<WorkId> {
  await move(tx, clock, subject, 'verificationRetried');
  return jobs.enqueue(tx, verifyFromBank, subject.applicationId, { linkedBankId, unseen });
}
