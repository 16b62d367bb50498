// From the documents to the money, and to the end of an approval that was not used.
import { deniedFor, reviewOnly, reviewOrDenial } from './required-notices.ts';
import type { StateDeclaration } from './state-declaration.ts';
import {
  approvalExpires,
  approvalWithdrawable,
  approved,
  approvedAlready,
  bankActions,
  endedInError,
  heldForReview,
  lapsed,
  loanCancelable,
  loanRefusable,
  readActions,
  readyToSign,
  restorable,
  restoredCancelable,
  resumeActions,
  signed,
  signedAlready,
  signingActions,
  timeless,
  withdrawableApproval,
} from './state-groups.ts';

const envelope = {
  signed: { to: 'SIGNED', effects: ['fundLoan', 'openSignedLoanCase', 'giveSignedCopy'] },
  held: { to: 'SIGNED_HELD' },
  vehicleUnproven: { to: 'VEHICLE_UNPROVEN', effects: ['openVehicleCase'] },
  signingDeclined: { to: 'SIGNING_DECLINED' },
  envelopeVoided: { to: 'SIGNING_VOIDED' },
  ...approvalExpires,
  ...approvalWithdrawable,
  ...approvedAlready,
  ...restorable,
} as const;
const open = {
  ...envelope,
  signatureReported: { to: 'COMPLETING' },
  bankRemoved: { undoes: ['linkedBank'] },
} as const;
const signable = [...signingActions, ...bankActions, 'paperNotices'] as const;
const besideSigning = ['confirm-account', 'docusign-loading', 'verification-manage'] as const;
/** The applicant left the documents unsigned, and can open them again. */
const unsigned = {
  statusText: 'toSign',
  ...readyToSign,
  phase: 'live',
  otherScreens: besideSigning,
  reads: signable,
  stageMarker: 'docuSignResult',
  notifiedBy: { by: 'promise', operation: 'unsigned' },
  on: { ...open, ...withdrawableApproval },
} as const;
const maybeSigned = { never: 'The documents may be signed.' };
/** Calls about a signed loan: its documents, and the account that receives the funds. */
const signedActions = ['accounts', 'accountValidation', 'documents', 'paperNotices'] as const;
const signedExits = { ...loanCancelable, ...signedAlready, ...approvedAlready, ...restorable } as const;
const returnable = { disbursementReturned: { to: 'DISBURSEMENT_RETURNED' } } as const;

