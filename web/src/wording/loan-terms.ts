// What an offer or a loan is made of, wherever it is shown.
import type { OfferTerm } from '#contract/offers.ts';
import { rate, usd, usdExact } from './format.ts';

export const loanTermsText = {
  monthly: 'Monthly payment',
  amount: 'Loan amount',
  term: 'Term',
  apr: 'APR',
  totalCost: 'Total of payments',
  months: (count: number) => `${count} months`,
  chosen: 'Chosen',
  /** What a screen reader hears after each move to another amount or term: the figures that are shown. */
  result: (amount: number, terms: Pick<OfferTerm, 'months' | 'monthlyPayment' | 'apr' | 'totalOfPayments'>) =>
    `For a loan of ${usd(amount)} over ${terms.months} months: ${usdExact(terms.monthlyPayment)} a month, ${rate(terms.apr)} APR, total of payments ${usdExact(terms.totalOfPayments)}.`,
} as const;

/** What both paths say about an offered loan. */
export const loanText = {
  requested: (amount: number) => `You asked for ${usd(amount)}.`,
  securedBy: (vehicle: string | undefined) =>
    vehicle ? `Secured by your vehicle: ${vehicle}.` : 'Secured by your vehicle.',
  consequence: "If you don't pay, we can repossess it.",
  updateDetails: 'Update your phone, home or monthly payment',
} as const;
