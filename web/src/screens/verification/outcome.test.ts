import { expect, it } from 'vitest';
import { afterVerification, whereToLink } from './outcome.ts';

const all = { income: true, residence: true, identity: true };

it.each([
  ['nowhere yet', undefined, { status: 'NOT_STARTED', income: false, residence: false, identity: false }],
  ['nowhere yet', undefined, { status: 'PENDING', ...all }],
  ['to success', 'verification-success', { status: 'FINISHED', ...all }],
  ['to the chat without income', 'verification-chat', { status: 'FINISHED', ...all, income: false }],
  ['to the chat without residence', 'verification-chat', { status: 'FINISHED', ...all, residence: false }],
  ['to the chat without identity', 'verification-chat', { status: 'FINISHED', ...all, identity: false }],
  ['to the error page', 'verification-error', { status: 'FAILED', ...all }],
] as const)('a verification leads: %s', (_, screen, record) =>
  expect(afterVerification(record)).toBe(screen));

it('a bank is linked on its page, on the fast path where the deposit is, and otherwise nowhere', () => {
  expect(whereToLink(['verification-error', 'bank-link'])).toBe('/loan-request/success?bank=another');
  expect(whereToLink(['fast-path-select-payment', 'verification-error'])).toBe('/fast-path/select-payment');
  expect(whereToLink(['landing', 'error'])).toBeUndefined();
});
