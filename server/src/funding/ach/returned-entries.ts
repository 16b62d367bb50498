// Applies entries that a bank returned, and its notices of change, from its file or from the core system.
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { isChangeCode, isReturnCode, readReturnFile } from '#finance/nacha-returns.ts';
import { lockApplication } from '../../journey/applications.ts';
import { longRetries } from '../../journey/jobs.ts';
import { tryMove } from '../../journey/move.ts';
import { mayBePaid } from '../../journey/withdrawal.ts';
import { emailLoanUpdate } from '../../messages/loan-messages.ts';
import { lenderDay } from '../../platform/clock.ts';
import { type Db, type Tx, transact } from '../../platform/db/database.ts';
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
import type { Services, With } from '../../services.ts';
import { coreJob } from '../../vendors/core/job.ts';
import { notifyApplicant, settle } from '../checks/account-validation.ts';
import { dropPayment } from '../payout-jobs.ts';
import {
  disbursementIdOf,
  microEntriesIdOf,
  replaceFile,
  returnFolder,
  unlessMissing,
} from './ach-storage.ts';

type ReturnServices = With<'db' | 'clock' | 'jobs' | 'vault' | 'lender'>;

/** Cents, and the trace numbers of our entry and of the bank's own. */
type ReturnedEntry = {
  readonly trace: string;
  readonly originalTrace: string;
  readonly amount: number;
  readonly code: string;
} & ({ readonly kind: 'return' } | { readonly kind: 'change'; readonly change: Partial<AccountNumbers> });

interface Match {
  readonly what: 'disbursement' | 'micro-entries' | 'debit';
  readonly id: ApplicationId;
  /** Undefined before a loan is booked. */
  readonly loanId: string | undefined;
  readonly disbursement?: Disbursement;
  /** The cents that we sent, if we know them. */
  readonly amounts?: readonly number[];
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

/** Applies once, and returns the outcome as a sentence. The core system gets no report of its own reports. */
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
    if (!isCoreNotified) await jobs.enqueue(tx, reportCorrection, id, { key, loanId, code, what });
    return `${sentence}, corrected`;
  }

  await audit(tx, clock, { applicationId: id }, { type: 'entry-returned', what, code });
  // A matter between the banks: the money stays where it is until they agree.
  if (isDispute(code)) return `${sentence}, disputed between the banks: look into it`;
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
  await tryMove(tx, services, { applicationId: id }, 'disbursementReturned');
  await notifyApplicant(tx, services, id, 'returned');
  return `${sentence}, another account is requested`;
}

/** R61 to R77: a return that a bank did not accept, and the responses to that. */
const isDispute = (code: string) => code >= 'R61' && code <= 'R77';

async function accountOf(db: Db, vault: Vault, id: ApplicationId, what: 'disbursement' | 'debit') {
  if (what === 'disbursement') return (await readDepositNumbers(db, vault, [id])).get(id);
  const authorizationId = (await findAutopay(db, vault, id))?.authorized?.authorizationId;
  const debited = authorizationId && (await readDebited(db, vault, id, authorizationId));
  if (!debited) return undefined;
  const { accountType, routingNumber, accountNumber } = debited;
  return { accountType, routingNumber, accountNumber };
}

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
  const isWrong = (account: AccountNumbers | undefined) =>
    account !== undefined && accountLookup(vault, account) === before;
  const corrected = { ...wrong, ...change };
  if (isWrong(deposit)) {
    await correctDepositAccount(tx, vault, id, corrected);
    await correctValidation(tx, id, accountLookup(vault, corrected));
  }
  if (isWrong(debited)) await correctDebited(tx, vault, id, corrected);
}

type Returned = ReturnType<typeof readReturnFile>['entries'][number];

/** The message explains why the file was refused. None of its entries was applied. */
export class ReturnFileRefused extends Error {
  override readonly name = 'ReturnFileRefused';
}

/** Files that were read move to `returns/read`, and refused ones to `returns/refused` for an operator. */
export async function readReturnFolder(
  services: With<'config' | 'clock' | 'log' | 'metrics' | 'db' | 'vault' | 'jobs' | 'lender'>,
): Promise<void> {
  const { log, metrics } = services;
  const folder = returnFolder(services);
  const files = (await unlessMissing(readdir(folder))) ?? [];
  for (const name of files.filter((file) => file.endsWith('.ach')).sort()) {
    const text = await readFile(join(folder, name), 'utf8');
    try {
      const { applied, known, unmatched, refused } = await applyReturnFile(services, text);
      log.info({ file: name, applied: applied.length, known, unmatched }, 'ACH return file');
      if (refused.length > 0) log.error({ file: name, entries: refused }, 'ACH return entries refused');
      metrics.returnsNotApplied.inc(refused.length);
      await replaceFile(join(folder, 'read', name), text);
      await rm(join(folder, name));
    } catch (error) {
      if (!(error instanceof ReturnFileRefused)) throw error;
      log.error({ file: name, reason: error.message }, 'ACH return file refused');
      metrics.returnsNotApplied.inc();
      await mkdir(join(folder, 'refused'), { recursive: true, mode: 0o700 });
      await rename(join(folder, name), join(folder, 'refused', name));
    }
  }
}

