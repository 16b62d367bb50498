// The workers of each queue in this process. They start as jobs arrive, and one without a job looks for none until it is woken: one query
// a second finds what is due in all queues.
import type { Job, PgBoss, WorkOptions } from 'pg-boss';

interface Worker {
  /** Undefined until it has started. */
  id?: string;
  isBusy: boolean;
  /** Its last job has ended, and nothing has woken it since: it looks for the next one by itself. */
  looksAgain: boolean;
}

interface QueueWorkers {
  /** The one that was woken first is the first to be woken again. */
  readonly idle: Worker[];
  /** Starts another worker, unless there are as many as may run at once. */
  readonly add: () => Promise<void>;
}

/** An hour, because pg-boss has no worker that never polls. */
const pollSeconds = 3600;
const polling = { pollingIntervalSeconds: pollSeconds, notifyPollingIntervalSeconds: pollSeconds };

export class Workers {
  readonly #boss: PgBoss;
  readonly #queues = new Map<string, QueueWorkers>();

  constructor(boss: PgBoss) {
    this.#boss = boss;
  }

  /** From now on, `wake` has jobs of this queue run, up to `most` at once. */
  register<J extends Job<object>>(
    queue: string,
    { most = 1, ...options }: WorkOptions & { readonly most?: number },
    run: (job: J) => Promise<void>,
  ): void {
    const idle: Worker[] = [];
    let started = 0;
    const add = async () => {
      if (started === most) return;
      started += 1;
      const worker: Worker = { isBusy: false, looksAgain: false };
      const work = async ([job]: readonly Job<object>[]) => {
        if (job === undefined) return;
        worker.isBusy = true;
        if (idle.includes(worker)) idle.splice(idle.indexOf(worker), 1);
        // More jobs are waiting: those that one transaction sends make one notification.
        if (worker.looksAgain) this.wake(queue);
        try {
          await run(job as J);
        } finally {
          Object.assign(worker, { isBusy: false, looksAgain: true });
          idle.push(worker);
          this.#look(worker);
        }
      };
      worker.id = await this.#boss.work<object>(queue, { ...options, ...polling, batchSize: 1 }, work);
      if (!worker.isBusy && !idle.includes(worker)) idle.push(worker);
    };
    this.#queues.set(queue, { idle, add });
  }

  /** Has one worker look for a job, another one each time. If all of them have jobs, each looks for the next one when it is done. */
  wake(queue: string): void {
    const workers = this.#queues.get(queue);
    if (workers === undefined) return;
    const worker = workers.idle.shift();
    if (worker === undefined) return void workers.add();
    workers.idle.push(worker);
    worker.looksAgain = false;
    this.#look(worker);
  }

  #look({ id }: Worker): void {
    if (id !== undefined) this.#boss.notifyWorker(id);
  }

  /** Takes no more jobs, and resolves when those that run have ended. */
  async stop(): Promise<void> {
    const queues = [...this.#queues.keys()];
    this.#queues.clear();
    await Promise.all(queues.map((queue) => this.#boss.offWork(queue)));
  }
}
