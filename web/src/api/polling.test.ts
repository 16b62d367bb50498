import { expect, it } from 'vitest';
import { manualTimers } from '../lib/manual-timers.ts';
import { ApiFailure, NetworkFailure, PollingTimedOut } from './failures.ts';
import { backgroundPollInterval, type PollOptions, poll, pollInterval, pollTimeout } from './polling.ts';

type Answer = 'PENDING' | 'SUCCESS';

/** Polls a server that gives these answers in turn, the last one for ever. */
function polling(...answers: (Answer | Error)[]) {
  return pollingAs({}, ...answers);
}

function pollingAs(options: Pick<PollOptions, 'pace'>, ...answers: (Answer | Error)[]) {
  const timers = manualTimers();
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

it('asks every three seconds until the answer is final', async () => {
  const { timers, asked, outcome } = polling('PENDING', 'PENDING', 'SUCCESS');
  await timers.advance(2 * pollInterval);
  expect(await outcome).toBe('SUCCESS');
  expect(asked).toEqual([0, 3000, 6000]);
});

it('asks again at once when the server has held the request', async () => {
  const timers = manualTimers();
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

it('outlives a dropped network, a fault of the server and a limit reached', async () => {
  const { timers, outcome } = polling(
    new NetworkFailure('unreachable'),
    new ApiFailure(503),
    new ApiFailure(429),
    'SUCCESS',
  );
  await timers.advance(3 * pollInterval);
  expect(await outcome).toBe('SUCCESS');
});

it('does not ask again after a refusal', async () => {
  const { timers, asked, outcome } = polling(new ApiFailure(404));
  await timers.advance(pollInterval);
  await expect(outcome).rejects.toMatchObject({ status: 404 });
  expect(asked).toHaveLength(1);
});

it('asks at once when the tab is seen again', async () => {
  const { timers, asked, outcome, wake } = polling('PENDING', 'SUCCESS');
  await timers.advance(500);
  wake();
  expect(await outcome).toBe('SUCCESS');
  expect(asked).toEqual([0, 500]);
});

it('gives up after five minutes', async () => {
  const { timers, outcome } = polling('PENDING');
  await timers.advance(pollTimeout + pollInterval);
  await expect(outcome).rejects.toBeInstanceOf(PollingTimedOut);
});

it('an hour asleep does not count: it goes on asking when the tab wakes', async () => {
  const { timers, outcome } = polling('PENDING', 'PENDING', new NetworkFailure('unreachable'), 'SUCCESS');
  await timers.advance(1000);
  await timers.sleep(3_600_000);
  await timers.advance(2 * pollInterval);
  expect(await outcome).toBe('SUCCESS');
});

it('stops asking when aborted', async () => {
  const { timers, asked, outcome, stop } = polling('PENDING');
  await timers.advance(1000);
  stop.abort();
  await timers.advance(10 * pollInterval);
  await expect(outcome).rejects.toMatchObject({ name: 'AbortError' });
  expect(asked).toHaveLength(1);
});

it('asks seldom beside a page, and after five minutes only when the tab is looked at again', async () => {
  const { timers, asked, outcome, wake } = pollingAs({ pace: 'background' }, 'PENDING');
  await timers.advance(backgroundPollInterval);
  expect(asked).toEqual([0, backgroundPollInterval]);
  await timers.advance(pollTimeout);
  const count = asked.length;
  await timers.advance(3 * pollTimeout);
  expect(asked).toHaveLength(count);
  wake();
  await timers.advance(backgroundPollInterval);
  expect(asked).toHaveLength(count + 2);
  await expect(Promise.race([outcome, Promise.resolve('still asking')])).resolves.toBe('still asking');
});

it('asks again at once after an answer that brings news, and keeps its pace after any other', async () => {
  const timers = manualTimers();
  const asked: number[] = [];
  const answers = [1, 2, 2, 4];
  const outcome = poll<number>(
    async () => {
      asked.push(timers.now());
      return answers[asked.length - 1] as number;
    },
    (answer) => answer === 4,
    { timers, onWake: () => () => {}, onAnswer: (answer) => asked.length <= 2 && answer > 0 },
  );
  await timers.advance(2 * pollInterval);
  expect(await outcome).toBe(4);
  expect(asked).toEqual([0, 0, 0, pollInterval]);
});
