// Declares every transition between states: the event, where it may happen, where it leads, and what it undoes.
import { type StateName, stateNames, stateOf } from './states.ts';

/** Choices and findings that depend on an earlier choice. */
export const facts = ['selectedTerm', 'acceptedTerm', 'linkedBank', 'verification', 'deposit'] as const;
export type Fact = (typeof facts)[number];

interface TransitionDeclaration {
  readonly from: readonly StateName[];
  readonly to: StateName;
  /**
   * The facts this event invalidates: repeating an earlier step undoes what depended on it. List only facts that can
   * exist there.
   */
  readonly undoes?: readonly Fact[];
}

const declare = <const T extends Record<string, TransitionDeclaration>>(table: T) => table;

/** The states that wait for a signature. We can learn the envelope's outcome in any of them. */
const unsigned = [
  'DOCUMENTS_SENT',
  'FAST_PATH_DOCUMENTS_SENT',
  'SIGNING_CANCELED',
  'SIGNING_TIMED_OUT',
  'SIGNING_FAILED',
] as const;

/** The states from the approval to the signature, on both paths. */
const approvedStates = [
  'APPROVED',
  'OFFER_CHOSEN',
  'DEPOSIT_CHOSEN',
  'FAST_PATH_APPROVED',
  'FAST_PATH_DEPOSIT_CHOSEN',
  'COMPLETING',
  ...unsigned,
] as const;

/** The states in which details may still change, which decides the application again. */
const prequalified = ['PREQUALIFIED', 'FAST_PATH_OFFERED', 'TERMS_ACCEPTED'] as const;
const decidable = ['DECIDING', 'VEHICLE_NEEDED', ...prequalified, 'PHONE_CHANGED'] as const;
const chosenTerms = ['selectedTerm', 'acceptedTerm'] as const;

