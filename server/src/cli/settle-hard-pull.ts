// Continues an application after an operator settles a hard pull with an unknown outcome: the application moves on, or
// the branch takes over.
import { lockApplication } from '../journey/applications.ts';
import { move, tryMove } from '../journey/move.ts';
import { canHappen } from '../journey/policy.ts';
import type { Tx } from '../platform/db/database.ts';
import type { ApplicationId } from '../platform/db/tables.ts';
import type { Vault } from '../platform/encryption.ts';
import { SetupError } from '../platform/failure.ts';
import type { Settlement } from '../platform/jobs/call-records.ts';
import { operatorName } from '../platform/operator.ts';
import { openHoldsOf, resolveHold } from '../records/holds.ts';
import type { With } from '../services.ts';
import { releaseIfSettled } from '../stages/holds/after-restore.ts';

/** Returns a sentence about the effect on the application, for the operator. */
export async function afterHardPull(
  tx: Tx,
  services: With<'clock' | 'jobs'> & { readonly openVault: () => Promise<Vault> },
  applicationId: ApplicationId,
  settled: Settlement,
): Promise<string> {
  const { clock } = services;
  const application = await lockApplication(tx, applicationId);
  // The job of the call has not parked the application yet, and would park it again.
  if (canHappen(application, 'inDoubt'))
    throw new SetupError('The application is being put on hold right now. Try again in a minute.');
  if (application.state === 'RESTORED') return afterRestore(tx, services, applicationId, settled);
  const { offers_expire_at: until } = application;
  const isTooLate = settled === 'failed' && until !== null && until <= clock.now();
  const event = settled === 'lost' ? 'hardPullLost' : isTooLate ? 'doubtSettledTooLate' : 'doubtSettled';
  if (!(await tryMove(tx, services, { applicationId }, event)))
    return 'The application had already ended without it.';
  if (settled === 'lost')
    return 'Its response is lost, and the pull must not be repeated. The application ends, and the branch will call.';
  if (isTooLate)
    return 'The offers have expired in the meantime. The application ends, and no hard pull is made.';
  return settled === 'failed'
    ? "The application continues. Its one hard pull is made now, and the applicant gets an email once it's approved."
    : "The answer had arrived after all, and the application continues with it. The applicant gets an email once it's approved.";
}

/** A restored backup lacks the decision on a pull that was made after it, and the pull is not repeated. */
async function afterRestore(
  tx: Tx,
  { clock, jobs, openVault }: Parameters<typeof afterHardPull>[1],
  applicationId: ApplicationId,
  settled: Settlement,
): Promise<string> {
  const vault = await openVault();
  if (settled === 'lost') {
    await move(tx, { clock, jobs }, { applicationId }, 'restoredLeftToBranch');
    for (const { id } of await openHoldsOf(tx, applicationId))
      await resolveHold(tx, { clock, vault }, id, 'refused', {
        by: operatorName() ?? 'an operator',
        note: 'The hard pull was made after the backup.',
      });
    return 'What came after it was lost with the backup. The application ends, and the branch will call.';
  }
  return (await releaseIfSettled(tx, { clock, jobs, vault }, applicationId))
    ? 'The application continues from where the backup has it.'
    : 'The application stays on hold until you settle the rest with ops holds.';
}
