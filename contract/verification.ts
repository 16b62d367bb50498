// Income, identity and residence, verified from the linked bank.
import * as z from 'zod/mini';
import { bankProblem } from './bank-link.ts';
import { endpoint } from './endpoint.ts';
import { href } from './shapes.ts';

export const verificationStatus = z.enum(['NOT_STARTED', 'PENDING', 'FINISHED', 'FAILED']);
export type VerificationStatus = z.output<typeof verificationStatus>;

export const verification = z.object({
  status: verificationStatus,
  income: z.boolean(),
  residence: z.boolean(),
  identity: z.boolean(),
  submitApprovalHref: z.optional(href),
  /** After a failure: the same bank can be asked again. */
  retryHref: z.optional(href),
  /** After a failure: what keeps the bank from answering. */
  bankProblem: z.optional(bankProblem),
});
export type Verification = z.output<typeof verification>;

export const getVerification = endpoint({
  method: 'GET',
  path: '/api/v1/applications/:applicationId/verification',
  answer: verification,
});

/** Asks the same bank again after a failure. */
export const retryVerification = endpoint({
  method: 'POST',
  path: '/api/v1/applications/:applicationId/verification',
  body: z.strictObject({}),
  answer: verification,
});

/** Verified is all three: a status of FINISHED alone says only that the comparison was made. */
export function isVerified(record: Pick<Verification, 'income' | 'residence' | 'identity'>): boolean {
  return record.income && record.residence && record.identity;
}