/**
 * Returns the entries applied by this run, those applied before, those of others, and those of ours that were refused, as sentences.
 * Throws `ReturnFileRefused` for a file whose counts, hashes or totals are wrong, or not for this lender.
 */
export async function applyReturnFile(services: ReturnServices, text: string) {
  const { funding } = services.lender;
  const file = soundFile(text);
  if (file.from !== funding.destination.routingNumber || file.to !== funding.origin.id.trim()) {
    throw new ReturnFileRefused(
      `The file is from ${file.from} to ${file.to}, not from ${funding.destination.routingNumber} to ${funding.origin.id}.`,
    );
  }
  return transact(services.db, async (tx) => {
    const applied: string[] = [];
    const unmatched: string[] = [];
    const refused: string[] = [];
    let known = 0;
    for (const entry of file.entries) {
      const match = await matchOf(tx, services, entry);
      const mistake = match && mistakeIn(entry, match);
      if (mistake !== undefined) {
        refused.push(`The entry with trace number ${entry.trace}, for application ${match?.id}, ${mistake}`);
        continue;
      }
      const outcome =
        entry.kind === 'malformed' ? 'unmatched' : await applyEntry(tx, services, entry, match, 'bank');
      if (outcome === 'known') known += 1;
      else if (outcome === 'unmatched')
        unmatched.push(`${entry.code} of ${entry.originalTrace} matches nothing we sent`);
      else applied.push(outcome);
    }
    return { applied, known, unmatched, refused };
  });
}

function mistakeIn(entry: Returned, { amounts }: Match): string | undefined {
  if (entry.kind === 'malformed') return entry.mistake;
  const isKnownCode = entry.kind === 'return' ? isReturnCode(entry.code) : isChangeCode(entry.code);
  if (!isKnownCode) return `has the code ${entry.code}, which we don't know`;
  if (entry.kind === 'return' && amounts && !amounts.includes(entry.amount))
    return 'returns another amount than the one we sent';
  return undefined;
}

function soundFile(text: string): ReturnType<typeof readReturnFile> {
  try {
    return readReturnFile(text);
  } catch (error) {
    if (error instanceof RangeError) throw new ReturnFileRefused(error.message);
    throw error;
  }
}

/**
 * By our trace number and individual id, or by the loan's number for the core system, which numbers its own
 * entries. Where our trace number is unreadable, the individual id alone decides.
 */
export async function matchOf(
  tx: Tx,
  { lender, vault }: Pick<ReturnServices, 'lender' | 'vault'>,
  { originalTrace, direction, individualId }: Pick<Returned, 'originalTrace' | 'direction' | 'individualId'>,
): Promise<Match | undefined> {
  const isReadable = /^\d{15}$/.test(originalTrace);
  const isOurs = originalTrace.startsWith(lender.funding.originatingBank.slice(0, 8));
  const sequence = Number(originalTrace.slice(8));
  if (isOurs || !isReadable) {
    const disbursement = isReadable
      ? await disbursementOfSequence(tx, sequence)
      : await disbursementOfLoan(tx, individualId);
    if (
      disbursement !== undefined &&
      direction === 'credit' &&
      individualId === disbursementIdOf(disbursement.loan_id)
    )
      return {
        what: 'disbursement',
        id: disbursement.application_id,
        loanId: disbursement.loan_id,
        disbursement,
        amounts: [disbursement.amount],
      };
    const validation = isReadable
      ? await validationOfSequence(tx, sequence)
      : await validationOfIndividual(tx, individualId);
    if (validation !== undefined && individualId === microEntriesIdOf(validation.application_id)) {
      const [first, second] = amountsOf(vault, validation) ?? [0, 0];
      const amounts = direction === 'credit' ? [first, second] : [first + second];
      return { what: 'micro-entries', id: validation.application_id, loanId: undefined, amounts };
    }
  }
  if (direction !== 'debit') return undefined;
  const loan = await disbursementOfLoan(tx, individualId);
  return loan && { what: 'debit', id: loan.application_id, loanId: loan.loan_id };
}
