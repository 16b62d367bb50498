// Work that would block the event loop for too long runs in a worker thread.
import type { WorkerOptions as NodeWorkerOptions } from 'node:worker_threads';
import { Piscina } from 'piscina';

interface WorkerOptions extends Pick<NodeWorkerOptions, 'workerData' | 'env' | 'resourceLimits'> {
  readonly threads?: number;
  /** A thread that has had no task for so long ends, and returns its memory. The next task starts another. */
  readonly idleMs?: number;
}

/**
 * A pool of one thread or of `threads`, which start with the first task, are replaced if they fail, and don't prevent the process from exiting.
 * A failure that belongs to no task goes to `onError`; without it, it ends the process.
 */
export function workerPool<Task, Result>(
  script: URL,
  { threads = 1, idleMs, ...options }: WorkerOptions,
  onError?: (error: Error) => void,
) {
  let pool: Piscina<Task, Result> | undefined;
  const started = () => {
    if (pool) return pool;
    pool = new Piscina({
      filename: script.href,
      minThreads: idleMs === undefined ? threads : 0,
      maxThreads: threads,
      idleTimeout: idleMs ?? Number.POSITIVE_INFINITY,
      ...options,
    });
    if (onError) pool.on('error', onError);
    return pool;
  };
  return {
    run: (task: Task): Promise<Result> => started().run(task),
    /** Starts the thread, which the first task would wait for. */
    start: () => void started(),
    waiting: () => pool?.queueSize ?? 0,
    close: async () => pool?.destroy(),
  };
}
