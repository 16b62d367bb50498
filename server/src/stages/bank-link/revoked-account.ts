// Declares the job that follows when a person ends access to one account at the bank. The webhook enqueues it.
import * as z from 'zod';
import type { JobDeclaration } from '../../platform/jobs/jobs.ts';

/** `accountId` is the bank-data vendor's. */
const payload = z.object({ accountId: z.string() });

export const dropRevokedAccount: JobDeclaration<z.output<typeof payload>> = {
  name: 'drop-revoked-account',
  payload,
  tries: 50,
  seconds: 30,
  concurrency: 2,
  longestDelaySeconds: 600,
};
