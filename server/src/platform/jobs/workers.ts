// The workers of each queue in this process. A notification wakes one of them, because each one that is woken looks for a job.
import type { Job, PgBoss, WorkOptions } from 'pg-boss';

interface QueueWorkers {
  /** Those without a job. The one that was woken first is the first to be woken again. */
  readonly idle: string[];
  /** Unless there are as many as may run at once. */
  readonly add: () => Promise<void>;
}

export class Workers {
  readonly #boss: PgBoss;
  readonly #queues = new Map<string, QueueWorkers>();

  constructor(boss: PgBoss) {
    this.#boss = boss;
  }

  /**
   * Starts one worker, and up to `most` as jobs arrive, because each of them also looks for jobs without being woken. A worker that found a
   * job wakes the next one, and looks for another job itself when it is done, so that a hundred jobs do not take a hundred polls.
   */
  async start<J extends Job<object>>(
    queue: string,
    { most = 1, ...options }: WorkOptions & { readonly most?: number },
    run: (job: J) => Promise<void>,
  ): Promise<void> {
    const idle: string[] = [];
    let started = 0;
    const add = async () => {
      if (started === most) return;
      started += 1;
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
    };
    this.#queues.set(queue, { idle, add });
    await add();
  }

  /** Wakes one worker, another one each time. If all of them have jobs, each looks for the next one by itself. */
  wake(queue: string): void {
    const workers = this.#queues.get(queue);
    if (workers === undefined) return;
    const worker = workers.idle.shift();
    if (worker === undefined) return void workers.add();
    workers.idle.push(worker);
    this.#boss.notifyWorker(worker);
  }

  /** Takes no more jobs, and resolves when those that run have ended. */
  async stop(): Promise<void> {
    const queues = [...this.#queues.keys()];
    this.#queues.clear();
    await Promise.all(queues.map((queue) => this.#boss.offWork(queue)));
  }
}
