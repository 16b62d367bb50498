import { expect, it, vi } from 'vitest';
import { dropWaiting, onceOnline, onceOnlineForLatest } from './online.ts';

const press = (name: string, done: string[]) =>
  onceOnlineForLatest(
    () => done.push(name),
    () => done.push(`${name} dropped`),
  );

it('of several presses made offline, only the latest is repeated, and the earlier ones are dropped with their notices', () => {
  vi.stubGlobal('window', new EventTarget());
  const done: string[] = [];
  onceOnline(() => done.push('read'));
  press('decline', done);
  press('accept', done);
  expect(done).toEqual(['decline dropped']);
  window.dispatchEvent(new Event('online'));
  window.dispatchEvent(new Event('online'));
  expect(done).toEqual(['decline dropped', 'read', 'accept']);
});

it('a press that is sent drops the one that waits, and a press offline does not', () => {
  vi.stubGlobal('window', new EventTarget());
  const done: string[] = [];
  press('decline', done);
  vi.stubGlobal('navigator', { onLine: false });
  dropWaiting();
  expect(done).toEqual([]);
  vi.stubGlobal('navigator', { onLine: true });
  dropWaiting();
  window.dispatchEvent(new Event('online'));
  expect(done).toEqual(['decline dropped']);
});
