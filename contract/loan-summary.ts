// The loan of an application in short, as far as it is known, for the card beside every step and the status page.
import * as z from 'zod/mini';
import { fundingEstimate } from './funding-estimate.ts';
import { branchTexts, cents, instant, isoDate, loanFees, manager, months, percent } from './shapes.ts';

/** Every figure is absent until it is known: before a choice there is only the branch, before the documents no due date. */
export const loanSummary = z.object({
  /** What is borrowed, in cents. */
  amount: z.optional(cents),
  monthlyPayment: z.optional(cents),
  months: z.optional(months),
  apr: z.optional(percent),
  /** In cents; the figures of the Truth in Lending disclosure. */
  totalOfPayments: z.optional(cents),
  financeCharge: z.optional(cents),
  fees: z.optional(loanFees),
  firstDueDate: z.optional(isoDate),
  money: z.optional(fundingEstimate),
  isAutoSecured: z.optional(z.boolean()),
  /** The branch that services the application, once the applicant has one. */
  branch: z.optional(
    z.object({
      name: z.string(),
      phone: z.string(),
      texts: z.optional(branchTexts),
      /** Of the clock that the applicant's times are on. */
      timeZone: z.string(),
      /** By when it calls the applicant; absent where no call is expected. */
      callBy: z.optional(instant),
      manager,
    }),
  ),
});
export type LoanSummary = z.output<typeof loanSummary>;
