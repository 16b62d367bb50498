import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  asDatabaseUnavailable,
  DatabaseUnavailable,
  isConnectionLost,
  Reachability,
  reconnectDelay,
} from './reachability.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

/** A server that responds or not, and the instants of the attempts to connect. */
function server({ answers = false } = {}) {
  const attempts: number[] = [];
  const changes: string[] = [];
  const state = { answers };
  const reachability = new Reachability(
    async () => {
      attempts.push(Date.now());
      if (!state.answers) throw refused();
    },
    { lost: () => changes.push('lost'), returned: () => changes.push('returned') },
  );
  return { reachability, attempts, changes, state };
}

describe('a server that is lost', () => {
  it('is tried by one loop, five times a second at most, however many connections broke', async () => {
    const { reachability, attempts } = server();
    for (let connection = 0; connection < 20; connection += 1) reachability.suspect(refused());
    await vi.advanceTimersByTimeAsync(60_000);
    reachability.suspect(refused());
    await expect(reachability.pass()).rejects.toThrow(DatabaseUnavailable);
    for (const at of attempts)
      expect(attempts.filter((other) => other >= at && other < at + 1000).length).toBeLessThanOrEqual(5);
    expect(attempts.length).toBeLessThan(90);
    reachability.close();
  });

  it('resumes work within two seconds of its return, and logs each once', async () => {
    const { reachability, state, changes } = server();
    reachability.suspect(refused());
    await vi.advanceTimersByTimeAsync(30_000);
    expect(reachability.isUnavailable).toBe(true);
    const returned = vi.fn();
    reachability.returned().then(returned);
    state.answers = true;
    await vi.advanceTimersByTimeAsync(2000);
    expect(returned).toHaveBeenCalled();
    expect(reachability.isReached).toBe(true);
    expect(reachability.hasReturnedWithin(3)).toBe(true);
    expect(changes).toEqual(['lost', 'returned']);
  });

  it('is not unavailable where only one connection broke: a statement waits for the new one', async () => {
    const { reachability, changes } = server({ answers: true });
    reachability.suspect(refused());
    await reachability.pass();
    expect(changes).toEqual([]);
  });

  it('is not tried again at once after it accepted a connection', async () => {
    const { reachability, attempts } = server({ answers: true });
    const until = Date.now() + 10_000;
    while (Date.now() < until) {
      reachability.suspect(new Error('sorry, too many clients already'));
      await vi.advanceTimersByTimeAsync(50);
    }
    expect(attempts.length).toBeLessThan(30);
    reachability.close();
  });
});

it('attempts come slower and slower, and never more than two seconds apart', () => {
  expect([1, 2, 3, 4, 50].map((failed) => reconnectDelay(failed, 0))).toEqual([250, 500, 1000, 1200, 1200]);
  expect(reconnectDelay(4, 1)).toBeCloseTo(800);
});

it.each([
  ['57P01', true, true],
  ['57P03', true, true],
  ['53300', true, true],
  ['08006', true, true],
  // Of a server that led its cluster and now follows.
  ['25006', true, true],
  ['ECONNRESET', true, true],
  // Cut by a timeout, on a server that is well.
  ['57014', false, true],
  ['55P03', false, true],
  ['25P03', false, true],
  // Mistakes of the setup, and of ours.
  ['28P01', false, false],
  ['3D000', false, false],
  ['23505', false, false],
  ['42P01', false, false],
])('an error %s means a lost connection: %s, and may pass with time: %s', (code, isLost, isForNow) => {
  const error = Object.assign(new Error('no'), { code });
  expect(isConnectionLost(error)).toBe(isLost);
  expect(asDatabaseUnavailable(error) instanceof DatabaseUnavailable).toBe(isForNow);
});
