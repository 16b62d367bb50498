// From the documents to the money, and to the end of an approval that was not used.
import * as notices from './required-notices.ts';
import { never, type StateDeclaration } from './state-declaration.ts';
import * as groups from './state-groups.ts';

/** How an envelope can end, wherever we learn of it. */
const envelope = {
  signed: { to: 'SIGNED', effects: ['fundLoan', 'openSignedLoanCase', 'giveSignedCopy'] },
  held: { to: 'SIGNED_HELD' },
  signingDeclined: { to: 'SIGNING_DECLINED' },
  envelopeVoided: { to: 'SIGNING_VOIDED' },
  ...groups.approvalExpires,
  ...groups.approvalWithdrawable,
  ...groups.approvedAlready,
  ...groups.restorable,
} as const;
const open = {
  ...envelope,
  signatureReported: { to: 'COMPLETING' },
  bankRemoved: { undoes: ['linkedBank'] },
} as const;
const signable = [...groups.signingActions, ...groups.bankActions, 'paperNotices'] as const;
const besideSigning = ['confirm-account', 'docusign-loading', 'verification-manage'] as const;
const maybeSigned = never('The documents may be signed.');
/** Calls about a signed loan: its documents, and the account that receives the funds. */
const signedActions = ['accounts', 'accountValidation', 'documents', 'paperNotices'] as const;
const returnable = { disbursementReturned: { to: 'DISBURSEMENT_RETURNED' } } as const;

