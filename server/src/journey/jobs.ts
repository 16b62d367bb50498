// Declares the jobs that transitions enqueue. The stage that each belongs to handles it.
import * as z from 'zod';
import type { JobDeclaration } from '../platform/jobs/jobs.ts';

const nothing = z.object({});
type Nothing = z.output<typeof nothing>;

/** A notice is due within 30 days, so its jobs retry for days before they alert an operator. */
export const noticePatience = { tries: 500, seconds: 40, concurrency: 2, longestDelaySeconds: 900 } as const;
/** The loan is signed, so retry for days before alerting an operator. The core system closes for whole evenings. */
export const longPatience = { tries: 1000, seconds: 60, longestDelaySeconds: 300 } as const;

const noticePayload = z.object({ notice: z.uuid() });
export const drawNotice: JobDeclaration<z.output<typeof noticePayload>> = {
  name: 'draw-notice',
  payload: noticePayload,
  ...noticePatience,
};

const statePayload = z.object({ since: z.iso.datetime() });
/** `since` names the stay in the state: an application that has moved notifies of its new state. */
export const notifyOfState: JobDeclaration<z.output<typeof statePayload>> = {
  name: 'notify-of-state',
  payload: statePayload,
  ...noticePatience,
};

export const decidePrequalification: JobDeclaration<Nothing> = {
  name: 'decide-prequalification',
  payload: nothing,
  awaited: true,
  begunWith: ['phone'],
  tries: 3,
  seconds: 40,
  concurrency: 8,
};

/** Decides an application that was saved at the form while a vendor was known to be down. */
export const decideCaptured: JobDeclaration<Nothing> = {
  name: 'decide-captured',
  payload: nothing,
  tries: 3,
  seconds: 40,
  concurrency: 2,
};

/** The final decision, on either path. */
export const decideApproval: JobDeclaration<Nothing> = {
  name: 'decide-approval',
  payload: nothing,
  awaited: true,
  begunWith: ['agreement'],
  tries: 3,
  seconds: 60,
  concurrency: 4,
};

/** Sends the offers to a prequalified applicant, once per application. */
export const mailOffersReady: JobDeclaration<Nothing> = {
  name: 'mail-offers-ready',
  payload: nothing,
  tries: 100,
  seconds: 30,
  concurrency: 4,
  longestDelaySeconds: 900,
};

/** Sends a partner the status of its lead, for about a day. */
export const notifyPartner: JobDeclaration<Nothing> = {
  name: 'notify-partner',
  payload: nothing,
  tries: 60,
  seconds: 20,
  concurrency: 2,
  longestDelaySeconds: 1800,
};

const casePayload = z.object({
  reason: z.enum(['loan-signed', 'no-decision', 'continued-online', 'withdrawn']),
  /** When the call was promised, or the applicant continued online or withdrew, as an ISO instant. */
  since: z.iso.datetime(),
});
export type BranchCaseReason = z.output<typeof casePayload>['reason'];
/** The applicant expects a call, so the job retries for days before it alerts an operator. */
export const openBranchCase: JobDeclaration<z.output<typeof casePayload>> = {
  name: 'open-branch-case',
  payload: casePayload,
  tries: 1000,
  seconds: 60,
  concurrency: 2,
  longestDelaySeconds: 300,
};

/** The one job that voids an envelope, so that every envelope is voided once. It also ends an approval that has expired. */
export const voidEnvelope: JobDeclaration<Nothing> = {
  name: 'void-envelope',
  payload: nothing,
  tries: 200,
  seconds: 60,
  concurrency: 2,
  longestDelaySeconds: 900,
};

const mailPayload = z.object({ mail: z.uuid() });
export const mailApprovalOver: JobDeclaration<z.output<typeof mailPayload>> = {
  name: 'mail-approval-over',
  payload: mailPayload,
  tries: 100,
  seconds: 30,
  concurrency: 2,
  longestDelaySeconds: 900,
};

/**
 * Books a signed loan and pays it out. Enqueued by the transaction that finds the envelope complete, and by the one that finds the
 * account valid: the last of the two pays the loan, once.
 */
export const fundLoan: JobDeclaration<Nothing> = {
  name: 'fund-loan',
  payload: nothing,
  ...longPatience,
  concurrency: 4,
};
