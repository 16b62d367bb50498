// What the approval page shows of the approved offers.
import type { OfferTerm } from '#contract/offers.ts';
import type { TermChoice } from '#finance/amountOptions.ts';
import { arrange } from '../offers/offerList.ts';

/** The accepted offer first, the others by their length. */
export function arrangeApproved(offers: readonly OfferTerm[], accepted: TermChoice | undefined) {
  return arrange(offers, { months: undefined, withAutoSecured: true }, accepted);
}

/** The amount asked for, where the approved one is lower. */
export function loweredFrom(asked: number | undefined, approved: number): number | undefined {
  return asked !== undefined && asked > approved ? asked : undefined;
}
