import { expect, it } from 'vitest';
import { ApiFailure, NetworkFailure } from '../api/failures.ts';
import { pollTimeout } from '../api/polling.ts';
import { manualTimers } from '../lib/manual-timers.ts';
import { whenServerReturns } from './server-return.ts';

const unavailable = (seconds?: number) =>
  new ApiFailure(503, { errors: [{ code: 'unavailable', message: 'Not now.' }] }, seconds);

/** A call that was refused, and is refused in these ways before it is answered. */
function waiting(...refusals: readonly Error[]) {
  const timers = manualTimers();
  const stop = new AbortController();
  const asked: number[] = [];
  const said: string[] = [];
  const outcome = whenServerReturns(
    unavailable(2),
    async () => {
      const refusal = refusals[asked.length];
      asked.push(timers.now());
      if (refusal) throw refusal;
      return 'answer';
    },
    stop.signal,
    {
      timers,
      say: () => {
        said.push('trouble');
        return () => said.push('over');
      },
    },
  );
  outcome.catch(() => {});
  return { timers, stop, asked, said, outcome };
}

it('asks again by itself after the time that the server names, and says so meanwhile', async () => {
  const { timers, asked, said, outcome } = waiting(unavailable(5), unavailable());
  await timers.advance(8999);
  expect(said).toEqual(['trouble']);
  await timers.advance(1);
  expect(await outcome).toBe('answer');
  expect(asked).toEqual([2000, 7000, 9000]);
  expect(said).toEqual(['trouble', 'over']);
});

it.each([
  ['a refusal of another kind', new ApiFailure(409)],
  ['an answer that was lost, when nobody knows whether the call arrived', new NetworkFailure('unreachable')],
  [
    'a call that the database cut off',
    new ApiFailure(503, { errors: [{ code: 'try-again', message: 'No.' }] }),
  ],
])('does not repeat after %s', async (_, failure) => {
  const { timers, asked, said, outcome } = waiting(failure);
  await timers.advance(60_000);
  await expect(outcome).rejects.toBe(failure);
  expect(asked).toHaveLength(1);
  expect(said).toEqual(['trouble', 'over']);
});

it('gives up after five minutes, and at once when the screen is left', async () => {
  const patient = waiting(...Array.from({ length: 1000 }, () => unavailable(2)));
  await patient.timers.advance(pollTimeout + 4000);
  await expect(patient.outcome).rejects.toMatchObject({ status: 503 });
  const left = waiting(unavailable(2));
  left.stop.abort();
  await left.timers.advance(0);
  await expect(left.outcome).rejects.toMatchObject({ name: 'AbortError' });
  expect(left.asked).toEqual([]);
  expect(left.said).toEqual(['trouble', 'over']);
});
