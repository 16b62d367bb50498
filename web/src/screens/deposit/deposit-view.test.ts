import { expect, it } from 'vitest';
import { depositView } from './Deposit.tsx';

const accounts = { hasLink: true, failed: false, count: 2, asksByHand: false } as const;

it.each([
  ['linked accounts', {}, 'accounts'],
  ['linked accounts, and the wish to type', { asksByHand: true }, 'by-hand'],
  ['no answer yet', { count: undefined }, 'loading'],
  ['no account', { count: 0 }, 'none'],
  ['no linked bank', { hasLink: false, count: undefined }, 'none'],
  ['accounts that cannot be read', { failed: true, count: undefined }, 'failed'],
  ['accounts that were read before they failed', { failed: true }, 'accounts'],
])('%s', (_, changes, view) => {
  expect(depositView({ ...accounts, ...changes })).toBe(view);
});
