import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { get, post } from '#contract/endpoint.ts';
import { manualTimers } from '../lib/manual-timers.ts';
import type { Send, SendOptions } from './client.ts';
import { ApiFailure, NetworkFailure } from './failures.ts';
import { repeatLostReads } from './lost-reads.ts';

const response = z.object({});
const record = get('/api/v1/record', { response });
const submit = post('/api/v1/records', { response });

/** A call that fails in these ways before it succeeds. */
function calling(endpoint: typeof record | typeof submit, options: SendOptions, ...failures: Error[]) {
  const timers = manualTimers();
  const times: number[] = [];
  const send = (async () => {
    const failure = failures[times.length];
    times.push(timers.now());
    if (failure) throw failure;
    return {};
  }) as unknown as Send;
  const outcome = repeatLostReads(send, timers)(endpoint, undefined, options);
  outcome.catch(() => {});
  return { timers, times, outcome };
}
const lost = () => new NetworkFailure('unreachable');

it('a read that was lost is repeated twice', async () => {
  const { timers, times, outcome } = calling(record, {}, new ApiFailure(503), new ApiFailure(502));
  await timers.advance(2000);
  await expect(outcome).resolves.toEqual({});
  expect(times).toEqual([0, 500, 2000]);
});

it('a read that keeps failing fails as it would have', async () => {
  const failure = new ApiFailure(504);
  const { timers, times, outcome } = calling(record, {}, lost(), lost(), failure);
  await timers.advance(60_000);
  await expect(outcome).rejects.toBe(failure);
  expect(times).toHaveLength(3);
});

it.each([
  ['a call that changes something', submit, {}, lost()],
  ['a long poll', record, { headers: { Prefer: 'wait=3' } }, lost()],
  ['a read that the server refused', record, {}, new ApiFailure(404)],
  ['a read that it refused for now', record, {}, new ApiFailure(503, { errors: [{ message: 'Not now.' }] })],
  ['a form that no process took', submit, {}, new ApiFailure(503)],
  ['a read that its screen ended', record, {}, new DOMException('Ended.', 'AbortError')],
])('%s is not repeated', async (_, endpoint, options, failure) => {
  const { timers, times, outcome } = calling(endpoint, options, failure);
  await timers.advance(60_000);
  await expect(outcome).rejects.toBe(failure);
  expect(times).toEqual([0]);
});

it('a read that is ended while it waits is not repeated', async () => {
  const stop = new AbortController();
  const { timers, times, outcome } = calling(record, { signal: stop.signal }, lost());
  await timers.advance(100);
  stop.abort();
  await timers.advance(60_000);
  await expect(outcome).rejects.toMatchObject({ name: 'AbortError' });
  expect(times).toEqual([0]);
});
