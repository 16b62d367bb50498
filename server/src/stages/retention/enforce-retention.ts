// The hourly retention job: ends what has expired, and deletes what the lender's retention periods no longer cover.

import { transact } from '../../platform/db/database.ts';
import { IndependentTasks } from '../../platform/independent-tasks.ts';
import type { Services } from '../../services.ts';
import { endBankAccesses } from './bank-access.ts';
import { runInBatches, type Step } from './batches.ts';
import { decideWithoutVehicles, endWhatIsPast } from './expire.ts';
import { maintainPartitions } from './partitions.ts';
import { purgeApplications } from './purge.ts';
import { deleteLeft, deleteShortLivedRecords } from './short-lived-records.ts';

/** Rows per transaction: few enough that no other transaction waits long. */
const defaultBatch = 100;

export async function enforceRetention(services: Services, batch = defaultBatch): Promise<void> {
  const inBatches = (step: Step) => runInBatches(step, services, batch);
  const attempts = new IndependentTasks();
  await attempts.run(() => decideWithoutVehicles(services, batch));
  const done = {
    expired: await endWhatIsPast(services, batch),
    bankAccesses: await inBatches(endBankAccesses),
    ...(await deleteShortLivedRecords(services, batch)),
    measurements: await maintainPartitions(services),
    leftUploads: await inBatches((_, most) => transact(services.db, (tx) => deleteLeft(tx, services, most))),
    applications: await purgeApplications(services, batch),
  };
  services.log.info(done, 'retention');
  attempts.end();
}
