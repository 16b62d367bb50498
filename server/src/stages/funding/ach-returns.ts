// Applies a bank's return file: a returned disbursement asks the applicant for another account, a returned debit is told to the core
// system, and a notice of change corrects the account that is used next. A file is applied as a whole or not at all, and once.
import * as z from 'zod';
import { correctedAccount, readReturnFile } from '#finance/nacha-returns.ts';
import { isRoutingNumber } from '#finance/routing-number.ts';
import type { Lender } from '#lender/load.ts';
import { lockApplication } from '../../journey/applications.ts';
import { move } from '../../journey/move.ts';
import { canHappen } from '../../journey/policy.ts';
import { dayIn } from '../../platform/clock.ts';
import { type Tx, transact } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { handle, type JobDeclaration } from '../../platform/jobs/jobs.ts';
import {
  accountLookup,
  correctValidation,
  findValidation,
  validationOfSequence,
} from '../../records/account-validations.ts';
import { insertReturn } from '../../records/ach-returns.ts';
import { audit } from '../../records/audit.ts';
import { correctDepositAccount, readDepositNumbers } from '../../records/deposit-accounts.ts';
import {
  deleteDisbursement,
  disbursementOfLoan,
  disbursementOfSequence,
} from '../../records/disbursements.ts';
import type { Services } from '../../services.ts';
import { correctDebited, findAutopay, readDebited } from '../autopay/store.ts';
import { settle, tell } from './account-validation.ts';
import { longPatience } from './fund-loan.ts';

type Returned = ReturnType<typeof readReturnFile>['entries'][number];
type ReturnServices = Pick<Services, 'db' | 'clock' | 'jobs' | 'vault'> & { readonly lender: Lender };

/** A sentence says why a file was not applied. Nothing of it was. */
export class ReturnFileRefused extends Error {
  override readonly name = 'ReturnFileRefused';
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
const tellReturn: JobDeclaration<z.output<typeof returnedPayload>> = {
  name: 'tell-return',
  payload: returnedPayload,
  ...longPatience,
  concurrency: 1,
};

const correctedPayload = z.object({ key: z.string(), loanId: z.string(), code: z.string() });
const tellCorrection: JobDeclaration<z.output<typeof correctedPayload>> = {
  name: 'tell-correction',
  payload: correctedPayload,
  ...longPatience,
  concurrency: 1,
};

export function achReturnJobs(services: Services) {
  const { db, vault, vendorCalls, vendors } = services;
  const ask = { vendor: 'core', timeoutSeconds: 15, onUnknownOutcome: { rule: 'repeat' } } as const;
  return [
    handle(tellReturn, {
      async run({ key, loanId, returned }, { applicationId }) {
        const callKey = `return:${key}`;
        await vendorCalls.call({
          ...ask,
          operation: 'report-return',
          key: callKey,
          applicationId,
          perform: (signal) => vendors.core.reportReturn(loanId, returned, callKey, signal),
        });
        return async () => {};
      },
    }),
    handle(tellCorrection, {
      async run({ key, loanId, code }, { applicationId }) {
        const account = (await readDepositNumbers(db, vault, [applicationId])).get(applicationId);
        if (account === undefined) return async () => {};
        const callKey = `correction:${key}`;
        await vendorCalls.call({
          ...ask,
          operation: 'correct-account',
          key: callKey,
          applicationId,
          perform: (signal) => vendors.core.correctAccount(loanId, { code, ...account }, callKey, signal),
        });
        return async () => {};
      },
    }),
  ];
}

interface Applied {
  /** Entries applied by this run, those applied before, and those that match nothing of ours, as sentences. */
  readonly applied: readonly string[];
  readonly known: number;
  readonly unmatched: readonly string[];
}

/** Throws `ReturnFileRefused` for a file that is not sound, or not for this lender. */
export async function applyReturnFile(services: ReturnServices, text: string): Promise<Applied> {
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
    let known = 0;
    for (const entry of file.entries) {
      const became = await applyEntry(tx, services, entry);
      if (became === 'known') known += 1;
      else if (became === 'unmatched')
        unmatched.push(`${entry.code} of ${entry.originalTrace} matches nothing we sent`);
      else applied.push(became);
    }
    return { applied, known, unmatched };
  });
}

function soundFile(text: string): ReturnType<typeof readReturnFile> {
  try {
    const file = readReturnFile(text);
    for (const entry of file.entries) {
      if (entry.kind !== 'change') continue;
      const { routingNumber } = correctedAccount(entry.code, entry.corrected);
      if (routingNumber !== undefined && !isRoutingNumber(routingNumber))
        throw new RangeError(`The change with trace number ${entry.trace} names no valid routing number.`);
    }
    return file;
  } catch (error) {
    if (error instanceof RangeError) throw new ReturnFileRefused(error.message);
    throw error;
  }
}

