// Declares the job that follows when a person ends access to one account at the bank. The webhook enqueues it.
import * as z from 'zod';
import { declareJob } from '../../platform/jobs/job-declaration.ts';

/** `accountId` is the bank-data vendor's. */
export const dropRevokedAccount = declareJob(
  'drop-revoked-account',
  { tries: 50, seconds: 30, concurrency: 2, longestDelaySeconds: 600 },
  z.object({ accountId: z.string() }),
);
