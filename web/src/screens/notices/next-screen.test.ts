import { expect, it } from 'vitest';
import { nextScreen } from './next-screen.ts';

it.each([
  ['a live application continues', { rest: 'bank-link', course: 'live' }, 'bank-link'],
  [
    'one that is waited for is waited for again',
    { rest: 'approval-loading', course: 'waiting' },
    'approval-loading',
  ],
  ['one that a person has to settle does not', { rest: 'contact', course: 'waiting' }, undefined],
  ['one that has ended does not', { rest: 'declined', course: 'ended' }, undefined],
  ['a browser without one does not', {}, undefined],
] as const)('after a temporary error %s', (_, journey, screen) => expect(nextScreen(journey)).toBe(screen));
