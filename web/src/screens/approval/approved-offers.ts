import type { OfferTerm } from '#contract/offers.ts';
import type { TermChoice } from '#finance/amount-options.ts';
import { arrange } from '../offers/offer-list.ts';

/** The accepted offer first, the others by their length. */
export function arrangeApproved(offers: readonly OfferTerm[], accepted: TermChoice | undefined) {
  return arrange(offers, { months: undefined, withAutoSecured: true }, { chosen: accepted });
}

type Change = 'lower' | 'higher' | 'secured' | 'unsecured';

/** How the final approval differs from the accepted offer. */
export function changesOf(
  requested: { readonly amount: number; readonly isAutoSecured?: boolean | undefined } | undefined,
  approved: { readonly amount: number; readonly offers: readonly OfferTerm[] },
): readonly Change[] {
  if (requested === undefined) return [];
  const changes: Change[] = [];
  if (requested.amount !== approved.amount)
    changes.push(requested.amount > approved.amount ? 'lower' : 'higher');
  const isSecured = approved.offers.every((offer) => offer.isAutoSecured);
  const isUnsecured = approved.offers.every((offer) => !offer.isAutoSecured);
  if (requested.isAutoSecured === false && isSecured) changes.push('secured');
  if (requested.isAutoSecured === true && isUnsecured) changes.push('unsecured');
  return changes;
}
