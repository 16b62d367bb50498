// Who waits in this process for a job to end: long polls, woken by the database's notification.
import type { JobStatus } from '#contract/jobs.ts';
import type { WorkId } from '../db/tables.ts';

export class FinishedWaits {
  readonly #waiting = new Map<WorkId, Set<(status?: JobStatus) => void>>();

  /** Resolves with the status of a notification; with undefined when the time is over, the signal aborts, or it is woken. */
  until(id: WorkId, milliseconds: number, signal: AbortSignal): Promise<JobStatus | undefined> {
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(id) ?? new Set();
      const done = (status?: JobStatus) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', aborted);
        waiting.delete(done);
        if (waiting.size === 0) this.#waiting.delete(id);
        resolve(status);
      };
      const aborted = () => done();
      const timer = setTimeout(done, milliseconds);
      signal.addEventListener('abort', aborted);
      this.#waiting.set(id, waiting.add(done));
    });
  }

  wake(id: WorkId, status?: JobStatus): void {
    for (const resume of [...(this.#waiting.get(id) ?? [])]) resume(status);
  }

  wakeAll(): void {
    for (const id of [...this.#waiting.keys()]) this.wake(id);
  }
}
