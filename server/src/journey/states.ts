// Declares every application state: which screens it allows, where it rests, and which actions it allows.

import { fastPathStates } from './fast-path-states.ts';
import { outcomeStates } from './outcome-states.ts';
import { prequalificationStates } from './prequalification-states.ts';
import type { StateDeclaration } from './state-declaration.ts';
import {
  approved,
  atContact,
  choosing,
  delayed,
  endedInError,
  heldForReview,
  known,
  later,
  linking,
  managing,
  ongoing,
  pastApproval,
  payout,
  prequalified,
  signing,
  undecided,
  unsigned,
  verified,
} from './state-groups.ts';

const declare = <const T extends Record<string, StateDeclaration>>(states: T) => states;

/** The applicant came back by a link. Whatever the application's state, the text code comes first. */
export const awaitingReauthentication: StateDeclaration = {
  ...undecided,
  rest: 'phone-check',
  actions: ['requestOtp', 'verifyOtp'],
  marker: 'source',
  course: 'live',
};

const states = declare({
  ...prequalificationStates,
  ...fastPathStates,

  PREQUALIFIED: {
    ...prequalified,
    rest: 'offers',
    also: ['amount', 'terms', 'vehicle', 'update-application-details'],
    actions: ['job', 'updateLead', 'vehicle', ...choosing],
    marker: 'loanRequest',
    course: 'live',
  },
  // The offers wait until the text code sent to a new phone is accepted.
  PHONE_CHANGED: {
    ...prequalified,
    rest: 'phone-check',
    also: ['update-application-details'],
    actions: ['requestOtp', 'verifyOtp', 'updateLead', ...ongoing],
    marker: 'loanRequest',
    course: 'live',
  },
  TERMS_ACCEPTED: {
    ...prequalified,
    rest: 'bank-link',
    // The error page also reports that a bank could not be linked, which does not change the application's state.
    also: [
      'bank-link-later',
      'verification-error',
      'offers',
      'amount',
      'terms',
      'vehicle',
      'update-application-details',
    ],
    actions: [...linking, 'verification', 'branchCall', 'updateLead', 'vehicle', ...choosing],
    marker: 'loanRequest',
    course: 'live',
  },
  OFFER_VOID: {
    ...prequalified,
    publicOutcome: 'offer-void',
    resumable: false,
    replaceable: true,
    rest: 'expired',
    actions: ['adverseAction', ...known],
    marker: 'flowEnd',
    course: 'ended',
  },
  OFFER_EXPIRED: {
    ...prequalified,
    publicOutcome: 'offer-expired',
    resumable: false,
    replaceable: true,
    rest: 'expired',
    actions: [...known],
    marker: 'flowEnd',
    course: 'ended',
  },

  VERIFYING: {
    ...prequalified,
    verification: 'PENDING',
    rest: 'verification-loading',
    also: ['capture-only'],
    actions: ['job', 'verification', ...known],
    marker: 'verification',
    course: 'waiting',
  },
  VERIFIED: {
    ...verified,
    rest: 'verification-success',
    // An OAuth bank sends people back to the linking page. The comparison may finish before the browser reaches the
    // page that waits for it, which then moves on by itself.
    also: [
      'verification-loading',
      'verification-manage',
      'verification-error',
      'bank-link',
      'approval-submit',
    ],
    actions: ['verification', ...managing, 'exchange', 'accounts', 'submitApproval', ...ongoing],
    marker: 'verificationSuccess',
    course: 'live',
  },
  NOT_VERIFIED: {
    ...verified,
    rest: 'verification-chat',
    also: ['verification-loading', 'verification-manage', 'verification-error', 'bank-link'],
    actions: ['verification', ...managing, 'exchange', 'accounts', ...ongoing],
    marker: 'verification',
    course: 'live',
  },
  VERIFICATION_FAILED: {
    ...prequalified,
    verification: 'FAILED',
    rest: 'verification-error',
    also: ['verification-loading', 'verification-manage', 'bank-link'],
    actions: ['verification', ...managing, 'exchange', 'retryVerification', ...ongoing],
    marker: 'error',
    course: 'live',
  },

  APPROVING: {
    ...verified,
    approval: 'pending',
    rest: 'approval-loading',
    also: ['capture-only'],
    actions: ['job', 'approval', ...known],
    marker: 'verificationSuccess',
    course: 'waiting',
  },
  // The hard pull waits for the bureau: no request for it has left yet.
  APPROVAL_DELAYED: { ...verified, approval: 'pending', ...delayed },
  // A backup was restored, and nobody knows yet what happened to this application since.
  RESTORED: { ...undecided, ...atContact, course: 'waiting' },
  APPROVAL_IN_DOUBT: { ...verified, approval: 'pending', ...atContact, course: 'waiting' },
  APPROVAL_HELD: { ...verified, approval: 'pending', ...heldForReview, actions: ['job', ...known] },
  // The hard pull was made, its answer is unknown, and we must not repeat it: a person at the branch continues.
  LEFT_TO_BRANCH: {
    ...verified,
    approval: 'referred',
    ...atContact,
    actions: ['adverseAction', ...known],
    course: 'ended',
  },
  APPROVAL_FAILED: {
    ...verified,
    approval: 'referred',
    ...endedInError,
    actions: ['job', 'adverseAction', ...known],
  },
  APPROVAL_DECLINED: {
    ...verified,
    approval: 'declined',
    rest: 'approval-declined',
    actions: ['job', 'approval', 'adverseAction', ...known],
    marker: 'receiveFundsDeclined',
    course: 'ended',
  },
  APPROVED: {
    ...approved,
    rest: 'approval-payment',
    also: ['verification-manage'],
    actions: ['job', 'approval', 'chooseOffer', ...managing, ...ongoing],
    marker: 'receiveFundsOffers',
    course: 'live',
  },
  OFFER_CHOSEN: {
    ...approved,
    rest: 'deposit',
    also: ['approval-payment', 'verification-manage'],
    actions: ['approval', 'chooseOffer', 'accounts', 'directEntry', ...managing, ...ongoing],
    marker: 'receiveFundsOffers',
    course: 'live',
  },
  DEPOSIT_CHOSEN: {
    ...approved,
    rest: 'confirm-email',
    also: ['deposit', 'confirm-account', 'approval-payment', 'verification-manage'],
    actions: [
      'approval',
      'chooseOffer',
      'accounts',
      'directEntry',
      'accountValidation',
      'documents',
      ...managing,
      ...ongoing,
    ],
    marker: 'receiveFundsOffers',
    course: 'live',
  },
  DOCUMENTS_SENT: {
    ...unsigned,
    rest: 'thank-you',
    also: ['confirm-email', 'confirm-account', 'docusign-loading', 'verification-manage'],
    actions: [...signing, ...managing, 'withdraw', 'paperNotices'],
    marker: 'receiveFundsEnd',
    course: 'live',
  },
  SIGNING_CANCELED: {
    ...unsigned,
    rest: 'docusign-canceled',
    also: ['confirm-account', 'docusign-loading', 'verification-manage'],
    actions: [...signing, ...managing, 'withdraw', 'paperNotices'],
    marker: 'docuSignResult',
    course: 'live',
  },
  SIGNING_TIMED_OUT: {
    ...unsigned,
    rest: 'docusign-expired',
    also: ['confirm-account', 'docusign-loading', 'verification-manage'],
    actions: [...signing, ...managing, 'withdraw', 'paperNotices'],
    marker: 'docuSignResult',
    course: 'live',
  },
  SIGNING_DECLINED: {
    ...approved,
    signing: 'declined',
    rest: 'docusign-incomplete',
    actions: [...known],
    marker: 'docuSignResult',
    course: 'ended',
  },
  // An operator voided the envelope at the signing service.
  SIGNING_VOIDED: { ...approved, ...endedInError, actions: ['adverseAction', ...known] },
  // The signing service never answered before we gave up. It may hold a signature, so we keep checking the envelope.
  SIGNING_FAILED: {
    ...unsigned,
    rest: 'contact',
    also: ['confirm-account', 'docusign-loading', 'verification-manage'],
    actions: [...signing, ...managing],
    marker: 'error',
    course: 'waiting',
  },
  COMPLETING: {
    ...unsigned,
    rest: 'docusign-loading',
    actions: ['job', ...signing],
    marker: 'docuSignResult',
    course: 'waiting',
  },
  // Signed, but a check of the loan no longer holds. Nothing is funded until a person has decided.
  SIGNED_HELD: {
    ...approved,
    signing: 'completed',
    ...heldForReview,
    actions: [...known],
  },
  // The approval was not used in time.
  APPROVAL_EXPIRED: { ...approved, ...pastApproval },
  // The policy or the law that the approval rests on no longer allows it.
  APPROVAL_WITHDRAWN: { ...approved, ...pastApproval, actions: ['adverseAction', ...known] },
  SIGNED: {
    ...approved,
    signing: 'completed',
    rest: 'docusign-success',
    also: ['autopay', 'confirm-account', 'other-account'],
    actions: ['job', 'autopay', 'documents', 'paperNotices', ...payout, ...later],
    marker: 'receiveFundsAutoPay',
    course: 'live',
  },
  DONE: {
    ...approved,
    signing: 'completed',
    rest: 'success',
    also: ['autopay', 'confirm-account', 'other-account'],
    actions: ['autopay', 'documents', 'paperNotices', ...payout, ...known],
    marker: 'flowEnd',
    course: 'ended',
  },
  // The applicant's bank sent the money back. It goes out again, once, to another account.
  DISBURSEMENT_RETURNED: {
    ...approved,
    signing: 'completed',
    rest: 'other-account',
    actions: ['documents', 'paperNotices', ...payout, ...later],
    marker: 'receiveFundsEnd',
    course: 'live',
  },

  ...outcomeStates,
});

export type StateName = keyof typeof states;
/** The states in which an application has come to its end. */
export type EndedState = {
  [S in StateName]: (typeof states)[S]['course'] extends 'ended' ? S : never;
}[StateName];
export const stateNames = Object.keys(states) as StateName[];

export function stateOf(name: StateName): StateDeclaration {
  return states[name];
}

/** Whether the application waits for a person of the lender, and rests on the page that says so. */
export function isHeldForReview(name: StateName): boolean {
  const { rest, course } = stateOf(name);
  return rest === heldForReview.rest && course === heldForReview.course;
}
