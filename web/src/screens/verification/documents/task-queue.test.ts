import { expect, it } from 'vitest';
import { createTaskQueue } from './use-uploads.ts';

/** Tasks that record when they start, and end when they are released. */
function tasks() {
  const started: string[] = [];
  const signals = new Map<string, AbortSignal>();
  const ends = new Map<string, () => void>();
  const task = (key: string) => (signal: AbortSignal) => {
    started.push(key);
    signals.set(key, signal);
    return new Promise<void>((resolve) => ends.set(key, resolve));
  };
  const end = async (key: string) => {
    ends.get(key)?.();
    await new Promise((turn) => setTimeout(turn));
  };
  return { queue: createTaskQueue(), started, signals, task, end };
}

it('runs one task after the other', async () => {
  const { queue, started, task, end } = tasks();
  queue.add('a', task('a'));
  queue.add('b', task('b'));
  await end('');
  expect(started).toEqual(['a']);
  await end('a');
  expect(started).toEqual(['a', 'b']);
});

it('aborts a task that runs, and never runs one that is canceled before its turn', async () => {
  const { queue, started, signals, task, end } = tasks();
  for (const key of ['a', 'b', 'c']) queue.add(key, task(key));
  await end('');
  queue.cancel('a');
  queue.cancel('b');
  expect(signals.get('a')?.aborted).toBe(true);
  await end('a');
  expect(started).toEqual(['a', 'c']);
});

it('runs nothing more once all tasks are canceled', async () => {
  const { queue, started, task, end } = tasks();
  queue.add('a', task('a'));
  queue.add('b', task('b'));
  await end('');
  queue.cancelAll();
  await end('a');
  expect(started).toEqual(['a']);
});
