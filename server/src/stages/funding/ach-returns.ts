// Applies a bank's return file: as a whole or not at all, and each entry once.
import { correctedAccount, isChangeCode, isReturnCode, readReturnFile } from '#finance/nacha-returns.ts';
import { isRoutingNumber } from '#finance/routing-number.ts';
import { type Tx, transact } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { amountsOf, validationOfSequence } from '../../records/account-validations.ts';
import { disbursementOfLoan, disbursementOfSequence } from '../../records/disbursements.ts';
import { disbursementIdOf, microEntriesIdOf } from './individual-ids.ts';
import { applyEntry, type Match, type ReturnServices } from './returned-entries.ts';

type Returned = ReturnType<typeof readReturnFile>['entries'][number];

/** The message explains why the file was refused. None of its entries was applied. */
export class ReturnFileRefused extends Error {
  override readonly name = 'ReturnFileRefused';
}

interface Applied {
  /**
   * Entries applied by this run, those applied before, those that match nothing of ours, and those whose code we don't know, as
   * sentences.
   */
  readonly applied: readonly string[];
  readonly known: number;
  readonly unmatched: readonly string[];
  readonly unknownCodes: readonly string[];
}

/** Throws `ReturnFileRefused` for a file that is malformed, or not for this lender. */
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
    const unknownCodes: string[] = [];
    let known = 0;
    for (const entry of file.entries) {
      if (!isKnownCode(entry)) {
        unknownCodes.push(
          `${entry.code} of ${entry.originalTrace} is a code that we don't know. Look into it`,
        );
        continue;
      }
      const match = await matchOf(tx, services, entry);
      const became = await applyEntry(tx, services, entryOf(entry), match, 'bank');
      if (became === 'known') known += 1;
      else if (became === 'unmatched')
        unmatched.push(`${entry.code} of ${entry.originalTrace} matches nothing we sent`);
      else applied.push(became);
    }
    return { applied, known, unmatched, unknownCodes };
  });
}

const isKnownCode = ({ kind, code }: Returned) =>
  kind === 'return' ? isReturnCode(code) : isChangeCode(code);

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

const entryOf = (entry: Returned) =>
  entry.kind === 'return' ? entry : { ...entry, change: correctedAccount(entry.code, entry.corrected) };

/**
 * What an entry refers to: found by our trace number and individual id, or by the loan's number if the core system sent it. The core
 * system numbers its own entries, which go through the same bank.
 */
async function matchOf(
  tx: Tx,
  { lender, vault }: ReturnServices,
  entry: Returned,
): Promise<Match | undefined> {
  const isOurs = entry.originalTrace.startsWith(lender.funding.originatingBank.slice(0, 8));
  const sequence = Number(entry.originalTrace.slice(8));
  if (isOurs) {
    const disbursement = await disbursementOfSequence(tx, sequence);
    if (
      disbursement !== undefined &&
      entry.direction === 'credit' &&
      entry.individualId === disbursementIdOf(disbursement.loan_id)
    ) {
      const wrongAmount = entry.kind === 'return' && entry.amount !== disbursement.amount;
      if (wrongAmount)
        throw new ReturnFileRefused(
          `The entry with trace number ${entry.trace} returns another amount than the one we sent.`,
        );
      return {
        what: 'disbursement',
        id: disbursement.application_id,
        loanId: disbursement.loan_id,
        disbursement,
      };
    }
    const validation = await validationOfSequence(tx, sequence);
    if (
      validation !== undefined &&
      isMicroEntry(entry, validation.application_id, amountsOf(vault, validation))
    )
      return { what: 'micro-entries', id: validation.application_id, loanId: undefined };
  }
  if (entry.direction !== 'debit') return undefined;
  const loan = await disbursementOfLoan(tx, entry.individualId);
  return loan && { what: 'debit', id: loan.application_id, loanId: loan.loan_id };
}

/** Whether an entry is one of the two micro-entries, or the debit of their total. */
function isMicroEntry(
  entry: Returned,
  id: ApplicationId,
  [first, second]: readonly [number, number] = [0, 0],
): boolean {
  if (entry.individualId !== microEntriesIdOf(id)) return false;
  const amounts = entry.direction === 'credit' ? [first, second] : [first + second];
  return entry.kind === 'change' || amounts.includes(entry.amount);
}
