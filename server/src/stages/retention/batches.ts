// What is past its time is dealt with a few rows at a time, each few in a transaction of their own.
import type { Services } from '../../services.ts';

/** Does at most a batch, and says how many there were. */
export type Step = (services: Services, batch: number) => Promise<number>;

export async function runInBatches(step: Step, services: Services, batch: number): Promise<number> {
  let all = 0;
  for (;;) {
    const done = await step(services, batch);
    all += done;
    if (done < batch) return all;
  }
}
