// What pages state of the policy, in the order of each page's values, which go without names.
export const policyFactNames = [
  'leastAmount',
  'mostAmount',
  'lowestApr',
  'highestApr',
  'shortestTerm',
  'longestTerm',
  'minDaysBetweenLoans',
] as const;
/** As they are written; terms in months. */
export type PolicyFacts = Readonly<Record<(typeof policyFactNames)[number], string>>;

export const policyFactsOf = (write: (name: keyof PolicyFacts, at: number) => string): PolicyFacts =>
  Object.fromEntries(policyFactNames.map((name, at) => [name, write(name, at)])) as PolicyFacts;
