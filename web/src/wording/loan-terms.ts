// What an offer or a loan is made of, wherever it is shown.
import { usd } from './format.ts';

export const loanTermsText = {
  monthly: 'Monthly payment',
  amount: 'Loan amount',
  term: 'Term',
  apr: 'APR',
  totalCost: 'Total of payments',
  months: (count: number) => `${count} months`,
  chosen: 'Chosen',
} as const;

/** What both paths say about an offered loan. */
export const loanText = {
  requested: (amount: number) => `You asked for ${usd(amount)}.`,
  securedBy: (vehicle: string | undefined) =>
    vehicle ? `Secured by your vehicle: ${vehicle}.` : 'Secured by your vehicle.',
  consequence: "If you don't pay, we can repossess it.",
  updateDetails: 'Update your phone, home or monthly payment',
} as const;
