// Declares every transition between states: the event, where it may happen, where it leads, and what it undoes.
import { approvedStates, decidable, prequalified, unsigned, withdrawable } from './from-states.ts';
import { type StateName, stateNames, stateOf } from './states.ts';

/** Choices and findings that depend on an earlier choice. */
export const facts = ['selectedTerm', 'acceptedTerm', 'linkedBank', 'verification', 'deposit'] as const;
export type Fact = (typeof facts)[number];

interface TransitionDeclaration {
  /** What the status page says was done. Null for what an applicant has no part in, or knows by another event. */
  readonly history: string | null;
  readonly from: readonly StateName[];
  readonly to: StateName;
  /**
   * The facts this event invalidates: repeating an earlier step undoes what depended on it. List only facts that can
   * exist there.
   */
  readonly undoes?: readonly Fact[];
}

const declare = <const T extends Record<string, TransitionDeclaration>>(table: T) => table;

const chosenTerms = ['selectedTerm', 'acceptedTerm'] as const;

const transitions = declare({
  // Prequalification
  leadLetIn: { history: 'You checked your details', from: ['LEAD'], to: 'PHONE_CHECK' },
  detailsUpdated: { history: null, from: ['PHONE_CHECK'], to: 'PHONE_CHECK' },
  /** The partner submitted a newer lead for the same person. */
  superseded: { history: null, from: ['LEAD'], to: 'SUPERSEDED' },
  codeAccepted: { history: 'You confirmed your phone', from: ['PHONE_CHECK'], to: 'DECIDING' },
  /** The person's other application was confirmed first. What was kept during an outage is confirmed only on the return. */
  codeAcceptedForDuplicate: {
    history: 'You confirmed your phone',
    from: ['PHONE_CHECK', 'CAPTURED', 'HELD', 'VEHICLE_NEEDED', 'PREQUALIFIED', 'FAST_PATH_OFFERED'],
    to: 'DUPLICATE',
  },
  foundDuplicate: { history: 'We found your earlier request', from: ['PHONE_CHECK'], to: 'DUPLICATE' },
  foundPresentBorrower: {
    history: 'We found your account with us',
    from: ['PHONE_CHECK'],
    to: 'PRESENT_BORROWER',
  },
  captured: { history: 'We saved your request for later', from: ['PHONE_CHECK'], to: 'CAPTURED' },
  decisionDelayed: { history: 'We saved your request for later', from: ['DECIDING'], to: 'CAPTURED' },
  vendorsBack: { history: null, from: ['CAPTURED'], to: 'DECIDING' },
  prequalified: {
    history: 'We had offers for you',
    from: decidable,
    to: 'PREQUALIFIED',
    undoes: chosenTerms,
  },
  fastPathOpened: {
    history: 'We had an offer for you',
    from: decidable,
    to: 'FAST_PATH_OFFERED',
    undoes: chosenTerms,
  },
  steppedUp: {
    history: 'We asked to check your information with you',
    from: decidable,
    to: 'STEP_UP',
    undoes: chosenTerms,
  },
  declined: { history: 'We decided on your request', from: decidable, to: 'DECLINED', undoes: chosenTerms },
  vehicleNeeded: { history: 'We asked about your vehicle', from: ['DECIDING'], to: 'VEHICLE_NEEDED' },
  outOfTradeArea: { history: 'We decided on your request', from: ['DECIDING'], to: 'OUT_OF_TRADE_AREA' },
  rejected: { history: 'We decided on your request', from: decidable, to: 'REJECTED', undoes: chosenTerms },
  decisionFailed: { history: 'We asked your branch to help', from: ['DECIDING'], to: 'DECISION_FAILED' },
  held: { history: 'Our team began to take a closer look', from: ['DECIDING', 'VEHICLE_NEEDED'], to: 'HELD' },
  holdReleased: { history: 'Our team finished its closer look', from: ['HELD'], to: 'DECIDING' },
  /** A person decided against the application. */
  holdRefused: {
    history: 'We decided on your request',
    from: ['HELD', 'APPROVAL_HELD', 'FAST_PATH_HELD'],
    to: 'HOLD_REFUSED',
  },

  // Fast path
  fastPathAccepted: {
    history: 'You asked for our final answer',
    from: ['FAST_PATH_OFFERED'],
    to: 'FAST_PATH_PENDING',
  },
  /** The applicant asked for other options. The one-click offer is not shown again. */
  fastPathLeft: { history: 'You asked for other options', from: ['FAST_PATH_OFFERED'], to: 'PREQUALIFIED' },
  fastPathApproved: {
    history: 'We approved your loan',
    from: ['FAST_PATH_PENDING'],
    to: 'FAST_PATH_APPROVED',
  },
  fastPathCounteroffered: {
    history: 'We made you another offer',
    from: ['FAST_PATH_PENDING'],
    to: 'FAST_PATH_COUNTEROFFER',
  },
  counterofferAccepted: {
    history: 'You accepted our offer',
    from: ['FAST_PATH_COUNTEROFFER'],
    to: 'FAST_PATH_APPROVED',
  },
  fastPathDeclined: {
    history: 'We decided on your request',
    from: ['FAST_PATH_PENDING'],
    to: 'FAST_PATH_DECLINED',
  },
  fastPathReferred: {
    history: 'We asked your branch to help',
    from: ['FAST_PATH_PENDING'],
    to: 'FAST_PATH_REFERRED',
  },
  fastPathRejected: {
    history: 'We decided on your request',
    from: ['FAST_PATH_PENDING'],
    to: 'FAST_PATH_REJECTED',
  },
  fastPathDelayed: {
    history: 'We saved your request for later',
    from: ['FAST_PATH_PENDING'],
    to: 'FAST_PATH_DELAYED',
  },
  fastPathResumed: { history: null, from: ['FAST_PATH_DELAYED'], to: 'FAST_PATH_PENDING' },
  fastPathInDoubt: {
    history: 'We began to look for your credit report',
    from: ['FAST_PATH_PENDING'],
    to: 'FAST_PATH_IN_DOUBT',
  },
  fastPathDoubtSettled: {
    history: 'We found out about your credit report',
    from: ['FAST_PATH_IN_DOUBT'],
    to: 'FAST_PATH_PENDING',
  },
  fastPathHeld: {
    history: 'Our team began to take a closer look',
    from: ['FAST_PATH_PENDING'],
    to: 'FAST_PATH_HELD',
  },
  fastPathHoldReleased: {
    history: 'Our team finished its closer look',
    from: ['FAST_PATH_HELD'],
    to: 'FAST_PATH_PENDING',
  },
  fastPathFailed: {
    history: 'We asked your branch to help',
    from: ['FAST_PATH_PENDING'],
    to: 'APPROVAL_FAILED',
  },
  fastPathDepositChosen: {
    history: 'You chose where your money goes',
    from: ['FAST_PATH_APPROVED', 'FAST_PATH_DEPOSIT_CHOSEN'],
    to: 'FAST_PATH_DEPOSIT_CHOSEN',
  },
  fastPathDocumentsSent: {
    history: 'We emailed your documents',
    from: ['FAST_PATH_DEPOSIT_CHOSEN', 'FAST_PATH_DOCUMENTS_SENT'],
    to: 'FAST_PATH_DOCUMENTS_SENT',
  },

  // Offers
  /** The new phone waits for its text code. With the code, the application is decided again. */
  phoneChanged: {
    history: 'You changed your phone',
    from: [...prequalified, 'PHONE_CHANGED'],
    to: 'PHONE_CHANGED',
    undoes: chosenTerms,
  },
  amountChosen: {
    history: null,
    from: ['PREQUALIFIED', 'TERMS_ACCEPTED'],
    to: 'PREQUALIFIED',
    undoes: ['selectedTerm', 'acceptedTerm'],
  },
  termsAccepted: {
    history: 'You chose your loan',
    from: ['PREQUALIFIED', 'FAST_PATH_OFFERED', 'TERMS_ACCEPTED'],
    to: 'TERMS_ACCEPTED',
  },
  loanMadeMeanwhile: {
    history: 'Your offers ended',
    from: ['PREQUALIFIED', 'FAST_PATH_OFFERED', 'TERMS_ACCEPTED'],
    to: 'OFFER_VOID',
  },
  offerExpired: {
    history: 'Your offers expired',
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
    history: 'You connected your bank',
    from: ['TERMS_ACCEPTED', 'VERIFIED', 'NOT_VERIFIED', 'VERIFICATION_FAILED'],
    to: 'VERIFYING',
    undoes: ['verification'],
  },
  bankRemoved: {
    history: 'You removed your bank',
    from: ['VERIFIED', 'NOT_VERIFIED', 'VERIFICATION_FAILED'],
    to: 'TERMS_ACCEPTED',
    undoes: ['linkedBank', 'verification'],
  },
  verified: { history: 'We verified your information', from: ['VERIFYING'], to: 'VERIFIED' },
  notVerified: {
    history: 'We compared your information with your bank',
    from: ['VERIFYING'],
    to: 'NOT_VERIFIED',
  },
  verificationFailed: { history: "Your bank didn't answer", from: ['VERIFYING'], to: 'VERIFICATION_FAILED' },
  verificationRetried: { history: null, from: ['VERIFICATION_FAILED'], to: 'VERIFYING' },

  // After a restored backup. From there the application goes back to where it was (journey/move.ts), or ends.
  restored: {
    history: 'We began to check your information',
    from: stateNames.filter((name) => stateOf(name).course !== 'ended' && name !== 'RESTORED'),
    to: 'RESTORED',
  },
  restoredLeftToBranch: { history: 'We asked your branch to help', from: ['RESTORED'], to: 'LEFT_TO_BRANCH' },

  // Approval and what follows
  hardPullAccepted: { history: 'You agreed to the credit check', from: ['VERIFIED'], to: 'APPROVING' },
  approved: { history: 'We approved your loan', from: ['APPROVING'], to: 'APPROVED' },
  approvedOtherwise: {
    history: 'We approved different terms for you',
    from: ['APPROVING'],
    to: 'APPROVED_OTHERWISE',
  },
  approvalDeclined: { history: 'We decided on your request', from: ['APPROVING'], to: 'APPROVAL_DECLINED' },
  approvalRejected: { history: 'We decided on your request', from: ['APPROVING'], to: 'APPROVAL_REJECTED' },
  approvalFailed: { history: 'We asked your branch to help', from: ['APPROVING'], to: 'APPROVAL_FAILED' },
  approvalHeld: { history: 'Our team began to take a closer look', from: ['APPROVING'], to: 'APPROVAL_HELD' },
  approvalHoldReleased: {
    history: 'Our team finished its closer look',
    from: ['APPROVAL_HELD'],
    to: 'APPROVING',
  },
  approvalDelayed: {
    history: 'We saved your request for later',
    from: ['APPROVING'],
    to: 'APPROVAL_DELAYED',
  },
  approvalResumed: { history: null, from: ['APPROVAL_DELAYED'], to: 'APPROVING' },
  approvalInDoubt: {
    history: 'We began to look for your credit report',
    from: ['APPROVING'],
    to: 'APPROVAL_IN_DOUBT',
  },
  approvalDoubtSettled: {
    history: 'We found out about your credit report',
    from: ['APPROVAL_IN_DOUBT'],
    to: 'APPROVING',
  },
  // A separate event, because an application with an unknown call outcome does not expire by itself.
  doubtSettledTooLate: {
    history: 'Your offers expired',
    from: ['APPROVAL_IN_DOUBT', 'FAST_PATH_IN_DOUBT'],
    to: 'OFFER_EXPIRED',
  },
  hardPullLost: {
    history: 'We asked your branch to help',
    from: ['APPROVAL_IN_DOUBT', 'FAST_PATH_IN_DOUBT'],
    to: 'LEFT_TO_BRANCH',
  },
  approvedOfferChosen: {
    history: 'You chose your final terms',
    from: ['APPROVED', 'APPROVED_OTHERWISE', 'OFFER_CHOSEN', 'DEPOSIT_CHOSEN'],
    to: 'OFFER_CHOSEN',
    undoes: ['deposit'],
  },
  depositChosen: {
    history: 'You chose where your money goes',
    from: ['OFFER_CHOSEN', 'DEPOSIT_CHOSEN'],
    to: 'DEPOSIT_CHOSEN',
  },
  documentsSent: {
    history: 'We emailed your documents',
    from: ['DEPOSIT_CHOSEN', 'DOCUMENTS_SENT'],
    to: 'DOCUMENTS_SENT',
  },
  signatureReported: { history: null, from: unsigned, to: 'COMPLETING' },
  signed: { history: 'You signed your documents', from: ['COMPLETING', ...unsigned], to: 'SIGNED' },
  signingDeclined: {
    history: 'You declined to sign',
    from: ['COMPLETING', ...unsigned],
    to: 'SIGNING_DECLINED',
  },
  envelopeVoided: {
    history: 'Your documents were closed',
    from: ['COMPLETING', ...unsigned],
    to: 'SIGNING_VOIDED',
  },
  signatureMissing: { history: null, from: ['COMPLETING'], to: 'SIGNING_CANCELED' },
  signingTimedOut: { history: null, from: ['COMPLETING'], to: 'SIGNING_TIMED_OUT' },
  signingFailed: {
    history: 'We began to check on your signature',
    from: ['COMPLETING'],
    to: 'SIGNING_FAILED',
  },
  signingHeld: {
    history: 'You signed, and our team began to take a closer look',
    from: ['COMPLETING', ...unsigned],
    to: 'SIGNED_HELD',
  },
  signingHoldReleased: { history: 'Our team finished its closer look', from: ['SIGNED_HELD'], to: 'SIGNED' },
  /** The approval ran out before anything was signed. */
  approvalExpired: { history: 'Your approval ended', from: approvedStates, to: 'APPROVAL_EXPIRED' },
  /** What the approval rests on has changed. */
  approvalWithdrawn: {
    history: 'Your approval ended',
    from: [...approvedStates, 'SIGNED_HELD'],
    to: 'APPROVAL_WITHDRAWN',
  },
  autopayDecided: { history: 'You chose how to pay', from: ['SIGNED'], to: 'DONE' },
  disbursementReturned: {
    history: 'Your bank sent your money back',
    from: ['SIGNED', 'DONE'],
    to: 'DISBURSEMENT_RETURNED',
  },
  otherAccountGiven: { history: 'You gave us another account', from: ['DISBURSEMENT_RETURNED'], to: 'DONE' },

  // Notices
  withdrawn: {
    history: 'You withdrew your application',
    from: withdrawable,
    to: 'WITHDRAWN',
  },
  /** A person denied the application, or the time to decide ran out. Ended states stay where they are. */
  denied: {
    history: 'We decided on your request',
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

/** Absent too for what the journey doesn't know: a release before, or an operator's command, may have recorded it. */
export function historyOfEvent(event: string): string | undefined {
  const known: Readonly<Record<string, TransitionDeclaration | undefined>> = transitions;
  return known[event]?.history ?? undefined;
}
