// Declares the jobs that pay a booked loan out, besides the one that writes a day's ACH file.
import * as z from 'zod';
import { longRetries } from '../journey/jobs.ts';
import { declareJob } from '../platform/jobs/job-declaration.ts';

/** Reports the funding and due dates to the core system, after booking and whenever the credit moves to another day. */
export const reportLoanDates = declareJob('report-loan-dates', { ...longRetries, concurrency: 1 });

/** Takes a payment back out of its file: its account is refused since. */
export const dropPayment = declareJob(
  'drop-payment',
  { ...longRetries, concurrency: 1 },
  z.object({ sequence: z.int(), day: z.string() }),
);

/** Searches the OFAC list for the payment of a day, and has its file written. */
export const screenPayment = declareJob('screen-payment', longRetries, z.object({ day: z.string() }));
