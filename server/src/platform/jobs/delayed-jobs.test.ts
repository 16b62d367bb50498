import { expect, it } from 'vitest';
import { secondsAfter } from '../clock.ts';
import { retryAt } from './delayed-jobs.ts';

const begun = new Date('2026-03-02T15:00:00Z');
const end = secondsAfter(begun, 24 * 3600);

it('work that waits for a vendor is tried after growing pauses, up to half an hour, and last at the end of its time', () => {
  const tries: Date[] = [];
  for (let now: Date | undefined = begun; now; now = retryAt(tries.length - 1, now, end)) tries.push(now);
  const pauses = tries.slice(1).map((at, index) => (at.getTime() - (tries[index] as Date).getTime()) / 1000);
  expect(pauses.slice(0, 8)).toEqual([30, 60, 120, 240, 480, 960, 1800, 1800]);
  expect(Math.max(...pauses)).toBe(1800);
  expect(tries.at(-1)).toEqual(end);
  expect(tries.length).toBeLessThan(60);
});

it('is not tried after its time', () => {
  expect(retryAt(0, end, end)).toBeUndefined();
  expect(retryAt(3, secondsAfter(end, -10), end)).toEqual(end);
});
