// What a waiting page sees of its job. The database's notifications wake the long polls in this process.

import { sql } from 'kysely';
import type { JobStage } from '#contract/jobs.ts';
import type { Db } from '../db/database.ts';
import type { JobId, Tables } from '../db/tables.ts';
import type { Log } from '../log.ts';

export const jobChannel = 'branchline_job';
/** A job was sent: its queue, a unique word, and which process is to look for it, unless all are. */
export const queueChannel = 'branchline_queue';
/** What processes with workers announce. */
export const workersChannel = 'branchline_workers';

export type JobUpdate = { readonly status: Tables['job']['status'] } | { readonly stage: JobStage };

/** No spaces: a process of the previous release reads it as another job's id, and reads the stage when its time is over. */
export const stagePayload = (id: JobId, stage: JobStage): string => `${id}+${stage}`;

/** A payload with only the job's id means that the job must be read again. */
export function readPayload(payload: string): { readonly id: JobId; readonly update?: JobUpdate } {
  const [, id, stage, status] = /^([^ +]+)(?:\+(\S+))?(?: (\S+))?$/.exec(payload) ?? [undefined, payload];
  if (stage !== undefined) return { id: id as JobId, update: { stage: stage as JobStage } };
  return {
    id: id as JobId,
    ...(status !== undefined && { update: { status: status as Tables['job']['status'] } }),
  };
}

interface Waiting {
  readonly includeStages: boolean;
  readonly resume: (update?: JobUpdate) => void;
}

export class JobWaits {
  readonly #waiting = new Map<JobId, Set<Waiting>>();

  /** Resolves with a notification's update, or with undefined when the time is over, the signal aborts, or it is woken. */
  until(
    id: JobId,
    milliseconds: number,
    signal: AbortSignal,
    includeStages = false,
  ): Promise<JobUpdate | undefined> {
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(id) ?? new Set();
      const done = (update?: JobUpdate) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', aborted);
        waiting.delete(waiter);
        if (waiting.size === 0) this.#waiting.delete(id);
        resolve(update);
      };
      const waiter: Waiting = { includeStages, resume: done };
      const aborted = () => done();
      const timer = setTimeout(done, milliseconds);
      signal.addEventListener('abort', aborted);
      this.#waiting.set(id, waiting.add(waiter));
    });
  }

  wake(id: JobId, update?: JobUpdate): void {
    const isStage = update !== undefined && 'stage' in update;
    for (const { includeStages, resume } of [...(this.#waiting.get(id) ?? [])])
      if (includeStages || !isStage) resume(update);
  }

  wakeAll(): void {
    for (const id of [...this.#waiting.keys()]) this.wake(id);
  }
}

/** Never throws: a tick on a page is no reason to try a job again. */
export type StageDone = (stage: JobStage) => Promise<void>;

/** Whether it was not saved before. */
export async function saveStage(db: Db, log: Log, id: JobId, stage: JobStage): Promise<boolean> {
  const saved = sql`
    update job set stages = array_append(stages, ${stage})
    where id = ${id} and status = 'PENDING' and not ${stage} = any(stages)`.execute(db);
  return saved.then(
    ({ numAffectedRows }) => numAffectedRows === 1n,
    (error: unknown) => {
      log.warn({ err: error, stage }, 'stage not saved');
      return false;
    },
  );
}
