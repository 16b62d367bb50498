import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchPresses } from './presses.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function page() {
  const target = new EventTarget();
  const done: string[] = [];
  const presses = watchPresses(target);
  return {
    done,
    happens: (...names: string[]) => {
      for (const name of names) target.dispatchEvent(new Event(name));
    },
    check: () => presses.after(() => done.push('checked')),
    target,
  };
}

describe('what would move the page', () => {
  it('happens at once while nothing is pressed', () => {
    const { check, done } = page();
    check();
    expect(done).toEqual(['checked']);
  });

  it('waits for the press of a mouse, until its click', () => {
    const { check, done, happens, target } = page();
    target.addEventListener('click', () => done.push('clicked'));
    happens('pointerdown', 'mousedown');
    check();
    vi.advanceTimersByTime(5000);
    expect(done).toEqual([]);
    happens('pointerup', 'mouseup', 'click');
    vi.runAllTimers();
    expect(done).toEqual(['clicked', 'checked']);
  });

  it('waits although the field that is left formats its text', () => {
    const { check, done, happens, target } = page();
    const left = new EventTarget();
    happens('pointerdown', 'mousedown');
    target.dispatchEvent(Object.defineProperty(new Event('input'), 'target', { value: left }));
    happens('change');
    check();
    vi.runAllTimers();
    expect(done).toEqual([]);
  });

  it('waits for a tap, whose mouse events come after the finger left', () => {
    const { check, done, happens } = page();
    happens('pointerdown', 'pointerup', 'mousedown');
    check();
    happens('mouseup', 'click');
    expect(done).toEqual([]);
    vi.runAllTimers();
    expect(done).toEqual(['checked']);
  });

  const endings = ['pointercancel', 'contextmenu', 'dragend', 'keydown', 'input'];
  it.each(endings)('does not wait forever for a press that ends in %s', (name) => {
    const { check, done, happens } = page();
    happens('pointerdown');
    check();
    happens(name);
    vi.runAllTimers();
    check();
    expect(done).toEqual(['checked', 'checked']);
  });
});
