// The reasons for a denial as the declined page explains them. The notice has them as the law's form words them.
import type { C1_REASONS } from '#lender/schema/adverse-action.ts';

export const plainReasonText: Readonly<Record<(typeof C1_REASONS)[number] | 'outsideTradeArea', string>> = {
  'application-incomplete': 'Your application is missing something that we need.',
  'insufficient-references': 'You gave us too few credit references.',
  'references-not-verified': "We couldn't confirm your credit references.",
  'irregular-employment': "Your job is temporary, or your hours aren't regular.",
  'employment-not-verified': "We couldn't confirm your job.",
  'length-of-employment': "You haven't been at your job long enough.",
  'income-insufficient': 'Your income is too low for the amount you asked for.',
  'excessive-obligations': 'Your debts and bills are high for your income.',
  'income-not-verified': "We couldn't confirm your income.",
  'length-of-residence': "You haven't lived at your address long enough.",
  'temporary-residence': 'Your address is a temporary one.',
  'residence-not-verified': "We couldn't confirm your address.",
  'no-credit-file': 'The credit bureau has no file on you.',
  'limited-experience': 'Your credit history is still short.',
  'poor-performance-with-us': 'You paid us late, or not in full, before.',
  'delinquent-with-others': 'You have accounts that are past due or were paid late.',
  'collection-or-judgment': 'You have a debt in collection or a court judgment.',
  garnishment: 'Your pay or property is held back for a debt.',
  'foreclosure-or-repossession': 'You had a home foreclosed or property repossessed.',
  bankruptcy: 'You have a bankruptcy on your credit report.',
  'recent-inquiries': 'You applied for credit many times lately.',
  'collateral-insufficient': "Your vehicle isn't worth enough, or isn't of a kind that we accept.",
  outsideTradeArea: 'You live outside the area that our branches serve.',
};
