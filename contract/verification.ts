// Income, identity and residence, verified from the linked bank.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { href } from './shapes.ts';

export const verificationStatus = z.enum(['NOT_STARTED', 'PENDING', 'FINISHED', 'FAILED']);

export const verification = z.object({
  status: verificationStatus,
  income: z.boolean(),
  residence: z.boolean(),
  identity: z.boolean(),
  submitApprovalHref: z.optional(href),
});
export type Verification = z.output<typeof verification>;

export const getVerification = endpoint({
  method: 'GET',
  path: '/api/v1/applications/:applicationId/verification',
  answer: verification,
});

/** Verified is all three: a status of FINISHED alone says only that the comparison was made. */
export function isVerified(record: Pick<Verification, 'income' | 'residence' | 'identity'>): boolean {
  return record.income && record.residence && record.identity;
}
