// Jobs that are due: those that wait in a queue, whose workers are woken, and those whose quick tries are used up while a vendor is
// unavailable, which return to their queue by the product's clock.
import { sql } from 'kysely';
import { secondsAfter } from '../clock.ts';
import { type Tx, transact } from '../db/database.ts';
import { DatabaseUnavailable } from '../db/reachability.ts';
import { rowsOf } from '../db/rows.ts';
import type { ApplicationId, JobId } from '../db/tables.ts';
import type { JobServices } from './job-declaration.ts';
import type { QueuedJob } from './job-records.ts';
import { CallInProgress, isOutage } from './vendor-calls.ts';

export interface OutageRetries {
  /** From when the job was enqueued to its last try. */
  readonly seconds: () => number;
  /** What to write each time the job is put off, such as the move to the page about that. */
  readonly onDelayed?: (context: { applicationId: ApplicationId }) => (tx: Tx) => Promise<unknown>;
}

/** How often a worker process looks for jobs that are due, and how many that were put off it enqueues at once. */
const dueEverySeconds = 1;
const takenAtOnce = 50;
const firstPauseSeconds = 30;
const longestPauseSeconds = 30 * 60;

/** Whether only time helps: a vendor is unavailable, or another worker is still making the call. */
export const timeMayHelp = (error: unknown): boolean => error instanceof CallInProgress || isOutage(error);

/** Each pause is twice the last, up to half an hour, and the last try is at the end; undefined once that has come. */
export function retryAt(slowTries: number, now: Date, end: Date): Date | undefined {
  if (now >= end) return undefined;
  const pause = Math.min(firstPauseSeconds * 2 ** Math.min(slowTries, 20), longestPauseSeconds);
  const next = secondsAfter(now, pause);
  return next < end ? next : end;
}

interface Queues {
  readonly wake: (queue: string) => void;
  readonly send: (tx: Tx, queue: string, job: QueuedJob) => Promise<void>;
  readonly updated: (tx: Tx, id: JobId) => void;
}

export class DelayedJobs {
  readonly #services: JobServices;
  readonly #queues: Queues;
  #timer: NodeJS.Timeout | undefined;
  #resuming: Promise<unknown> = Promise.resolve();

  constructor(services: JobServices, queues: Queues) {
    this.#services = services;
    this.#queues = queues;
  }

  /** Resumes now and every second what is due. */
  watch(): void {
    let isLooking = false;
    const look = () => {
      if (isLooking) return;
      isLooking = true;
      this.#resuming = this.resume().catch((error: unknown) => {
        // The connection logs once that the database is unavailable.
        if (!(error instanceof DatabaseUnavailable))
          this.#services.log.error({ err: error }, 'delayed jobs could not be resumed');
      });
      void this.#resuming.finally(() => {
        isLooking = false;
      });
    };
    look();
    this.#timer = setInterval(look, dueEverySeconds * 1000);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#resuming;
  }

  /** False if nothing is due. */
  async resume(): Promise<boolean> {
    const now = this.#services.clock.now();
    // One statement, because every worker looks each second: due retries send no notification, and others' can be lost.
    const { rows } = await sql<{ name: string | null }>`
      select distinct name from pgboss.job
      where state < 'active' and not blocked and start_after <= now()
      union all
      select null where exists (select from job where retry_at <= ${now} and status = 'PENDING')`.execute(
      this.#services.database.db,
    );
    for (const { name } of rows) {
      if (name === null) await this.#sendDue(now);
      else this.#queues.wake(name);
    }
    return rows.length > 0;
  }

  #sendDue(now: Date): Promise<void> {
    return transact(this.#services.database.db, async (tx) => {
      for (const { name, ...job } of await takeDue(tx, now)) await this.#queues.send(tx, name, job);
    });
  }

  /** Puts off an unfinished job. False if its time is over. `since` is when it was enqueued. */
  async putOff(
    outageRetries: OutageRetries,
    { applicationId, jobId, payload }: QueuedJob,
    { slowTries, since }: { readonly slowTries: number; readonly since: Date },
  ): Promise<boolean> {
    const now = this.#services.clock.now();
    const next = retryAt(slowTries, now, secondsAfter(since, outageRetries.seconds()));
    if (next === undefined) return false;
    await transact(this.#services.database.db, async (tx) => {
      const isPutOff = await rowsOf(tx, 'job', { id: jobId, status: 'PENDING' }).update({
        retry_at: next,
        delayed_at: sql`coalesce(delayed_at, ${now})`,
        payload: JSON.stringify(payload),
        changed_at: now,
      });
      // It has ended meanwhile, in another process.
      if (!isPutOff) return;
      await outageRetries.onDelayed?.({ applicationId })(tx);
      // The browsers that wait for the job read it again.
      this.#queues.updated(tx, jobId);
    });
    this.#services.log.warn({ applicationId, next }, 'job put off');
    return true;
  }
}

/** Takes some of the jobs that are due. Two processes at once take different ones. */
async function takeDue(tx: Tx, now: Date): Promise<(QueuedJob & { readonly name: string })[]> {
  const due = await rowsOf(tx, 'job', { retry_at: { '<=': now }, status: 'PENDING' }, ['retry_at']).claim(
    ['application_id as applicationId', 'id as jobId', 'name', 'payload'],
    takenAtOnce,
  );
  if (due.length > 0)
    await rowsOf(tx, 'job', { id: due.map(({ jobId }) => jobId) }).update({ retry_at: null });
  return due;
}
