// Income, identity and residence, verified with the linked bank.
import * as z from 'zod/mini';
import { bankProblem } from './bank-link.ts';
import { application, get, post } from './endpoint.ts';
import { stagesDone, stagesShown } from './jobs.ts';
import { cents, href, nothing } from './shapes.ts';

const verificationStatus = z.enum(['NOT_STARTED', 'PENDING', 'FINISHED', 'FAILED']);
export type VerificationStatus = z.output<typeof verificationStatus>;

/** Why a check does not hold: what the bank showed against what the applicant declared. */
const differences = z.object({
  /** In cents, at the bank and as declared. */
  income: z.optional(z.object({ shownMonthly: cents, declaredMonthly: cents })),
  identity: z.optional(z.enum(['no-name', 'other-name'])),
  residence: z.optional(z.enum(['no-address', 'other-place', 'other-street', 'other-number', 'other-unit'])),
});
export type Differences = z.output<typeof differences>;

const verification = z.object({
  status: verificationStatus,
  income: z.boolean(),
  residence: z.boolean(),
  identity: z.boolean(),
  /** Once the comparison was made: of the checks that do not hold. */
  differences: z.optional(differences),
  /** The finished stages of the comparison. */
  stages: z.optional(stagesDone),
  submitApprovalHref: z.optional(href),
  /** After a failure: verification with the same bank can be retried. */
  retryHref: z.optional(href),
  /** After a failure: why the bank does not respond. */
  bankProblem: z.optional(bankProblem),
});
export type Verification = z.output<typeof verification>;

export const getVerification = get(`${application}/verification`, {
  query: stagesShown,
  response: verification,
});

export const retryVerification = post(`${application}/verification`, {
  body: nothing,
  response: verification,
});

/** Verified means all three. The status FINISHED only means that the comparison was made. */
export function isVerified(record: Pick<Verification, 'income' | 'residence' | 'identity'>): boolean {
  return record.income && record.residence && record.identity;
}
