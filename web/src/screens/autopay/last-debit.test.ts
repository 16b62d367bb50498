import { expect, it } from 'vitest';
import type { Autopay } from '#contract/autopay.ts';
import { lastDebitOf } from './Success.tsx';

const plan: Autopay = {
  status: 'ACTIVE',
  accounts: [],
  paymentAmount: 18_360,
  days: [
    { daysBeforeDue: 0, firstDebit: '2026-12-23', lastDebit: '2030-11-22' },
    { daysBeforeDue: 1, firstDebit: '2026-12-22', lastDebit: '2030-11-21' },
  ],
  chosen: { accountId: 'a1', daysBeforeDue: 0, firstDebit: '2026-12-23', firstPaid: '2026-12-23' },
};

it('the last debit is made on the day that was authorized, and is unknown while autopay is off', () => {
  expect(lastDebitOf(plan)).toBe('2030-11-22');
  expect(lastDebitOf({ ...plan, status: 'CANCELED' })).toBeUndefined();
});
