// What is said of a state: which screens and actions it allows, and what it means to each part of the product.
import type { JourneyLinks, StageMarker } from '#contract/journey.ts';
import type { PrequalificationStatus } from '#contract/prequalification.ts';
import type { ScreenName } from '#contract/screens.ts';
import type { VerificationStatus } from '#contract/verification.ts';

/** What may be done in a state. Each is a link the browser is given there, or is refused elsewhere with `not-now`. */
export type Action =
  | keyof JourneyLinks
  | 'chooseTerms'
  | 'acceptTerms'
  | 'chooseOffer'
  | 'removeBank'
  | 'repairBank'
  | 'retryVerification'
  | 'resubmit';

/** What a state means to each part of the product that asks. Every state answers every question. */
export interface StateFacets {
  /** What the prequalification record says. */
  readonly status: PrequalificationStatus;
  /** Which of the two ways to approval the application takes. */
  readonly variant: 'standard' | 'fast-path';
  /** What the verification calls say. */
  readonly verification: VerificationStatus;
  /** What the approval calls say. `none` before a hard pull was accepted. */
  readonly approval: 'none' | 'pending' | 'approved' | 'declined' | 'rejected' | 'referred';
  /** What the emailed documents link finds. `none` where there is nothing to sign, or not any longer. */
  readonly signing: 'none' | 'open' | 'declined' | 'completed';
  /** What the answers to a browser may tell of an application that goes no further for now. */
  readonly publicOutcome:
    | 'none'
    | 'captured'
    | 'duplicate'
    | 'present-borrower'
    | 'out-of-trade-area'
    | 'offer-expired'
    | 'offer-void';
  /** An emailed or partner's link opens the application where it stands; otherwise it says that the offer has expired. */
  readonly resumable: boolean;
  /** It came to nothing through no decision, so the same form begins a new application. */
  readonly replaceable: boolean;
}

export type Variant = StateFacets['variant'];

export interface StateDeclaration extends StateFacets {
  /** The screen this application was last on; the first one it is sent to. */
  readonly rest: ScreenName;
  /** The other screens that may be visited meanwhile. */
  readonly also?: readonly ScreenName[];
  readonly actions?: readonly Action[];
  readonly marker: StageMarker | 'source';
  /**
   * `live`: the applicant can continue, and has no second application meanwhile.
   * `ended`: the resting screen says why it goes no further and what to do instead.
   */
  readonly course: 'live' | 'waiting' | 'ended';
}
