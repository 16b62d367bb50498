// A loan as the core system boards it, and the dates that it may change later.
import * as z from 'zod';
import {
  account,
  cents,
  instant,
  isoDate,
  nineDigits,
  percent,
  phone,
  sha256,
  text,
  traceNumber,
} from './fields.ts';

const schedule = z
  .array(
    z.object({
      number: z.int().min(1).max(1200),
      dueOn: isoDate,
      paymentCents: cents,
      principalCents: cents,
      interestCents: cents,
      balanceCents: cents.describe('Owed after the payment.'),
    }),
  )
  .min(1)
  .describe('Every payment. The last one absorbs the rounding and leaves nothing owed.');

/** The terms of the note, as the core system services them. */
const note = z.object({
  madeOn: isoDate.describe('The day of the note.'),
  state: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .describe('Whose law governs the note.'),
  amountCents: cents.describe('The principal, fees included.'),
  contractRate: percent.describe('The interest rate of the note, in percent a year.'),
  months: z.int().min(1).max(1200),
  monthlyPaymentCents: cents,
  lastPaymentCents: cents,
  firstDueOn: isoDate,
  lastDueOn: isoDate,
  fees: z
    .object({ originationCents: cents, filingCents: cents })
    .describe('Taken out of the amount. Zero where there are none.'),
  lateCharge: z.object({
    afterDays: z.int().min(1),
    percentOfPayment: percent,
    mostCents: cents.nullable().describe('The most that is charged, or null for no limit.'),
  }),
  returnedPaymentFeeCents: cents,
  hasPrepaymentPenalty: z.boolean(),
  payoff: z
    .object({
      method: z
        .enum(['principal-left', 'tiers'])
        .describe(
          'tiers: the law does not let the contract rate apply to an early payoff, so what is owed is at most what the tiers of the state allow for the time that has passed.',
        ),
      feeRefund: z
        .enum(['none', 'pro-rata', 'actuarial'])
        .describe('How the unearned part of the origination fee is credited at an early payoff.'),
      amountsCents: z
        .array(cents)
        .min(1)
        .describe(
          'What pays off the loan right after each payment of the schedule, the unearned fee credited, if every payment was made when due. Late charges come on top.',
        ),
    })
    .describe('A loan that is paid off early: never charge more than this.'),
  defaultAfterDays: z.int().min(1),
  isAutoSecured: z.boolean(),
  coveredByMilitaryLendingAct: z.boolean(),
});

export const boarding = z.object({
  applicationId: z.uuid().describe('Our reference. There is one loan for each.'),
  branchId: text.describe('The branch that services the loan, by the id in the lender’s branches.json.'),
  borrower: z.object({
    firstName: text,
    lastName: text,
    dateOfBirth: isoDate,
    ssn: nineDigits,
    addresses: z
      .array(
        z.object({
          kind: z.enum(['home']),
          streetAddress: text,
          city: text,
          state: z.string().regex(/^[A-Z]{2}$/),
          zipCode: z.string().regex(/^\d{5}$/),
        }),
      )
      .min(1),
    contact: z.object({
      phone: phone.describe('Confirmed by a text code. E.164.'),
      email: text.describe('The address to which the loan documents went.'),
      electronicNotices: z
        .boolean()
        .describe('Whether the consent to electronic notices is in force. Send paper otherwise.'),
    }),
  }),
  vehicle: z
    .object({
      year: z.int().min(1900).max(2100),
      make: text,
      model: text,
      vin: z.string().regex(/^[A-Z0-9]{5,17}$/),
      valueCents: cents,
    })
    .nullable()
    .describe('The collateral. Null for an unsecured loan.'),
  note,
  schedule: schedule.describe(
    'As signed. Its dates follow the day the money arrives, which `dates` has once it is known.',
  ),
  disclosure: z
    .object({
      apr: percent.describe('The Regulation Z APR, in percent.'),
      financeChargeCents: cents,
      amountFinancedCents: cents,
      totalOfPaymentsCents: cents,
    })
    .describe('The figures of the Truth in Lending disclosure (12 CFR 1026.18).'),
  disbursement: z
    .object({
      method: z.literal('ach-credit'),
      amountCents: cents.describe('What is paid out: the amount without the fees.'),
      expectedOn: isoDate.describe('The day on which the documents assume that the money arrives.'),
      account,
    })
    .describe('How we pay the loan out. The core system only books it.'),
  consents: z
    .array(z.object({ document: text, version: text, sha256, givenAt: instant }))
    .min(1)
    .describe('What the borrower agreed to, by the version and hash of its exact text.'),
  signature: z.object({
    envelopeId: text.describe('Of the signed documents, at the signing service.'),
    signedAt: instant,
  }),
  documents: z
    .array(z.object({ reference: text, kind: text, title: text, sha256, madeAt: instant }))
    .min(1)
    .describe('The loan’s documents as they were sent to be signed. The hash is that of the PDF.'),
  auditCheckpoint: z
    .string()
    .regex(/^\d+:[0-9a-f]{64}$/)
    .nullable()
    .describe(
      'The latest signed checkpoint of our audit log at the signature: store it, to show that none was erased.',
    ),
});
export type Boarding = z.output<typeof boarding>;

export const loanDates = z.object({
  fundsArriveOn: isoDate,
  firstDueOn: isoDate,
  lastDueOn: isoDate,
  schedule,
  disbursement: z
    .object({ amountCents: cents, traceNumber, account })
    .describe(
      'The ACH credit that is on its way, and where to. A bank that returns it names this trace number.',
    ),
});
