// The workers of each queue in this process. A notification wakes one of them, because each one that is woken looks for a job.
import type { Job, PgBoss, WorkOptions } from 'pg-boss';

export class Workers {
  readonly #boss: PgBoss;
  /** Those without a job. The one that was woken first is the first to be woken again. */
  readonly #idle = new Map<string, string[]>();

  constructor(boss: PgBoss) {
    this.#boss = boss;
  }

  /**
   * A worker that found a job wakes the next one, and looks for another job itself when it is done, so that a hundred jobs do not take
   * a hundred polls.
   */
  async start<J extends Job<object>>(
    queue: string,
    options: WorkOptions,
    run: (job: J) => Promise<void>,
  ): Promise<void> {
    const idle = this.#idle.get(queue) ?? [];
    this.#idle.set(queue, idle);
    let worker: string | undefined;
    let isBusy = false;
    worker = await this.#boss.work<object>(queue, { ...options, batchSize: 1 }, async ([job]) => {
      if (job === undefined) return;
      isBusy = true;
      const at = idle.indexOf(worker ?? '');
      if (at >= 0) idle.splice(at, 1);
      if (worker !== undefined) this.#boss.notifyWorker(worker);
      this.wake(queue);
      try {
        await run(job as J);
      } finally {
        isBusy = false;
        if (worker !== undefined) idle.push(worker);
      }
    });
    if (!isBusy) idle.push(worker);
  }

  /** Wakes one worker, another one each time. If all of them have jobs, each looks for the next one by itself. */
  wake(queue: string): void {
    const idle = this.#idle.get(queue);
    const worker = idle?.shift();
    if (worker === undefined) return;
    idle?.push(worker);
    this.#boss.notifyWorker(worker);
  }
}