export const signingStates = {
  DOCUMENTS_SENT: {
    statusText: 'toSign',
    ...readyToSign,
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
    notifiedBy: { by: 'stage', operation: 'documents' },
    on: { ...open, ...withdrawableApproval, documentsSent: { to: 'DOCUMENTS_SENT' } },
  },
  SIGNING_CANCELED: { ...unsigned, defaultScreen: 'docusign-canceled' },
  SIGNING_TIMED_OUT: { ...unsigned, defaultScreen: 'docusign-expired' },
  // The signing service never responded before we gave up. It may have a signature, so we continue to check the envelope.
  SIGNING_FAILED: {
    statusText: 'signingFailed',
    ...readyToSign,
    phase: 'waiting',
    waitsFor: 'review',
    defaultScreen: 'contact',
    otherScreens: besideSigning,
    reads: [...signingActions, ...bankActions],
    stageMarker: 'error',
    tellsInquiry: true,
    notifiedBy: { by: 'email', email: 'signing-unanswered' },
    on: { ...open, withdrawn: maybeSigned },
  },
  COMPLETING: {
    statusText: 'completing',
    ...readyToSign,
    phase: 'waiting',
    waitsFor: 'vendor',
    defaultScreen: 'docusign-loading',
    reads: ['job', ...signingActions],
    stageMarker: 'docuSignResult',
    notifiedBy: { by: 'outcome' },
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
    ...signed,
    ...heldForReview,
    reads: readActions,
    // The applicant was notified of the approval, and a signed contract does not expire.
    requiredNotice: reviewOnly,
    on: {
      holdReleased: envelope.signed,
      vehicleUnproven: envelope.vehicleUnproven,
      ...approvalWithdrawable,
      ...signedExits,
    },
  },
  // Signed, and secured by a vehicle whose insurance, and perhaps title, a person must see before anything is funded.
  VEHICLE_UNPROVEN: {
    statusText: 'vehicleUnproven',
    ...signed,
    phase: 'waiting',
    waitsFor: 'review',
    deadline: 'papers',
    defaultScreen: 'verification-documents',
    otherScreens: ['confirm-account', 'other-account'],
    reads: ['uploads', ...signedActions, ...resumeActions],
    stageMarker: 'docuSignResult',
    notifiedBy: { by: 'email', email: 'vehicle-unproven' },
    on: { otherAccountGiven: {}, holdReleased: envelope.signed, ...approvalWithdrawable, ...signedExits },
  },
  SIGNED: {
    statusText: 'signed',
    ...signed,
    phase: 'live',
    defaultScreen: 'docusign-success',
    otherScreens: ['autopay', 'confirm-account', 'other-account'],
    reads: ['job', ...signedActions, ...resumeActions],
    stageMarker: 'receiveFundsAutoPay',
    notifiedBy: { by: 'stage', operation: 'signed-copy' },
    on: {
      autopayDecided: { to: 'DONE' },
      otherAccountGiven: {},
      ...returnable,
      ...loanRefusable,
      ...signedExits,
    },
  },
  // The applicant's bank sent the money back. It goes out again, once, to another account.
  DISBURSEMENT_RETURNED: {
    statusText: 'disbursementReturned',
    ...signed,
    phase: 'live',
    defaultScreen: 'other-account',
    reads: [...signedActions, ...resumeActions],
    stageMarker: 'receiveFundsEnd',
    notifiedBy: { by: 'stage', operation: 'account-update' },
    on: { otherAccountGiven: { to: 'DONE' }, ...loanRefusable, ...signedExits },
  },

  DONE: {
    statusText: 'done',
    ...signed,
    phase: 'ended',
    defaultScreen: 'success',
    otherScreens: ['autopay', 'confirm-account', 'other-account'],
    reads: [...signedActions, ...readActions],
    stageMarker: 'flowEnd',
    notifiedBy: { by: 'stage', operation: 'signed-copy' },
    // The bank may send the money back after everything is done.
    on: {
      ...returnable,
      ...loanCancelable,
      ...loanRefusable,
      ...restoredCancelable,
      autopayDecided: {},
      otherAccountGiven: {},
    },
  },
  // The applicant canceled the signed loan before its money went out.
  LOAN_CANCELED: {
    statusText: 'loanCanceled',
    ...timeless,
    withdrawn: 'loan',
    phase: 'ended',
    replaceable: true,
    defaultScreen: 'withdrawn',
    reads: readActions,
    stageMarker: 'flowEnd',
    requiredNotice: {
      notice: 'none',
      because: 'The applicant had the approval, and canceled the signed loan.',
    },
    notifiedBy: { by: 'stage', operation: 'withdrawal-notice' },
  },
  SIGNING_DECLINED: {
    statusText: 'signingDeclined',
    ...timeless,
    signing: 'declined',
    phase: 'ended',
    defaultScreen: 'docusign-incomplete',
    reads: readActions,
    stageMarker: 'docuSignResult',
    requiredNotice: { notice: 'none', because: 'The applicant had the approval, and declined to sign.' },
    notifiedBy: { by: 'email', email: 'signing-declined' },
  },
  // An operator voided the envelope at the signing service.
  SIGNING_VOIDED: {
    statusText: 'signingVoided',
    ...timeless,
    ...endedInError,
    reads: ['adverseAction', ...readActions],
    requiredNotice: reviewOrDenial('terms-changed'),
    notifiedBy: { by: 'email', email: 'signing-voided' },
  },
  APPROVAL_EXPIRED: {
    statusText: 'approvalOver',
    ...approved,
    ...lapsed,
    offersPast: 'approval-expired',
    requiredNotice: { notice: 'none', because: 'The applicant had the approval, and its time ran out.' },
    notifiedBy: { by: 'stage', operation: 'approval-over' },
  },
  // The policy or the law that the approval rests on no longer allows it.
  APPROVAL_WITHDRAWN: {
    statusText: 'approvalWithdrawn',
    ...approved,
    ...lapsed,
    offersPast: 'approval-withdrawn',
    withdrawn: 'approval',
    reads: ['adverseAction', ...readActions],
    ...deniedFor('terms-changed'),
  },
} as const satisfies Record<string, StateDeclaration>;
