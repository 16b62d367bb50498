// Processes expired records in small batches, each in its own transaction.
import { pauseAfterBatch } from '../../platform/batch-pause.ts';

/** Each step processes at most one batch, and returns how many records it found. */
export async function runInBatches(step: (batch: number) => Promise<number>, batch: number): Promise<number> {
  let all = 0;
  for (;;) {
    const began = performance.now();
    const done = await step(batch);
    all += done;
    if (done < batch) return all;
    await pauseAfterBatch(began);
  }
}
