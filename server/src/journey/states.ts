// Declares every application state: which screens it allows, where it rests, and which actions it allows.

import { fastPathStates } from './fast-path-states.ts';
import { outcomeStates } from './outcome-states.ts';
import { prequalificationStates } from './prequalification-states.ts';
import { signingStates } from './signing-states.ts';
import type { Permissions, StateDeclaration } from './state-declaration.ts';
import {
  approved,
  atContact,
  choosing,
  delayed,
  endedInError,
  heldForReview,
  known,
  linking,
  managing,
  ongoing,
  prequalified,
  undecided,
  verified,
  withCall,
} from './state-groups.ts';
import {
  applicantsTurn,
  approval,
  byEmail,
  byNotice,
  byOutcome,
  byPromise,
  byStage,
  denial,
  incomplete,
  personDecides,
} from './state-notices.ts';

const declare = <const T extends Record<string, StateDeclaration>>(states: T) => states;

/** The applicant came back by a link. Whatever the application's state, the text code comes first. */
export const awaitingReauthentication: Permissions = {
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
    words: 'prequalified',
    ...prequalified,
    rest: 'offers',
    also: ['amount', 'terms', 'vehicle', 'update-application-details'],
    actions: ['job', 'updateLead', 'vehicle', ...choosing],
    marker: 'loanRequest',
    course: 'live',
    owes: incomplete('offer-choice'),
    told: byStage('offers-ready'),
  },
  // The offers wait until the text code sent to a new phone is accepted.
  PHONE_CHANGED: {
    words: 'phoneChanged',
    ...prequalified,
    rest: 'phone-check',
    also: ['update-application-details'],
    actions: ['requestOtp', 'verifyOtp', 'updateLead', ...ongoing],
    marker: 'loanRequest',
    course: 'live',
    owes: incomplete('phone-code'),
    told: applicantsTurn,
  },
  TERMS_ACCEPTED: {
    words: 'termsAccepted',
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
    owes: incomplete('bank-account'),
    told: applicantsTurn,
  },
  OFFER_VOID: {
    words: 'offerVoid',
    ...prequalified,
    publicOutcome: 'offer-void',
    resumable: false,
    replaceable: true,
    rest: 'expired',
    actions: ['adverseAction', ...known],
    marker: 'flowEnd',
    course: 'ended',
    owes: denial('recent-loan'),
    told: byNotice,
  },
  OFFER_EXPIRED: {
    words: 'offerExpired',
    ...prequalified,
    publicOutcome: 'offer-expired',
    resumable: false,
    replaceable: true,
    rest: 'expired',
    actions: [...known],
    marker: 'flowEnd',
    course: 'ended',
    owes: incomplete('new-request'),
    told: byEmail('offers-expired'),
  },

  VERIFYING: {
    words: 'verifying',
    ...prequalified,
    verification: 'PENDING',
    rest: 'verification-loading',
    also: ['capture-only'],
    actions: ['job', 'verification', ...known],
    marker: 'verification',
    course: 'waiting',
    owes: incomplete('bank-account'),
    told: byOutcome,
  },
  VERIFIED: {
    words: 'verified',
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
    owes: incomplete('final-consent'),
    told: byPromise('verification-made'),
  },
  NOT_VERIFIED: {
    words: 'notVerified',
    ...verified,
    rest: 'verification-chat',
    also: [
      'verification-documents',
      'verification-loading',
      'verification-manage',
      'verification-error',
      'bank-link',
    ],
    actions: ['verification', 'uploads', 'callBack', ...managing, 'exchange', 'accounts', ...ongoing],
    marker: 'verification',
    course: 'live',
    owes: personDecides(incomplete('verification-documents')),
    told: byEmail('not-verified'),
  },
  VERIFICATION_FAILED: {
    words: 'verificationFailed',
    ...prequalified,
    verification: 'FAILED',
    rest: 'verification-error',
    also: ['verification-documents', 'verification-loading', 'verification-manage', 'bank-link'],
    actions: [
      'verification',
      'uploads',
      'callBack',
      ...managing,
      'exchange',
      'retryVerification',
      ...ongoing,
    ],
    marker: 'error',
    course: 'live',
    owes: incomplete('bank-account'),
    told: byEmail('bank-unread'),
  },

  APPROVING: {
    words: 'finalRun',
    ...verified,
    approval: 'pending',
    rest: 'approval-loading',
    also: ['capture-only'],
    actions: ['job', 'approval', ...known],
    marker: 'verificationSuccess',
    course: 'waiting',
    owes: personDecides(denial('approval')),
    told: byOutcome,
  },
  // The hard pull waits for the bureau: no request for it has left yet.
  APPROVAL_DELAYED: {
    words: 'saved',
    ...verified,
    approval: 'pending',
    ...delayed,
    owes: personDecides(denial('no-report')),
    told: byEmail('delayed'),
  },
  // A backup was restored, and nobody knows yet what happened to this application since.
  RESTORED: {
    words: 'restored',
    ...undecided,
    ...atContact,
    course: 'waiting',
    // What was owed before is owed again when the application goes on.
    owes: personDecides(undefined),
    told: byEmail('delayed'),
  },
  APPROVAL_IN_DOUBT: {
    words: 'tracing',
    ...verified,
    approval: 'pending',
    ...atContact,
    course: 'waiting',
    owes: personDecides(denial('no-report')),
    told: byEmail('inquiry-unresolved'),
  },
  APPROVAL_HELD: {
    words: 'checking',
    ...verified,
    approval: 'pending',
    ...heldForReview,
    actions: ['job', 'withdraw', ...known],
    owes: personDecides(denial('identity')),
    told: byStage('held'),
  },
  // The hard pull was made, its answer is unknown, and we must not repeat it: a person at the branch continues.
  LEFT_TO_BRANCH: {
    words: 'byBranch',
    ...verified,
    approval: 'referred',
    ...atContact,
    actions: ['adverseAction', ...withCall],
    course: 'ended',
    owes: personDecides(denial('no-report')),
    told: byEmail('branch-takes-over'),
  },
  APPROVAL_FAILED: {
    words: 'byBranch',
    ...verified,
    approval: 'referred',
    ...endedInError,
    actions: ['job', 'adverseAction', ...withCall],
    owes: personDecides(denial('approval')),
    told: byEmail('branch-takes-over'),
  },
  APPROVAL_DECLINED: {
    words: 'decidedAgainst',
    ...verified,
    approval: 'declined',
    rest: 'approval-declined',
    actions: ['job', 'approval', 'adverseAction', ...withCall],
    marker: 'receiveFundsDeclined',
    course: 'ended',
    owes: denial('approval'),
    told: byNotice,
  },
  APPROVED: {
    words: 'approved',
    ...approved,
    rest: 'approval-payment',
    also: ['verification-manage'],
    actions: ['job', 'approval', 'chooseOffer', ...managing, ...ongoing],
    marker: 'receiveFundsOffers',
    course: 'live',
    owes: approval,
    told: byNotice,
  },
  OFFER_CHOSEN: {
    words: 'offerChosen',
    ...approved,
    rest: 'deposit',
    also: ['approval-payment', 'verification-manage'],
    actions: ['approval', 'chooseOffer', 'accounts', 'directEntry', ...managing, ...ongoing],
    marker: 'receiveFundsOffers',
    course: 'live',
    owes: approval,
    told: applicantsTurn,
  },
  DEPOSIT_CHOSEN: {
    words: 'accountChosen',
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
    owes: approval,
    told: applicantsTurn,
  },
  ...signingStates,
  ...outcomeStates,
});

export type StateName = keyof typeof states;
export const stateNames = Object.keys(states) as StateName[];

/** Where an application ends or waits for a person, its applicant is told the same day. A state that tells nobody does not compile. */
type Silent = {
  [S in StateName]: (typeof states)[S]['told']['by'] extends 'nobody'
    ? (typeof states)[S] extends { course: 'ended' } | { owes: { notice: 'person-decides' } }
      ? S
      : never
    : never;
}[StateName];
void (true satisfies [Exclude<Silent, 'SUPERSEDED'>] extends [never] ? true : never);

export const statesToldByEmail = stateNames.filter((name) => stateOf(name).told.by === 'email');

export function stateOf(name: StateName): StateDeclaration {
  return states[name];
}

/** Whether the application waits for a person of the lender, and rests on the page that says so. */
export function isHeldForReview(name: StateName): boolean {
  const { rest, course } = stateOf(name);
  return rest === heldForReview.rest && course === heldForReview.course;
}
