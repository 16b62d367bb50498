import { expect, test } from 'vitest';
import { exampleLoan } from './example-loan.ts';

test('the landing page’s example is what the lending arithmetic says', () => {
  expect(exampleLoan()).toEqual({
    amount: '$5,000',
    months: 48,
    apr: '31.22%',
    payment: '$183.60',
    lastPayment: '$183.12',
    financeCharge: '$3,812.32',
    total: '$8,812.32',
  });
});
