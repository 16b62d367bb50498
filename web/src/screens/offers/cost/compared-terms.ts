import type { OfferTerm } from '#contract/offers.ts';
import { marksOf } from '../loan-choice.ts';

/** Of more terms than these, a comparison begins with whole years, what is marked and what is featured. */
const comparedWhole = 7;

export function comparedFirst(
  terms: readonly OfferTerm[],
  featured: OfferTerm | undefined,
): readonly OfferTerm[] {
  if (terms.length <= comparedWhole) return terms;
  const marks = marksOf(terms);
  return terms.filter((term) => term === featured || term.months % 12 === 0 || marks(term).length > 0);
}
