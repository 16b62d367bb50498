// What a state declares. Its phase decides what it has to declare.
import type { Journey, JourneyLinks, StageMarker } from '#contract/journey.ts';
import type { PrequalificationStatus } from '#contract/prequalification.ts';
import type { ScreenName } from '#contract/screens.ts';
import type { VerificationStatus } from '#contract/verification.ts';
import type { ApplicationPath } from '../platform/db/tables.ts';
import type { StatusTextName } from '../wording/status-text.ts';
import type { Notification, RequiredNotice } from './required-notices.ts';

/** The calls that a state may allow. An allowed call gives the browser a link; any other is refused with `not-now`. */
export type Action =
  | keyof JourneyLinks
  | 'chooseTerms'
  | 'acceptTerms'
  | 'chooseOffer'
  | 'sendDocuments'
  | 'removeBank'
  | 'repairBank'
  | 'retryVerification'
  | 'resubmit';

/** The calls that cause an event: a state allows them exactly where it declares the event. */
export const actionsByEvent = {
  leadAdmitted: ['updateLead'],
  detailsUpdated: ['updateLead', 'resubmit'],
  phoneChanged: ['updateLead'],
  codeAccepted: ['requestOtp', 'verifyOtp'],
  amountChosen: ['chooseTerms'],
  termsAccepted: ['acceptTerms'],
  fastPathAccepted: ['fastPathOffer'],
  fastPathLeft: ['fastPathOffer'],
  bankLinked: ['exchange'],
  bankRemoved: ['removeBank'],
  verificationRetried: ['retryVerification'],
  hardPullAccepted: ['submitApproval'],
  counterofferAccepted: ['counteroffer'],
  approvedOfferChosen: ['chooseOffer'],
  depositChosen: ['directEntry'],
  otherAccountGiven: ['directEntry'],
  documentsSent: ['sendDocuments'],
  autopayDecided: ['autopay'],
  withdrawn: ['withdraw'],
} as const satisfies Readonly<Record<string, readonly Action[]>>;

/** The calls that leave the application in its state, so that each state names those it allows. */
type Read = Exclude<Action, (typeof actionsByEvent)[keyof typeof actionsByEvent][number]>;

/** Choices and findings that depend on an earlier choice. */
export const facts = ['selectedTerm', 'acceptedTerm', 'linkedBank', 'verification', 'deposit'] as const;
export type Fact = (typeof facts)[number];

/** What an event may cause besides the notices and the email of the state that it leads to. routes-and-jobs.ts registers each. */
export type Effect =
  | 'decide'
  | 'decideCaptured'
  | 'approve'
  | 'emailOffers'
  | 'openBranchCase'
  | 'openSignedLoanCase'
  | 'openVehicleCase'
  | 'withdrawBranchCall'
  | 'withdrawBranchCase'
  | 'closeBranchCase'
  | 'voidEnvelope'
  | 'emailApprovalOver'
  | 'cancelLoan'
  | 'fundLoan'
  | 'giveSignedCopy';

/**
 * A counteroffer has the time of an approval, and its acceptance keeps it. `documents`: what a reviewer needs of the applicant.
 * `papers`: those of the vehicle of a signed loan, only for a lender that says the day.
 */
export type Deadline = 'none' | 'offers' | 'counteroffer' | 'approval' | 'documents' | 'vehicle' | 'papers';

export interface Transition<S extends string = string> {
  /** Where the event leads, if the paths differ for each. Left out where the application stays in its state. */
  readonly to?: S | Readonly<Record<ApplicationPath, S>>;
  /** The facts this event invalidates: repeating an earlier step undoes what depended on it. */
  readonly undoes?: readonly Fact[];
  /** What the event leads to has a deadline of its own, also if the state before had one of the same kind. */
  readonly renewsDeadline?: true;
  readonly path?: ApplicationPath;
  readonly effects?: readonly Effect[];
}

/** `never`: why the event never happens in the state. */
type Reaction<S extends string> = Transition<S> | { readonly never: string };
type Events<S extends string> = Readonly<Record<string, Reaction<S>>>;