export const signingStates = {
  DOCUMENTS_SENT: {
    statusText: 'toSign',
    ...groups.readyToSign,
    phase: 'live',
    defaultScreen: 'thank-you',
    otherScreens: ['confirm-email', ...besideSigning],
    reads: signable,
    stageMarker: 'receiveFundsEnd',
    fastPath: {
      verification: 'NOT_STARTED',
      defaultScreen: 'fast-path-thank-you',
      otherScreens: ['fast-path-confirm-email', ...besideSigning],
      stageMarker: 'fastPathEnd',
    },
    requiredNotice: notices.approval,
    notifiedBy: notices.viaStage('documents'),
    on: { ...open, ...groups.withdrawableApproval, documentsSent: { to: 'DOCUMENTS_SENT' } },
  },
  SIGNING_CANCELED: {
    statusText: 'toSign',
    ...groups.readyToSign,
    phase: 'live',
    defaultScreen: 'docusign-canceled',
    otherScreens: besideSigning,
    reads: signable,
    stageMarker: 'docuSignResult',
    requiredNotice: notices.approval,
    notifiedBy: notices.viaPromise('unsigned'),
    on: { ...open, ...groups.withdrawableApproval },
  },
  SIGNING_TIMED_OUT: {
    statusText: 'toSign',
    ...groups.readyToSign,
    phase: 'live',
    defaultScreen: 'docusign-expired',
    otherScreens: besideSigning,
    reads: signable,
    stageMarker: 'docuSignResult',
    requiredNotice: notices.approval,
    notifiedBy: notices.viaPromise('unsigned'),
    on: { ...open, ...groups.withdrawableApproval },
  },
  // The signing service never responded before we gave up. It may have a signature, so we continue to check the envelope.
  SIGNING_FAILED: {
    statusText: 'signingFailed',
    ...groups.readyToSign,
    phase: 'waiting',
    waitsFor: 'review',
    defaultScreen: 'contact',
    otherScreens: besideSigning,
    reads: [...groups.signingActions, ...groups.bankActions],
    stageMarker: 'error',
    requiredNotice: notices.approval,
    notifiedBy: notices.viaEmail('signing-unanswered'),
    on: { ...open, withdrawn: maybeSigned },
  },
  COMPLETING: {
    statusText: 'completing',
    ...groups.readyToSign,
    phase: 'waiting',
    waitsFor: 'vendor',
    defaultScreen: 'docusign-loading',
    reads: ['job', ...groups.signingActions],
    stageMarker: 'docuSignResult',
    requiredNotice: notices.approval,
    notifiedBy: notices.viaOutcome,
    on: {
      ...envelope,
      signatureMissing: { to: 'SIGNING_CANCELED' },
      signingTimedOut: { to: 'SIGNING_TIMED_OUT' },
      failed: { to: 'SIGNING_FAILED' },
      withdrawn: maybeSigned,
    },
  },
  // Signed, but a check of the loan no longer passes. Nothing is funded until a reviewer has decided.
  SIGNED_HELD: {
    statusText: 'signedHeld',
    ...groups.approved,
    ...groups.heldForReview,
    signing: 'completed',
    reads: groups.readActions,
    // The applicant was notified of the approval, and a signed contract does not expire.
    requiredNotice: notices.reviewOnly,
    notifiedBy: notices.viaStage('held'),
    on: {
      holdReleased: { to: 'SIGNED', effects: ['fundLoan', 'openSignedLoanCase', 'giveSignedCopy'] },
      ...groups.approvalWithdrawable,
      ...groups.loanCancelable,
      ...groups.signedAlready,
      ...groups.approvedAlready,
      ...groups.restorable,
    },
  },
  SIGNED: {
    statusText: 'signed',
    ...groups.approved,
    signing: 'completed',
    phase: 'live',
    defaultScreen: 'docusign-success',
    otherScreens: ['autopay', 'confirm-account', 'other-account'],
    reads: ['job', ...signedActions, ...groups.resumeActions],
    stageMarker: 'receiveFundsAutoPay',
    requiredNotice: notices.approval,
    notifiedBy: notices.viaStage('signed-copy'),
    on: {
      autopayDecided: { to: 'DONE' },
      otherAccountGiven: {},
      ...returnable,
      ...groups.loanCancelable,
      ...groups.loanRefusable,
      ...groups.signedAlready,
      ...groups.approvedAlready,
      ...groups.restorable,
    },
  },
  // The applicant's bank sent the money back. It goes out again, once, to another account.
  DISBURSEMENT_RETURNED: {
    statusText: 'disbursementReturned',
    ...groups.approved,
    signing: 'completed',
    phase: 'live',
    defaultScreen: 'other-account',
    reads: [...signedActions, ...groups.resumeActions],
    stageMarker: 'receiveFundsEnd',
    requiredNotice: notices.approval,
    notifiedBy: notices.viaStage('account-update'),
    on: {
      otherAccountGiven: { to: 'DONE' },
      ...groups.loanCancelable,
      ...groups.loanRefusable,
      ...groups.signedAlready,
      ...groups.approvedAlready,
      ...groups.restorable,
    },
  },

  DONE: {
    statusText: 'done',
    ...groups.approved,
    signing: 'completed',
    phase: 'ended',
    defaultScreen: 'success',
    otherScreens: ['autopay', 'confirm-account', 'other-account'],
    reads: [...signedActions, ...groups.readActions],
    stageMarker: 'flowEnd',
    requiredNotice: notices.approval,
    notifiedBy: notices.viaStage('signed-copy'),
    // The bank may send the money back after everything is done.
    on: {
      ...returnable,
      ...groups.loanCancelable,
      ...groups.loanRefusable,
      autopayDecided: {},
      otherAccountGiven: {},
    },
  },
  // The applicant canceled the signed loan before its money went out.
  LOAN_CANCELED: {
    statusText: 'loanCanceled',
    ...groups.approved,
    phase: 'ended',
    replaceable: true,
    defaultScreen: 'withdrawn',
    reads: groups.readActions,
    stageMarker: 'flowEnd',
    requiredNotice: notices.noNotice('The applicant had the approval, and canceled the signed loan.'),
    notifiedBy: notices.viaStage('withdrawal-notice'),
  },
  SIGNING_DECLINED: {
    statusText: 'signingDeclined',
    ...groups.approved,
    signing: 'declined',
    phase: 'ended',
    defaultScreen: 'docusign-incomplete',
    reads: groups.readActions,
    stageMarker: 'docuSignResult',
    requiredNotice: notices.noNotice('The applicant had the approval, and declined to sign.'),
    notifiedBy: notices.viaEmail('signing-declined'),
  },
  // An operator voided the envelope at the signing service.
  SIGNING_VOIDED: {
    statusText: 'signingVoided',
    ...groups.approved,
    ...groups.endedInError,
    reads: ['adverseAction', ...groups.readActions],
    requiredNotice: notices.reviewOrDenial('approval'),
    notifiedBy: notices.viaEmail('signing-voided'),
  },
  // The approval was not used in time.
  APPROVAL_EXPIRED: {
    statusText: 'approvalOver',
    ...groups.approved,
    ...groups.pastTime,
    requiredNotice: notices.noNotice('The applicant had the approval, and its time ran out.'),
    notifiedBy: notices.viaStage('approval-over'),
  },
  // The policy or the law that the approval rests on no longer allows it.
  APPROVAL_WITHDRAWN: {
    statusText: 'approvalWithdrawn',
    ...groups.approved,
    ...groups.pastTime,
    reads: ['adverseAction', ...groups.readActions],
    requiredNotice: notices.denial('terms-changed'),
    notifiedBy: notices.viaNotice,
  },
} as const satisfies Record<string, StateDeclaration>;
