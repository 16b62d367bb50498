// Repeats a read that was lost on the way, as where a phone changes between networks or a proxy finds no process.
import { pause, type Timers } from '../lib/timers.ts';
import type { Send } from './client.ts';
import { NetworkFailure } from './failures.ts';

/** Twice, after half a second and one and a half. A call with headers of its own, such as a long poll, is left to its caller. */
export function repeatLostReads(send: Send, timers: Timers): Send {
  const attempt =
    (wait: number): Send =>
    (...args) =>
      send(...args).catch(async (failure) => {
        const [{ method }, , { headers, signal } = {}] = args;
        // A refusal of ours has a body.
        const isLost = failure instanceof NetworkFailure || (failure.status >= 502 && !failure.body);
        if (!isLost || method !== 'GET' || headers || wait > 1500) throw failure;
        await pause(timers, wait, { signal });
        return attempt(wait * 3)(...args);
      });
  return attempt(500);
}
