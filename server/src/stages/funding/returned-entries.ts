// Applies entries that a bank returned, from its return file or from the core system. A returned disbursement requires another
// account; a returned debit is reported to the applicant and the core system; a notice of change corrects the account for later
// entries.
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Lender } from '#lender/load.ts';
import { lockApplication } from '../../journey/applications.ts';
import { longRetries } from '../../journey/jobs.ts';
import { tryMove } from '../../journey/move.ts';
import { mayBePaid } from '../../journey/withdrawal.ts';
import { lenderDay } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import type { Vault } from '../../platform/encryption.ts';
import { declareJob } from '../../platform/jobs/job-declaration.ts';
import type { AccountNumbers } from '../../records/account-numbers.ts';
import { accountLookup, correctValidation, findValidation } from '../../records/account-validations.ts';
import { insertReturn, isKnownReturn } from '../../records/ach-returns.ts';
import { audit } from '../../records/audit.ts';
import { correctDebited, findAutopay, readDebited } from '../../records/autopay.ts';
import { correctDepositAccount, readDepositNumbers } from '../../records/deposit-accounts.ts';
import { type Disbursement, deleteDisbursement, findDisbursement } from '../../records/disbursements.ts';
import type { Services, With } from '../../services.ts';
import { coreJob } from '../../vendors/core-job.ts';
import { notifyApplicant, settle } from './account-validation.ts';
import { emailLoanUpdate } from './loan-emails.ts';
import { dropPayment } from './payout-jobs.ts';

export type ReturnServices = With<'db' | 'clock' | 'jobs' | 'vault'> & { readonly lender: Lender };

/** Cents, and the trace numbers of our entry and of the bank's own. */
type ReturnedEntry = {
  readonly trace: string;
  readonly originalTrace: string;
  readonly amount: number;
  readonly code: string;
} & ({ readonly kind: 'return' } | { readonly kind: 'change'; readonly change: Partial<AccountNumbers> });

/** What an entry refers to. */
export interface Match {
  readonly what: 'disbursement' | 'micro-entries' | 'debit';
  readonly id: ApplicationId;
  /** Undefined before a loan is booked. */
  readonly loanId: string | undefined;
  readonly disbursement?: Disbursement;
}

const returnedPayload = z.object({
  key: z.string(),
  loanId: z.string(),
  returned: z.object({
    what: z.enum(['disbursement', 'debit']),
    code: z.string(),
    amountCents: z.int(),
    originalTrace: z.string(),
    readOn: z.string(),
  }),
});
const reportReturnJob = declareJob('report-return', { ...longRetries, concurrency: 1 }, returnedPayload);

/** `what`: the entry that led to the correction. */
const correctedPayload = z.object({
  key: z.string(),
  loanId: z.string(),
  code: z.string(),
  what: z.enum(['disbursement', 'micro-entries', 'debit']),
});
const reportCorrectionJob = declareJob(
  'report-correction',
  { ...longRetries, concurrency: 1 },
  correctedPayload,
);

export function returnedEntryJobs(services: Services) {
  const { db, vault } = services;
  return [
    coreJob(services, reportReturnJob, async ({ key, loanId, returned }) => ({
      call: 'reportReturn',
      id: loanId,
      json: returned,
      key: `return:${key}`,
    })),
    coreJob(services, reportCorrectionJob, async ({ key, loanId, code, what }, applicationId) => {
      const corrected = what === 'debit' ? 'debit' : 'disbursement';
      const account = await accountOf(db, vault, applicationId, corrected);
      return (
        account && {
          call: 'correctAccount',
          id: loanId,
          json: { code, ...account },
          key: `correction:${key}`,
        }
      );
    }),
  ];
}

/**
 * Applies a matched entry once, and returns a sentence about the outcome. The core system gets no report of what it reported
 * itself.
 */
