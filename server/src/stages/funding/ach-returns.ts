// Applies the entries of ours in a bank's return file, each once. The bank's transfer saves these files beside the day's files, in the
// folder `returns`: files that were read move to `returns/read`, refused ones to `returns/refused` for an operator to read.
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isChangeCode, isReturnCode, readReturnFile } from '#finance/nacha-returns.ts';
import { type Tx, transact } from '../../platform/db/database.ts';
import {
  amountsOf,
  validationOfIndividual,
  validationOfSequence,
} from '../../records/account-validations.ts';
import { disbursementOfLoan, disbursementOfSequence } from '../../records/disbursements.ts';
import type { With } from '../../services.ts';
import {
  disbursementIdOf,
  microEntriesIdOf,
  replaceFile,
  returnFolder,
  unlessMissing,
} from './ach-storage.ts';
import { applyEntry, type Match, type ReturnServices } from './returned-entries.ts';

type Returned = ReturnType<typeof readReturnFile>['entries'][number];

/** The message explains why the file was refused. None of its entries was applied. */
export class ReturnFileRefused extends Error {
  override readonly name = 'ReturnFileRefused';
}

interface Applied {
  /** Entries applied by this run, those applied before, those of others, and those of ours that were refused, as sentences. */
  readonly applied: readonly string[];
  readonly known: number;
  readonly unmatched: readonly string[];
  readonly refused: readonly string[];
}

export async function readReturnFolder(
  services: With<'config' | 'clock' | 'log' | 'metrics' | 'db' | 'vault' | 'jobs' | 'lender'>,
): Promise<void> {
  const { log, metrics } = services;
  const folder = returnFolder(services);
  const files = (await unlessMissing(readdir(folder))) ?? [];
  for (const name of files.filter((one) => one.endsWith('.ach')).sort()) {
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

/** Throws `ReturnFileRefused` for a file whose counts, hashes or totals are wrong, or not for this lender. */
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
    const refused: string[] = [];
    let known = 0;
    for (const entry of file.entries) {
      const match = await matchOf(tx, services, entry);
      const mistake = match && mistakeIn(entry, match);
      if (mistake !== undefined) {
        refused.push(`The entry with trace number ${entry.trace}, for application ${match?.id}, ${mistake}`);
        continue;
      }
      const became =
        entry.kind === 'malformed' ? 'unmatched' : await applyEntry(tx, services, entry, match, 'bank');
      if (became === 'known') known += 1;
      else if (became === 'unmatched')
        unmatched.push(`${entry.code} of ${entry.originalTrace} matches nothing we sent`);
      else applied.push(became);
    }
    return { applied, known, unmatched, refused };
  });
}

/** Why an entry of ours cannot be applied. */
function mistakeIn(entry: Returned, { amounts }: Ours): string | undefined {
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

/** What an entry refers to, and the cents that we sent, if we know them. */
type Ours = Match & { readonly amounts?: readonly number[] };

/**
 * What an entry refers to: found by our trace number and individual id, or by the loan's number if the core system sent it. The core
 * system numbers its own entries, which go through the same bank. Where an entry is malformed so that our trace number is unreadable,
 * the individual id alone decides.
 */
async function matchOf(
  tx: Tx,
  { lender, vault }: ReturnServices,
  { originalTrace, direction, individualId }: Returned,
): Promise<Ours | undefined> {
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