async function applyEntry(
  tx: Tx,
  services: ReturnServices,
  entry: Returned,
): Promise<string | 'known' | 'unmatched'> {
  const match = await matchOf(tx, services, entry);
  if (match === undefined) return 'unmatched';
  const { id, what, loanId } = match;
  const { clock, jobs } = services;
  const { code, originalTrace, amount } = entry;
  const { state } = await lockApplication(tx, id);
  const disbursement = what === 'disbursement' ? match.disbursement : undefined;
  const key = `${entry.trace}:${originalTrace}:${code}`;
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
    await correct(tx, services, id, entry);
    if (loanId !== undefined) await jobs.enqueue(tx, tellCorrection, id, { key, loanId, code });
    return `${sentence}, corrected`;
  }

  await audit(tx, clock, { applicationId: id }, { type: 'entry-returned', what, code });
  // Between the banks only: the money stays where it is until they agree.
  if (isDispute(code)) return `${sentence}, disputed between the banks: look into it`;
  if (loanId !== undefined) {
    const readOn = dayIn(services.lender.brand.hours.timeZone, clock.now());
    const returned = { what, code, amountCents: amount, originalTrace, readOn };
    await jobs.enqueue(tx, tellReturn, id, { key, loanId, returned });
  }
  if (what === 'debit') return `${sentence}, told to the core system`;
  const validation = await findValidation(tx, id);
  if (what === 'micro-entries') {
    if (validation && validation.status !== 'INVALID')
      await settle(tx, services, validation, { status: 'INVALID', reason: code });
    return `${sentence}, another account is asked for`;
  }
  await deleteDisbursement(tx, id);
  if (validation) await settle(tx, services, validation, { status: 'INVALID', reason: 'returned' });
  if (canHappen(state, 'disbursementReturned'))
    await move(tx, clock, { applicationId: id }, 'disbursementReturned');
  await tell(tx, services, id, 'returned');
  return `${sentence}, another account is asked for`;
}

/** R61 to R77: a return that a bank did not accept, and the answers to that. */
const isDispute = (code: string) => code >= 'R61' && code <= 'R77';

/** What an entry is about: by our trace number, or by the loan's number where the core system sent it. */
async function matchOf(tx: Tx, { lender }: ReturnServices, entry: Returned) {
  const isOurs = entry.originalTrace.startsWith(lender.funding.originatingBank.slice(0, 8));
  const sequence = Number(entry.originalTrace.slice(8));
  if (isOurs) {
    const disbursement = await disbursementOfSequence(tx, sequence);
    if (disbursement !== undefined && entry.direction === 'credit') {
      const wrongAmount = entry.kind === 'return' && entry.amount !== disbursement.amount;
      if (wrongAmount)
        throw new ReturnFileRefused(
          `The entry with trace number ${entry.trace} returns another amount than the one we sent.`,
        );
      return {
        what: 'disbursement' as const,
        id: disbursement.application_id,
        loanId: disbursement.loan_id,
        disbursement,
      };
    }
    const validation = await validationOfSequence(tx, sequence);
    if (validation !== undefined)
      return { what: 'micro-entries' as const, id: validation.application_id, loanId: undefined };
  }
  if (entry.direction !== 'debit') return undefined;
  const loan = await disbursementOfLoan(tx, entry.individualId);
  return loan && { what: 'debit' as const, id: loan.application_id, loanId: loan.loan_id };
}

/** The account that received the funds, and autopay from the same account, are corrected for what is sent next. */
async function correct(
  tx: Tx,
  { vault }: ReturnServices,
  id: ApplicationId,
  entry: Extract<Returned, { kind: 'change' }>,
): Promise<void> {
  const change = correctedAccount(entry.code, entry.corrected);
  if (Object.keys(change).length === 0) return;
  const account = (await readDepositNumbers(tx, vault, [id])).get(id);
  if (account === undefined) return;
  const before = accountLookup(vault, account);
  const corrected = { ...account, ...change };
  const authorizationId = (await findAutopay(tx, vault, id))?.authorized?.authorizationId;
  const debited = authorizationId && (await readDebited(tx, vault, id, authorizationId));
  await correctDepositAccount(tx, vault, id, corrected);
  await correctValidation(tx, id, accountLookup(vault, corrected));
  if (debited && accountLookup(vault, debited) === before) await correctDebited(tx, vault, id, corrected);
}
