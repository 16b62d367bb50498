// What a job declares, and what the job queue needs of the rest of the product.

import type { Selectable } from 'kysely';
import { type ZodType, z } from 'zod';
import type { JobStage } from '#contract/jobs.ts';
import type { Clock } from '../clock.ts';
import type { Database, Db, Tx } from '../db/database.ts';
import type { ApplicationId, JobId, Tables } from '../db/tables.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';

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

export interface EndedJob {
  readonly id: JobId;
  readonly applicationId: ApplicationId;
  /** When it was enqueued. */
  readonly since: Date;
}

export type EffectSubject = Pick<Selectable<Tables['application']>, 'id' | 'partner_id' | 'state_since'>;

/** What a move of an application enqueues: a job that needs only the application, or what a function enqueues in the same transaction. */
export type RegisteredEffect =
  | JobDeclaration<Record<never, never>>
  | ((
      tx: Tx,
      services: { readonly clock: Clock; readonly jobs: JobQueue },
      application: EffectSubject,
    ) => Promise<JobId | undefined>);

export interface JobServices {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Whether this process may create and migrate the tables of the queue, as in development. */
  readonly isPreparedHere?: boolean;
  /** Only in the product itself, and not where a test moves its clock: schedules follow the database's. */
  readonly followsSchedules?: boolean;
  /** Records that a job gave up, in the transaction that ends it. */
  readonly auditExhausted: (tx: Tx, applicationId: ApplicationId, job: string) => Promise<void>;
  /** By name. The stages register them. */
  readonly effects?: Readonly<Record<string, RegisteredEffect>>;
  /** Whether a job must not run for an application for now: it is parked. */
  readonly isHeld?: (db: Db, applicationId: ApplicationId, job: string) => Promise<boolean>;
  /** What else is written when a job ends that an applicant waits for. */
  readonly onAwaitedEnd?: (tx: Tx, ended: EndedJob) => Promise<void>;
  /** Without them, as in an operator's command, jobs are logged and not measured. */
  readonly metrics?: Metrics;
}
