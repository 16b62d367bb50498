// One-click approval for applicants whose file allows it.
import * as z from 'zod/mini';
import { application, get, post } from './endpoint.ts';
import { stagesDone, stagesShown } from './jobs.ts';
import { selectedTerm } from './journey.ts';
import { coreOutage } from './outage.ts';
import { cents, href, instant, link, loanFees, months, nothing, percent } from './shapes.ts';

const loanTerms = z.object({
  loanAmount: cents,
  monthlyPayment: cents,
  term: months,
  apr: percent,
  /** All payments together. */
  totalOfPayments: cents,
});
export type LoanTerms = z.output<typeof loanTerms>;

const fastPathOffer = z.object({
  ...loanTerms.shape,
  fees: z.optional(loanFees),
  isAutoSecured: z.boolean(),
  /** What secures the loan, where it is secured. */
  vehicle: z.optional(z.string()),
  isOffline: z.boolean(),
  /** Why it is offline. */
  outage: z.optional(coreOutage),
  submitApplication: link,
  /** Leaves the one-click offer for the list of offers. */
  otherOptions: link,
});
export const getFastPathOffer = get(`${application}/fast-path`, { response: fastPathOffer });

export const acceptFastPath = post(`${application}/fast-path`, {
  body: z.strictObject({
    acceptHardPull: z.literal(true, { error: 'This checkbox is required.' }),
    acceptLegal: z.optional(z.boolean()),
  }),
  response: z.object({ href: z.optional(href) }),
});

/** From then on the default screen is the offers. */
export const chooseOtherOptions = post(`${application}/fast-path/other-options`, {
  body: nothing,
  response: nothing,
});

const counteroffer = z.object({
  requested: loanTerms,
  /** What the lender offers instead, by ascending amount. The last one is the most that the lender approved. */
  offers: z.array(loanTerms).check(z.minLength(1)),
  /** The notice's principal reason, in plain words. */
  reason: z.string(),
  isAutoSecured: z.boolean(),
  goodThrough: instant,
});
/** The lender's counteroffer to the requested terms. Declining it withdraws the application. */
export const getCounteroffer = get(`${application}/fast-path/counteroffer`, { response: counteroffer });
/** Accepts the amount, in cents, of one of its offers; the most without one. */
export const acceptCounteroffer = post(`${application}/fast-path/counteroffer`, {
  body: z.strictObject({ loanAmount: z.optional(cents) }),
  response: nothing,
});

export const fastPathStatus = z.enum([
  'FAST_PATH_PENDING',
  'FAST_PATH_APPROVED',
  'FAST_PATH_DECLINED',
  'FAST_PATH_REJECTED',
  'FAST_PATH_REFER',
  'FAST_PATH_COUNTEROFFER',
]);
export const getFastPathStatus = get(`${application}/fast-path/status`, {
  query: stagesShown,
  response: z.object({
    status: fastPathStatus,
    /** What the decision has done so far. */
    stages: z.optional(stagesDone),
    createPlaidLinkToken: z.optional(href),
    exchangePlaidToken: z.optional(href),
    directEntryAccounts: z.optional(href),
    /** What was approved, present from FAST_PATH_APPROVED on. */
    approved: z.optional(selectedTerm),
  }),
});
