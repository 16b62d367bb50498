import type { OfferTerm } from '#contract/offers.ts';
import { cents } from '#finance/money.ts';
import { amortize } from '#finance/payment.ts';

/** A term of an amount in cents, with the figures that belong together. */
export function exampleTerm(amount: number, months: number, isAutoSecured: boolean, apr: number): OfferTerm {
  const { monthlyPayment, totalOfPayments } = amortize({
    principal: cents(amount),
    rate: String(apr),
    months,
  });
  const financeCharge = totalOfPayments - amount;
  return { apr, interestRate: apr, monthlyPayment, months, isAutoSecured, financeCharge, totalOfPayments };
}
