// Problems with a linked bank: the vendor's code as we store it, and what the applicant can do about it.
import type { BankProblem } from '#contract/bank-link.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { LinkedBankId } from '../../platform/db/tables.ts';
import { audit } from '../../records/audit.ts';
import { lockCurrentBank, saveProblem } from '../../records/linked-banks.ts';

const ending = new Set(['PENDING_DISCONNECT', 'PENDING_EXPIRATION']);
/** A new login cannot fix these; only a new link can. */
const ended = new Set([
  'ACCESS_NOT_GRANTED',
  'ADDITIONAL_CONSENT_REQUIRED',
  'INSTITUTION_NO_LONGER_SUPPORTED',
  'INVALID_ACCESS_TOKEN',
  'ITEM_NOT_FOUND',
  'ITEM_NOT_SUPPORTED',
  'MFA_NOT_SUPPORTED',
  'NO_ACCOUNTS',
  'NO_AUTH_ACCOUNTS',
  'NO_IDENTITY_DATA',
  'PRODUCTS_NOT_SUPPORTED',
  'USER_ACCOUNT_REVOKED',
  'USER_PERMISSION_REVOKED',
]);

export function problemOf(code: string | null): BankProblem | undefined {
  if (code === null) return undefined;
  if (ending.has(code)) return 'ending';
  return ended.has(code) ? 'ended' : 'login';
}

/** `reportedAt`: a message's time, so that an older one never overrides a newer. True if it changed. */
export async function recordProblem(
  tx: Tx,
  clock: Clock,
  id: LinkedBankId,
  code: string | null,
  reportedAt?: Date,
): Promise<boolean> {
  const bank = await lockCurrentBank(tx, id);
  if (bank === undefined) return false;
  const lastReportedAt = bank.problem_at ?? new Date(0);
  if (reportedAt !== undefined && lastReportedAt > reportedAt) return false;
  const now = clock.now();
  // The vendor's clock may be ahead of ours.
  const at = reportedAt ?? (lastReportedAt > now ? lastReportedAt : now);
  await saveProblem(tx, id, code, at);
  if (code === bank.problem) return false;
  await audit(tx, clock, { applicationId: bank.application_id }, { type: 'bank-problem', code });
  return true;
}
