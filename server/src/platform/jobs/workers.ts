// The workers of each queue in this process. An idle one is woken: one query a second finds what is due in all queues.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Job, PgBoss, WorkOptions } from 'pg-boss';
import { describeError } from '../log.ts';

interface Worker {
  /** Undefined until it has started. */
  id?: string;
  isBusy: boolean;
  /** For how many jobs it was woken since its last one. */
  wakes: number;
}

interface QueueWorkers {
  /** The one that was woken first is the first to be woken again. */
  readonly idle: Worker[];
  /** Starts another worker, unless there are as many as may run at once. */
  readonly add: (wakes: number) => Promise<void>;
  /** How many more may be started. */
  readonly unstarted: () => number;
  /** Jobs that were sent since `wake` was called for the ones before. */
  sent: number;
  /** Runs while those wait. */
  pause?: NodeJS.Timeout | undefined;
}

// An hour, because pg-boss has no worker that never polls.
const polling = { pollingIntervalSeconds: 3600 };

/** However many jobs are sent, a process looks 100 times a second for a queue. */
const pauseMs = 10;

export class Workers {
  readonly #boss: PgBoss;
  readonly #queues = new Map<string, QueueWorkers>();

  constructor(boss: PgBoss) {
    this.#boss = boss;
  }

  /** From now on, `wake` has jobs of this queue run, up to `concurrency` at once. */
  register<J extends Job<object>>(
    queue: string,
    { concurrency = 1, ...options }: WorkOptions & { readonly concurrency?: number },
    run: (job: J) => Promise<void>,
  ): void {
    const outside = AsyncLocalStorage.snapshot();
    const idle: Worker[] = [];
    let started = 0;
    const add = async (wakes: number) => {
      if (started === concurrency) return;
      started += 1;
      const worker: Worker = { isBusy: false, wakes };
      const work = async ([job]: readonly Job<object>[]) => {
        if (job === undefined) return;
        worker.isBusy = true;
        let isFree = false;
        const free = () => {
          if (isFree) return;
          isFree = true;
          Object.assign(worker, { isBusy: false, wakes: 0 });
          idle.push(worker);
          this.#look(worker);
        };
        // pg-boss aborts the signal when the job takes too long, and no longer waits for it.
        job.signal.addEventListener('abort', free);
        if (idle.includes(worker)) idle.splice(idle.indexOf(worker), 1);
        // Woken for one job, it has found that one. Otherwise there may be more.
        if (worker.wakes !== 1) this.wake(queue, 'some');
        try {
          await run(job as J);
        } catch (error) {
          // pg-boss stores every field of an error, and those of a vendor's response may repeat what we sent.
          throw Object.assign(new Error(), describeError(error));
        } finally {
          free();
        }
      };
      try {
        // A worker belongs to no request or job, whichever woke it first.
        worker.id = await outside(() =>
          this.#boss.work<object>(queue, { ...options, ...polling, batchSize: 1 }, work),
        );
      } catch (error) {
        started -= 1;
        this.#boss.emit('error', error as Error);
        return;
      }
      if (!worker.isBusy && !idle.includes(worker)) idle.push(worker);
    };
    this.#queues.set(queue, { idle, add, unstarted: () => concurrency - started, sent: 0 });
  }

  /** Whether a worker here can take one more job of this queue at once. */
  canTake(queue: string): boolean {
    const workers = this.#queues.get(queue);
    return workers !== undefined && workers.idle.length + workers.unstarted() > workers.sent;
  }

  /** A process sent a job. It wakes a worker at once, unless one was woken just before: then one is woken for all jobs of the pause. */
  notify(queue: string): void {
    const workers = this.#queues.get(queue);
    if (workers === undefined) return;
    workers.sent += 1;
    if (workers.pause === undefined) this.#wakeForSent(queue, workers);
  }

  #wakeForSent(queue: string, workers: QueueWorkers): void {
    const { sent } = workers;
    workers.pause = undefined;
    if (sent === 0) return;
    workers.sent = 0;
    workers.pause = setTimeout(() => this.#wakeForSent(queue, workers), pauseMs);
    this.wake(queue, sent === 1 ? 'one' : 'some');
  }

  /** Wakes the worker idle longest; with `some`, each that finds a job wakes the next. Busy ones look again anyway. */
  wake(queue: string, jobs: 'one' | 'some'): void {
    const workers = this.#queues.get(queue);
    if (workers === undefined) return;
    const wakes = jobs === 'one' ? 1 : 2;
    const worker = workers.idle.shift();
    if (worker === undefined) return void workers.add(wakes);
    workers.idle.push(worker);
    worker.wakes += wakes;
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
