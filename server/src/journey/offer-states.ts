// The offers: choosing one, accepting the fast path's, and the end of what was not used.
import { deniedFor } from './required-notices.ts';
import type { StateDeclaration } from './state-declaration.ts';
import {
  applicantExits,
  duplicate,
  lapsed,
  offerActions,
  offersExpire,
  readActions,
  withOffers,
} from './state-groups.ts';

const chosenTerms = ['selectedTerm', 'acceptedTerm'] as const;

/** A change of details, which decides the application again. */
const changing = {
  // The new phone waits for its text code. With the code, the application is decided again.
  phoneChanged: { to: 'PHONE_CHANGED', undoes: chosenTerms },
  prequalified: { to: 'PREQUALIFIED', undoes: chosenTerms },
  fastPathOpened: { to: 'FAST_PATH_OFFERED', undoes: chosenTerms },
  steppedUp: { to: 'STEP_UP', undoes: chosenTerms },
  declined: { to: 'DECLINED', undoes: chosenTerms },
  rejected: { to: 'REJECTED', undoes: chosenTerms },
  ...offersExpire,
  ...applicantExits,
} as const;

const choosing = {
  termsAccepted: { to: 'TERMS_ACCEPTED' },
  recentLoanFound: { to: 'OFFER_VOID' },
  ...changing,
} as const;

export const offerStates = {
  PREQUALIFIED: {
    statusText: 'prequalified',
    ...withOffers,
    phase: 'live',
    defaultScreen: 'offers',
    otherScreens: ['amount', 'terms', 'vehicle', 'update-application-details'],
    reads: ['job', 'vehicle', 'loanRequest', ...offerActions],
    stageMarker: 'loanRequest',
    requiredNotice: { notice: 'incomplete', missing: 'offer-choice' },
    notifiedBy: { by: 'stage', operation: 'offers-ready' },
    on: { ...choosing, ...duplicate, amountChosen: {} },
  },
  FAST_PATH_OFFERED: {
    statusText: 'fastPathOffered',
    ...withOffers,
    phase: 'live',
    defaultScreen: 'fast-path-options',
    otherScreens: ['offers', 'amount', 'terms', 'update-application-details'],
    reads: ['job', 'loanRequest', ...offerActions],
    stageMarker: 'fastPath',
    requiredNotice: { notice: 'incomplete', missing: 'offer-choice' },
    notifiedBy: { by: 'stage', operation: 'offers-ready' },
    on: {
      ...choosing,
      ...duplicate,
      amountChosen: {},
      fastPathAccepted: { to: 'APPROVING', path: 'fast-path', effects: ['approve'] },
      // The applicant chose other options. The one-click offer is not shown again.
      fastPathLeft: { to: 'PREQUALIFIED' },
    },
  },
  // The offers wait until the text code sent to a new phone is accepted.
  PHONE_CHANGED: {
    statusText: 'phoneChanged',
    ...withOffers,
    phase: 'live',
    defaultScreen: 'phone-check',
    otherScreens: ['update-application-details'],
    reads: offerActions,
    stageMarker: 'loanRequest',
    requiredNotice: { notice: 'incomplete', missing: 'phone-code' },
    notifiedBy: { by: 'no-one' },
    on: { codeAccepted: {}, ...changing },
  },
  TERMS_ACCEPTED: {
    statusText: 'termsAccepted',
    ...withOffers,
    phase: 'live',
    defaultScreen: 'bank-link',
    // The error page also reports that a bank could not be linked, which does not change the application's state.
    otherScreens: [
      'bank-link-later',
      'verification-error',
      'offers',
      'amount',
      'terms',
      'vehicle',
      'update-application-details',
    ],
    reads: [
      'linkToken',
      'linkedBank',
      'verification',
      'branchCall',
      'vehicle',
      'loanRequest',
      ...offerActions,
    ],
    stageMarker: 'loanRequest',
    requiredNotice: { notice: 'incomplete', missing: 'bank-account' },
    notifiedBy: { by: 'no-one' },
    on: {
      ...choosing,
      amountChosen: { to: 'PREQUALIFIED', undoes: chosenTerms },
      bankLinked: { to: 'VERIFYING', effects: ['withdrawBranchCall'] },
      // It confirmed the identity before the offers.
      bankKept: { to: 'VERIFYING', effects: ['withdrawBranchCall'] },
    },
  },
  OFFER_VOID: {
    statusText: 'offerVoid',
    ...withOffers,
    ...lapsed,
    offersPast: 'void',
    reads: ['adverseAction', ...readActions],
    ...deniedFor('recent-loan'),
  },
  OFFER_EXPIRED: {
    statusText: 'offerExpired',
    ...withOffers,
    ...lapsed,
    requiredNotice: { notice: 'incomplete', missing: 'new-request' },
    notifiedBy: { by: 'email', email: 'offers-expired' },
  },
} as const satisfies Record<string, StateDeclaration>;
