// The job queue: enqueued in the caller's transaction, run at least once, retried with jitter, given up in words the
// applicant's page can tell. A job is a pair, its declaration and its handler.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type JobWithMetadata as BossJob, type ConstructorOptions, fromKysely, PgBoss } from 'pg-boss';
import type { ZodType } from 'zod';
import type { JobStatus } from '#contract/jobs.ts';
import type { Clock } from '../clock.ts';
import type { Database, Db, Tx } from '../db/database.ts';
import type { ApplicationId, WorkId } from '../db/tables.ts';
import type { Log } from '../log.ts';
import { CallInProgress, CallUnresolved } from './vendor-calls.ts';

export interface JobDeclaration<P> {
  readonly name: string;
  readonly payload: ZodType<P>;
  /** How often it may fail in all. */
  readonly tries: number;
  /** How long one try may take before it counts as lost. */
  readonly seconds: number;
  /** How many of these one process runs at a time. */
  readonly concurrency: number;
  /** An applicant waits for it and polls it. */
  readonly awaited?: boolean;
  /** The longest wait between two tries; short where an applicant is watching. */
  readonly longestDelaySeconds?: number;
}

/** Written in one transaction with the job's success or failure. */
export type Outcome = (tx: Tx) => Promise<void>;
/** A job that did all it could and ends as a failure for whoever waits for it. */
export interface EndedInFailure {
  readonly failure: Outcome;
}

/** What a job waits for has not come yet. It is tried again, and nothing is wrong: a line in the log, without a stack. */
export class RetryLater extends Error {}

export interface JobHandler<P> {
  /** Calls vendors, and returns what is to be written. May run twice; what it does outside happens once. */
  readonly run: (
    payload: P,
    context: { applicationId: ApplicationId; attempt: number },
  ) => Promise<Outcome | EndedInFailure>;
  /** What else is written when the last try failed, or when a call that may not be repeated has an unknown outcome. */
  readonly onExhausted?: (payload: P, context: { applicationId: ApplicationId }) => Outcome;
}

/** Work that belongs to no application and comes round by itself, on one process at a time. */
export interface ScheduledJob {
  readonly name: string;
  /** In cron's words, by the database's clock in UTC. */
  readonly when: string;
  readonly seconds: number;
  readonly run: () => Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: a registry holds handlers of different payloads; `handle` pairs each with its own.
type Registered = { declaration: JobDeclaration<any>; handler: JobHandler<any> };

export function handle<P>(declaration: JobDeclaration<P>, handler: JobHandler<P>): Registered {
  return { declaration, handler };
}

interface Envelope {
  readonly applicationId: ApplicationId;
  readonly workId: WorkId;
  readonly payload: unknown;
}

/** A process that is killed takes its jobs' tries with it, which is not their fault, unless they are what kills it. */
const killsForgiven = 10;

const finishedChannel = 'branchline_work';
const deadLetterOf = (name: string) => `${name}.dead`;

/** Records that a job gave up, in the transaction that ends it. */
export type AuditExhausted = (tx: Tx, applicationId: ApplicationId, job: string) => Promise<void>;

export class Jobs {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #boss: PgBoss;
  readonly #waiting = new Map<WorkId, Set<() => void>>();
  readonly #auditExhausted: AuditExhausted;
  #unlisten: (() => Promise<void>) | undefined;

