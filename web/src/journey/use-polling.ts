import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { getJob, type Job, type JobStage } from '#contract/jobs.ts';
import { type ScreenName, screens } from '#contract/screens.ts';
import { PollingTimedOut } from '../api/failures.ts';
import { longPollHeaders, type PollPace, poll } from '../api/polling.ts';
import { useEnvironment, useJourney } from './environment.ts';
import { useNavigateTo } from './navigate.ts';
import { useRedirectToState } from './use-redirect-to-state.ts';

interface Polled<T> {
  readonly isFinal: (response: T) => boolean;
  /** Runs once with the final response. If it throws, or polling fails, the error page is shown. */
  readonly next?: (response: T) => Promise<void> | void;
  /** Runs when polling times out, instead of showing the page that promises an email. */
  readonly onTimeout?: () => void;
}

interface Polling<T> extends Polled<T> {
  readonly read: (signal: AbortSignal | undefined) => Promise<T>;
  readonly pace?: PollPace;
}

/** `onResponse` handles a response that is not final. If it returns true, the next request follows at once. */
export function usePolling<T>(polling: Polling<T>, onResponse?: (response: T) => boolean): void {
  const { timers, onWake } = useEnvironment();
  const navigate = useNavigateTo();
  const { afterRefusal } = useRedirectToState();
  const start = useEffectEvent((signal: AbortSignal) => {
    const { read, isFinal, pace } = polling;
    return poll(read, isFinal, { signal, timers, onWake, pace, onResponse });
  });
  const finish = useEffectEvent((response: T) => polling.next?.(response));
  const fail = useEffectEvent(async (error: unknown): Promise<void> => {
    // The application has moved on meanwhile.
    if (await afterRefusal(error)) return;
    const isLate = error instanceof PollingTimedOut;
    if (isLate && polling.onTimeout) polling.onTimeout();
    // A job that is only late still runs, so only a failure shows the error page.
    else navigate(isLate ? 'capture-only' : 'error', { replace: true });
  });
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    start(signal)
      .then((response) => (signal.aborted ? undefined : finish(response)))
      .catch((error) => (signal.aborted ? undefined : fail(error)));
    return () => stop.abort();
  }, []);
}

interface StagedPolling<T> extends Polled<T> {
  /** Its options let the server respond as soon as another stage is done. */
  readonly read: (options: {
    readonly query: { readonly stages: number };
    readonly headers: typeof longPollHeaders;
    readonly signal: AbortSignal | undefined;
  }) => Promise<T>;
  /** The stages that were done when the page appeared. */
  readonly first?: readonly JobStage[] | undefined;
}

/** Polls while a job runs, and returns its stages that are done. */
export function useStagedPolling<T extends Pick<Job, 'stages'> | undefined>({
  read,
  first = [],
  ...polling
}: StagedPolling<T>): readonly JobStage[] {
  const [done, setDone] = useState(first);
  const shown = useRef(first);
  usePolling<T>(
    {
      ...polling,
      read: (signal) => read({ query: { stages: shown.current.length }, headers: longPollHeaders, signal }),
    },
    (response) => {
      const stages = response?.stages ?? [];
      if (stages.length <= shown.current.length) return false;
      shown.current = stages;
      setDone(stages);
      return true;
    },
  );
  return done;
}

/**
 * Waits for a job, and leads to its `outcome` after SUCCESS. After FAILURE, and where there is no outcome, the application may have
 * moved on. A delayed job leads to the page that promises an email. The href is read once, when the screen appears. Returns the
 * stages that are done.
 */
export function useJob(
  href: string | undefined,
  outcome: () => Promise<ScreenName | undefined>,
): readonly JobStage[] {
  const { call, journey } = useEnvironment();
  const now = useJourney();
  const navigate = useNavigateTo();
  const address = useRef(href);
  return useStagedPolling<Job>({
    first: now?.stages,
    read: (options) => {
      if (!address.current) throw new Error('There is no job to wait for.');
      return call(getJob, address.current, options);
    },
    // Whether there is nothing more to wait for on this page: the job has ended, or continues once a vendor is available.
    isFinal: ({ status, isDelayed }) => status === 'SUCCESS' || status === 'FAILURE' || isDelayed === true,
    next: async ({ status, isDelayed }) => {
      const leaveFor = (screen: ScreenName) => navigate(screen, { replace: true });
      if (isDelayed) return leaveFor('capture-only');
      const screen = status === 'SUCCESS' ? await outcome() : undefined;
      if (screen) return leaveFor(screen);
      const { defaultScreen } = await journey.refresh();
      // A job that is over and still waited for is our error.
      leaveFor(defaultScreen && !screens[defaultScreen].waits ? defaultScreen : 'error');
    },
  });
}
