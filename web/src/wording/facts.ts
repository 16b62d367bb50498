// The facts about the lender's policy that sentences state. The build computes them (scripts/lender-facts.ts) and vite.config.ts
// puts them in place.

/** Amounts as they are written. */
export interface ExampleLoan {
  readonly amount: string;
  readonly months: number;
  readonly apr: string;
  readonly payment: string;
  readonly lastPayment: string;
  readonly financeCharge: string;
  readonly total: string;
}

/** The example of an amount that the landing page names. */
export interface LandingLoan extends ExampleLoan {
  /** The amount in whole dollars. */
  readonly dollars: number;
  /** Shown until the visitor chooses an amount. */
  readonly isUsual: boolean;
  readonly needsVehicle: boolean;
}

/** Amounts, rates and spans as they are written; terms in months. */
export interface LenderFacts {
  readonly leastAmount: string;
  readonly mostAmount: string;
  readonly lowestApr: string;
  readonly highestApr: string;
  readonly shortestTerm: number;
  readonly longestTerm: number;
  readonly smallestAtBranch: string | null;
  readonly example: ExampleLoan;
  readonly exampleVehicle: string;
  readonly prequalifyingTakes: string;
  readonly branchCallsWithin: string;
  readonly fundsArriveIn: string;
  readonly loanFreeDays: number;
}

declare const __LENDER_FACTS__: LenderFacts;

export const facts = __LENDER_FACTS__;
