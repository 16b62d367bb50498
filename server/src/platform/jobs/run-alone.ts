import { setTimeout as pause } from 'node:timers/promises';
import { HandedBack, jobContext } from './job-context.ts';
import { CallInProgress } from './vendor-calls.ts';

/** Waits while an earlier run of the same job, perhaps in a process that was killed, still has the claim on its vendor call. */
export async function runAlone<T>(
  declaration: { readonly seconds: number },
  run: () => Promise<T>,
): Promise<T> {
  const until = performance.now() + (declaration.seconds - 5) * 1000;
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof CallInProgress) || performance.now() > until) throw error;
      if (jobContext.getStore()?.isStopping()) throw new HandedBack();
      await pause(1000);
    }
  }
}
