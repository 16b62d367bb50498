// What code that a job calls can know of the process that runs it.
import { AsyncLocalStorage } from 'node:async_hooks';

/** Set while a job runs; a request has none. */
export const jobContext = new AsyncLocalStorage<{
  /** The process was told to stop, so a job begins no further call to a vendor. */
  readonly isStopping: () => boolean;
}>();

/** The job ends here, and another worker continues it at once. */
export class HandedBack extends Error {}
