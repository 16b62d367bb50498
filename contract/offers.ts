// Programs, terms and the term that is accepted.
import * as z from 'zod/mini';
import { application, get, post, put } from './endpoint.ts';
import { cents, href, link, loanFees, months, percent } from './shapes.ts';

/** The lender's data defines the programs, so the contract checks only the form of a name. */
const programName = z.string().check(z.regex(/^[a-z][a-z0-9_]*$/));

const amountRange = z.object({ min: cents, max: cents });

const loanProgram = z.object({
  programName,
  amountRanges: z.array(amountRange),
  validAmounts: z.array(z.object({ amount: cents, isAutoSecured: z.boolean() })),
  href,
  getTerms: link,
});
export type LoanProgram = z.output<typeof loanProgram>;

export const offersSummary = z.object({
  /** Every program of the lender is among them. */
  hasAllOffers: z.boolean(),
  /** The one named `small`, or `large`, is the only one. Never so at a lender without a program of that name. */
  isOnlySmall: z.boolean(),
  isOnlyLarge: z.boolean(),
  /** Whether a program is secured by a vehicle, and whether all are. */
  hasAutoSecured: z.boolean(),
  isOnlyAutoSecured: z.boolean(),
});

/** How an offer differs from what was requested. `dearer`: than the offer that was accepted. */
export const offerDifference = z.enum([
  'less',
  'more',
  'shorter',
  'longer',
  'secured',
  'unsecured',
  'dearer',
]);
export type OfferDifference = z.output<typeof offerDifference>;

const loanRequest = z.object({
  programs: z.array(loanProgram),
  /** The ranges of all programs together, ascending. Between two of them there is a gap. */
  amountRanges: z.array(amountRange),
  /** Which programs these are, of those that the lender has. */
  ...offersSummary.shape,
  /** Terms of an amount over all programs that lend it. */
  getTerms: link,
  /** Every term of every listed amount at once. */
  allTerms: z.optional(link),
  /** What was requested, the amount that is offered for it, and how its offers differ from the request. */
  requested: z.optional(
    z.object({
      amount: z.optional(cents),
      offered: z.optional(cents),
      months: z.optional(months),
      /** Whether a link requests offers on the vehicle first, or none on it. */
      isAutoSecured: z.optional(z.boolean()),
      differences: z.array(offerDifference),
    }),
  ),
  /** The amount to start with where none was requested. It need not be listed. */
  usualAmount: z.optional(cents),
  /** What the Military Lending Act caps, for a covered borrower: the military annual percentage rate (32 CFR 232.8(b)). */
  militaryLendingAct: z.optional(z.object({ capPercent: percent })),
  /** Where choices are saved; see `saveOfferChoices`. */
  choices: z.optional(link),
  /** The vehicle that may secure the loan. Where its VIN is missing, loans on it cannot be accepted yet. */
  vehicle: z.optional(
    z.object({ description: z.string(), value: cents, isVinMissing: z.optional(z.literal(true)) }),
  ),
  /** The vehicle service was unavailable, so that these offers include no vehicle. */
  isVehicleUnknown: z.optional(z.literal(true)),
  expires: z.iso.datetime(),
});
export type LoanRequest = z.output<typeof loanRequest>;

export const getLoanRequest = get(`${application}/loan-request`, { response: loanRequest });

export const offerTerm = z.object({
  apr: percent,
  interestRate: percent,
  monthlyPayment: cents,
  months,
  isAutoSecured: z.boolean(),
  financeCharge: cents,
  totalOfPayments: cents,
  /** Absent where there are none. */
  fees: z.optional(loanFees),
});
export type OfferTerm = z.output<typeof offerTerm>;

const termsOfAmount = z.object({ amount: cents, terms: z.array(offerTerm), submitApplication: link });
export type TermsOfAmount = z.output<typeof termsOfAmount>;

/** 404 where no program lends the amount. */
export const getTerms = get(`${application}/terms`, {
  query: z.object({
    amount: z.coerce.number<string>().check(z.int(), z.positive()),
    program: z.optional(programName),
  }),
  response: termsOfAmount,
});

const allTerms = z.object({
  /** Each listed amount once, ascending, with the terms that `getTerms` returns for it. */
  amounts: z.array(z.object({ amount: cents, terms: z.array(offerTerm) })),
  submitApplication: link,
});
export type AllTerms = z.output<typeof allTerms>;

/** Every term, so that moving the amount or the term needs no request. */
export const getAllTerms = get(`${application}/all-terms`, { response: allTerms });

/** Saves what was chosen so that a reload finds it. A new amount or toggle discards the term chosen for the old one. */
export const saveOfferChoices = put(`${application}/choices`, {
  body: z.strictObject({
    loanAmount: z.optional(cents),
    isLoanAutoSecured: z.optional(z.boolean()),
    selectedTerm: z.optional(z.nullable(z.strictObject({ months, isAutoSecured: z.boolean() }))),
  }),
  response: z.object({ loanAmount: z.optional(cents), isLoanAutoSecured: z.boolean() }),
});

export const acceptTerms = post(`${application}/accepted-terms`, {
  body: z.strictObject({
    term: months,
    amount: cents,
    isAutoSecured: z.optional(z.boolean()),
    /** What the applicant saw; refused if the price has changed since. */
    monthlyPayment: z.optional(cents),
    /** The credit report authorization. */
    acceptAuthorization: z.literal(true, { error: 'This checkbox is required.' }),
    /** The disclosures, required from applicants who come from a partner. */
    acceptLegal: z.optional(z.boolean()),
  }),
  response: z.object({
    createPlaidLinkToken: z.optional(href),
    exchangePlaidToken: z.optional(href),
    accountsHref: z.optional(href),
  }),
});
