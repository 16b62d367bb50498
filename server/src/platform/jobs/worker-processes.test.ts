import { expect, it, vi } from 'vitest';
import { WorkerProcesses } from './worker-processes.ts';

it('asks a process that was heard of lately, and never itself or one that leaves', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const processes = new WorkerProcesses();
  expect(processes.another()).toBeUndefined();
  processes.heard(processes.id);
  processes.heard('a');
  expect(processes.another()).toBe('a');
  vi.advanceTimersByTime(8000);
  processes.heard('b');
  vi.advanceTimersByTime(4000);
  expect(processes.another()).toBe('b');
  processes.heard('b leaves');
  expect(processes.another()).toBeUndefined();
  vi.useRealTimers();
});
