// Every state an application can be in, declared: which screens it allows, where it rests, what may be done there.
import type { JourneyLinks, StageMarker } from '#contract/journey.ts';
import type { ScreenName } from '#contract/screens.ts';

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

export interface StateDeclaration {
  /** The screen this application was last on; the first one it is sent to. */
  readonly rest: ScreenName;
  /** The other screens that may be visited meanwhile. */
  readonly also?: readonly ScreenName[];
  readonly actions?: readonly Action[];
  readonly marker: StageMarker | 'source';
  /**
   * `live`: the applicant can go on, and has no second application meanwhile.
   * `ended`: the resting screen says why it goes no further and what to do instead.
   */
  readonly course: 'live' | 'waiting' | 'ended';
}

const declare = <const T extends Record<string, StateDeclaration>>(states: T) => states;

const known = ['branch', 'user', 'prequalification'] as const;
/** Known, and the applicant can go on: now, or later by a link that they have mailed. Documents come with their own. */
const ongoing = ['finishLater', ...known] as const;
const choosing = ['loanRequest', 'chooseTerms', 'acceptTerms', ...ongoing] as const;
const linking = ['linkToken', 'exchange', 'linkedBank'] as const;
const signing = ['documents', 'signature', 'branch', 'user'] as const;

/** Somebody came back by a link. Wherever the application stands, the text code comes first. */
export const awaitingReauthentication: StateDeclaration = {
  rest: 'phone-check',
  actions: ['requestOtp', 'verifyOtp'],
  marker: 'source',
  course: 'live',
};

