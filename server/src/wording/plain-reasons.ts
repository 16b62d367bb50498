// The reasons for a denial as the declined page explains them, each with the most helpful next step. The notice has them as the law's
// form words them.
import type { NextStep } from '#contract/notices.ts';
import type { C1_REASONS } from '#lender/schema/adverse-action.ts';

export const explainedReasons: Readonly<
  Record<(typeof C1_REASONS)[number] | 'outsideTradeArea', readonly [NextStep, string]>
> = {
  'application-incomplete': ['ask-branch', 'Your application is missing something that we need.'],
  'insufficient-references': ['ask-branch', 'You gave us too few credit references.'],
  'references-not-verified': ['ask-branch', "We couldn't confirm your credit references."],
  'irregular-employment': ['show-income', "Your job is temporary, or your hours aren't regular."],
  'employment-not-verified': ['show-income', "We couldn't confirm your job."],
  'length-of-employment': ['show-income', "You haven't been at your job long enough."],
  'income-insufficient': ['raise-income', 'Your income is too low for the amount you asked for.'],
  'excessive-obligations': ['lower-payments', 'Your debts and bills are high for your income.'],
  'income-not-verified': ['show-income', "We couldn't confirm your income."],
  'length-of-residence': ['show-residence', "You haven't lived at your address long enough."],
  'temporary-residence': ['show-residence', 'Your address is a temporary one.'],
  'residence-not-verified': ['show-residence', "We couldn't confirm your address."],
  'no-credit-file': ['start-file', 'The credit bureau has no file on you.'],
  'limited-experience': ['build-history', 'Your credit history is still short.'],
  'poor-performance-with-us': ['ask-branch', 'You paid us late, or not in full, before.'],
  'delinquent-with-others': ['catch-up', 'You have accounts that are past due or were paid late.'],
  'collection-or-judgment': ['catch-up', 'You have a debt in collection or a court judgment.'],
  garnishment: ['catch-up', 'Your pay or property is held back for a debt.'],
  'foreclosure-or-repossession': ['catch-up', 'You had a home foreclosed or property repossessed.'],
  bankruptcy: ['after-bankruptcy', 'You have a bankruptcy on your credit report.'],
  'recent-inquiries': ['fewer-inquiries', 'You applied for credit many times lately.'],
  'collateral-insufficient': [
    'other-vehicle',
    "Your vehicle isn't worth enough, or isn't of a kind that we accept.",
  ],
  outsideTradeArea: ['check-address', 'You live outside the area that our branches serve.'],
};
