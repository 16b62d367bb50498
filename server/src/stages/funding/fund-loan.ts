// Declares the job that books a signed loan and pays it out.
import * as z from 'zod';
import type { JobDeclaration } from '../../platform/jobs/jobs.ts';

const nothing = z.object({});

/** The loan is signed, so retry for days before alerting an operator. The core system closes for whole evenings. */
export const longPatience = { tries: 1000, seconds: 60, longestDelaySeconds: 300 };

/**
 * Enqueued in the transaction that finds the envelope complete, and in the one that finds the account valid: whichever comes
 * last pays the loan, once.
 */
export const fundLoan: JobDeclaration<z.output<typeof nothing>> = {
  name: 'fund-loan',
  payload: nothing,
  ...longPatience,
  concurrency: 4,
};
