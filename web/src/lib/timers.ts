// The browser code's source of time, injected so that a test can pass minutes without waiting for them.
export interface Timers {
  /** Milliseconds since any fixed moment. */
  now(): number;
  /** Runs once after that many milliseconds; the returned function cancels it. */
  after(milliseconds: number, run: () => void): () => void;
}

export const realTimers: Timers = {
  now: () => Date.now(),
  after: (milliseconds, run) => {
    const id = setTimeout(run, milliseconds);
    return () => clearTimeout(id);
  },
};

/** Resolves after that many milliseconds, at once when woken, and rejects when aborted. */
export function pause(
  timers: Timers,
  milliseconds: number,
  { signal, onWake }: { signal?: AbortSignal | undefined; onWake?: OnWake | undefined } = {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const done = (finish: () => void) => () => {
      cancel();
      forget?.();
      signal?.removeEventListener('abort', aborted);
      finish();
    };
    const aborted = done(() => reject(signal?.reason));
    const cancel = timers.after(milliseconds, done(resolve));
    const forget = onWake?.(done(resolve));
    signal?.addEventListener('abort', aborted);
  });
}

/** Calls back when the tab is visible again or the network returns; the returned function stops listening. */
export type OnWake = (run: () => void) => () => void;

export const whenTabWakes: OnWake = (run) => {
  const seen = () => {
    if (document.visibilityState === 'visible') run();
  };
  document.addEventListener('visibilitychange', seen);
  window.addEventListener('online', run);
  return () => {
    document.removeEventListener('visibilitychange', seen);
    window.removeEventListener('online', run);
  };
};
