import { expect, it } from 'vitest';
import { nextScreen } from './ErrorPage.tsx';

it.each([
  ['a live application continues', { defaultScreen: 'bank-link', phase: 'live' }, 'bank-link'],
  ['one that waits waits again', { defaultScreen: 'approval-loading', phase: 'waiting' }, 'approval-loading'],
  ['one that a person has to settle does not', { defaultScreen: 'contact', phase: 'waiting' }, undefined],
  ['one that has ended does not', { defaultScreen: 'declined', phase: 'ended' }, undefined],
  ['a browser without one does not', {}, undefined],
] as const)('after a temporary error %s', (_, journey, screen) => expect(nextScreen(journey)).toBe(screen));
