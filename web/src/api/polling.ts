// Asks until an answer is final. The server holds each request open for a while, so that the answer is seen as soon as it
// exists; where it does not hold, requests start three seconds apart.

import { type OnWake, pause, realTimers, type Timers, whenTabWakes } from '../lib/timers.ts';
import { ApiFailure, NetworkFailure, PollingGaveUp } from './failures.ts';

export const pollEvery = 3000;
export const pollFor = 300_000;
export const lookAgainEvery = 20_000;
/** As long as a timer can be. */
const untilWoken = 2_000_000_000;
/** Asks the server to hold the request until the answer is final, for this long at most. */
export const holdHeaders = { Prefer: 'wait=3' } as const;

/** A longer gap than any one round can take means that the tab was asleep: it does not count. */
const longestRound = 20_000;

export interface PollOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timers?: Timers;
  readonly onWake?: OnWake;
  /** No page waits for it: asked seldom, after a while only when the tab is looked at again, and never given up. */
  readonly beside?: boolean | undefined;
}

/**
 * `read` is called until `isFinal` holds. A dropped network, a slow answer or a fault of the server's is asked again; any
 * other refusal is thrown. After five waking minutes it throws `PollingGaveUp`, unless it is `beside` the page.
 */
export async function poll<T>(
  read: (signal: AbortSignal | undefined) => Promise<T>,
  isFinal: (answer: T) => boolean,
  { signal, timers = realTimers, onWake = whenTabWakes, beside }: PollOptions = {},
): Promise<T> {
  let spent = 0;
  for (;;) {
    const began = timers.now();
    signal?.throwIfAborted();
    try {
      const answer = await read(signal);
      if (isFinal(answer)) return answer;
    } catch (error) {
      if (!mayPass(error)) throw error;
    }
    // Nobody may be there any more: asking on would keep the session of a page that was left.
    const tired = beside && spent >= pollFor;
    const every = tired ? untilWoken : beside ? lookAgainEvery : pollEvery;
    const rest = every - (timers.now() - began);
    if (rest > 0) await pause(timers, rest, { signal, onWake });
    spent = tired ? 0 : spent + Math.min(timers.now() - began, longestRound);
    if (spent >= pollFor && !beside) throw new PollingGaveUp('No final answer came.');
  }
}

function mayPass(error: unknown): boolean {
  if (error instanceof NetworkFailure) return true;
  return error instanceof ApiFailure && (error.status >= 500 || error.status === 429);
}
