// Processes expired records in small batches, each in its own transaction.
import { pauseAfterBatch } from '../../platform/batch-pause.ts';
import type { Services } from '../../services.ts';

/** Processes at most one batch, and returns how many records it found. */
export type Step = (services: Services, batch: number) => Promise<number>;

export async function runInBatches(step: Step, services: Services, batch: number): Promise<number> {
  let all = 0;
  for (;;) {
    const began = performance.now();
    const done = await step(services, batch);
    all += done;
    if (done < batch) return all;
    await pauseAfterBatch(began);
  }
}
