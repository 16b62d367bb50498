import { expect, it } from 'vitest';
import { screenNames } from '#contract/screens.ts';
import { screenStates } from './states.ts';

it('every screen is shown, and each state once', () => {
  expect(new Set(screenStates.map(({ screen }) => screen))).toEqual(new Set(screenNames));
  const names = screenStates.map(({ screen, name }) => `${screen}: ${name}`);
  expect(new Set(names).size).toBe(names.length);
});

it('only screens that ask nothing of the server are shown as they come', () => {
  const asTheyCome = screenStates.filter(({ name }) => name === 'as it comes').map(({ screen }) => screen);
  expect(asTheyCome.sort()).toEqual([
    'capture-only',
    'contact',
    'customer-login',
    'error',
    'frequently-asked-questions',
    'offline-error',
    'too-young',
  ]);
});
