// The job that compares what a linked bank tells with what was declared; enqueued by whatever links the bank.
import * as z from 'zod';
import type { JobDeclaration } from '../../platform/jobs/jobs.ts';

/** `unseen`: nobody watches, so that the outcome is mailed. */
const payload = z.object({ linkedBankId: z.string(), unseen: z.optional(z.boolean()) });

export const verifyFromBank: JobDeclaration<z.output<typeof payload>> = {
  name: 'verify-from-bank',
  payload,
  // A bank whose data is still being fetched is asked for as long as the page waits, which is five minutes.
  tries: 22,
  seconds: 40,
  concurrency: 8,
  awaited: true,
  longestDelaySeconds: 15,
};
