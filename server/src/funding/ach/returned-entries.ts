// Applies entries that a bank returned, and its notices of change, from its file or from the core system.
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { disputeOf, meaningOfCode } from '#finance/nacha-codes.ts';
import type { ReturnedEntry as Returned } from '#finance/nacha-returns.ts';
import { lockApplication } from '../../journey/applications.ts';
import { longRetries } from '../../journey/jobs.ts';
import { tryMove } from '../../journey/move.ts';
import { mayBePaid } from '../../journey/withdrawal.ts';
import { emailLoanUpdate } from '../../messages/loan-messages.ts';
import { lenderDay } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import type { Vault } from '../../platform/encryption.ts';
import { declareJob } from '../../platform/jobs/job-declaration.ts';
import type { AccountNumbers } from '../../records/account-numbers.ts';
import {
  accountLookup,
  amountsOf,
  correctValidation,
  findValidation,
  validationOfIndividual,
  validationOfSequence,
} from '../../records/account-validations.ts';
import { insertReturn, isKnownReturn } from '../../records/ach-entries.ts';
import { audit } from '../../records/audit.ts';
import { correctDebited, findAutopay, readDebited } from '../../records/autopay.ts';
import { correctDepositAccount, readDepositNumbers } from '../../records/deposit-accounts.ts';
import {
  type Disbursement,
  deleteDisbursement,
  disbursementOfLoan,
  disbursementOfSequence,
  findDisbursement,
} from '../../records/disbursements.ts';
import { isRefused } from '../../records/holds.ts';
import type { Services, With } from '../../services.ts';
import { coreJob } from '../../vendors/core/job.ts';
import { notifyApplicant, settle } from '../checks/account-validation.ts';
import { dropPayment } from '../payout-jobs.ts';
import { disbursementIdOf, microEntriesIdOf } from './ach-storage.ts';

export type ReturnServices = With<'db' | 'clock' | 'jobs' | 'vault' | 'lender'>;

/** Cents, and the trace numbers of our entry and of the bank's own. */
type ReturnedEntry = {
  readonly trace: string;
  readonly originalTrace: string;
  readonly amount: number;
  readonly code: string;
  /** Of the account that our entry went to, if known. */
  readonly accountNumber?: string;
} & ({ readonly kind: 'return' } | { readonly kind: 'change'; readonly change: Partial<AccountNumbers> });

export interface Match {
  readonly what: 'disbursement' | 'micro-entries' | 'debit';
  readonly id: ApplicationId;
  /** Undefined before a loan is booked. */
  readonly loanId: string | undefined;
  readonly disbursement?: Disbursement;
  /** The cents that we sent, if we know them. */
  readonly amounts?: readonly number[];
  /** What of the entry is not as we sent it. */
  readonly doubt?: string;
}

const reportReturn = declareJob(
  'report-return',
  { ...longRetries, concurrency: 1 },
  z.object({
    key: z.string(),
    loanId: z.string(),
    returned: z.object({
      what: z.enum(['disbursement', 'debit']),
      code: z.string(),
      amountCents: z.int(),
      originalTrace: z.string(),
      readOn: z.string(),
    }),
  }),
);

/** `what`: the entry that led to the correction. */
const reportCorrection = declareJob(
  'report-correction',
  { ...longRetries, concurrency: 1 },
  z.object({
    key: z.string(),
    loanId: z.string(),
    code: z.string(),
    what: z.enum(['disbursement', 'micro-entries', 'debit']),
  }),
);

