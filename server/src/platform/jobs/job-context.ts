// What a job's code can read of the process that runs it.
import { AsyncLocalStorage } from 'node:async_hooks';

/** Set while a job runs; a request has none. */
export const jobContext = new AsyncLocalStorage<{
  /** The process is stopping, so a job begins no further vendor call. */
  readonly isStopping: () => boolean;
}>();

/** The job ends here, and another worker continues it at once. */
export class HandedBack extends Error {}
