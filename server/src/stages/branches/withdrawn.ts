// Tells the branch that an applicant withdrew, if it has a case of the application: nobody is to be called or looked into anymore.
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { mayBePerforming, wasPerformed } from '../../platform/jobs/performed-calls.ts';
import type { Services } from '../../services.ts';
import { cancelBookedCall } from './call-back.ts';
import { oweBranchCase } from './cases.ts';

/** Call it in the transaction that withdraws the application. A case that was not opened yet is not opened after it. */
export async function tellBranchWithdrawn(
  tx: Tx,
  services: Pick<Services, 'clock' | 'jobs'>,
  id: ApplicationId,
): Promise<void> {
  const isOpen = (await wasPerformed(tx, id, 'open-case')) || (await mayBePerforming(tx, id, 'open-case'));
  if (!isOpen) return;
  await cancelBookedCall(tx, services, id);
  await oweBranchCase(tx, services, id, 'withdrawn');
}
