// Reads the day's files back into a restored database: the bank has their entries, or will have them, and they must not be paid a
// second time.
import { basename } from 'node:path';
import { saveLoan } from '../../journey/applications.ts';
import { dayIn, daysAfter } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { validationOfSequence } from '../../records/account-validations.ts';
import { deleteOrphan, saveOrphans } from '../../records/ach-orphans.ts';
import { returnOfSequence } from '../../records/ach-returns.ts';
import {
  disbursementOfSequence,
  findDisbursement,
  restoreDisbursement,
  skipSequences,
} from '../../records/disbursements.ts';
import type { With } from '../../services.ts';
import {
  disbursementIdOf,
  entriesIn,
  type FileEntry,
  microEntriesIdOf,
  storedAchFiles,
} from './ach-storage.ts';

/** An entry of a file that is missing from the database. */
export interface UnknownEntry extends FileEntry {
  readonly file: string;
  /** An ISO date. */
  readonly fileDay: string;
}

/**
 * Throws a RangeError for a malformed file, and the file system's error if the folder can't be read. Skips files older than the
 * backup, which contain loans that were purged since.
 */
export async function unknownEntries(
  tx: Tx,
  services: With<'config'>,
  since: Date,
): Promise<readonly UnknownEntry[]> {
  const found: UnknownEntry[] = [];
  // The lender's day may begin before or after that of UTC.
  const earliest = dayIn('UTC', daysAfter(since, -1));
  for (const { day: fileDay, path } of await storedAchFiles(services)) {
    if (fileDay < earliest) continue;
    for (const entry of (await entriesIn(path)) ?? []) {
      const { sequence } = entry;
      const isKnown =
        (await disbursementOfSequence(tx, sequence)) !== undefined ||
        (await validationOfSequence(tx, sequence)) !== undefined ||
        (await returnOfSequence(tx, sequence)) !== undefined;
      if (!isKnown) found.push({ file: basename(path), fileDay, ...entry });
    }
  }
  return found;
}

/** Whether an entry pays this loan. */
export const paysLoan = (entry: UnknownEntry, loanId: string): boolean =>
  !entry.isMicroEntry && entry.individualId === disbursementIdOf(loanId);

/** Whether an entry is a micro-entry for this application's account. */
export const validatesFor = (entry: UnknownEntry, id: ApplicationId): boolean =>
  entry.isMicroEntry && entry.individualId === microEntriesIdOf(id);

/** Records that this entry paid a loan. False if the database has another payment of the loan. */
export async function restorePayment(
  tx: Tx,
  { clock }: With<'clock'>,
  id: ApplicationId,
  loanId: string,
  entry: UnknownEntry,
): Promise<boolean> {
  if ((await findDisbursement(tx, id)) !== undefined) return false;
  const { sequence, amount, fileDay, effectiveOn } = entry;
  await saveLoan(tx, id, loanId);
  await deleteOrphan(tx, sequence);
  await restoreDisbursement(tx, clock, {
    application_id: id,
    loan_id: loanId,
    sequence,
    amount,
    file_day: fileDay,
    effective_on: effectiveOn,
  });
  return true;
}

/** Records the entries that belong to no application, and never reuses the number of an entry. */
export async function recordOrphans(
  tx: Tx,
  { clock }: With<'clock'>,
  all: readonly UnknownEntry[],
  orphans: readonly UnknownEntry[],
): Promise<void> {
  const at = clock.now();
  await saveOrphans(
    tx,
    orphans.map((one) => ({
      sequence: one.sequence,
      file_day: one.fileDay,
      effective_on: one.effectiveOn,
      individual_id: one.individualId,
      amount: one.amount,
      found_at: at,
    })),
  );
  await skipSequences(tx, Math.max(0, ...all.map(({ sequence }) => sequence)));
}
