// Settings that several states share: their allowed actions, their final screens, and their meanings.
import type { StateFacets } from './state-declaration.ts';

export const known = ['branch', 'user', 'prequalification'] as const;
/** A person at the branch is the way on, and can be asked to call. */
export const withCall = ['callBack', ...known] as const;
/** The applicant is known and can continue, now or later through an emailed link. The documents have their own link. */
export const later = ['finishLater', ...known] as const;
/** Before the documents: there are offers that expire, and a request to withdraw. */
export const ongoing = [...later, 'reminders', 'withdraw', 'paperNotices'] as const;
export const choosing = ['loanRequest', 'chooseTerms', 'acceptTerms', ...ongoing] as const;
export const linking = ['linkToken', 'exchange', 'linkedBank'] as const;
/** The linked bank can be shown, repaired and removed. */
export const managing = ['linkedBank', 'linkToken', 'repairBank', 'removeBank'] as const;
/** The account that receives the funds: its validation, and another one where it was refused. */
export const payout = ['accounts', 'directEntry', 'accountValidation'] as const;
export const signing = ['documents', 'accountValidation', 'signature', 'branch', 'user'] as const;

export const undecided = {
  status: 'PENDING',
  variant: 'standard',
  verification: 'NOT_STARTED',
  approval: 'none',
  signing: 'none',
  publicOutcome: 'none',
  resumable: true,
  replaceable: false,
} as const satisfies StateFacets;
export const prequalified = { ...undecided, status: 'PREQUALIFIED' } as const;
export const fastPath = { ...prequalified, variant: 'fast-path' } as const;
export const verified = { ...prequalified, verification: 'FINISHED' } as const;
export const approved = { ...verified, approval: 'approved' } as const;
export const fastPathApproved = { ...fastPath, approval: 'approved' } as const;
export const unsigned = { ...approved, signing: 'open' } as const;

/** Ended without a decision to show: the error page, and whom to call. */
export const endedInError = { rest: 'error', also: ['contact'], marker: 'error', course: 'ended' } as const;
/** The applicant can do nothing more here. Someone must be called or must settle a vendor call. */
export const atContact = { rest: 'contact', actions: known, marker: 'error' } as const;
/** A vendor is away: the decision goes on when it is back, and its outcome is emailed. */
export const delayed = {
  rest: 'capture-only',
  actions: ['job', 'branch', 'withdraw'],
  marker: 'flowEnd',
  course: 'waiting',
} as const;
/** Waits for a person of the lender. The applicant can do nothing here, and has no second application meanwhile. */
export const heldForReview = {
  rest: 'verification-needed',
  marker: 'verification',
  course: 'waiting',
} as const;
/** The approval is over; the person may apply again. */
export const pastApproval = {
  publicOutcome: 'offer-expired',
  resumable: false,
  replaceable: true,
  rest: 'expired',
  actions: known,
  marker: 'flowEnd',
  course: 'ended',
} as const;