/** `marker: 'source'` reads prequalificationSingle or affiliate, by where the applicant came from. */
export const states = declare({
  LEAD: {
    rest: 'update-application-details',
    actions: ['updateLead', 'branch'],
    marker: 'source',
    course: 'live',
  },
  PHONE_CHECK: {
    rest: 'phone-check',
    // A partner's applicant mends a wrong number there; one of our form in the form.
    also: ['update-application-details'],
    actions: ['requestOtp', 'verifyOtp', 'updateLead', 'branch', 'resubmit'],
    marker: 'source',
    course: 'live',
  },
  DECIDING: { rest: 'loading', actions: ['job', ...known], marker: 'source', course: 'waiting' },
  CAPTURED: { rest: 'capture-only', actions: ['branch'], marker: 'flowEnd', course: 'waiting' },
  SUPERSEDED: { rest: 'expired', marker: 'flowEnd', course: 'ended' },
  DUPLICATE: { rest: 'duplicate', actions: ['branch'], marker: 'flowEnd', course: 'ended' },
  PRESENT_BORROWER: { rest: 'customer-login', actions: ['branch'], marker: 'flowEnd', course: 'ended' },
  DECISION_FAILED: {
    rest: 'error',
    also: ['contact'],
    actions: ['job', ...known],
    marker: 'error',
    course: 'ended',
  },
  REJECTED: {
    rest: 'error',
    also: ['contact'],
    actions: ['job', ...known],
    marker: 'error',
    course: 'ended',
  },
  STEP_UP: {
    rest: 'verification-needed',
    actions: ['job', ...known],
    marker: 'verification',
    course: 'ended',
  },
  DECLINED: {
    rest: 'declined',
    also: ['refer-to-partners'],
    actions: ['job', 'adverseAction', 'partner', ...known],
    marker: 'flowEnd',
    course: 'ended',
  },
  OUT_OF_TRADE_AREA: {
    rest: 'out-of-trade-area',
    also: ['refer-to-partners'],
    actions: ['job', 'adverseAction', 'partner', ...known],
    marker: 'flowEnd',
    course: 'ended',
  },

  FAST_PATH_OFFERED: {
    rest: 'fast-path-options',
    also: ['offers', 'amount', 'terms'],
    actions: ['job', 'fastPathOffer', ...choosing],
    marker: 'fastPath',
    course: 'live',
  },
  FAST_PATH_PENDING: {
    rest: 'fast-path-loading',
    actions: ['fastPathStatus', ...known],
    marker: 'fastPath',
    course: 'waiting',
  },
  // Parked until an operator has asked the bureau; meanwhile the applicant has no second application.
  FAST_PATH_IN_DOUBT: { rest: 'contact', actions: [...known], marker: 'error', course: 'waiting' },
  FAST_PATH_APPROVED: {
    rest: 'fast-path-select-payment',
    also: ['fast-path-deposit', 'verification-error'],
    actions: ['fastPathStatus', ...linking, 'accounts', 'directEntry', ...ongoing],
    marker: 'fastPathDepositFunds',
    course: 'live',
  },
  FAST_PATH_DEPOSIT_CHOSEN: {
    rest: 'fast-path-confirm-email',
    also: ['fast-path-select-payment', 'fast-path-deposit', 'verification-error'],
    actions: ['fastPathStatus', ...linking, 'accounts', 'directEntry', 'documents', ...ongoing],
    marker: 'fastPathDepositFunds',
    course: 'live',
  },
  FAST_PATH_DOCUMENTS_SENT: {
    rest: 'fast-path-thank-you',
    also: ['fast-path-confirm-email', 'docusign-loading'],
    actions: signing,
    marker: 'fastPathEnd',
    course: 'live',
  },
  FAST_PATH_DECLINED: {
    rest: 'fast-path-declined',
    actions: ['fastPathStatus', 'adverseAction', ...known],
    marker: 'error',
    course: 'ended',
  },
  FAST_PATH_REFERRED: {
    rest: 'error',
    also: ['contact'],
    actions: ['fastPathStatus', ...known],
    marker: 'error',
    course: 'ended',
  },
  FAST_PATH_REJECTED: {
    rest: 'error',
    also: ['contact'],
    actions: ['fastPathStatus', ...known],
    marker: 'error',
    course: 'ended',
  },

  PREQUALIFIED: {
    rest: 'offers',
    also: ['amount', 'terms'],
    actions: ['job', ...choosing],
    marker: 'loanRequest',
    course: 'live',
  },
  TERMS_ACCEPTED: {
    rest: 'bank-link',
    // The error page also says that a bank could not be linked, which leaves the application where it was.
    also: ['bank-link-later', 'verification-error', 'offers', 'amount', 'terms'],
    actions: [...linking, 'verification', ...choosing],
    marker: 'loanRequest',
    course: 'live',
  },
  OFFER_VOID: { rest: 'expired', actions: [...known], marker: 'flowEnd', course: 'ended' },
  OFFER_EXPIRED: { rest: 'expired', actions: [...known], marker: 'flowEnd', course: 'ended' },

  VERIFYING: {
    rest: 'verification-loading',
    actions: ['job', 'verification', ...known],
    marker: 'verification',
    course: 'waiting',
  },
  VERIFIED: {
    rest: 'verification-success',
    // A bank with a page of its own sends people back to the page where one is linked. A comparison may be made before the
    // page that waits for it is gone to, which then leads on by itself.
    also: [
      'verification-loading',
      'verification-manage',
      'verification-error',
      'bank-link',
      'approval-submit',
    ],
    actions: [
      'verification',
      ...linking,
      'removeBank',
      'repairBank',
      'accounts',
      'submitApproval',
      ...ongoing,
    ],
    marker: 'verificationSuccess',
    course: 'live',
  },
  NOT_VERIFIED: {
    rest: 'verification-chat',
    also: ['verification-loading', 'verification-manage', 'verification-error', 'bank-link'],
    actions: ['verification', ...linking, 'removeBank', 'repairBank', 'accounts', ...ongoing],
    marker: 'verification',
    course: 'live',
  },
  VERIFICATION_FAILED: {
    rest: 'verification-error',
    also: ['verification-loading', 'verification-manage', 'bank-link'],
    actions: ['verification', ...linking, 'removeBank', 'repairBank', 'retryVerification', ...ongoing],
    marker: 'error',
    course: 'live',
  },

  APPROVING: {
    rest: 'approval-loading',
    actions: ['job', 'approval', ...known],
    marker: 'verificationSuccess',
    course: 'waiting',
  },
  APPROVAL_IN_DOUBT: { rest: 'contact', actions: [...known], marker: 'error', course: 'waiting' },
  // The hard pull was made, nobody knows its answer, and it must not be made again: a person at the branch goes on.
  LEFT_TO_BRANCH: { rest: 'contact', actions: [...known], marker: 'error', course: 'ended' },
  APPROVAL_FAILED: {
    rest: 'error',
    also: ['contact'],
    actions: ['job', ...known],
    marker: 'error',
    course: 'ended',
  },
  APPROVAL_DECLINED: {
    rest: 'approval-declined',
    actions: ['job', 'approval', 'adverseAction', ...known],
    marker: 'receiveFundsDeclined',
    course: 'ended',
  },
  APPROVED: {
    rest: 'approval-payment',
    actions: ['job', 'approval', 'chooseOffer', ...ongoing],
    marker: 'receiveFundsOffers',
    course: 'live',
  },
  OFFER_CHOSEN: {
    rest: 'deposit',
    also: ['approval-payment'],
    actions: ['approval', 'chooseOffer', 'accounts', 'directEntry', ...ongoing],
    marker: 'receiveFundsOffers',
    course: 'live',
  },
  DEPOSIT_CHOSEN: {
    rest: 'confirm-email',
    also: ['deposit', 'approval-payment'],
    actions: ['approval', 'chooseOffer', 'accounts', 'directEntry', 'documents', ...ongoing],
    marker: 'receiveFundsOffers',
    course: 'live',
  },
  DOCUMENTS_SENT: {
    rest: 'thank-you',
    also: ['confirm-email', 'docusign-loading'],
    actions: signing,
    marker: 'receiveFundsEnd',
    course: 'live',
  },
  SIGNING_CANCELED: {
    rest: 'docusign-canceled',
    also: ['docusign-loading'],
    actions: signing,
    marker: 'docuSignResult',
    course: 'live',
  },
  SIGNING_TIMED_OUT: {
    rest: 'docusign-expired',
    also: ['docusign-loading'],
    actions: signing,
    marker: 'docuSignResult',
    course: 'live',
  },
  SIGNING_DECLINED: {
    rest: 'docusign-incomplete',
    actions: [...known],
    marker: 'docuSignResult',
    course: 'ended',
  },
  // The signing service took it back, which an operator does there.
  SIGNING_VOIDED: {
    rest: 'error',
    also: ['contact'],
    actions: [...known],
    marker: 'error',
    course: 'ended',
  },
  // The signing service was silent for as long as we asked. It may hold a signature, so the envelope is still looked at.
  SIGNING_FAILED: {
    rest: 'contact',
    also: ['docusign-loading'],
    actions: signing,
    marker: 'error',
    course: 'waiting',
  },
  COMPLETING: {
    rest: 'docusign-loading',
    actions: ['job', ...signing],
    marker: 'docuSignResult',
    course: 'waiting',
  },
  SIGNED: {
    rest: 'docusign-success',
    also: ['autopay'],
    actions: ['job', 'autopay', 'documents', ...ongoing],
    marker: 'receiveFundsAutoPay',
    course: 'live',
  },
  DONE: {
    rest: 'success',
    also: ['autopay'],
    actions: ['autopay', 'documents', ...known],
    marker: 'flowEnd',
    course: 'ended',
  },
});

export type StateName = keyof typeof states;
export const stateNames = Object.keys(states) as StateName[];

export function stateOf(name: StateName): StateDeclaration {
  return states[name];
}
