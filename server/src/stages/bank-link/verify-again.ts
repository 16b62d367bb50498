// Retries a verification that failed for a technical reason, with the same bank. Does nothing in any other state.

import { verifyFromBank } from '../../journey/jobs.ts';
import { tryMove } from '../../journey/move.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationId, JobId, LinkedBankId, SessionId } from '../../platform/db/tables.ts';
import type { With } from '../../services.ts';

/** `unseen`: the applicant did not request the retry, so we email its outcome. */
export async function verifyAgain(
  tx: Tx,
  services: With<'clock' | 'jobs'>,
  subject: { readonly applicationId: ApplicationId; readonly sessionId?: SessionId },
  linkedBankId: LinkedBankId,
  { unseen = false } = {},
): Promise<JobId | undefined> {
  if (!(await tryMove(tx, services, subject, 'verificationRetried'))) return undefined;
  return services.jobs.enqueue(tx, verifyFromBank, subject.applicationId, { linkedBankId, unseen });
}