  constructor(services: { database: Database; clock: Clock; log: Log; auditExhausted: AuditExhausted }) {
    this.#auditExhausted = services.auditExhausted;
    this.#database = services.database;
    this.#clock = services.clock;
    this.#log = services.log;
    this.#boss = new PgBoss({
      db: bossDatabase(services.database),
      useListenNotify: true,
      superviseIntervalSeconds: 5,
      monitorIntervalSeconds: 5,
    });
    this.#boss.on('error', (error) => this.#log.error({ err: error }, 'job queue'));
    this.#boss.on('warning', (warning) => this.#log.warn({ warning: warning.message }, 'job queue'));
  }

  /** Makes the queues. A process that only answers requests starts no workers. */
  async start(registered: readonly Registered[], scheduledJobs: readonly ScheduledJob[] = []): Promise<void> {
    await this.#boss.start();
    for (const { name, when, seconds } of scheduledJobs) {
      // What one round did not come to, the next one does.
      await this.#boss.createQueue(name, { policy: 'exclusive', retryLimit: 0, expireInSeconds: seconds });
      await this.#boss.schedule(name, when);
    }
    for (const { declaration } of registered) {
      const retries = {
        retryLimit: declaration.tries - 1 + killsForgiven,
        retryDelay: 1,
        retryBackoff: true,
        retryDelayMax: declaration.longestDelaySeconds ?? 5,
        expireInSeconds: declaration.seconds,
        heartbeatSeconds: 10,
        notify: true,
      };
      const dead = deadLetterOf(declaration.name);
      await this.#boss.createQueue(dead, {
        retryLimit: 100,
        retryDelay: 1,
        retryBackoff: true,
        retryDelayMax: 60,
        notify: true,
      });
      await this.#boss.createQueue(declaration.name, { ...retries, deadLetter: dead });
      await this.#boss.updateQueue(declaration.name, retries);
    }
    const wake = (id: WorkId) => {
      for (const resume of this.#waiting.get(id) ?? []) resume();
    };
    this.#unlisten = await this.#database.listen(
      finishedChannel,
      (payload) => wake(payload as WorkId),
      () => [...this.#waiting.keys()].forEach(wake),
    );
  }

  async work(registered: readonly Registered[], scheduledJobs: readonly ScheduledJob[] = []): Promise<void> {
    // Only one process can use the embedded database, so whatever was running when it began is nobody's any more.
    if (this.#database.embedded) {
      await sql`update pgboss.job set state = 'retry', start_after = now() where state = 'active'`.execute(
        this.#database.db,
      );
    }
    for (const { name, run } of scheduledJobs) {
      await this.#boss.work(name, { pollingIntervalSeconds: 60, batchSize: 1 }, async () => {
        try {
          await run();
        } catch (error) {
          this.#log.error({ err: error, round: name }, 'round failed');
          throw error;
        }
      });
    }
    for (const { declaration, handler } of registered) {
      // A new job wakes its worker at once; only a retry waits for the next look, so that looks may be rare where nobody waits.
      const seconds = declaration.awaited ? 1 : 5;
      const options = {
        pollingIntervalSeconds: seconds,
        notifyPollingIntervalSeconds: seconds,
        batchSize: 1,
      } as const;
      await this.#boss.work(
        declaration.name,
        { ...options, includeMetadata: true, localConcurrency: declaration.concurrency },
        async ([job]: BossJob<Envelope>[]) => {
          if (job) await this.#run(declaration, handler, job);
        },
      );
      await this.#boss.work<Envelope>(deadLetterOf(declaration.name), options, async ([job]) => {
        if (job) await this.#giveUp(declaration, handler, job.data);
      });
    }
  }

  /** Must be called inside the transaction that changes what the job is about. */
  async enqueue<P>(
    tx: Tx,
    declaration: JobDeclaration<P>,
    applicationId: ApplicationId,
    payload: P,
  ): Promise<WorkId> {
    const id = randomUUID() as string as WorkId;
    const now = this.#clock.now();
    await tx
      .insertInto('work')
      .values({
        id,
        application_id: applicationId,
        job: declaration.name,
        status: 'PENDING',
        awaited: declaration.awaited ?? false,
        created_at: now,
        changed_at: now,
      })
      .execute();
    const envelope: Envelope = { applicationId, workId: id, payload };
    await this.#boss.send(declaration.name, envelope, { db: fromKysely(tx) });
    return id;
  }

  /** Resolves when the work is finished or the time is over, whichever comes first; reads nothing. */
  async finished(id: WorkId, milliseconds: number, signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      const waiting = this.#waiting.get(id) ?? new Set();
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        waiting.delete(done);
        if (waiting.size === 0) this.#waiting.delete(id);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      signal.addEventListener('abort', done);
      this.#waiting.set(id, waiting.add(done));
    });
  }

  async stop(): Promise<void> {
    // Held polls are let go, so that closing the server does not wait for them.
    for (const set of [...this.#waiting.values()]) for (const resume of [...set]) resume();
    await this.#boss.stop({ graceful: true, timeout: 10_000, close: false });
    await this.#unlisten?.();
  }

  async #run<P>(
    declaration: JobDeclaration<P>,
    handler: JobHandler<P>,
    job: BossJob<Envelope>,
  ): Promise<void> {
    const { applicationId, workId, payload } = job.data;
    const begun = performance.now();
    const work = await this.#database.db
      .selectFrom('work')
      .select(['status', 'failures'])
      .where('id', '=', workId)
      .executeTakeFirst();
    // An earlier run came to its end and was killed before it could say so.
    if (work === undefined || work.status === 'SUCCESS' || work.status === 'FAILURE') return;
    // Its last try failed, and the process was killed before it was given up.
    if (work.failures >= declaration.tries) return this.#giveUp(declaration, handler, job.data);
    const attempt = work.failures + 1;
    try {
      const outcome = await runAlone(declaration, () =>
        handler.run(declaration.payload.parse(payload), { applicationId, attempt }),
      );
      if (typeof outcome === 'function') await this.#finish(workId, 'SUCCESS', outcome);
      else await this.#finish(workId, 'FAILURE', outcome.failure);
      this.#log.info(
        { job: declaration.name, attempt, ms: Math.round(performance.now() - begun) },
        'job done',
      );
    } catch (error) {
      if (error instanceof CallUnresolved) {
        this.#log.error(
          { job: declaration.name, attempt, applicationId },
          'left in doubt: an operator settles it',
        );
        await this.#giveUp(declaration, handler, job.data);
        return;
      }
      const tried = { job: declaration.name, attempt, of: declaration.tries };
      if (error instanceof RetryLater) this.#log.info({ ...tried, because: error.message }, 'job waits');
      else this.#log.warn({ ...tried, err: error }, 'job failed');
      if ((await this.#failed(workId)) < declaration.tries) throw error;
      await this.#giveUp(declaration, handler, job.data);
    }
  }

  async #failed(workId: WorkId): Promise<number> {
    const { failures } = await this.#database.db
      .updateTable('work')
      .set((set) => ({ failures: set('failures', '+', 1) }))
      .where('id', '=', workId)
      .returning('failures')
      .executeTakeFirstOrThrow();
    return failures;
  }

  async #giveUp<P>(
    declaration: JobDeclaration<P>,
    handler: JobHandler<P>,
    envelope: Envelope,
  ): Promise<void> {
    const { applicationId, workId, payload } = envelope;
    const outcome = handler.onExhausted?.(declaration.payload.parse(payload), { applicationId });
    await this.#finish(workId, 'FAILURE', async (tx) => {
      await this.#auditExhausted(tx, applicationId, declaration.name);
      await outcome?.(tx);
    });
    this.#log.error({ job: declaration.name, applicationId }, 'job gave up');
  }

  async #finish(workId: WorkId, status: 'SUCCESS' | 'FAILURE', outcome: Outcome): Promise<void> {
    await this.#database.db.transaction().execute(async (tx) => {
      const finished = await tx
        .updateTable('work')
        .set({ status, changed_at: this.#clock.now() })
        .where('id', '=', workId)
        .where('status', 'in', ['PENDING', 'ACTIVE'])
        .returning('id')
        .executeTakeFirst();
      if (!finished) return;
      await outcome(tx);
      await sql`select pg_notify(${finishedChannel}, ${workId})`.execute(tx);
    });
  }
}

