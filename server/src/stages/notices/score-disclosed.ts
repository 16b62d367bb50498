// Requires the credit score disclosure notice before signing (12 CFR 1022.74(e)(3), (f)(3)).
import { enqueueNotice } from '../../journey/effects.ts';
import { transact } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { RetryLater } from '../../platform/jobs/jobs.ts';
import { noticesOf } from '../../records/notices.ts';
import type { With } from '../../services.ts';

/** Throws `RetryLater` until the notice about the approval's score is drawn. A notice that was never owed becomes owed. */
export async function assertScoreDisclosed(
  services: With<'clock' | 'db' | 'jobs'>,
  id: ApplicationId,
): Promise<void> {
  const { db } = services;
  const notices = await noticesOf(db, id);
  const notice = notices.find(({ kind, basis }) => kind === 'score-disclosure' && basis === 'approval');
  if (notice?.drawnAt) return;
  if (notice === undefined) {
    await transact(db, async (tx) => {
      await enqueueNotice(tx, services, id, 'score-disclosure', 'approval');
    });
  }
  throw new RetryLater('The credit score disclosure notice is not drawn yet.');
}
