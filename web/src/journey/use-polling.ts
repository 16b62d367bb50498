// A screen that waits: polls from the moment it is shown, and says once what came of it.
import { useEffect, useRef } from 'react';
import { getJob, type Job } from '#contract/jobs.ts';
import { isAbort, PollingGaveUp } from '../api/failures.ts';
import { holdHeaders, poll } from '../api/polling.ts';
import { useEnvironment } from './environment.ts';
import { useGo } from './navigate.ts';

interface Polling<T> {
  readonly read: (signal: AbortSignal | undefined) => Promise<T>;
  readonly isFinal: (answer: T) => boolean;
  /** What follows. A fault in it, like polling that ends without an answer, leads to the error page. */
  readonly next: (answer: T) => Promise<void> | void;
  /** What follows where no final answer came in all that time, if not the error page. */
  readonly gaveUp?: () => void;
  /** The page does not wait for it: it is asked seldom, for as long as the page is there. */
  readonly beside?: boolean;
}

export function usePolling<T>(polling: Polling<T>): void {
  const { timers, onWake } = useEnvironment();
  const go = useGo();
  const latest = useRef({ polling, go });
  latest.current = { polling, go };
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    (async () => {
      try {
        const { read, isFinal, beside } = latest.current.polling;
        const answer = await poll(read, isFinal, { signal, timers, onWake, beside });
        if (!signal.aborted) await latest.current.polling.next(answer);
      } catch (error) {
        if (signal.aborted || isAbort(error)) return;
        const { gaveUp } = latest.current.polling;
        if (gaveUp && error instanceof PollingGaveUp) gaveUp();
        else latest.current.go('error', { replace: true });
      }
    })();
    return () => stop.abort();
  }, [timers, onWake]);
}

/** Waits for a job: SUCCESS goes on with `next`, FAILURE goes to the error page. The href is taken when the screen appears. */
export function useJob(href: string | undefined, next: () => Promise<void> | void): void {
  const { call } = useEnvironment();
  const go = useGo();
  const address = useRef(href);
  usePolling<Job>({
    read: (signal) => {
      if (!address.current) throw new Error('There is no job to wait for.');
      return call(getJob, address.current, { headers: holdHeaders, signal });
    },
    isFinal: ({ status }) => status === 'SUCCESS' || status === 'FAILURE',
    next: ({ status }) => (status === 'SUCCESS' ? next() : go('error', { replace: true })),
  });
}
