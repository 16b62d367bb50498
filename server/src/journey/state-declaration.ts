// The type of a state's declaration: which screens and actions it allows, and what it means to each part of the
// product.
import type { JourneyLinks, StageMarker } from '#contract/journey.ts';
import type { PrequalificationStatus } from '#contract/prequalification.ts';
import type { ScreenName } from '#contract/screens.ts';
import type { VerificationStatus } from '#contract/verification.ts';
import type { StatusWordsName } from '../wording/status-words.ts';
import type { Owed, Telling } from './state-notices.ts';

/** The actions a state may allow. An allowed action gives the browser a link; any other is refused with `not-now`. */
export type Action =
  | keyof JourneyLinks
  | 'chooseTerms'
  | 'acceptTerms'
  | 'chooseOffer'
  | 'removeBank'
  | 'repairBank'
  | 'retryVerification'
  | 'resubmit';

/** What a state means to each part of the product. Every state sets every facet. */
export interface StateFacets {
  /** The status in the prequalification record. */
  readonly status: PrequalificationStatus;
  /** Which of the two approval paths the application takes. */
  readonly variant: 'standard' | 'fast-path';
  /** The status that the verification calls return. */
  readonly verification: VerificationStatus;
  /** The status that the approval calls return. `none` before the applicant accepts a hard pull. */
  readonly approval: 'none' | 'pending' | 'approved' | 'declined' | 'rejected' | 'referred';
  /** What the emailed documents link finds. `none` if there is nothing to sign, or nothing left to sign. */
  readonly signing: 'none' | 'open' | 'declined' | 'completed';
  /** What we may tell a browser about an application that cannot continue for now. */
  readonly publicOutcome:
    | 'none'
    | 'captured'
    | 'duplicate'
    | 'present-borrower'
    | 'out-of-trade-area'
    | 'offer-expired'
    | 'offer-void';
  /**
   * True if an emailed or partner link reopens the application; otherwise the link reports that the offer has expired.
   */
  readonly resumable: boolean;
  /** True if the application ended without a decision, so the same form starts a new one. */
  readonly replaceable: boolean;
}

export type Variant = StateFacets['variant'];

export interface StateDeclaration extends StateFacets {
  /** The resting screen: the one we send this application to. */
  readonly rest: ScreenName;
  /** Other screens the applicant may visit meanwhile. */
  readonly also?: readonly ScreenName[];
  readonly actions?: readonly Action[];
  readonly marker: StageMarker | 'source';
  /**
   * `live`: the applicant can continue, and cannot have a second application meanwhile.
   * `ended`: the resting screen says why the application stops and what to do instead.
   */
  readonly course: 'live' | 'waiting' | 'ended';
  /** What the status page says. */
  readonly words: StatusWordsName;
  /** What the applicant is owed in writing. */
  readonly owes: Owed;
  /** Who tells the applicant that the application is in this state. */
  readonly told: Telling;
}

/** What a browser may see and do, whatever the applicant is owed. */
export type Permissions = Omit<StateDeclaration, 'words' | 'owes' | 'told'>;
