import { expect, it } from 'vitest';
import { ApiFailure, NetworkFailure } from '../api/failures.ts';
import { pollTimeout } from '../api/polling.ts';
import { manualTimers } from '../lib/manual-timers.ts';
import { whenServerReturns } from './server-return.ts';

const unavailable = (seconds?: number) =>
  new ApiFailure(503, { errors: [{ code: 'unavailable', message: 'Not now.' }] }, seconds);

/** A call that was refused, and is refused in these ways before it succeeds. */
function waiting(...refusals: readonly Error[]) {
  const timers = manualTimers();
  const stop = new AbortController();
  const attempts: number[] = [];
  const notices: string[] = [];
  const outcome = whenServerReturns(
    unavailable(2),
    async () => {
      const refusal = refusals[attempts.length];
      attempts.push(timers.now());
      if (refusal) throw refusal;
      return 'answer';
    },
    stop.signal,
    {
      timers,
      showNotice: () => {
        notices.push('trouble');
        return () => notices.push('over');
      },
    },
  );
  outcome.catch(() => {});
  return { timers, stop, attempts, notices, outcome };
}

it('repeats the call after the time that the server names, and shows a notice meanwhile', async () => {
  const { timers, attempts, notices, outcome } = waiting(unavailable(5), unavailable());
  await timers.advance(8999);
  expect(notices).toEqual(['trouble']);
  await timers.advance(1);
  expect(await outcome).toBe('answer');
  expect(attempts).toEqual([2000, 7000, 9000]);
  expect(notices).toEqual(['trouble', 'over']);
});

it.each([
  ['a refusal of another kind', new ApiFailure(409)],
  ['a lost response, when the call may have arrived', new NetworkFailure('unreachable')],
  ['a call that the database cut', new ApiFailure(503, { errors: [{ code: 'try-again', message: 'No.' }] })],
])('does not repeat after %s', async (_, failure) => {
  const { timers, attempts, notices, outcome } = waiting(failure);
  await timers.advance(60_000);
  await expect(outcome).rejects.toBe(failure);
  expect(attempts).toHaveLength(1);
  expect(notices).toEqual(['trouble', 'over']);
});

it('gives up after five minutes, and at once when the screen is left', async () => {
  const patient = waiting(...Array.from({ length: 1000 }, () => unavailable(2)));
  await patient.timers.advance(pollTimeout + 4000);
  await expect(patient.outcome).rejects.toMatchObject({ status: 503 });
  const left = waiting(unavailable(2));
  left.stop.abort();
  await left.timers.advance(0);
  await expect(left.outcome).rejects.toMatchObject({ name: 'AbortError' });
  expect(left.attempts).toEqual([]);
  expect(left.notices).toEqual(['trouble', 'over']);
});
