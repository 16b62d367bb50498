// funding.json.
import { z } from 'zod';
import { clockTime, money, nineDigits, sentence } from './fields.ts';

/** Nacha Operating Rules, Same Day Entry: $1,000,000, in cents. */
const sameDayMost = 1_000_000_00;

/** How loans are funded: the bank that originates the credits, and when a day's file closes. */
const funding = z.strictObject({
  /** Loans signed after this time, in the lender's time zone, go into the next banking day's file. */
  cutoff: clockTime,
  /** Banking days from the day of a file until the money arrives. */
  settlesAfterBankingDays: z.int().min(1).max(5),
  /** Where the lender's bank takes same-day credits: until when, and how much one may move. */
  sameDay: z
    .strictObject({
      /** Loans signed after this time, in the lender's time zone, go into the next file. */
      cutoff: clockTime,
      /** When the credits settle, in Eastern Time: Nacha's windows of 10:30 a.m., 2:45 p.m. and 4:45 p.m. Without it, the bank decides. */
      settlement: z.enum(['1300', '1700', '1800']).optional(),
      limit: money.refine(
        (cents) => cents <= sameDayMost,
        'must not be above 1000000.00, the most that Nacha lets a same-day entry move',
      ),
    })
    .optional(),
  destination: z.strictObject({ routingNumber: nineDigits, name: sentence.max(23) }),
  origin: z.strictObject({ id: sentence.length(10), name: sentence.max(23) }),
  companyName: sentence.max(16),
  companyId: sentence.length(10),
  originatingBank: nineDigits,
  entryDescription: sentence.max(10),
  /** The vehicle-data service by its records, or the branch, which reports through the core system. */
  titleCheck: z.enum(['service', 'branch']),
  /**
   * The days after the documents, and after a later signature, by which the papers of a vehicle must be sent, or the signed loan ends.
   * Only for a security agreement that makes the funding conditional on that and says the day ({papersBy}); without it, the branch ends one.
   */
  papersWithinDays: z.int().min(14).max(90).exactOptional(),
  /** Without it, automatic payments are debited when they are due. */
  autopay: z
    .strictObject({
      /** Applicants may have payments debited up to this many days before they are due. */
      mostDaysBeforeDue: z.int().min(0).max(10),
    })
    .optional(),
});

export const fundingSchema = funding.refine(
  ({ sameDay, cutoff }) => sameDay === undefined || sameDay.cutoff < cutoff,
  { message: 'must be before the cutoff of the day’s standard file', path: ['sameDay', 'cutoff'] },
);
export type Funding = z.output<typeof fundingSchema>;