const transitions = declare({
  // Prequalification
  leadLetIn: { from: ['LEAD'], to: 'PHONE_CHECK' },
  detailsUpdated: { from: ['PHONE_CHECK'], to: 'PHONE_CHECK' },
  /** The partner submitted a newer lead for the same person. */
  superseded: { from: ['LEAD'], to: 'SUPERSEDED' },
  codeAccepted: { from: ['PHONE_CHECK'], to: 'DECIDING' },
  /** The person's other application was confirmed first. What was kept during an outage is confirmed only on the return. */
  codeAcceptedForDuplicate: {
    from: ['PHONE_CHECK', 'CAPTURED', 'HELD', 'VEHICLE_NEEDED', 'PREQUALIFIED', 'FAST_PATH_OFFERED'],
    to: 'DUPLICATE',
  },
  foundDuplicate: { from: ['PHONE_CHECK'], to: 'DUPLICATE' },
  foundPresentBorrower: { from: ['PHONE_CHECK'], to: 'PRESENT_BORROWER' },
  captured: { from: ['PHONE_CHECK'], to: 'CAPTURED' },
  decisionDelayed: { from: ['DECIDING'], to: 'CAPTURED' },
  vendorsBack: { from: ['CAPTURED'], to: 'DECIDING' },
  prequalified: { from: decidable, to: 'PREQUALIFIED', undoes: chosenTerms },
  fastPathOpened: { from: decidable, to: 'FAST_PATH_OFFERED', undoes: chosenTerms },
  steppedUp: { from: decidable, to: 'STEP_UP', undoes: chosenTerms },
  declined: { from: decidable, to: 'DECLINED', undoes: chosenTerms },
  vehicleNeeded: { from: ['DECIDING'], to: 'VEHICLE_NEEDED' },
  outOfTradeArea: { from: ['DECIDING'], to: 'OUT_OF_TRADE_AREA' },
  rejected: { from: decidable, to: 'REJECTED', undoes: chosenTerms },
  decisionFailed: { from: ['DECIDING'], to: 'DECISION_FAILED' },
  held: { from: ['DECIDING', 'VEHICLE_NEEDED'], to: 'HELD' },
  holdReleased: { from: ['HELD'], to: 'DECIDING' },
  /** A person decided against the application. */
  holdRefused: { from: ['HELD', 'APPROVAL_HELD', 'FAST_PATH_HELD'], to: 'HOLD_REFUSED' },

  // Fast path
  fastPathAccepted: { from: ['FAST_PATH_OFFERED'], to: 'FAST_PATH_PENDING' },
  /** The applicant asked for other options. The one-click offer is not shown again. */
  fastPathLeft: { from: ['FAST_PATH_OFFERED'], to: 'PREQUALIFIED' },
  fastPathApproved: { from: ['FAST_PATH_PENDING'], to: 'FAST_PATH_APPROVED' },
  fastPathCounteroffered: { from: ['FAST_PATH_PENDING'], to: 'FAST_PATH_COUNTEROFFER' },
  counterofferAccepted: { from: ['FAST_PATH_COUNTEROFFER'], to: 'FAST_PATH_APPROVED' },
  fastPathDeclined: { from: ['FAST_PATH_PENDING'], to: 'FAST_PATH_DECLINED' },
  fastPathReferred: { from: ['FAST_PATH_PENDING'], to: 'FAST_PATH_REFERRED' },
  fastPathRejected: { from: ['FAST_PATH_PENDING'], to: 'FAST_PATH_REJECTED' },
  fastPathDelayed: { from: ['FAST_PATH_PENDING'], to: 'FAST_PATH_DELAYED' },
  fastPathResumed: { from: ['FAST_PATH_DELAYED'], to: 'FAST_PATH_PENDING' },
  fastPathInDoubt: { from: ['FAST_PATH_PENDING'], to: 'FAST_PATH_IN_DOUBT' },
  fastPathDoubtSettled: { from: ['FAST_PATH_IN_DOUBT'], to: 'FAST_PATH_PENDING' },
  fastPathHeld: { from: ['FAST_PATH_PENDING'], to: 'FAST_PATH_HELD' },
  fastPathHoldReleased: { from: ['FAST_PATH_HELD'], to: 'FAST_PATH_PENDING' },
  fastPathFailed: { from: ['FAST_PATH_PENDING'], to: 'APPROVAL_FAILED' },
  fastPathDepositChosen: {
    from: ['FAST_PATH_APPROVED', 'FAST_PATH_DEPOSIT_CHOSEN'],
    to: 'FAST_PATH_DEPOSIT_CHOSEN',
  },
  fastPathDocumentsSent: {
    from: ['FAST_PATH_DEPOSIT_CHOSEN', 'FAST_PATH_DOCUMENTS_SENT'],
    to: 'FAST_PATH_DOCUMENTS_SENT',
  },

  // Offers
  /** The new phone waits for its text code. With the code, the application is decided again. */
  phoneChanged: { from: [...prequalified, 'PHONE_CHANGED'], to: 'PHONE_CHANGED', undoes: chosenTerms },
  amountChosen: {
    from: ['PREQUALIFIED', 'TERMS_ACCEPTED'],
    to: 'PREQUALIFIED',
    undoes: ['selectedTerm', 'acceptedTerm'],
  },
  termsAccepted: {
    from: ['PREQUALIFIED', 'FAST_PATH_OFFERED', 'TERMS_ACCEPTED'],
    to: 'TERMS_ACCEPTED',
  },
  loanMadeMeanwhile: { from: ['PREQUALIFIED', 'FAST_PATH_OFFERED', 'TERMS_ACCEPTED'], to: 'OFFER_VOID' },
  offerExpired: {
    from: [
      ...prequalified,
      'PHONE_CHANGED',
      'VERIFIED',
      'NOT_VERIFIED',
      'VERIFICATION_FAILED',
      'FAST_PATH_COUNTEROFFER',
    ],
    to: 'OFFER_EXPIRED',
  },

  // Verification
  bankLinked: {
    from: ['TERMS_ACCEPTED', 'VERIFIED', 'NOT_VERIFIED', 'VERIFICATION_FAILED'],
    to: 'VERIFYING',
    undoes: ['verification'],
  },
  bankRemoved: {
    from: ['VERIFIED', 'NOT_VERIFIED', 'VERIFICATION_FAILED'],
    to: 'TERMS_ACCEPTED',
    undoes: ['linkedBank', 'verification'],
  },
  verified: { from: ['VERIFYING'], to: 'VERIFIED' },
  notVerified: { from: ['VERIFYING'], to: 'NOT_VERIFIED' },
  verificationFailed: { from: ['VERIFYING'], to: 'VERIFICATION_FAILED' },
  verificationRetried: { from: ['VERIFICATION_FAILED'], to: 'VERIFYING' },

  // After a restored backup. From there the application goes back to where it was (journey/move.ts), or ends.
  restored: {
    from: stateNames.filter((name) => stateOf(name).course !== 'ended' && name !== 'RESTORED'),
    to: 'RESTORED',
  },
  restoredLeftToBranch: { from: ['RESTORED'], to: 'LEFT_TO_BRANCH' },

  // Approval and what follows
  hardPullAccepted: { from: ['VERIFIED'], to: 'APPROVING' },
  approved: { from: ['APPROVING'], to: 'APPROVED' },
  approvedOtherwise: { from: ['APPROVING'], to: 'APPROVED_OTHERWISE' },
  approvalDeclined: { from: ['APPROVING'], to: 'APPROVAL_DECLINED' },
  approvalRejected: { from: ['APPROVING'], to: 'APPROVAL_REJECTED' },
  approvalFailed: { from: ['APPROVING'], to: 'APPROVAL_FAILED' },
  approvalHeld: { from: ['APPROVING'], to: 'APPROVAL_HELD' },
  approvalHoldReleased: { from: ['APPROVAL_HELD'], to: 'APPROVING' },
  approvalDelayed: { from: ['APPROVING'], to: 'APPROVAL_DELAYED' },
  approvalResumed: { from: ['APPROVAL_DELAYED'], to: 'APPROVING' },
  approvalInDoubt: { from: ['APPROVING'], to: 'APPROVAL_IN_DOUBT' },
  approvalDoubtSettled: { from: ['APPROVAL_IN_DOUBT'], to: 'APPROVING' },
  // A separate event, because an application with an unknown call outcome does not expire by itself.
  doubtSettledTooLate: { from: ['APPROVAL_IN_DOUBT', 'FAST_PATH_IN_DOUBT'], to: 'OFFER_EXPIRED' },
  hardPullLost: { from: ['APPROVAL_IN_DOUBT', 'FAST_PATH_IN_DOUBT'], to: 'LEFT_TO_BRANCH' },
  approvedOfferChosen: {
    from: ['APPROVED', 'APPROVED_OTHERWISE', 'OFFER_CHOSEN', 'DEPOSIT_CHOSEN'],
    to: 'OFFER_CHOSEN',
    undoes: ['deposit'],
  },
  depositChosen: { from: ['OFFER_CHOSEN', 'DEPOSIT_CHOSEN'], to: 'DEPOSIT_CHOSEN' },
  documentsSent: { from: ['DEPOSIT_CHOSEN', 'DOCUMENTS_SENT'], to: 'DOCUMENTS_SENT' },
  signatureReported: { from: unsigned, to: 'COMPLETING' },
  signed: { from: ['COMPLETING', ...unsigned], to: 'SIGNED' },
  signingDeclined: { from: ['COMPLETING', ...unsigned], to: 'SIGNING_DECLINED' },
  envelopeVoided: { from: ['COMPLETING', ...unsigned], to: 'SIGNING_VOIDED' },
  signatureMissing: { from: ['COMPLETING'], to: 'SIGNING_CANCELED' },
  signingTimedOut: { from: ['COMPLETING'], to: 'SIGNING_TIMED_OUT' },
  signingFailed: { from: ['COMPLETING'], to: 'SIGNING_FAILED' },
  signingHeld: { from: ['COMPLETING', ...unsigned], to: 'SIGNED_HELD' },
  signingHoldReleased: { from: ['SIGNED_HELD'], to: 'SIGNED' },
  /** The approval ran out before anything was signed. */
  approvalExpired: { from: approvedStates, to: 'APPROVAL_EXPIRED' },
  /** What the approval rests on has changed. */
  approvalWithdrawn: { from: [...approvedStates, 'SIGNED_HELD'], to: 'APPROVAL_WITHDRAWN' },
  autopayDecided: { from: ['SIGNED'], to: 'DONE' },
  disbursementReturned: { from: ['SIGNED', 'DONE'], to: 'DISBURSEMENT_RETURNED' },
  otherAccountGiven: { from: ['DISBURSEMENT_RETURNED'], to: 'DONE' },

  // Notices
  withdrawn: {
    from: [
      'PHONE_CHECK',
      'VEHICLE_NEEDED',
      ...prequalified,
      'PHONE_CHANGED',
      'VERIFIED',
      'NOT_VERIFIED',
      'VERIFICATION_FAILED',
      'FAST_PATH_COUNTEROFFER',
      'FAST_PATH_APPROVED',
      'FAST_PATH_DEPOSIT_CHOSEN',
      'FAST_PATH_DOCUMENTS_SENT',
      'APPROVED',
      'APPROVED_OTHERWISE',
      'OFFER_CHOSEN',
      'DEPOSIT_CHOSEN',
      'DOCUMENTS_SENT',
      'SIGNING_CANCELED',
      'SIGNING_TIMED_OUT',
    ],
    to: 'WITHDRAWN',
  },
  /** A person denied the application, or the time to decide ran out. Ended states stay where they are. */
  denied: {
    from: [
      'DECIDING',
      'CAPTURED',
      'HELD',
      'FAST_PATH_HELD',
      'APPROVAL_HELD',
      'FAST_PATH_PENDING',
      'FAST_PATH_DELAYED',
      'FAST_PATH_IN_DOUBT',
      'NOT_VERIFIED',
      'APPROVING',
      'APPROVAL_DELAYED',
      'APPROVAL_IN_DOUBT',
    ],
    to: 'DENIED',
  },
});

export type JourneyEvent = keyof typeof transitions;
export const journeyEvents = Object.keys(transitions) as JourneyEvent[];

export function transitionOf(event: JourneyEvent): TransitionDeclaration {
  return transitions[event];
}
