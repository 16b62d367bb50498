// The linked bank: identity, residence and income are compared with what the applicant declared.
import * as notices from './required-notices.ts';
import type { StateDeclaration } from './state-declaration.ts';
import * as groups from './state-groups.ts';

/** Another bank can be linked, and the one there is removed, until the hard pull is accepted. */
const withBank = {
  bankLinked: { to: 'VERIFYING', undoes: ['verification'] },
  bankRemoved: { to: 'TERMS_ACCEPTED', undoes: ['linkedBank', 'verification'] },
  ...groups.offersExpire,
  ...groups.withdrawable,
  ...groups.restorable,
} as const;

export const verificationStates = {
  VERIFYING: {
    statusText: 'verifying',
    ...groups.withOffers,
    verification: 'PENDING',
    phase: 'waiting',
    waitsFor: 'vendor',
    defaultScreen: 'verification-loading',
    otherScreens: ['capture-only'],
    reads: ['job', 'verification', ...groups.readActions],
    stageMarker: 'verification',
    requiredNotice: notices.incomplete('bank-account'),
    notifiedBy: notices.viaOutcome,
    on: {
      verified: { to: 'VERIFIED' },
      notVerified: { to: 'NOT_VERIFIED' },
      failed: { to: 'VERIFICATION_FAILED' },
      ...groups.decidingNow,
      ...groups.incompleteInstead,
      ...groups.restorable,
    },
  },
  VERIFIED: {
    statusText: 'verified',
    ...groups.verified,
    phase: 'live',
    defaultScreen: 'verification-success',
    // An OAuth bank returns applicants to the linking page. The comparison may finish before the browser reaches the
    // page that waits for it, which then moves on by itself.
    otherScreens: [
      'verification-loading',
      'verification-manage',
      'verification-error',
      'bank-link',
      'approval-submit',
    ],
    reads: ['verification', 'accounts', ...groups.bankActions, ...groups.offerActions],
    stageMarker: 'verificationSuccess',
    requiredNotice: notices.incomplete('final-consent'),
    notifiedBy: notices.viaPromise('verification-made'),
    on: {
      hardPullAccepted: { to: 'APPROVING', effects: ['approve'] },
      ...withBank,
      ...groups.incompleteInstead,
    },
  },
  NOT_VERIFIED: {
    statusText: 'notVerified',
    ...groups.verified,
    phase: 'live',
    defaultScreen: 'verification-chat',
    otherScreens: [
      'verification-documents',
      'verification-loading',
      'verification-manage',
      'verification-error',
      'bank-link',
    ],
    reads: ['verification', 'uploads', 'callBack', 'accounts', ...groups.bankActions, ...groups.offerActions],
    stageMarker: 'verification',
    requiredNotice: notices.reviewOrIncomplete('verification-documents', 'verification'),
    notifiedBy: notices.viaEmail('not-verified'),
    on: {
      reviewContinued: { to: 'VERIFIED' },
      otherTermsOffered: {
        to: 'PREQUALIFIED',
        undoes: ['selectedTerm', 'acceptedTerm', 'linkedBank', 'verification'],
      },
      ...withBank,
      ...groups.deniable,
    },
  },
  VERIFICATION_FAILED: {
    statusText: 'verificationFailed',
    ...groups.withOffers,
    verification: 'FAILED',
    phase: 'live',
    defaultScreen: 'verification-error',
    otherScreens: ['verification-documents', 'verification-loading', 'verification-manage', 'bank-link'],
    reads: ['verification', 'uploads', 'callBack', ...groups.bankActions, ...groups.offerActions],
    stageMarker: 'error',
    requiredNotice: notices.incomplete('bank-account'),
    notifiedBy: notices.viaEmail('bank-unread'),
    on: { ...withBank, verificationRetried: { to: 'VERIFYING' }, ...groups.incompleteInstead },
  },
} as const satisfies Record<string, StateDeclaration>;
