import { expect, it } from 'vitest';
import { cashFlowOf } from './cash-flow.ts';

const now = new Date('2026-07-01T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10);
const transaction = (days: number, dollars: number, category: string) => ({
  date: daysAgo(days),
  cents: dollars * 100,
  category,
});
const pay = (days: number) => transaction(days, 1800, 'INCOME_WAGES');

it('counts the months in which income was deposited, however often', () => {
  expect(cashFlowOf([pay(1), pay(15), pay(29)], now).incomeMonths).toBe(1);
  expect(cashFlowOf([0, 30, 60, 90, 120, 150].map(pay), now).incomeMonths).toBe(6);
  expect(cashFlowOf([pay(29), pay(30), pay(179), pay(180), pay(-1)], now).incomeMonths).toBe(3);
});

it('counts no refund, transfer or outgoing money as income', () => {
  const others = [
    transaction(5, 900, 'INCOME_TAX_REFUND'),
    transaction(35, 900, 'TRANSFER_IN_DEPOSIT'),
    transaction(65, -900, 'INCOME_WAGES'),
  ];
  expect(cashFlowOf(others, now).incomeMonths).toBe(0);
});

it('counts fees for overdrafts and returned payments of 90 days, and no fee that was paid back', () => {
  const fees = [
    transaction(0, -35, 'BANK_FEES_OVERDRAFT_FEES'),
    transaction(89, -35, 'BANK_FEES_INSUFFICIENT_FUNDS'),
    transaction(90, -35, 'BANK_FEES_OVERDRAFT_FEES'),
    transaction(12, 35, 'BANK_FEES_OVERDRAFT_FEES'),
    transaction(12, -5, 'BANK_FEES_ATM_FEES'),
  ];
  expect(cashFlowOf(fees, now).overdrafts90Days).toBe(2);
});

it('averages the payments on loans of 90 days to a month, in cents, without mortgage and cards', () => {
  const payments = [
    ...[10, 40, 70].map((days) => transaction(days, -310, 'LOAN_PAYMENTS_CAR_PAYMENT')),
    transaction(50, -100.01, 'LOAN_PAYMENTS_PERSONAL_LOAN_PAYMENT'),
    transaction(100, -310, 'LOAN_PAYMENTS_CAR_PAYMENT'),
    transaction(20, -1500, 'LOAN_PAYMENTS_MORTGAGE_PAYMENT'),
    transaction(20, -800, 'LOAN_PAYMENTS_CREDIT_CARD_PAYMENT'),
    transaction(20, -800, 'RENT_AND_UTILITIES_RENT'),
  ];
  expect(cashFlowOf(payments, now).monthlyLoanPayments).toBe(34_334);
});

it('measures nothing where the bank lists no transactions', () => {
  const nothing = { incomeMonths: null, overdrafts90Days: null, monthlyLoanPayments: null };
  expect(cashFlowOf([], now)).toEqual(nothing);
  expect(cashFlowOf([pay(200)], now)).toEqual(nothing);
});
