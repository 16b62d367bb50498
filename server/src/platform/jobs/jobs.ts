// The job queue. A job is enqueued in the caller's transaction, runs at least once, and is retried with backoff. It consists of
// a declaration and a handler.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type JobWithMetadata as BossJob, fromKysely, type Job, type PgBoss, type Queue } from 'pg-boss';
import { afterCommit, type Db, type Tx, transact } from '../db/database.ts';
import { Notifications } from '../db/notifications.ts';
import { DatabaseUnavailable } from '../db/reachability.ts';
import { insertRow, lockApplicationRow, rowsOf } from '../db/rows.ts';
import type { ApplicationId, JobId } from '../db/tables.ts';
import { DelayedJobs, type OutageRetries, timeMayHelp } from './delayed-jobs.ts';
import type { EffectSubject, JobDeclaration, JobQueue, JobServices } from './job-declaration.ts';
import { countFailure, park, type QueuedJob, saveGivenUp } from './job-records.ts';
import { type JobOrigin, JobReports, jobOrigin } from './job-reports.ts';
import {
  JobWaits,
  jobChannel,
  queueChannel,
  readPayload,
  type StageDone,
  saveStage,
  stagePayload,
  workersChannel,
} from './job-updates.ts';
import { createQueue, deadLetterOf, declareQueue, ensureQueue, handBack } from './queue.ts';
import { CallCalledOff, CallUnresolved, HandedBack, jobContext, runAlone } from './vendor-calls.ts';
import { announceEveryMs, WorkerProcesses } from './worker-processes.ts';
import { Workers } from './workers.ts';

/** Runs in the transaction that records the job's success or failure. */
export type Outcome = (tx: Tx) => Promise<unknown>;
/** The job ran as it should, and its result for the applicant is FAILURE. */
export interface EndedInFailure {
  readonly failure: Outcome;
}

/** What the job waits for is not there yet. It is retried and logged without a stack trace, because nothing is wrong. */
export class RetryLater extends Error {}

/** Only an operator can help: the job gives up at once, so that they are alerted. */
export class NeedsOperator extends Error {}

interface JobHandler<P> {
  /** Calls vendors and returns what to write. May run twice, so vendors are called through `VendorCalls`. */
  readonly run: (
    payload: P,
    context: {
      applicationId: ApplicationId;
      attempt: number;
      /** Ticks a stage on the page that waits. */
      stageDone: StageDone;
    },
  ) => Promise<Outcome | EndedInFailure>;
  /** What else to write when the last attempt failed, or a vendor call is unresolved. */
  readonly onExhausted?: (payload: P, context: { applicationId: ApplicationId }) => Outcome;
  /** Set if the job outlasts an outage of its vendors. */
  readonly outageRetries?: OutageRetries;
}

/** A job that belongs to no application. */
export interface ScheduledJob {
  readonly name: string;
  /** A cron expression in UTC, by the database's clock; one process runs the job at a time. `requested`: once for each `send`. */
  readonly when: string | typeof requested;
  readonly seconds: number;
  readonly run: (sent?: unknown) => Promise<void>;
}

export const requested = 'requested';

// biome-ignore lint/suspicious/noExplicitAny: a registry has handlers of different payloads; `handle` pairs each with its own.
export type Registered = { declaration: JobDeclaration<any>; handler: JobHandler<any> };

export function handle<P>(declaration: JobDeclaration<P>, handler: JobHandler<P>): Registered {
  return { declaration, handler };
}

type Envelope = QueuedJob & JobOrigin;

export class Jobs implements JobQueue {
  readonly #services: JobServices;
  readonly #boss: PgBoss;
  readonly #waits = new JobWaits();
  /** The jobs that run in this process, by the queue's id. */
  readonly #running = new Set<string>();
  #isStopping = false;
  readonly #reports: JobReports;
  readonly #delayed: DelayedJobs;
  readonly #declared = new Map<string, Registered['declaration']>();
  readonly #workers: Workers;
  readonly #notifications: Notifications;
  readonly #processes = new WorkerProcesses();
  #announcing: NodeJS.Timeout | undefined;
  #unlisten: (() => Promise<void>)[] = [];