/** The latest work of a job for an application, whatever came of it. */
export async function findLatestWork(
  db: Db,
  applicationId: ApplicationId,
  job: string,
): Promise<{ readonly id: WorkId; readonly status: JobStatus } | undefined> {
  return db
    .selectFrom('work')
    .select(['id', 'status'])
    .where('application_id', '=', applicationId)
    .where('job', '=', job)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
}

/** Whether work of a job for an application waits or runs. */
export async function isUnderway(db: Db, applicationId: ApplicationId, job: string): Promise<boolean> {
  const work = await db
    .selectFrom('work')
    .select('id')
    .where('application_id', '=', applicationId)
    .where('job', '=', job)
    .where('status', 'in', ['PENDING', 'ACTIVE'])
    .executeTakeFirst();
  return work !== undefined;
}

/** Waits while an earlier run of the same job, perhaps of a process that was killed, still holds its vendor call. */
async function runAlone<T>(declaration: { readonly seconds: number }, run: () => Promise<T>): Promise<T> {
  const until = performance.now() + (declaration.seconds - 5) * 1000;
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof CallInProgress) || performance.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }
}

function bossDatabase(database: Database): NonNullable<ConstructorOptions['db']> {
  return {
    executeSql: async (text, values) => database.pool.query(text, values as unknown[]),
    listen: async (channel, hear, reconnected) => {
      const close = await database.listen(channel, hear, reconnected);
      return { close };
    },
  };
}
