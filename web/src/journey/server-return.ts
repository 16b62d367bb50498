// Waits until the server's own systems are available, and repeats the refused call. Fetched only when that happens.
import { ApiFailure } from '../api/failures.ts';
import { pollTimeout } from '../api/polling.ts';
import { pause, realTimers, type Timers } from '../lib/timers.ts';
import { serverUnavailable } from '../wording/server-return.ts';
import styles from './ServerReturn.module.css';

/** If the server sends no time. */
const usualSeconds = 2;

/**
 * Repeats a call, a form's too, that the server refused before it did anything. Gives up after as long as
 * polling does, and at once where it is refused for another reason.
 */
export async function whenServerReturns<T>(
  refused: ApiFailure,
  again: () => Promise<T>,
  signal: AbortSignal | undefined,
  { timers, showNotice }: { timers: Timers; showNotice: () => () => void } = {
    timers: realTimers,
    showNotice: showServerUnavailable,
  },
): Promise<T> {
  const began = timers.now();
  const hideNotice = showNotice();
  try {
    for (let latest = refused; ; ) {
      await pause(timers, (latest.retryAfterSeconds ?? usualSeconds) * 1000, { signal });
      try {
        return await again();
      } catch (failure) {
        const isStillUnavailable = failure instanceof ApiFailure && failure.has('unavailable');
        if (!isStillUnavailable || timers.now() - began > pollTimeout) throw failure;
        latest = failure;
      }
    }
  } finally {
    hideNotice();
  }
}

let waiting = 0;
let sentence: HTMLElement | undefined;

/** Shows the sentence on the current screen, once for all calls that wait. */
function showServerUnavailable(): () => void {
  waiting += 1;
  if (!sentence) {
    sentence = document.createElement('p');
    sentence.setAttribute('role', 'status');
    sentence.className = styles.sentence ?? '';
    document.body.append(sentence);
  }
  sentence.textContent = serverUnavailable;
  return () => {
    waiting -= 1;
    if (waiting > 0) return;
    sentence?.remove();
    sentence = undefined;
  };
}
