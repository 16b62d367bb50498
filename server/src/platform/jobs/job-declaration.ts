import { type ZodType, z } from 'zod';
import type { JobStage } from '#contract/jobs.ts';
import type { Tx } from '../db/database.ts';
import type { ApplicationId, JobId } from '../db/tables.ts';

export interface JobDeclaration<P> {
  readonly name: string;
  readonly payload: ZodType<P>;
  readonly tries: number;
  /** How long an attempt may take before it counts as lost. */
  readonly seconds: number;
  /** How many of these jobs one process runs at once. */
  readonly concurrency: number;
  /** An applicant's browser polls for the result. */
  readonly awaited?: boolean;
  /** The stages that are done when it is enqueued. */
  readonly begunWith?: readonly JobStage[];
  /** The longest delay between two attempts; short if an applicant is waiting. */
  readonly longestDelaySeconds?: number;
}

export interface JobQueue {
  /** Call this in the transaction that makes the job necessary, so that both are committed or neither. */
  readonly enqueue: <P>(
    tx: Tx,
    declaration: JobDeclaration<P>,
    applicationId: ApplicationId,
    payload: NoInfer<P>,
  ) => Promise<JobId>;
}

/** Without a payload, the job needs only its application. */
export const declareJob = <P extends object = Record<never, never>>(
  name: string,
  attempts: Omit<JobDeclaration<P>, 'name' | 'payload'>,
  payload: ZodType<P> = z.object({}) as unknown as ZodType<P>,
): JobDeclaration<P> => ({ name, payload, ...attempts });
