// The bank's cash flow as the lender's attributes measure it.
import type { CashFlow } from '../../credit-policy/attributes.ts';
import type { BankTransaction } from '../../vendors/bank-data.ts';
import { dayMs, isIncome } from './income.ts';

/** As many days as the bank's history is fetched for. */
const months = 6;
const daysAMonth = 30;
export const cashFlowDays = months * daysAMonth;
/** The days over which fees and loan payments are counted. */
const recentDays = 90;

const overdraftFees = new Set(['BANK_FEES_OVERDRAFT_FEES', 'BANK_FEES_INSUFFICIENT_FUNDS']);
/** A mortgage counts as housing, and what a card's payment covers is no loan's installment. */
const notInstallments = new Set(['LOAN_PAYMENTS_MORTGAGE_PAYMENT', 'LOAN_PAYMENTS_CREDIT_CARD_PAYMENT']);
const isInstallment = (category: string) =>
  category.startsWith('LOAN_PAYMENTS_') && !notInstallments.has(category);

/**
 * Measures what a bank shows in the 180 days before `now`:
 * - `incomeMonths`: of the last six periods of 30 days, those with a deposit of income (by the vendor's category, without refunds);
 * - `overdrafts90Days`: fees for overdrafts and returned payments in the last 90 days;
 * - `monthlyLoanPayments`: payments on loans in the last 90 days, in cents a month, without mortgages and cards.
 *
 * All are null where the bank lists no transactions, because then it shows nothing.
 */
export function cashFlowOf(transactions: readonly BankTransaction[], now: Date): CashFlow {
  const dated = transactions.flatMap((transaction) => {
    const daysAgo = Math.floor((now.getTime() - Date.parse(transaction.date)) / dayMs);
    return daysAgo >= 0 && daysAgo < cashFlowDays ? [{ ...transaction, daysAgo }] : [];
  });
  if (dated.length === 0) return { incomeMonths: null, overdrafts90Days: null, monthlyLoanPayments: null };
  const incomes = dated.filter((transaction) => transaction.cents > 0 && isIncome(transaction));
  const paidOut = dated.filter(({ cents, daysAgo }) => cents < 0 && daysAgo < recentDays);
  const installments = paidOut.filter(({ category }) => isInstallment(category));
  return {
    incomeMonths: new Set(incomes.map(({ daysAgo }) => Math.floor(daysAgo / daysAMonth))).size,
    overdrafts90Days: paidOut.filter(({ category }) => overdraftFees.has(category)).length,
    monthlyLoanPayments: Math.round(
      (installments.reduce((sum, { cents }) => sum - cents, 0) * daysAMonth) / recentDays,
    ),
  };
}
