// Comes round every hour: ends what is past its time, and forgets what the lender's periods no longer keep.

import type { Round } from '../../platform/jobs/jobs.ts';
import type { Parts } from '../../services.ts';
import { endBankAccesses } from './bank-access.ts';
import { type Step, untilNone } from './batches.ts';
import { expireOffers } from './expire.ts';
import { forgetRecords } from './forget.ts';
import { purgeApplications } from './purge.ts';

/** Rows of one transaction: few enough that nobody waits for them. */
const usualBatch = 100;

export function retentionRound(parts: Parts): Round {
  return { name: 'retention', when: '17 * * * *', seconds: 15 * 60, run: () => keepToPeriods(parts) };
}

export async function keepToPeriods(parts: Parts, batch = usualBatch): Promise<void> {
  const inBatches = (step: Step) => untilNone(step, parts, batch);
  const done = {
    expired: await inBatches(expireOffers),
    bankAccesses: await inBatches(endBankAccesses),
    ...(await forgetRecords(parts, batch)),
    applications: await inBatches(purgeApplications),
  };
  await parts.limiter.sweep();
  parts.log.info(done, 'retention');
}
