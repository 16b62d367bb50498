// Comes round every hour: ends what is past its time, and forgets what the lender's periods no longer keep.

import type { ScheduledJob } from '../../platform/jobs/jobs.ts';
import type { Services } from '../../services.ts';
import { endBankAccesses } from './bank-access.ts';
import { runInBatches, type Step } from './batches.ts';
import { expireOffers } from './expire.ts';
import { forgetRecords } from './forget.ts';
import { purgeApplications } from './purge.ts';

/** Rows of one transaction: few enough that nobody waits for them. */
const usualBatch = 100;

export function retentionSchedule(services: Services): ScheduledJob {
  return { name: 'retention', when: '17 * * * *', seconds: 15 * 60, run: () => enforceRetention(services) };
}

export async function enforceRetention(services: Services, batch = usualBatch): Promise<void> {
  const inBatches = (step: Step) => runInBatches(step, services, batch);
  const done = {
    expired: await inBatches(expireOffers),
    bankAccesses: await inBatches(endBankAccesses),
    ...(await forgetRecords(services, batch)),
    applications: await inBatches(purgeApplications),
  };
  await services.limiter.sweep();
  services.log.info(done, 'retention');
}
