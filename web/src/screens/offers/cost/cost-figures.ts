// What a loan on offer costs over its life, from the terms that the server offered. Pure functions.
import type { OfferTerm } from '#contract/offers.ts';
import { balanceOverTime, costByYear, withExtraPayments } from '#finance/loan-cost.ts';
import { type Cents, dollars } from '#finance/money.ts';
import { amortize, type LevelLoan } from '#finance/payment.ts';

/** What can be paid more each month, in cents. */
export const extras: readonly Cents[] = [25, 50, 100].map(dollars);

type Disclosed = Pick<OfferTerm, 'months' | 'interestRate' | 'monthlyPayment' | 'totalOfPayments'>;

/** Undefined unless the schedule is the disclosed one to the cent: nothing is better than a wrong picture. */
export function costOf(amount: number, term: Disclosed) {
  // Over the wire, cents and rates are plain numbers.
  const loan: LevelLoan = {
    principal: amount as Cents,
    rate: String(term.interestRate),
    months: term.months,
  };
  const schedule = amortize(loan);
  if (
    schedule.monthlyPayment !== term.monthlyPayment ||
    schedule.totalOfPayments !== term.totalOfPayments ||
    schedule.rows.length !== term.months
  ) {
    return undefined;
  }
  return {
    schedule,
    balances: balanceOverTime(schedule),
    years: costByYear(schedule),
    interestPercent: Math.round((schedule.totalInterest / schedule.totalOfPayments) * 100),
    withExtra: (extra: Cents) => {
      const sooner = withExtraPayments(loan, extra);
      return { ...sooner, balances: balanceOverTime(sooner.schedule) };
    },
  };
}

/** A line through balances in a box of `months` by 100, the first balance at the top left. */
export function balanceLine(balances: readonly number[], highest: number): string {
  return balances
    .map((balance, at) => `${at === 0 ? 'M' : 'L'}${at} ${(100 - (balance / highest) * 100).toFixed(2)}`)
    .join('');
}
