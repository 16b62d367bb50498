// Who waits in this process for news of a job: long polls, woken by the database's notifications.
import type { JobStage, JobStatus } from '#contract/jobs.ts';
import type { WorkId } from '../db/tables.ts';

export const workChannel = 'branchline_work';

/** The job has ended, or one of its stages is done. */
export type WorkNews = { readonly status: JobStatus } | { readonly stage: JobStage };

/** One word, which a process of the release before takes for another job's id: it reads the stage when its time is over. */
export const stageNews = (id: WorkId, stage: JobStage): string => `${id}+${stage}`;

/** A payload that names the job alone says that it is to be read again. */
export function newsOf(payload: string): { readonly id: WorkId; readonly news?: WorkNews } {
  const [, id, stage, status] = /^([^ +]+)(?:\+(\S+))?(?: (\S+))?$/.exec(payload) ?? [undefined, payload];
  if (stage !== undefined) return { id: id as WorkId, news: { stage: stage as JobStage } };
  return { id: id as WorkId, ...(status !== undefined && { news: { status: status as JobStatus } }) };
}

interface Waiting {
  readonly evenStages: boolean;
  readonly resume: (news?: WorkNews) => void;
}

export class WorkWaits {
  readonly #waiting = new Map<WorkId, Set<Waiting>>();

  /** Resolves with what a notification says; with undefined when the time is over, the signal aborts, or it is woken. */
  until(
    id: WorkId,
    milliseconds: number,
    signal: AbortSignal,
    evenStages = false,
  ): Promise<WorkNews | undefined> {
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(id) ?? new Set();
      const done = (news?: WorkNews) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', aborted);
        waiting.delete(one);
        if (waiting.size === 0) this.#waiting.delete(id);
        resolve(news);
      };
      const one: Waiting = { evenStages, resume: done };
      const aborted = () => done();
      const timer = setTimeout(done, milliseconds);
      signal.addEventListener('abort', aborted);
      this.#waiting.set(id, waiting.add(one));
    });
  }

  wake(id: WorkId, news?: WorkNews): void {
    const isStage = news !== undefined && 'stage' in news;
    for (const { evenStages, resume } of [...(this.#waiting.get(id) ?? [])])
      if (evenStages || !isStage) resume(news);
  }

  wakeAll(): void {
    for (const id of [...this.#waiting.keys()]) this.wake(id);
  }
}
