// The hourly retention job: ends what has expired, and deletes what the lender's retention periods no longer cover.

import { Attempts } from '../../platform/attempts.ts';
import { daysAfter } from '../../platform/clock.ts';
import { transact } from '../../platform/db/database.ts';
import { deleteLeftUploads } from '../../records/uploads.ts';
import type { Services } from '../../services.ts';
import { endBankAccesses } from './bank-access.ts';
import { runInBatches, type Step } from './batches.ts';
import { decideWithoutVehicles, expireOffers, expireSentDocuments } from './expire.ts';
import { forgetRecords } from './forget.ts';
import { keepPartitions } from './partitions.ts';
import { overBefore } from './periods.ts';
import { purgeApplications } from './purge.ts';

/** Rows per transaction: few enough that no other transaction waits long. */
const defaultBatch = 100;

export async function enforceRetention(services: Services, batch = defaultBatch): Promise<void> {
  const inBatches = (step: Step) => runInBatches(step, services, batch);
  const attempts = new Attempts();
  await attempts.run(() => expireSentDocuments(services, batch));
  await attempts.run(() => decideWithoutVehicles(services, batch));
  const done = {
    expired: await inBatches(expireOffers),
    bankAccesses: await inBatches(endBankAccesses),
    ...(await forgetRecords(services, batch)),
    measurements: await keepPartitions(services),
    leftUploads: await inBatches(deleteLeft),
    applications: await purgeApplications(services, batch),
  };
  services.log.info(done, 'retention');
  attempts.end();
}

/** A file whose parts did not arrive within a day never will. */
const partDays = 1;

const deleteLeft: Step = (services, batch) => {
  const before = {
    parts: daysAfter(services.clock.now(), -partDays),
    files: overBefore(services, 'unfinished'),
  };
  return transact(services.db, (tx) => deleteLeftUploads(tx, before, batch));
};
