// loan-agreement.json: what a loan's documents state besides its figures.
import { z } from 'zod';
import {
  END_ISSUE,
  effectiveDates,
  endsAfterStart,
  isoDate,
  money,
  rate,
  sentence,
  statesOfRow,
} from './fields.ts';

const scope = { states: statesOfRow, ...effectiveDates };
const rules = <Row extends z.ZodType<{ from: string; until?: string | undefined }>>(row: Row) =>
  z.array(row.refine(endsAfterStart, END_ISSUE)).min(1);

/** Whether the lender shares information for a purpose, and if so whether the applicant can limit it. */
const sharing = z.discriminatedUnion('shares', [
  z.strictObject({ shares: z.literal(false) }),
  z.strictObject({ shares: z.literal(true), canLimit: z.boolean() }),
]);
/** Sharing that federal law lets people limit. */
const limitable = sharing.refine((it) => !it.shares || it.canLimit, {
  message: 'must be true: federal law lets people limit this sharing',
  path: ['canLimit'],
});

/** What the model form may name as collected (12 CFR 1016, appendix, C.2(b)(2)). */
const collected = [
  'income',
  'account balances',
  'payment history',
  'transaction history',
  'transaction or loss history',
  'credit history',
  'credit scores',
  'assets',
  'overdraft history',
  'purchase history',
  'account transactions',
  'credit card or other debt',
  'mortgage rates and payments',
  'checking account information',
  'employment information',
  'wire transfer instructions',
] as const;
/** When the model form may state that it is collected (the same, C.3(a)(3)). */
const occasions = [
  'open an account',
  'deposit money',
  'pay your bills',
  'apply for a loan',
  'give us your income information',
  'provide employment information',
  'give us your employment history',
  'apply for financing',
  'provide account information',
  'give us your contact information',
  'pay us by check',
  'give us your wage statements',
  'provide your mortgage information',
  'make a wire transfer',
  'tell us who receives the money',
  'tell us where to send the money',
  'show your government-issued ID',
  "show your driver's license",
] as const;

export const loanAgreementSchema = z.strictObject({
  /** A percentage of the unpaid part of a payment that is `afterDays` late, capped at `most` if there is one. */
  lateCharges: rules(
    z.strictObject({
      ...scope,
      afterDays: z.int().min(1).max(60),
      percentOfPayment: rate,
      most: money.optional(),
      source: sentence,
    }),
  ),
  returnedPayments: rules(z.strictObject({ ...scope, fee: money, source: sentence })),
  prepayments: rules(z.strictObject({ ...scope, penalty: z.boolean(), sentence })),
  /** A payment `afterDays` late is a default; the lender gives `noticeDays` of notice before it demands the full balance. */
  defaults: rules(
    z.strictObject({ ...scope, afterDays: z.int().min(10).max(180), noticeDays: z.int().min(1).max(90) }),
  ),
  securities: rules(z.strictObject({ ...scope, filingFees: sentence })),
  /** The license or registration under which the lender makes loans in the state, with its number. */
  licenses: rules(z.strictObject({ ...scope, number: sentence })),
  /** `clause` is null where disputes go to court only. Borrowers whom the Military Lending Act covers never have one. */
  arbitrations: rules(
    z.strictObject({
      ...scope,
      clause: z.strictObject({ administrator: sentence, optOutDays: z.int().min(30).max(180) }).nullable(),
      source: sentence,
    }),
  ),
  /** The answers for the federal model form of the privacy notice. {name} is the lender's name. */
  privacyNotice: z.strictObject({
    revised: isoDate,
    collects: z.array(z.enum(collected)).length(5, 'must name five kinds beside the Social Security number'),
    collectsWhen: z.array(z.enum(occasions)).length(5, 'must name five occasions'),
    sharing: z.strictObject({
      everydayBusiness: sharing,
      ownMarketing: sharing,
      jointMarketing: sharing,
      affiliatesEverydayTransactions: sharing,
      affiliatesEverydayCreditworthiness: limitable,
      affiliatesMarketing: limitable,
      nonaffiliatesMarketing: limitable,
    }),
    protection: sentence.refine((text) => text.split(/\s+/).length <= 30, 'must have at most 30 words'),
    affiliates: sentence,
    nonaffiliates: sentence,
    jointMarketing: sentence,
    other: sentence.nullable(),
  }),
});
export type LoanAgreement = z.output<typeof loanAgreementSchema>;
