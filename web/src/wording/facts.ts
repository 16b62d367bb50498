// Facts that sentences state: the lender's by the build, the policy's by the server in each page.
import { type PolicyFacts, policyFactsOf } from '#lender/public/policy-facts.ts';

/** Amounts as they are written. */
export interface ExampleLoan {
  readonly amount: string;
  /** The amount without the origination fee, if there is one. */
  readonly received: string;
  readonly months: number;
  readonly apr: string;
  readonly payment: string;
  readonly lastPayment: string;
  readonly financeCharge: string;
  readonly total: string;
}

export interface LandingLoan extends ExampleLoan {
  readonly dollars: number;
  /** Shown until the visitor chooses an amount. */
  readonly isUsual: boolean;
  readonly needsVehicle: boolean;
  /** What the build writes around the words about that, for the server. */
  readonly vehicleMarks?: readonly [before: string, after: string];
}

/** Amounts, rates and spans as they are written. */
export interface LenderFacts extends PolicyFacts {
  readonly smallestAtBranch: string | null;
  readonly example: ExampleLoan;
  readonly exampleVehicle: string;
  readonly prequalifyingTakes: string;
  readonly branchCallsWithin: string;
  readonly fundsArriveIn: string;
}

declare const __LENDER_FACTS__: LenderFacts;

interface PageFacts {
  /** In the order of their names. */
  readonly facts?: readonly string[];
  /** The advertised amounts, in dollars, that need a vehicle; an amount that needs none is empty. */
  readonly secured?: readonly string[];
}

const page = globalThis.document?.getElementById('page')?.textContent;
const { facts: ofPage, secured }: PageFacts = page ? JSON.parse(page) : {};

export { secured };

export const facts: LenderFacts = {
  ...__LENDER_FACTS__,
  ...(ofPage && policyFactsOf((_, at) => ofPage[at] ?? '')),
};
