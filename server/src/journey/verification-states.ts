// The linked bank: identity, residence and income are compared with what the applicant declared.
import { reviewOrIncomplete } from './required-notices.ts';
import type { StateDeclaration } from './state-declaration.ts';
import {
  bankActions,
  decidable,
  decidingNow,
  incompleteInstead,
  offerActions,
  offersExpire,
  readActions,
  restorable,
  verified,
  withdrawable,
  withOffers,
} from './state-groups.ts';

/** Another bank can be linked, and the one there is removed, until the hard pull is accepted. */
const withBank = {
  bankLinked: { to: 'VERIFYING', undoes: ['verification'] },
  bankRemoved: { to: 'TERMS_ACCEPTED', undoes: ['linkedBank', 'verification'] },
  ...offersExpire,
  ...withdrawable,
  ...restorable,
} as const;

export const verificationStates = {
  VERIFYING: {
    statusText: 'verifying',
    ...withOffers,
    verification: 'PENDING',
    phase: 'waiting',
    waitsFor: 'vendor',
    defaultScreen: 'verification-loading',
    otherScreens: ['capture-only'],
    reads: ['job', 'verification', ...readActions],
    stageMarker: 'verification',
    requiredNotice: { notice: 'incomplete', missing: 'bank-account' },
    notifiedBy: { by: 'outcome' },
    on: {
      verified: { to: 'VERIFIED' },
      notVerified: { to: 'NOT_VERIFIED' },
      failed: { to: 'VERIFICATION_FAILED' },
      ...decidingNow,
      ...incompleteInstead,
      ...restorable,
    },
  },
  VERIFIED: {
    statusText: 'verified',
    ...verified,
    phase: 'live',
    defaultScreen: 'verification-success',
    // An OAuth bank returns applicants to the linking page, perhaps after the comparison has finished.
    otherScreens: [
      'verification-loading',
      'verification-manage',
      'verification-error',
      'bank-link',
      'approval-submit',
    ],
    reads: ['verification', 'accounts', ...bankActions, ...offerActions],
    stageMarker: 'verificationSuccess',
    requiredNotice: { notice: 'incomplete', missing: 'final-consent' },
    notifiedBy: { by: 'promise', operation: 'verification-made' },
    on: {
      hardPullAccepted: { to: 'APPROVING', effects: ['approve'] },
      recentLoanFound: { to: 'OFFER_VOID' },
      ...withBank,
      ...incompleteInstead,
    },
  },
  NOT_VERIFIED: {
    statusText: 'notVerified',
    ...verified,
    heldFor: 'bank',
    phase: 'live',
    defaultScreen: 'verification-chat',
    otherScreens: [
      'verification-documents',
      'verification-loading',
      'verification-manage',
      'verification-error',
      'bank-link',
    ],
    reads: ['verification', 'uploads', 'callBack', 'accounts', ...bankActions, ...offerActions],
    stageMarker: 'verification',
    requiredNotice: reviewOrIncomplete('verification-documents', 'verification'),
    notifiedBy: { by: 'email', email: 'not-verified' },
    on: {
      reviewContinued: { to: 'VERIFIED' },
      otherTermsOffered: {
        to: 'PREQUALIFIED',
        undoes: ['selectedTerm', 'acceptedTerm', 'linkedBank', 'verification'],
        renewsDeadline: true,
      },
      ...withBank,
      ...decidable,
    },
  },
  VERIFICATION_FAILED: {
    statusText: 'verificationFailed',
    ...withOffers,
    verification: 'FAILED',
    phase: 'live',
    defaultScreen: 'verification-error',
    otherScreens: ['verification-documents', 'verification-loading', 'verification-manage', 'bank-link'],
    reads: ['verification', 'uploads', 'callBack', ...bankActions, ...offerActions],
    stageMarker: 'error',
    requiredNotice: { notice: 'incomplete', missing: 'bank-account' },
    notifiedBy: { by: 'email', email: 'bank-unread' },
    on: { ...withBank, verificationRetried: { to: 'VERIFYING' }, ...incompleteInstead },
  },
} as const satisfies Record<string, StateDeclaration>;
