import { expect, it } from 'vitest';
import { manualTimers } from '../lib/manual-timers.ts';
import { ApiFailure, NetworkFailure, PollingTimedOut } from './failures.ts';
import { backgroundPollInterval, type PollOptions, poll, pollInterval, pollTimeout } from './polling.ts';

type Status = 'PENDING' | 'SUCCESS';

/** Polls a server that returns these responses in turn, the last one forever. */
const polling = (...responses: (Status | Error)[]) => pollingAs({}, ...responses);

function pollingAs(options: Pick<PollOptions, 'pace'>, ...responses: (Status | Error)[]) {
  const timers = manualTimers();
  const stop = new AbortController();
  const requestTimes: number[] = [];
  let wake = () => {};
  const outcome = poll<Status>(
    async () => {
      const response = responses[Math.min(requestTimes.length, responses.length - 1)] as Status | Error;
      requestTimes.push(timers.now());
      if (response instanceof Error) throw response;
      return response;
    },
    (response) => response === 'SUCCESS',
    {
      ...options,
      timers,
      signal: stop.signal,
      onWake: (run) => {
        wake = run;
        return () => {};
      },
    },
  );
  outcome.catch(() => {});
  return { timers, stop, requestTimes, outcome, wake: () => wake() };
}

it('sends a request every three seconds until the response is final', async () => {
  const { timers, requestTimes, outcome } = polling('PENDING', 'PENDING', 'SUCCESS');
  await timers.advance(2 * pollInterval);
  expect(await outcome).toBe('SUCCESS');
  expect(requestTimes).toEqual([0, 3000, 6000]);
});

it('sends the next request at once when the server has held the last one', async () => {
  const timers = manualTimers();
  const requestTimes: number[] = [];
  const outcome = poll<Status>(
    () =>
      new Promise((resolve) => {
        requestTimes.push(timers.now());
        timers.after(3000, () => resolve(requestTimes.length < 3 ? 'PENDING' : 'SUCCESS'));
      }),
    (response) => response === 'SUCCESS',
    { timers, onWake: () => () => {} },
  );
  await timers.advance(9000);
  expect(await outcome).toBe('SUCCESS');
  expect(requestTimes).toEqual([0, 3000, 6000]);
});

it('survives a dropped network, a server error and a rate limit', async () => {
  const failures = [new NetworkFailure('unreachable'), new ApiFailure(503), new ApiFailure(429)];
  const { timers, outcome } = polling(...failures, 'SUCCESS');
  await timers.advance(3 * pollInterval);
  expect(await outcome).toBe('SUCCESS');
});

it('does not repeat a request after a refusal', async () => {
  const { timers, requestTimes, outcome } = polling(new ApiFailure(404));
  await timers.advance(pollInterval);
  await expect(outcome).rejects.toMatchObject({ status: 404 });
  expect(requestTimes).toHaveLength(1);
});

it('sends a request at once when the tab is seen again', async () => {
  const { timers, requestTimes, outcome, wake } = polling('PENDING', 'SUCCESS');
  await timers.advance(500);
  wake();
  expect(await outcome).toBe('SUCCESS');
  expect(requestTimes).toEqual([0, 500]);
});

it('gives up after five minutes', async () => {
  const { timers, outcome } = polling('PENDING');
  await timers.advance(pollTimeout + pollInterval);
  await expect(outcome).rejects.toBeInstanceOf(PollingTimedOut);
});

it('does not count an hour asleep, and continues when the tab wakes', async () => {
  const { timers, outcome } = polling('PENDING', 'PENDING', new NetworkFailure('unreachable'), 'SUCCESS');
  await timers.advance(1000);
  await timers.sleep(3_600_000);
  await timers.advance(2 * pollInterval);
  expect(await outcome).toBe('SUCCESS');
});

it('sends nothing more when aborted', async () => {
  const { timers, requestTimes, outcome, stop } = polling('PENDING');
  await timers.advance(1000);
  stop.abort();
  await timers.advance(10 * pollInterval);
  await expect(outcome).rejects.toMatchObject({ name: 'AbortError' });
  expect(requestTimes).toHaveLength(1);
});

it('polls rarely in the background, and after five minutes only when the tab is seen again', async () => {
  const { timers, requestTimes, outcome, wake } = pollingAs({ pace: 'background' }, 'PENDING');
  await timers.advance(backgroundPollInterval);
  expect(requestTimes).toEqual([0, backgroundPollInterval]);
  await timers.advance(pollTimeout);
  const count = requestTimes.length;
  await timers.advance(3 * pollTimeout);
  expect(requestTimes).toHaveLength(count);
  wake();
  await timers.advance(backgroundPollInterval);
  expect(requestTimes).toHaveLength(count + 2);
  await expect(Promise.race([outcome, Promise.resolve('pending')])).resolves.toBe('pending');
});

it('sends the next request at once after a response with an update, and waits after any other', async () => {
  const timers = manualTimers();
  const requestTimes: number[] = [];
  const responses = [1, 2, 2, 4];
  const outcome = poll<number>(
    async () => {
      requestTimes.push(timers.now());
      return responses[requestTimes.length - 1] as number;
    },
    (response) => response === 4,
    { timers, onWake: () => () => {}, onResponse: (response) => requestTimes.length <= 2 && response > 0 },
  );
  await timers.advance(2 * pollInterval);
  expect(await outcome).toBe(4);
  expect(requestTimes).toEqual([0, 0, 0, pollInterval]);
});
