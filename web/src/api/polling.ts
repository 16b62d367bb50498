// Polls until a response is final. The server holds each request open until there is something new.
import { type OnWake, pause, realTimers, type Timers } from '../lib/timers.ts';
import { ApiFailure, isFinalRefusal, NetworkFailure, PollingTimedOut } from './failures.ts';

export const pollInterval = 3000;
export const pollTimeout = 300_000;
export const backgroundPollInterval = 20_000;
/** The longest a timer can run: the next request is sent when the tab wakes. */
const untilWake = 2_000_000_000;
/** The longest that the server should hold a request open. */
export const longPollHeaders = { Prefer: 'wait=3' } as const;

/** A longer gap than one request can take means that the tab was asleep. It does not count toward the timeout. */
const longestRequest = 20_000;

/**
 * `wait`: the page only waits, and polling times out after five minutes awake. `update`: the page shows the response as it
 * changes; polling slows down after that time. `background`: the page works without the response; after that time polling
 * stops until the tab wakes, because requests would keep the session of an abandoned page alive.
 */
export type PollPace = 'wait' | 'update' | 'background';

const paces: Readonly<Record<PollPace, { readonly interval: number; readonly later?: number }>> = {
  wait: { interval: pollInterval },
  update: { interval: pollInterval, later: 30_000 },
  background: { interval: backgroundPollInterval, later: untilWake },
};

export interface PollOptions<T = unknown> {
  readonly signal?: AbortSignal | undefined;
  readonly timers?: Timers;
  readonly onWake: OnWake;
  readonly pace?: PollPace | undefined;
  /** Handles a response that is not final. If it returns true, the next request follows at once. */
  readonly onResponse?: ((response: T) => boolean | undefined) | undefined;
}

/**
 * Calls `read` until `isFinal` holds, also after lost calls and server errors; throws other refusals. At pace
 * `wait` it throws `PollingTimedOut` in the end.
 */
export async function poll<T>(
  read: (signal: AbortSignal | undefined) => Promise<T>,
  isFinal: (response: T) => boolean,
  { signal, timers = realTimers, onWake, pace = 'wait', onResponse }: PollOptions<T>,
): Promise<T> {
  const { interval, later } = paces[pace];
  let spent = 0;
  for (;;) {
    const startedAt = timers.now();
    signal?.throwIfAborted();
    try {
      const response = await read(signal);
      if (isFinal(response)) return response;
      if (onResponse?.(response)) continue;
    } catch (error) {
      const isRefused = isFinalRefusal(error);
      if (isRefused || !(error instanceof NetworkFailure || error instanceof ApiFailure)) throw error;
    }
    const hasSlowed = later !== undefined && spent >= pollTimeout;
    const rest = (hasSlowed ? later : interval) - (timers.now() - startedAt);
    if (rest > 0) await pause(timers, rest, { signal, onWake });
    // Each wake starts another five minutes of background polling.
    spent =
      hasSlowed && pace === 'background' ? 0 : spent + Math.min(timers.now() - startedAt, longestRequest);
    if (spent >= pollTimeout && later === undefined) throw new PollingTimedOut('No final answer came.');
  }
}
