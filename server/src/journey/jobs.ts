// Declares the jobs that transitions and several stages enqueue. The stage that each belongs to handles it.
import * as z from 'zod';
import { declareJob } from '../platform/jobs/job-declaration.ts';

/** A notice is due within 30 days, so its jobs retry for days before they alert an operator. */
export const noticeRetries = { tries: 500, seconds: 40, concurrency: 2, longestDelaySeconds: 900 } as const;
/** Applicants rely on what the core system must learn, so retry for days: it closes for whole evenings. */
export const longRetries = { tries: 1000, seconds: 60, concurrency: 2, longestDelaySeconds: 300 } as const;
/** An email that waits for nothing but the mail service. */
export const emailRetries = { tries: 100, seconds: 30, concurrency: 2, longestDelaySeconds: 900 } as const;

export const renderNotice = declareJob('render-notice', noticeRetries, z.object({ notice: z.uuid() }));

/** `since` names the stay in the state: an application that has moved notifies of its new state. */
export const notifyOfState = declareJob(
  'notify-of-state',
  noticeRetries,
  z.object({ since: z.iso.datetime() }),
);

export const decidePrequalification = declareJob('decide-prequalification', {
  awaited: true,
  begunWith: ['phone'],
  tries: 3,
  seconds: 40,
  concurrency: 8,
});

/** Decides an application that was saved at the form while a vendor was known to be down. */
export const decideCaptured = declareJob('decide-captured', { tries: 3, seconds: 40, concurrency: 2 });

export const decideApproval = declareJob('decide-approval', {
  awaited: true,
  begunWith: ['agreement'],
  tries: 3,
  seconds: 60,
  concurrency: 4,
});

const casePayload = z.object({
  reason: z.enum(['loan-signed', 'check-vehicle', 'no-decision', 'continued-online', 'withdrawn', 'closed']),
  /** When the call was promised, the applicant continued online or withdrew, or the approval ended, as an ISO instant. */
  since: z.iso.datetime(),
});
export type BranchCaseReason = z.output<typeof casePayload>['reason'];
/** The applicant expects a call, so the job retries for days before it alerts an operator. */
export const openBranchCase = declareJob('open-branch-case', longRetries, casePayload);

/** The applicant expects an answer by the branch. The text is a row of `received_text`. */
export const reportText = declareJob('report-text', longRetries, z.object({ text: z.uuid() }));

/** The branch's answer about the vehicle of a signed loan, as the core system reported it. */
export const applyVehicleCheck = declareJob(
  'apply-vehicle-check',
  { tries: 20, seconds: 60, concurrency: 2, longestDelaySeconds: 600 },
  z.object({ event: z.string(), result: z.enum(['clear', 'not-clear']) }),
);

/** The one job that voids an envelope, so that every envelope is voided once. It also ends an approval that has expired. */
export const voidEnvelope = declareJob('void-envelope', {
  tries: 200,
  seconds: 60,
  concurrency: 2,
  longestDelaySeconds: 900,
});

/** Enqueued once the envelope is complete and once the account is valid: the last pays the loan, once. */
export const fundLoan = declareJob('fund-loan', { ...longRetries, concurrency: 4 });

export const writeAchFile = declareJob(
  'write-ach-file',
  { ...longRetries, concurrency: 1 },
  z.object({ day: z.string() }),
);

/** Takes the money of a canceled loan out of its file, and cancels the loan in the core system. */
export const cancelLoan = declareJob(
  'cancel-loan',
  { ...longRetries, concurrency: 1 },
  z.object({
    /** The credit's number and the day of its file (ISO date), if the money was on its way. */
    payment: z.optional(z.object({ sequence: z.int(), fileDay: z.string() })),
  }),
);

/** `unseen`: the applicant is not watching the page, so we email the outcome. */
export const verifyFromBank = declareJob(
  'verify-from-bank',
  {
    // If the bank's data is still loading, retry for the five minutes that the page waits.
    tries: 22,
    seconds: 40,
    concurrency: 8,
    awaited: true,
    begunWith: ['bank'],
    longestDelaySeconds: 15,
  },
  z.object({ linkedBankId: z.string(), unseen: z.optional(z.boolean()) }),
);
