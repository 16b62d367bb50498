// Settings that several states share: their meanings, their calls, their final screens and the events that they have in common.
import type { StateFacets } from './state-declaration.ts';

export const readActions = ['branch', 'user', 'prequalification'] as const;
/** The branch continues, and the applicant can request its call. */
export const callActions = ['callBack', ...readActions] as const;
/** The applicant can continue, now or later through an emailed link. The documents have their own link. */
export const resumeActions = ['finishLater', ...readActions] as const;
export const offerActions = [...resumeActions, 'reminders', 'paperNotices'] as const;
export const bankActions = ['linkedBank', 'linkToken', 'repairBank'] as const;
export const signingActions = ['documents', 'signature', 'accountValidation', 'branch', 'user'] as const;

export const undecided = {
  status: 'PENDING',
  verification: 'NOT_STARTED',
  approval: 'none',
  signing: 'none',
  publicOutcome: 'none',
  deadline: 'none',
  resumable: true,
  offersPast: 'none',
  heldFor: 'nothing',
  branchCalls: false,
  tellsInquiry: false,
  withdrawn: 'nothing',
  isSubmitted: true,
  emailedLink: 'itself',
  replaceable: false,
} as const satisfies StateFacets;
export const withOffers = { ...undecided, status: 'PREQUALIFIED', deadline: 'offers' } as const;
export const verified = { ...withOffers, verification: 'FINISHED' } as const;
/** The applicant has the notice of the approval, unless a state says otherwise. */
export const approved = {
  ...verified,
  approval: 'approved',
  deadline: 'approval',
  requiredNotice: { notice: 'approval' },
} as const;
export const readyToSign = { ...approved, signing: 'open' } as const;
/** A signed contract does not expire, nor does an approval that has ended. */
export const timeless = { ...approved, deadline: 'none' } as const;
export const signed = { ...timeless, signing: 'completed' } as const;

/** On the fast path no bank is linked before the approval. */
export const unverified = { verification: 'NOT_STARTED' } as const;

/** Ended without a decision to show: the error page, and the branch to call. */
export const endedInError = {
  defaultScreen: 'error',
  otherScreens: ['contact'],
  stageMarker: 'error',
  tellsInquiry: true,
  phase: 'ended',
} as const;
/** The applicant can do nothing more online: the branch has to be called, or an operator settles a vendor call. */
export const atContact = {
  defaultScreen: 'contact',
  reads: readActions,
  stageMarker: 'error',
  tellsInquiry: true,
} as const;
export const leftToBranch = {
  statusText: 'byBranch',
  branchCalls: true,
  notifiedBy: { by: 'email', email: 'branch-takes-over' },
} as const;
/** A vendor is unavailable: the decision continues when it is back, and its outcome is emailed. */
export const delayed = {
  statusText: 'saved',
  defaultScreen: 'capture-only',
  reads: ['job', 'branch'],
  stageMarker: 'flowEnd',
  phase: 'waiting',
  waitsFor: 'vendor',
  notifiedBy: { by: 'email', email: 'delayed' },
} as const;
/** Waits for a reviewer. The applicant can do nothing here, and has no second application meanwhile. */
export const heldForReview = {
  heldFor: 'check',
  defaultScreen: 'verification-needed',
  stageMarker: 'verification',
  phase: 'waiting',
  waitsFor: 'review',
  notifiedBy: { by: 'stage', operation: 'held' },
} as const;
/** No decision was made within the lender's time for an outage. A reviewer may reopen it, and can request documents. */
export const undecidedInTime = {
  ...endedInError,
  otherScreens: ['contact', 'verification-documents'],
} as const;
/** An offer, an approval or a request has ended; the applicant may apply again. */
export const lapsed = {
  deadline: 'none',
  offersPast: 'expired',
  resumable: false,
  emailedLink: 'nothing',
  replaceable: true,
  defaultScreen: 'expired',
  reads: readActions,
  stageMarker: 'flowEnd',
  phase: 'ended',
} as const;

/** An operator restores a backup. Every state that is open or can be continued by a reviewer has it. */
export const restorable = { restored: { to: 'RESTORED' } } as const;
/** An express withdrawal ends the required notices (12 CFR 1002.9, comment 9-2). */
export const withdrawable = { withdrawn: { to: 'WITHDRAWN', effects: ['withdrawBranchCase'] } } as const;
/** Documents may be out, or be sent at this moment: they must not be signed in another window. */
export const withdrawableApproval = {
  withdrawn: { to: 'WITHDRAWN', effects: ['withdrawBranchCase', 'voidEnvelope'] },
} as const;
/** The person's other application was confirmed first. What was saved during an outage is confirmed only on the return. */
export const duplicate = { codeAcceptedForDuplicate: { to: 'DUPLICATE' } } as const;
/** A reviewer denies it, or the time to decide runs out. */
export const deniable = { denied: { to: 'DENIED' } } as const;
/** Open until we decide it, or a branch does and gives its own notice. */
export const decidable = { ...deniable, branchDecided: { to: 'DECIDED_BY_BRANCH' } } as const;
/** The applicant has the next step: a notice requests what is missing, and no application is denied for it. */
export const incompleteInstead = {
  denied: { never: 'The applicant has the next step, so the notice in time is one of incompleteness.' },
} as const;
export const undecidedExits = { ...withdrawable, ...decidable, ...restorable } as const;
/** The exits of an open application whose applicant has the next step. */
export const applicantExits = { ...withdrawable, ...incompleteInstead, ...restorable } as const;
export const approvedAlready = {
  denied: { never: 'It was approved: what no longer holds withdraws the approval.' },
} as const;
export const offersExpire = { expired: { to: 'OFFER_EXPIRED' } } as const;
export const approvalExpires = {
  expired: { to: 'APPROVAL_EXPIRED', effects: ['emailApprovalOver'] },
} as const;
export const approvalWithdrawable = {
  approvalWithdrawn: { to: 'APPROVAL_WITHDRAWN', effects: ['closeBranchCase', 'voidEnvelope'] },
} as const;
export const decidingNow = {
  withdrawn: {
    never:
      'A job decides right now, and its answer may exist already. A vendor that is unavailable moves it on.',
  },
  expired: { never: 'A job decides right now, or gives up within the lender’s time.' },
} as const;
/** Waits for a reviewer, at most until the time to decide runs out. */
export const deniedInTime = {
  expired: { never: 'Time denies it: the notice in time is a denial.' },
  ...undecidedExits,
} as const;
export const signedAlready = { expired: { never: 'A signed contract does not expire.' } } as const;
/** As long as the money has not gone; by the applicant, by the next business day (`mayWithdraw`). */
export const loanCancelable = {
  withdrawn: { to: 'LOAN_CANCELED', effects: ['withdrawBranchCase', 'cancelLoan'] },
} as const;
/** The core system has the loan as canceled, after the backup that was restored. */
export const restoredCancelable = {
  restoredCanceled: { to: 'LOAN_CANCELED', effects: ['withdrawBranchCase', 'cancelLoan'] },
} as const;
/** A reviewer refuses a signed loan that waits for its money. */
export const loanRefusable = {
  approvalWithdrawn: { to: 'APPROVAL_WITHDRAWN', effects: ['closeBranchCase', 'cancelLoan'] },
} as const;
