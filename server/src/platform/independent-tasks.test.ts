import { expect, it } from 'vitest';
import { DatabaseUnavailable } from './db/reachability.ts';
import { IndependentTasks } from './independent-tasks.ts';

const failing = (error: Error) => async () => {
  throw error;
};

it('does every part, and then throws what a part threw', async () => {
  const attempts = new IndependentTasks();
  const done: number[] = [];
  const first = new Error('the first');
  expect(await attempts.run(failing(first))).toBe(false);
  expect(await attempts.run(async () => void done.push(2))).toBe(true);
  expect(done).toEqual([2]);
  expect(() => attempts.end()).toThrow(first);
  await attempts.run(failing(new Error('the second')));
  expect(() => attempts.end()).toThrow(AggregateError);
});

it('throws nothing if every part is done', async () => {
  const attempts = new IndependentTasks();
  await attempts.run(async () => {});
  expect(() => attempts.end()).not.toThrow();
});

it('attempts no other part while the database is unavailable', async () => {
  const unavailable = new DatabaseUnavailable(new Error('gone'));
  await expect(new IndependentTasks().run(failing(unavailable))).rejects.toBe(unavailable);
});
