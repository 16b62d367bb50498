// The account that receives a loan's money, and the request to the core system to pay it.
import * as z from 'zod';
import { cents, doc, isoDate, nineDigits } from './core-fields.ts';

export const account = z
  .object({
    accountType: z.enum(['checking', 'savings']),
    routingNumber: nineDigits,
    accountNumber: z.string().min(4).max(17),
  })
  .meta(doc('A bank account, with its full numbers.'));

export const payout = z.object({
  method: z
    .enum(['instant', 'core'])
    .meta(doc('`instant`: by RTP or FedNow, at once. `core`: by a method that the system chooses.')),
  amountCents: cents,
  expectedOn: isoDate.meta(doc('The day that the applicant was promised.')),
  account,
});
export type Payout = z.output<typeof payout>;
