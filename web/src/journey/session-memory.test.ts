import { expect, it } from 'vitest';
import { continueAfterCode, rememberScreen, sessionMemory } from './session-memory.ts';

const memory = () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  return sessionMemory(() => storage as Storage);
};

it('a step that waits for another text code continues after it', () => {
  const tab = memory();
  rememberScreen(tab, 'autopay');
  continueAfterCode(tab);
  expect(tab.get('opening')).toBe('autopay');
});

it('the page of the code itself, or no step, leads to where the application is', () => {
  const tab = memory();
  continueAfterCode(tab);
  rememberScreen(tab, 'phone-check');
  continueAfterCode(tab);
  expect(tab.get('opening')).toBeUndefined();
});
