// What an offer's payment is paid for.
import { rate, usdExact } from './format.ts';
import { loanTermsText } from './loan-terms.ts';

/** Fact by fact, since lines break only between them. */
export const paidFor = (term: {
  readonly months: number;
  readonly apr: number;
  readonly totalOfPayments: number;
}) => [
  `for ${loanTermsText.months(term.months)}`,
  `at ${rate(term.apr)} APR,`,
  `${usdExact(term.totalOfPayments)} in all`,
];
