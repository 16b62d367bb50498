// What several states share: the actions they allow, the screens they end on, and what they mean.
import type { StateFacets } from './state-declaration.ts';

export const known = ['branch', 'user', 'prequalification'] as const;
/** Known, and the applicant can go on: now, or later by a link that they have mailed. Documents come with their own. */
export const ongoing = ['finishLater', ...known] as const;
export const choosing = ['loanRequest', 'chooseTerms', 'acceptTerms', ...ongoing] as const;
export const linking = ['linkToken', 'exchange', 'linkedBank'] as const;
export const signing = ['documents', 'signature', 'branch', 'user'] as const;

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
/** Nothing more can be done here, only by somebody who is called or who settles a call. */
export const atContact = { rest: 'contact', actions: known, marker: 'error' } as const;
