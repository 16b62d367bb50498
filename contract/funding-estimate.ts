// How much money arrives by when, and until when the documents must be signed for it. The server computes it.
import * as z from 'zod/mini';
import { cents, instant, isoDate } from './shapes.ts';

export const fundingEstimate = z.object({
  /** What arrives, in cents: the loan without its fees. */
  amount: cents,
  /** The last digits of the account that receives it, once that is chosen. */
  mask: z.optional(z.string().check(z.maxLength(4))),
  /** By the lender's calendar. Absent until a secured loan is paid: a person at the branch must see its insurance first. */
  arrivesOn: z.optional(isoDate),
  /** The cutoff that a signature must meet; absent once the documents are signed. */
  signBy: z.optional(instant),
  /** The branch's, for that cutoff. */
  timeZone: z.optional(z.string()),
});
export type FundingEstimate = z.output<typeof fundingEstimate>;