/** What every open state declares: how it expires, is withdrawn and is denied, and where a restored backup stops it. */
type OpenEvents<S extends string> = Readonly<
  Record<'expired' | 'withdrawn' | 'denied' | 'restored', Reaction<S>>
>;

export interface View {
  readonly defaultScreen: ScreenName;
  readonly otherScreens?: readonly ScreenName[];
  readonly reads?: readonly Read[];
  /** `source` becomes prequalificationSingle or affiliate, depending on the application's source. */
  readonly stageMarker: StageMarker | 'source';
  /** The status that the verification calls return. */
  readonly verification: VerificationStatus;
}

/** What a state means to each part of the product. Every state sets every facet. */
export interface StateFacets {
  /** The status in the prequalification record. */
  readonly status: PrequalificationStatus;
  readonly verification: VerificationStatus;
  /** The status that the approval calls return. `none` before the applicant accepts a hard pull. */
  readonly approval: 'none' | 'pending' | 'approved' | 'declined' | 'rejected' | 'referred';
  /** What the emailed documents link finds. `none` if there is nothing to sign, or nothing left to sign. */
  readonly signing: 'none' | 'open' | 'declined' | 'completed';
  /** What a browser may learn about an application that cannot continue for now. */
  readonly publicOutcome:
    | 'none'
    | 'captured'
    | 'duplicate'
    | 'present-borrower'
    | 'out-of-trade-area'
    | 'under-age';
  /** True if an emailed or partner link reopens the application; otherwise the link reports that the offer has expired. */
  readonly resumable: boolean;
  /** What ends at the application's `deadline`. `move` sets it, and keeps it where the next state has the same one. */
  readonly deadline: Deadline;
  /** Why there is nothing to choose or to send anymore, as the page says it. */
  readonly offersPast: 'none' | NonNullable<Journey['offersPast']>;
  /** What a reviewer has to clear. With `check`, the applicant can do nothing meanwhile; documents or a bank may clear the others. */
  readonly heldFor: 'nothing' | 'check' | 'identity' | 'bank';
  readonly branchCalls: boolean;
  /** The page says whether a hard inquiry was made. */
  readonly tellsInquiry: boolean;
  /** What the applicant withdrew, or the approval that we did. */
  readonly withdrawn: 'nothing' | 'application' | 'approval' | 'loan';
  /** False for a lead whose person never applied. */
  readonly isSubmitted: boolean;
  /** What a link requested by email opens. With `nothing`, none is sent, and the branch is named instead. */
  readonly emailedLink: 'itself' | 'earlier' | 'nothing';
  /** True if the application ended without a decision, so the same form starts a new one. */
  readonly replaceable: boolean;
}

interface Common<S extends string> extends View, StateFacets {
  /** What the browser sees and does instead, once the fast path's offer was accepted. Its events come on top. */
  readonly fastPath?: Partial<View> & { readonly on?: Events<S> };
  readonly statusText: StatusTextName;
  readonly requiredNotice: RequiredNotice;
}

export type StateDeclaration<S extends string = string> = Common<S> &
  (
    | {
        /** The applicant has the next step, and cannot have a second application meanwhile. */
        readonly phase: 'live';
        readonly on: Events<S> & OpenEvents<S>;
        readonly notifiedBy: Notification;
      }
    | {
        readonly phase: 'waiting';
        readonly waitsFor: 'vendor';
        /** `failed` is where the application goes if the vendor's response never arrives. */
        readonly on: Events<S> & OpenEvents<S> & { readonly failed: Transition<S> };
        readonly notifiedBy: Exclude<Notification, { by: 'no-one' }>;
      }
    | {
        readonly phase: 'waiting';
        readonly waitsFor: 'review';
        readonly on: Events<S> & OpenEvents<S>;
        readonly notifiedBy: Exclude<Notification, { by: 'no-one' | 'outcome' }>;
      }
    | {
        /** The default screen explains why the application ended and what the applicant can do instead. */
        readonly phase: 'ended';
        readonly on?: Events<S>;
        readonly notifiedBy: Exclude<Notification, { by: 'no-one' | 'outcome' }>;
      }
  );
