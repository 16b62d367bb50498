import { expect, test } from 'vitest';
import { handTimers } from '../lib/manual-timers.ts';
import { ApiFailure, NetworkFailure, PollingGaveUp } from './failures.ts';
import { lookAgainEvery, type PollOptions, poll, pollEvery, pollFor } from './polling.ts';

type Answer = 'PENDING' | 'SUCCESS';

/** Polls a server that gives these answers in turn, the last one for ever. */
function polling(...answers: (Answer | Error)[]) {
  return pollingAs({}, ...answers);
}

function pollingAs(options: Pick<PollOptions, 'beside'>, ...answers: (Answer | Error)[]) {
  const timers = handTimers();
  const stop = new AbortController();
  const asked: number[] = [];
  let wake = () => {};
  const outcome = poll<Answer>(
    async () => {
      const answer = answers[Math.min(asked.length, answers.length - 1)] as Answer | Error;
      asked.push(timers.now());
      if (answer instanceof Error) throw answer;
      return answer;
    },
    (answer) => answer === 'SUCCESS',
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
  return { timers, stop, asked, outcome, wake: () => wake() };
}

test('asks every three seconds until the answer is final', async () => {
  const { timers, asked, outcome } = polling('PENDING', 'PENDING', 'SUCCESS');
  await timers.advance(2 * pollEvery);
  expect(await outcome).toBe('SUCCESS');
  expect(asked).toEqual([0, 3000, 6000]);
});

test('asks again at once when the server has held the request', async () => {
  const timers = handTimers();
  const asked: number[] = [];
  const outcome = poll<Answer>(
    () =>
      new Promise((resolve) => {
        asked.push(timers.now());
        timers.after(3000, () => resolve(asked.length < 3 ? 'PENDING' : 'SUCCESS'));
      }),
    (answer) => answer === 'SUCCESS',
    { timers, onWake: () => () => {} },
  );
  await timers.advance(9000);
  expect(await outcome).toBe('SUCCESS');
  expect(asked).toEqual([0, 3000, 6000]);
});

test('outlives a dropped network, a fault of the server and a limit reached', async () => {
  const { timers, outcome } = polling(
    new NetworkFailure('unreachable'),
    new ApiFailure(503),
    new ApiFailure(429),
    'SUCCESS',
  );
  await timers.advance(3 * pollEvery);
  expect(await outcome).toBe('SUCCESS');
});

test('does not ask again after a refusal', async () => {
  const { timers, asked, outcome } = polling(new ApiFailure(404));
  await timers.advance(pollEvery);
  await expect(outcome).rejects.toMatchObject({ status: 404 });
  expect(asked).toHaveLength(1);
});

test('asks at once when the tab is seen again', async () => {
  const { timers, asked, outcome, wake } = polling('PENDING', 'SUCCESS');
  await timers.advance(500);
  wake();
  expect(await outcome).toBe('SUCCESS');
  expect(asked).toEqual([0, 500]);
});

test('gives up after five minutes', async () => {
  const { timers, outcome } = polling('PENDING');
  await timers.advance(pollFor + pollEvery);
  await expect(outcome).rejects.toBeInstanceOf(PollingGaveUp);
});

test('an hour asleep does not count: it goes on asking when the tab wakes', async () => {
  const { timers, outcome } = polling('PENDING', 'PENDING', new NetworkFailure('unreachable'), 'SUCCESS');
  await timers.advance(1000);
  await timers.sleep(3_600_000);
  await timers.advance(2 * pollEvery);
  expect(await outcome).toBe('SUCCESS');
});

test('stops asking when aborted', async () => {
  const { timers, asked, outcome, stop } = polling('PENDING');
  await timers.advance(1000);
  stop.abort();
  await timers.advance(10 * pollEvery);
  await expect(outcome).rejects.toMatchObject({ name: 'AbortError' });
  expect(asked).toHaveLength(1);
});

test('asks seldom beside a page, and after five minutes only when the tab is looked at again', async () => {
  const { timers, asked, outcome, wake } = pollingAs({ beside: true }, 'PENDING');
  await timers.advance(lookAgainEvery);
  expect(asked).toEqual([0, lookAgainEvery]);
  await timers.advance(pollFor);
  const count = asked.length;
  await timers.advance(3 * pollFor);
  expect(asked).toHaveLength(count);
  wake();
  await timers.advance(lookAgainEvery);
  expect(asked).toHaveLength(count + 2);
  await expect(Promise.race([outcome, Promise.resolve('still asking')])).resolves.toBe('still asking');
});