  constructor(services: JobServices) {
    this.#services = services;
    this.#reports = new JobReports(services);
    this.#boss = createQueue(services);
    this.#notifications = new Notifications(services.database.db);
    this.#workers = new Workers(this.#boss);
    this.#delayed = new DelayedJobs(services, {
      wake: (queue) => this.#workers.wake(queue, 'some'),
      send: (tx, queue, job) => this.send(tx, queue, job),
      updated: (tx, id) => this.#notifications.send(tx, jobChannel, id),
    });
  }

  get declared(): ReadonlyMap<string, Registered['declaration']> {
    return this.#declared;
  }

  /** Creates the queues. A process that only serves requests calls this and not `work`. */
  async start(registered: readonly Registered[], scheduledJobs: readonly ScheduledJob[] = []): Promise<void> {
    await this.#boss.start();
    const queues = new Map((await this.#boss.getQueues()).map((queue) => [queue.name, queue]));
    const schedules = new Map((await this.#boss.getSchedules()).map(({ name, cron }) => [name, cron]));
    for (const { name, when, seconds } of scheduledJobs) {
      // No retries of a round: the next one does what this one missed.
      const options: Omit<Queue, 'name'> =
        when === requested
          ? { expireInSeconds: seconds, retryBackoff: true }
          : { policy: 'exclusive', retryLimit: 0, expireInSeconds: seconds };
      await ensureQueue(this.#boss, queues, name, options);
      if (when !== requested && schedules.get(name) !== when) await this.#boss.schedule(name, when);
    }
    for (const { declaration } of registered) {
      this.#declared.set(declaration.name, declaration);
      await declareQueue(this.#boss, queues, declaration);
    }
    const { database } = this.#services;
    this.#unlisten = [
      await database.listen(
        jobChannel,
        (payload) => {
          const { id, update } = readPayload(payload);
          this.#waits.wake(id, update);
        },
        () => this.#waits.wakeAll(),
      ),
      await database.listen(queueChannel, (sent) => this.#asked(sent)),
      await database.listen(workersChannel, (announcement) => this.#processes.heard(announcement)),
    ];
  }

  async work(registered: readonly Registered[], scheduledJobs: readonly ScheduledJob[] = []): Promise<void> {
    // Only one process can use the embedded database, so jobs that are still active were left by a process that ended.
    if (this.#services.database.embedded) await handBack(this.#services.database.db, 'all');
    this.#reports.declare([...registered.map(({ declaration }) => declaration), ...scheduledJobs]);
    for (const { name, run } of scheduledJobs)
      this.#workers.register<Job<object>>(name, {}, async ({ id, data }) => {
        this.#running.add(id);
        try {
          await this.#reports.runScheduled(name, () => run(data));
        } finally {
          this.#running.delete(id);
        }
      });
    for (const registration of registered) {
      const { name, concurrency } = registration.declaration;
      const withAttempts = { concurrency, includeMetadata: true };
      this.#workers.register<BossJob<Envelope>>(name, withAttempts, (job) =>
        this.#reports.run(name, job.data, () => this.#runAndHandBack(registration, job)),
      );
      this.#workers.register<Job<Envelope>>(deadLetterOf(name), {}, async (job) => {
        if (await this.#parked(name, job.data)) return;
        await this.#reports.run(name, job.data, () => this.#exhaust(registration, job.data));
      });
    }
    this.#delayed.watch();
    const announce = () => this.#notify(workersChannel, this.#processes.id);
    announce();
    this.#announcing = setInterval(announce, announceEveryMs).unref();
  }

  /** Enqueues the jobs that were put off and are due, by the product's clock, and wakes the workers of queues with due jobs. */
  resumeDelayed(): Promise<boolean> {
    return this.#delayed.resume();
  }

  /** Resumes what is due, and waits for it and for what it enqueues, but not longer than this. */
  async runDue(seconds: number): Promise<void> {
    const end = performance.now() + seconds * 1000;
    while (((await this.resumeDelayed()) || this.#running.size > 0) && performance.now() < end)
      await pause(20);
  }

  async enqueue<P>(
    tx: Tx,
    declaration: JobDeclaration<P>,
    applicationId: ApplicationId,
    payload: NoInfer<P>,
  ): Promise<JobId> {
    const id = randomUUID() as string as JobId;
    const now = this.#services.clock.now();
    await insertRow(tx, 'job', {
      id,
      application_id: applicationId,
      name: declaration.name,
      status: 'PENDING',
      awaited: declaration.awaited ?? false,
      ...(declaration.begunWith && { stages: declaration.begunWith }),
      created_at: now,
      changed_at: now,
    });
    const envelope: Envelope = { applicationId, jobId: id, payload, ...jobOrigin() };
    await this.send(tx, declaration.name, envelope);
    return id;
  }

  /** Resolves with the job that the applicant waits for, if the effect enqueues one. */
  async enqueueEffect(tx: Tx, name: string, application: EffectSubject): Promise<JobId | undefined> {
    const effect = this.#services.effects?.[name];
    if (effect === undefined) throw new Error(`No stage registers the effect ${name}.`);
    return typeof effect === 'function'
      ? effect(tx, { clock: this.#services.clock, jobs: this }, application)
      : this.enqueue(tx, effect, application.id, {});
  }

  /** Puts into the queue a job whose row is written, or one that belongs to no application, with what its `run` gets. */
  async send(db: Db, job: string, sent: object): Promise<void> {
    await this.#boss.send(job, sent, { db: fromKysely(db) });
    afterCommit(db, () => {
      if (this.#workers.canTake(job)) this.#workers.notify(job);
      else this.#ask(job, this.#processes.another());
    });
  }

  /** Has a process look for a job, or all of them, of which only those with an idle worker query. */
  #ask(job: string, process = ''): void {
    // Equal notifications of one statement arrive as one, and a worker that is woken for one job wakes no other.
    this.#notify(queueChannel, `${job} ${randomUUID()} ${process}`.trim());
  }

  #asked(sent: string): void {
    const [job, , process] = sent.split(' ') as [string, string, string?];
    if (process !== undefined && process !== this.#processes.id) return;
    if (process === undefined || this.#workers.canTake(job)) this.#workers.notify(job);
    else this.#ask(job);
  }

  #notify(channel: string, payload: string): void {
    this.#notifications.send(this.#services.database.db, channel, payload);
  }

  /**
   * Resolves with the final status, or a stage that is waited for too; with undefined when the time is over, the signal aborts
   * or a notification may have been lost. Does not query the database.
   */
  async update(id: JobId, milliseconds: number, signal: AbortSignal, includeStages = false) {
    // A process that stops delays no response.
    if (this.#isStopping) return undefined;
    return this.#waits.until(id, milliseconds, signal, includeStages);
  }

  /**
   * Takes no more jobs, and waits for those that run: each ends, or is handed back before its next vendor call or when the time
   * is over. Jobs can be enqueued until `stop`.
   */
  async drain(seconds: number): Promise<void> {
    this.#isStopping = true;
    this.#waits.wakeAll();
    if (this.#announcing) this.#notify(workersChannel, `${this.#processes.id} leaves`);
    clearInterval(this.#announcing);
    const over = new AbortController();
    const ended = Promise.all([this.#workers.stop(), this.#delayed.stop()]);
    await Promise.race([ended, pause(seconds * 1000, undefined, { signal: over.signal })]);
    over.abort();
    if (this.#running.size === 0) return;
    const running = [...this.#running];
    this.#running.clear();
    await handBack(this.#services.database.db, running).catch((error) =>
      this.#services.log.warn(
        { err: error },
        'jobs could not be handed back; others take them when their heartbeat ends',
      ),
    );
  }

  async stop(seconds = 10): Promise<void> {
    await this.drain(seconds);
    await this.#notifications.sent();
    await this.#boss.stop({ graceful: false, close: false });
    for (const unlisten of this.#unlisten) await unlisten();
  }

  async #runAndHandBack(registration: Registered, job: BossJob<Envelope>): Promise<void> {
    this.#running.add(job.id);
    try {
      await jobContext.run({ isStopping: () => this.#isStopping }, () => this.#run(registration, job));
    } catch (error) {
      if (!(error instanceof HandedBack)) throw error;
      // Unless `drain` handed it back already: another process may have taken it since.
      if (this.#running.has(job.id)) await handBack(this.#services.database.db, [job.id]);
      this.#services.log.info('job handed back');
    } finally {
      this.#running.delete(job.id);
    }
  }

  async #run(registration: Registered, job: BossJob<Envelope>): Promise<void> {
    const { declaration, handler } = registration;
    const { applicationId, jobId, payload } = job.data;
    const startedAt = performance.now();
    const { db } = this.#services.database;
    const saved = await rowsOf(db, 'job', { id: jobId }).first(['status', 'failures', 'created_at']);
    // An earlier run finished, and was killed before it could report to the queue.
    if (saved === undefined || saved.status !== 'PENDING') return;
    if (await this.#parked(declaration.name, job.data)) return;
    // The last attempt failed, and the process was killed before `onExhausted` ran.
    if (saved.failures >= declaration.tries && !handler.outageRetries)
      return this.#exhaust(registration, job.data);
    const attempt = saved.failures + 1;
    try {
      const outcome = await runAlone(declaration, () =>
        handler.run(declaration.payload.parse(payload), {
          applicationId,
          attempt,
          stageDone: async (stage) => {
            if (await saveStage(db, this.#services.log, jobId, stage))
              this.#notifications.send(db, jobChannel, stagePayload(jobId, stage));
          },
        }),
      );
      const isDone = typeof outcome === 'function';
      if (isDone) await this.#finish(job.data, 'SUCCESS', outcome);
      else await this.#finish(job.data, 'FAILURE', outcome.failure);
      const ms = Math.round(performance.now() - startedAt);
      this.#reports.ended(declaration.name, isDone ? 'done' : 'ended-in-failure', { attempt, ms });
    } catch (error) {
      if (error instanceof CallCalledOff) {
        await this.#finish(job.data, 'SUCCESS', async () => {});
        this.#reports.ended(declaration.name, 'done', { attempt });
        return;
      }
      if (error instanceof CallUnresolved) {
        await this.#exhaust(registration, job.data, 'unresolved');
        return;
      }
      // Neither is a failure of the job. The queue's own record of the attempt is enough.
      if (error instanceof HandedBack || error instanceof DatabaseUnavailable) throw error;
      const details = { attempt, of: declaration.tries };
      if (error instanceof RetryLater)
        this.#reports.ended(declaration.name, 'retries-later', { ...details, because: error.message });
      else this.#reports.ended(declaration.name, 'failed', { ...details, err: error });
      const failures = await countFailure(db, jobId, error);
      if (failures < declaration.tries && !(error instanceof NeedsOperator)) throw error;
      const mayHelp = error instanceof RetryLater || timeMayHelp(error);
      const tried = { slowTries: failures - declaration.tries, since: saved.created_at };
      const { outageRetries } = handler;
      if (mayHelp && outageRetries && (await this.#delayed.putOff(outageRetries, job.data, tried))) return;
      await this.#exhaust(registration, job.data);
    }
  }

  async #parked(job: string, { applicationId, jobId, payload }: Envelope): Promise<boolean> {
    const { database, isHeld } = this.#services;
    if (!(await isHeld?.(database.db, applicationId, job))) return false;
    await park(database.db, jobId, payload);
    return true;
  }

  async #exhaust(
    { declaration, handler }: Registered,
    ended: Envelope,
    how: 'gave-up' | 'unresolved' = 'gave-up',
  ): Promise<void> {
    const { applicationId, jobId, payload } = ended;
    const outcome = handler.onExhausted?.(declaration.payload.parse(payload), { applicationId });
    await this.#finish(ended, 'FAILURE', async (tx) => {
      await saveGivenUp(tx, this.#services.clock, jobId, payload);
      await this.#services.auditExhausted(tx, applicationId, declaration.name);
      await outcome?.(tx);
    });
    this.#reports.ended(declaration.name, how);
  }

  async #finish({ applicationId, jobId }: Envelope, status: 'SUCCESS' | 'FAILURE', outcome: Outcome) {
    await transact(this.#services.database.db, async (tx) => {
      await lockApplicationRow(tx, applicationId);
      const [finished] = await rowsOf(tx, 'job', { id: jobId, status: 'PENDING' }).updated(
        { status, changed_at: this.#services.clock.now() },
        ['id', 'application_id as applicationId', 'created_at as since', 'awaited'],
      );
      if (!finished) return;
      await outcome(tx);
      if (finished.awaited) await this.#services.onAwaitedEnd?.(tx, finished);
      this.#notifications.send(tx, jobChannel, `${jobId} ${status}`);
    });
  }
}
