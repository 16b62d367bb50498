// Jobs that run while the applicant waits, as the browser polls them.
import * as z from 'zod/mini';
import { get } from './endpoint.ts';
import { href } from './shapes.ts';

const jobStatus = z.enum(['PENDING', 'ACTIVE', 'SUCCESS', 'FAILURE']);
export type JobStatus = z.output<typeof jobStatus>;

/**
 * The stages of a job, as its waiting page ticks them off. The end of a job is no stage: it is its status.
 * `phone`: the phone is confirmed. `identity`: who the applicant is was checked. `report`: the credit report was read.
 * `agreement`: the applicant's authorization is recorded. `bank`: a bank is linked. `owner`, `income`: the bank returned the account's
 * owner, and its deposits. `signature`: the signing service responded. `copies`: the signed documents are stored.
 */
const jobStages = [
  'phone',
  'identity',
  'report',
  'agreement',
  'bank',
  'owner',
  'income',
  'signature',
  'copies',
] as const;
export type JobStage = (typeof jobStages)[number];
/** The stages that are done, in the order in which they were. */
export const stagesDone = z.array(z.enum(jobStages));

/** How many stages the page shows as done: a delayed response is sent as soon as there is one more. */
export const stagesShown = z.object({
  stages: z.optional(z.coerce.number<string>().check(z.int(), z.minimum(0), z.maximum(jobStages.length))),
});

/** After so many seconds a waiting page promises that the outcome is also emailed, and from then on it is. */
export const promiseAfterSeconds = 20;

const job = z.object({
  status: jobStatus,
  stages: z.optional(stagesDone),
  /** A vendor that it needs is unavailable: it resumes later, and the applicant gets an email. */
  isDelayed: z.optional(z.literal(true)),
  /** What to read once the job has succeeded. */
  result: z.optional(z.object({ href })),
});
export type Job = z.output<typeof job>;

/**
 * Responds at once. With `Prefer: wait=N` it waits for up to N seconds until the status is final, the job is delayed, or more stages
 * are done than the page shows.
 */
export const getJob = get('/api/v1/jobs/:jobId', { query: stagesShown, response: job });
