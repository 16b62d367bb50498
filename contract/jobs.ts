// Work the server does while the applicant waits, as the browser polls it.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { href } from './shapes.ts';

const jobStatus = z.enum(['PENDING', 'ACTIVE', 'SUCCESS', 'FAILURE']);
export type JobStatus = z.output<typeof jobStatus>;

const job = z.object({
  status: jobStatus,
  /** A vendor that it needs is away: it goes on later, and the applicant gets an email. */
  isDelayed: z.optional(z.literal(true)),
  /** What to read once the job has succeeded. */
  result: z.optional(z.object({ href })),
});
export type Job = z.output<typeof job>;

/** Answers at once. With `Prefer: wait=N` it waits for up to N seconds until the status is final, or the job is delayed. */
export const getJob = endpoint({ method: 'GET', path: '/api/v1/jobs/:jobId', answer: job });