export async function applyEntry(
  tx: Tx,
  services: ReturnServices,
  entry: ReturnedEntry,
  match: Match | undefined,
  reportedBy: 'bank' | 'core',
): Promise<string | 'known' | 'unmatched'> {
  const { code, originalTrace, amount } = entry;
  const key = `${entry.trace}:${originalTrace}:${code}`;
  // The match of a disbursement is gone once it was returned, so look for the entry first.
  if (await isKnownReturn(tx, key)) return 'known';
  if (match === undefined) return 'unmatched';
  const { id, what, loanId, disbursement } = match;
  const { clock, jobs } = services;
  await lockApplication(tx, id);
  const isCoreNotified = loanId === undefined || reportedBy === 'core';
  const isNew = await insertReturn(tx, {
    key,
    application_id: id,
    what,
    code,
    original_trace: originalTrace,
    sequence: entry.kind === 'return' ? (disbursement?.sequence ?? null) : null,
    amount,
    loan_id: loanId ?? null,
    file_day: entry.kind === 'return' ? (disbursement?.file_day ?? null) : null,
    effective_on: disbursement?.effective_on ?? null,
    read_at: clock.now(),
  });
  if (!isNew) return 'known';
  const sentence = `${code} of ${originalTrace}: application ${id}, ${what}`;
  if (entry.kind === 'change') {
    await audit(tx, clock, { applicationId: id }, { type: 'account-corrected', code });
    await correct(tx, services, match, entry.change);
    if (!isCoreNotified) await jobs.enqueue(tx, reportCorrectionJob, id, { key, loanId, code, what });
    return `${sentence}, corrected`;
  }

  await audit(tx, clock, { applicationId: id }, { type: 'entry-returned', what, code });
  // A matter between the banks: the money stays where it is until they agree.
  if (isDispute(code)) return `${sentence}, disputed between the banks: look into it`;
  if (!isCoreNotified) {
    const readOn = lenderDay(services.lender, clock.now());
    const returned = {
      what: what === 'debit' ? what : ('disbursement' as const),
      code,
      amountCents: amount,
      originalTrace,
      readOn,
    };
    await jobs.enqueue(tx, reportReturnJob, id, { key, loanId, returned });
  }
  if (what === 'debit') {
    await jobs.enqueue(tx, emailLoanUpdate, id, {
      about: 'payment-returned',
      id: randomUUID(),
      amountCents: amount,
    });
    return `${sentence}, reported to the applicant${isCoreNotified ? '' : ' and the core system'}`;
  }
  const validation = await findValidation(tx, id);
  if (what === 'micro-entries') {
    // If the bank refuses the money too, its return requests another account.
    if (await mayBePaid(tx, services, id))
      return `${sentence}, but the bank has the money for this account: look into it`;
    const paid = await findDisbursement(tx, id);
    if (paid) await jobs.enqueue(tx, dropPayment, id, { sequence: paid.sequence, day: paid.file_day });
    if (validation && validation.status !== 'INVALID')
      await settle(tx, services, validation, { status: 'INVALID', reason: code });
    return `${sentence}, another account is requested`;
  }
  await deleteDisbursement(tx, id);
  if (validation) await settle(tx, services, validation, { status: 'INVALID', reason: 'returned' });
  await tryMove(tx, services, { applicationId: id }, 'disbursementReturned');
  await notifyApplicant(tx, services, id, 'returned');
  return `${sentence}, another account is requested`;
}

/** R61 to R77: a return that a bank did not accept, and the responses to that. */
const isDispute = (code: string) => code >= 'R61' && code <= 'R77';

/** The account that received the funds, or the one that is debited. */
async function accountOf(
  db: Db,
  vault: Vault,
  id: ApplicationId,
  what: 'disbursement' | 'debit',
): Promise<AccountNumbers | undefined> {
  if (what === 'disbursement') return (await readDepositNumbers(db, vault, [id])).get(id);
  const authorizationId = (await findAutopay(db, vault, id))?.authorized?.authorizationId;
  const debited = authorizationId && (await readDebited(db, vault, id, authorizationId));
  if (!debited) return undefined;
  const { accountType, routingNumber, accountNumber } = debited;
  return { accountType, routingNumber, accountNumber };
}

/** Corrects the account for later entries, wherever else it is used too. */
async function correct(
  tx: Tx,
  { vault }: ReturnServices,
  { id, what }: Match,
  change: Partial<AccountNumbers>,
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  const [deposit, debited] = [
    await accountOf(tx, vault, id, 'disbursement'),
    await accountOf(tx, vault, id, 'debit'),
  ];
  const wrong = what === 'debit' ? debited : deposit;
  if (wrong === undefined) return;
  const before = accountLookup(vault, wrong);
  const isWrong = (one: AccountNumbers | undefined) =>
    one !== undefined && accountLookup(vault, one) === before;
  const corrected = { ...wrong, ...change };
  if (isWrong(deposit)) {
    await correctDepositAccount(tx, vault, id, corrected);
    await correctValidation(tx, id, accountLookup(vault, corrected));
  }
  if (isWrong(debited)) await correctDebited(tx, vault, id, corrected);
}
