// The facts about the lender's advertising and policy that sentences state. The build puts the lender's own in place
// (scripts/lender-facts.ts); the server writes those of the policy in force into each page.

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
  /** What the build writes around the words about that, for the server. */
  readonly vehicleMarks?: readonly [before: string, after: string];
}

/** As they are written; terms in months. */
export interface LenderFacts {
  readonly leastAmount: string;
  readonly mostAmount: string;
  readonly lowestApr: string;
  readonly highestApr: string;
  readonly shortestTerm: string;
  readonly longestTerm: string;
  readonly smallestAtBranch: string | null;
  readonly example: ExampleLoan;
  readonly exampleVehicle: string;
  readonly prequalifyingTakes: string;
  readonly branchCallsWithin: string;
  readonly fundsArriveIn: string;
  readonly loanFreeDays: string;
}

declare const __LENDER_FACTS__: LenderFacts;

const page = globalThis.document?.getElementById('page')?.textContent;

export const facts: LenderFacts = { ...__LENDER_FACTS__, ...(page && JSON.parse(page).facts) };
