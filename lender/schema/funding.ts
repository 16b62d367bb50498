// funding.json.
import { z } from 'zod';
import { clockTime, sentence } from './fields.ts';

const nineDigits = z.string().regex(/^\d{9}$/, 'must be the nine digits of a routing number');

/** How loans are funded: the bank that originates the credits, and when a day's file closes. */
export const fundingSchema = z.strictObject({
  /** Loans signed after this time, in the lender's time zone, go into the next banking day's file. */
  cutoff: clockTime,
  /** Banking days from the day of a file until the money arrives. */
  settlesAfterBankingDays: z.int().min(1).max(5),
  destination: z.strictObject({ routingNumber: nineDigits, name: sentence.max(23) }),
  origin: z.strictObject({ id: sentence.length(10), name: sentence.max(23) }),
  companyName: sentence.max(16),
  companyId: sentence.length(10),
  originatingBank: nineDigits,
  entryDescription: sentence.max(10),
});
export type Funding = z.output<typeof fundingSchema>;
