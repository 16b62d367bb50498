// The terms of a note, as the core system services them.
import * as z from 'zod';
import { cents, doc, isoDate, percent } from './core-fields.ts';

export const note = z.object({
  madeOn: isoDate.meta(doc('The day of the note.')),
  state: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .meta(doc('Whose law governs the note.')),
  amountCents: cents.meta(doc('The principal, fees included.')),
  contractRate: percent.meta(doc('The interest rate of the note, in percent a year.')),
  months: z.int().min(1).max(1200),
  monthlyPaymentCents: cents,
  lastPaymentCents: cents,
  firstDueOn: isoDate,
  lastDueOn: isoDate,
  fees: z
    .object({ originationCents: cents, filingCents: cents })
    .meta(doc('Taken out of the amount. Zero where there are none.')),
  lateCharge: z.object({
    afterDays: z.int().min(1),
    percentOfPayment: percent,
    mostCents: cents.nullable().meta(doc('The most that is charged, or null for no limit.')),
  }),
  returnedPaymentFeeCents: cents,
  hasPrepaymentPenalty: z.boolean(),
  payoff: z
    .object({
      method: z
        .enum(['principal-left', 'tiers'])
        .meta(
          doc(
            'tiers: the law does not let the contract rate apply to an early payoff, so what is owed is at most what the tiers of the state allow for the time that has passed.',
          ),
        ),
      feeRefund: z
        .enum(['none', 'pro-rata', 'actuarial'])
        .meta(doc('How the unearned part of the origination fee is credited at an early payoff.')),
      amountsCents: z
        .array(cents)
        .min(1)
        .meta(
          doc(
            'What pays off the loan right after each payment of the schedule, the unearned fee credited, if every payment was made when due. Late charges come on top.',
          ),
        ),
    })
    .meta(doc('A loan that is paid off early: never charge more than this.')),
  defaultAfterDays: z.int().min(1),
  isAutoSecured: z.boolean(),
  coveredByMilitaryLendingAct: z.boolean(),
});
