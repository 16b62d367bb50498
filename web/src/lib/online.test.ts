import { expect, it, vi } from 'vitest';
import { onceOnline, onceOnlineForLatest } from './online.ts';

it('of several presses made offline, only the latest is repeated, and the earlier ones are dropped with their notices', () => {
  vi.stubGlobal('window', new EventTarget());
  const done: string[] = [];
  const press = (name: string) =>
    onceOnlineForLatest(
      () => done.push(name),
      () => done.push(`${name} dropped`),
    );
  onceOnline(() => done.push('read'));
  press('decline');
  press('accept');
  expect(done).toEqual(['decline dropped']);
  window.dispatchEvent(new Event('online'));
  window.dispatchEvent(new Event('online'));
  expect(done).toEqual(['decline dropped', 'read', 'accept']);
});
