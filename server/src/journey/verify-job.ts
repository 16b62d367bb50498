// Declares the job that compares the linked bank's data with what the applicant declared. Code that links a bank
// enqueues it.
import * as z from 'zod';
import { declareJob } from '../platform/jobs/job-declaration.ts';

/** `unseen`: the applicant is not watching the page, so we email the outcome. */
export const verifyFromBank = declareJob(
  'verify-from-bank',
  {
    // If the bank's data is still loading, retry for the five minutes that the page waits.
    tries: 22,
    seconds: 40,
    concurrency: 8,
    awaited: true,
    begunWith: ['bank'],
    longestDelaySeconds: 15,
  },
  z.object({ linkedBankId: z.string(), unseen: z.optional(z.boolean()) }),
);
