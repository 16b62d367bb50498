// Runs tasks one after the other. A task that is canceled before its turn never runs.
interface TaskQueue {
  readonly add: (key: string, run: (signal: AbortSignal) => Promise<void>) => void;
  readonly cancel: (key: string) => void;
  readonly cancelAll: () => void;
}

export function createTaskQueue(): TaskQueue {
  const stops = new Map<string, AbortController>();
  let last = Promise.resolve();
  return {
    add(key, run) {
      const stop = new AbortController();
      stops.set(key, stop);
      last = last.then(async () => {
        if (!stop.signal.aborted) await run(stop.signal);
        if (stops.get(key) === stop) stops.delete(key);
      });
    },
    cancel: (key) => stops.get(key)?.abort(),
    cancelAll() {
      for (const stop of stops.values()) stop.abort();
    },
  };
}