export function returnedEntryJobs(services: Services) {
  const { db, vault } = services;
  return [
    coreJob(services, reportReturn, async ({ key, loanId, returned }) => ({
      call: 'reportReturn',
      id: loanId,
      json: returned,
      key: `return:${key}`,
    })),
    coreJob(services, reportCorrection, async ({ key, loanId, code, what }, applicationId) => {
      const debited = await accountOf(db, vault, applicationId, 'debit');
      const account =
        what === 'debit' ? debited : (debited ?? (await accountOf(db, vault, applicationId, 'disbursement')));
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

/** Applies once, and returns the outcome as a sentence. The core system gets no report of its own reports. */
export async function applyEntry(
  tx: Tx,
  services: ReturnServices,
  entry: ReturnedEntry,
  match: Match | undefined,
  reportedBy: 'bank' | 'core',
): Promise<string | 'known' | 'unmatched'> {
  const { code, originalTrace, amount } = entry;
  const key = keyOf(entry);
  // The match of a disbursement is gone once it was returned, so look for the entry first.
  if (await isKnownReturn(tx, key)) return 'known';
  if (match === undefined) return 'unmatched';
  const { id, what, loanId, disbursement } = match;
  const { clock, jobs } = services;
  const { loan_id: bookedId } = await lockApplication(tx, id);
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
  const sentence = `${named(entry)}: application ${id}, ${what}`;
  if (entry.kind === 'change') {
    const isOfDebits = await correct(tx, services, match, entry);
    if (isOfDebits === undefined) return `${sentence}, about another account than we use now: look into it`;
    const isStored = Object.keys(entry.change).length > 0;
    if (isStored) await audit(tx, clock, { applicationId: id }, { type: 'account-corrected', code });
    // The loan may have been booked since the micro-entries were sent.
    const booked = loanId ?? bookedId;
    if (booked !== null && reportedBy === 'bank' && isOfDebits)
      await jobs.enqueue(tx, reportCorrection, id, { key, loanId: booked, code, what });
    return `${sentence}, ${isStored ? 'corrected' : 'which is no number that we keep: look into it'}`;
  }

  await audit(tx, clock, { applicationId: id }, { type: 'entry-returned', what, code });
  // A matter between the banks: the money stays where it is until they agree.
  const dispute = disputeOf(code);
  if (dispute !== undefined) return `${sentence}, ${disputes[dispute]}. ${untilTheyAgree}`;
  if (!isCoreNotified) {
    const returned = {
      what: what === 'debit' ? what : ('disbursement' as const),
      code,
      amountCents: amount,
      originalTrace,
      readOn: lenderDay(services.lender, clock.now()),
    };
    await jobs.enqueue(tx, reportReturn, id, { key, loanId, returned });
  }
  if (what === 'debit') {
    const update = { about: 'payment-returned', id: randomUUID(), amountCents: amount } as const;
    await jobs.enqueue(tx, emailLoanUpdate, id, update);
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
  const ends = await isRefused(tx, id);
  await tryMove(tx, services, { applicationId: id }, ends ? 'approvalWithdrawn' : 'disbursementReturned');
  if (!ends) await notifyApplicant(tx, services, id, 'returned');
  return `${sentence}, ${ends ? 'and the loan ends, because it was refused' : 'another account is requested'}`;
}

export const keyOf = ({
  trace,
  originalTrace,
  code,
}: Pick<ReturnedEntry, 'trace' | 'originalTrace' | 'code'>) => `${trace}:${originalTrace}:${code}`;

export const named = ({ code, originalTrace }: Pick<ReturnedEntry, 'code' | 'originalTrace'>) =>
  `${code} (${meaningOfCode(code)}) of ${originalTrace}`;

const disputes = {
  dishonored: 'our bank did not accept the return',
  contested: 'the other bank contests that our bank did not accept its return',
};
const untilTheyAgree =
  'Nothing changes until the banks agree; ask yours where the money is before anything is paid again';

async function accountOf(db: Db, vault: Vault, id: ApplicationId, what: 'disbursement' | 'debit') {
  if (what === 'disbursement') return (await readDepositNumbers(db, vault, [id])).get(id);
  const authorizationId = (await findAutopay(db, vault, id))?.authorized?.authorizationId;
  const debited = authorizationId && (await readDebited(db, vault, id, authorizationId));
  if (!debited) return undefined;
  const { accountType, routingNumber, accountNumber } = debited;
  return { accountType, routingNumber, accountNumber };
}

/** Resolves to whether debits use the account, or may later; undefined if the entry is about an account that we no longer use. */
async function correct(
  tx: Tx,
  { vault }: ReturnServices,
  { id, what }: Match,
  { change, accountNumber }: Extract<ReturnedEntry, { kind: 'change' }>,
): Promise<boolean | undefined> {
  const [deposit, debited] = [
    await accountOf(tx, vault, id, 'disbursement'),
    await accountOf(tx, vault, id, 'debit'),
  ];
  const wrong = what === 'debit' ? debited : deposit;
  if (wrong === undefined) return undefined;
  const before = accountLookup(vault, wrong);
  const isWrong = (account: AccountNumbers | undefined) =>
    account !== undefined && accountLookup(vault, account) === before;
  const isOfDebits = debited === undefined || isWrong(debited);
  const corrected = { ...wrong, ...change };
  if (isDeepStrictEqual(corrected, wrong)) return isOfDebits;
  const plain = (number: string) => number.replace(/^0+/, '');
  if (plain(accountNumber || wrong.accountNumber) !== plain(wrong.accountNumber)) return undefined;
  if (isWrong(deposit)) {
    await correctDepositAccount(tx, vault, id, corrected);
    await correctValidation(tx, id, accountLookup(vault, corrected));
  }
  if (isWrong(debited)) await correctDebited(tx, vault, id, corrected);
  return isOfDebits;
}

/**
 * By our trace number and individual id, or by the loan's number for the core system, which numbers its own
 * entries. Where our trace number is unreadable, the individual id alone decides. An entry with our trace number and amount, but not
 * our individual id, is ours if its account is.
 */
export async function matchOf(
  tx: Tx,
  { lender, vault }: Pick<ReturnServices, 'lender' | 'vault'>,
  entry: Pick<Returned, 'originalTrace' | 'direction' | 'individualId'> &
    Partial<Pick<Returned, 'amount' | 'accountNumber'>>,
): Promise<Match | undefined> {
  const { originalTrace, direction, individualId } = entry;
  const isReadable = /^\d{15}$/.test(originalTrace);
  const isOurs = originalTrace.startsWith(lender.funding.originatingBank.slice(0, 8));
  const sequence = Number(originalTrace.slice(8));
  const identified = async (match: Match, ownId: string): Promise<Match | undefined> => {
    if (individualId === ownId) return match;
    if (!isReadable || entry.amount === undefined || !match.amounts?.includes(entry.amount)) return undefined;
    const account = (await readDepositNumbers(tx, vault, [match.id])).get(match.id);
    if (account?.accountNumber === entry.accountNumber) return match;
    return {
      ...match,
      doubt: `has our trace number and amount, but neither the id ${ownId} nor its account`,
    };
  };
  if (isOurs || !isReadable) {
    const disbursement = isReadable
      ? await disbursementOfSequence(tx, sequence)
      : await disbursementOfLoan(tx, individualId);
    if (disbursement !== undefined && direction === 'credit') {
      const { application_id: id, loan_id: loanId, amount } = disbursement;
      const match = { what: 'disbursement', id, loanId, disbursement, amounts: [amount] } as const;
      const found = await identified(match, disbursementIdOf(loanId));
      if (found) return found;
    }
    const validation = isReadable
      ? await validationOfSequence(tx, sequence)
      : await validationOfIndividual(tx, individualId);
    if (validation !== undefined) {
      const { application_id: id } = validation;
      const [first, second] = amountsOf(vault, validation) ?? [0, 0];
      const amounts = direction === 'credit' ? [first, second] : [first + second];
      const match = { what: 'micro-entries', id, loanId: undefined, amounts } as const;
      const found = await identified(match, microEntriesIdOf(id));
      if (found) return found;
    }
  }
  if (direction !== 'debit') return undefined;
  const loan = await disbursementOfLoan(tx, individualId);
  return loan && { what: 'debit', id: loan.application_id, loanId: loan.loan_id };
}
