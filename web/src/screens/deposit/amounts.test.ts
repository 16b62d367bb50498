import { expect, it } from 'vitest';
import { amountsForm } from '#contract/account-validation.ts';
import { centsOf } from './ConfirmAccount.tsx';

it.each([
  ['0.12', 12],
  ['.07', 7],
  [' $0.99 ', 99],
])('the amount %j is %i cents', (typed, cents) => {
  expect(amountsForm.safeParse({ first: typed, second: typed }).success).toBe(true);
  expect(centsOf(typed)).toBe(cents);
});

it.each(['', '12', '1.12', '0.1', '0.123', 'twelve'])('%j is no amount of a micro-entry', (typed) => {
  expect(amountsForm.safeParse({ first: typed, second: '0.12' }).success).toBe(false);
});
