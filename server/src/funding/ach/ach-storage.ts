// The folder of the files with names and account numbers, readable by its owner alone. A file goes once the
// bank has confirmed it, or the lender's period is over; what shows that a loan was paid stays.
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import * as z from 'zod';
import { isoDate } from '#finance/dates.ts';
import { type AchEntry, writtenIndividualId } from '#finance/nacha.ts';
import { readNachaFile } from '#finance/nacha-reader.ts';
import { updateApplication } from '../../journey/applications.ts';
import { type AchWindow, isClosed } from '../../journey/funding-estimate.ts';
import { dayIn, daysAfter, lenderDay } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { unlessMissing } from '../../platform/failure.ts';
import { IndependentTasks } from '../../platform/independent-tasks.ts';
import { validationOfSequence } from '../../records/account-validations.ts';
import { deleteOrphan, returnOfSequence, saveOrphans } from '../../records/ach-entries.ts';
import {
  deleteDisbursement,
  disbursementOfSequence,
  findDisbursement,
  restoreDisbursement,
  skipSequences,
} from '../../records/disbursements.ts';
import { overBefore } from '../../records/retention-periods.ts';
import type { With } from '../../services.ts';

/** What reads and writes them, for commands too. */
export interface FileAccess {
  readonly config: { readonly ACH_DIR?: string | undefined; readonly dataDirectory: string };
}

export const achFolder = ({ config }: FileAccess) => config.ACH_DIR ?? join(config.dataDirectory, 'ach');
export const returnFolder = (services: FileAccess) => join(achFolder(services), 'returns');

const fileNames = { 'same-day': '-same-day', standard: '' } as const satisfies Record<AchWindow, string>;

export const pathOf = (services: FileAccess, window: AchWindow, day: string) =>
  join(achFolder(services), `credits-${day}${fileNames[window]}.ach`);

const nameOf = /^credits-(\d{4}-\d\d-\d\d)(-same-day)?\.(?:ach|entries\.json)/;

interface StoredAchFile {
  readonly window: AchWindow;
  /** An ISO date. */
  readonly day: string;
  readonly path: string;
  /** False once only its entries are left. */
  readonly isWhole: boolean;
}

/** Every day's file that is or was in the folder, in the order of the days. */
async function storedAchFiles(services: FileAccess): Promise<readonly StoredAchFile[]> {
  const found = new Map<string, StoredAchFile>();
  for (const name of ((await unlessMissing(readdir(achFolder(services)))) ?? []).sort()) {
    const [, day, sameDay] = nameOf.exec(name) ?? [];
    if (day === undefined) continue;
    const window = sameDay === undefined ? 'standard' : 'same-day';
    const path = pathOf(services, window, day);
    const isWhole = !name.endsWith('.json') || found.get(path)?.isWhole === true;
    found.set(path, { window, day, path, isWhole });
  }
  return [...found.values()];
}

/** Describes the batches of micro-entries. */
export const verificationDescription = 'ACCTVERIFY';

/** The core system's entries may have the same trace numbers, but they have other individual ids. */
export const disbursementIdOf = (loanId: string): string => writtenIndividualId(loanId.slice(-15));

export const microEntriesIdOf = (id: ApplicationId): string => writtenIndividualId(id.slice(0, 8));

const fileEntry = z.object({
  /** An ISO date: of the arrival. */
  effectiveOn: z.string(),
  sequence: z.int(),
  /** In cents. */
  amount: z.int(),
  individualId: z.string(),
  /** A micro-entry, or the debit that takes both back. */
  isMicroEntry: z.boolean(),
});
/** What we still need of an entry once the bank has its file: neither a name nor an account number. */
type FileEntry = z.output<typeof fileEntry>;

const entriesPath = (path: string) => path.replace(/\.ach$/, '.entries.json');

/** `effectiveOn` is the ISO date of the arrival. */
export type SentEntry = AchEntry & { readonly effectiveOn: string; readonly isMicroEntry?: boolean };

/** The entries of a day's file; undefined if there is none. */
export async function readAchFile(path: string): Promise<readonly SentEntry[] | undefined> {
  const text = await unlessMissing(readFile(path, 'utf8'));
  if (text === undefined) return undefined;
  return readNachaFile(text).batches.flatMap(({ effectiveOn, entryDescription, entries }) =>
    entries.map(({ traceNumber, transactionCode, ...entry }) => ({
      ...entry,
      sequence: Number(traceNumber.slice(-7)),
      accountType: transactionCode.startsWith('3') ? ('savings' as const) : ('checking' as const),
      effectiveOn: isoDate(effectiveOn),
      isMicroEntry: entryDescription === verificationDescription,
    })),
  );
}

/** The entries of a day's file, also after it was removed. Undefined if there never was one. */
export async function entriesIn(path: string): Promise<readonly FileEntry[] | undefined> {
  const kept = async () => {
    const text = await unlessMissing(readFile(entriesPath(path), 'utf8'));
    return text && JSON.parse(text);
  };
  return z
    .array(fileEntry)
    .optional()
    .parse((await readAchFile(path)) ?? (await kept()));
}

/** Removes a file that the bank has, and keeps its entries without names and account numbers. */
async function keepEntriesOnly(path: string): Promise<void> {
  const entries = await entriesIn(path);
  if (entries !== undefined) await replaceFile(entriesPath(path), JSON.stringify(entries));
  await deleteAchFile(path);
}

export async function removeAchFiles(services: With<'config' | 'clock' | 'log' | 'lender'>): Promise<void> {
  const { lender, clock, log } = services;
  const now = clock.now();
  const before = overBefore(services, 'achFiles');
  const [today, lastDay] = [lenderDay(lender, now), lenderDay(lender, before)];
  const acknowledged = join(achFolder(services), 'acknowledged');
  const confirmed = new Set(await unlessMissing(readdir(acknowledged)));
  let files = 0;
  const attempts = new IndependentTasks();
  for (const { window, day, path, isWhole } of await storedAchFiles(services)) {
    const name = basename(path);
    // A file is rewritten until its cutoff, which the lender may move within the day.
    const isOver = day < today && isClosed(lender, window, day, now);
    if (!isWhole || !isOver || (!confirmed.has(name) && day > lastDay)) continue;
    // One file that cannot be read must not keep the names and account numbers in the others.
    await attempts.run(async () => {
      await keepEntriesOnly(path);
      await rm(join(acknowledged, name), { force: true });
      files += 1;
    });
  }
  const read = join(returnFolder(services), 'read');
  for (const name of (await unlessMissing(readdir(read))) ?? []) {
    if ((await stat(join(read, name))).mtime >= before) continue;
    await rm(join(read, name));
    files += 1;
  }
  if (files > 0) log.info({ files }, 'ACH files removed');
  attempts.end();
}

export async function deleteAchFile(path: string): Promise<void> {
  await rm(path, { force: true });
  await rm(unfinished(path), { force: true });
}

const unfinished = (path: string) => `${path}.unfinished`;

export async function replaceFile(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(unfinished(path), content, { mode: 0o600, flush: true });
  await rename(unfinished(path), path);
  // The new name survives a power failure only if its directory is synced too.
  await using folder = await open(dirname(path));
  await folder.sync();
}

/** An entry that a restored database lacks. The bank has it, or will have it, so it must not be paid a second time. */
export interface UnknownEntry extends FileEntry {
  readonly file: string;
  /** An ISO date. */
  readonly fileDay: string;
}

/** Throws a RangeError for a malformed file. Skips files older than the backup: their loans may be purged. */
export async function unknownEntries(tx: Tx, services: FileAccess, since: Date) {
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

export const paysLoan = (entry: UnknownEntry, loanId: string): boolean =>
  !entry.isMicroEntry && entry.individualId === disbursementIdOf(loanId);

export const validatesFor = (entry: UnknownEntry, id: ApplicationId): boolean =>
  entry.isMicroEntry && entry.individualId === microEntriesIdOf(id);

/** Records that this entry paid a loan. False if the database has a later payment of the loan. */
export async function restorePayment(
  tx: Tx,
  { clock }: With<'clock'>,
  id: ApplicationId,
  loanId: string,
  entry: UnknownEntry,
): Promise<boolean> {
  const known = await findDisbursement(tx, id);
  if (known !== undefined && known.sequence > entry.sequence) return false;
  const { sequence, amount, fileDay, effectiveOn, individualId } = entry;
  await updateApplication(tx, id, { loan_id: loanId });
  await deleteOrphan(tx, sequence);
  if (known !== undefined) {
    await deleteDisbursement(tx, id);
    // It may go to another account, which the backup lacks: the entry stays in its file as it is written.
    const found = { file_day: fileDay, effective_on: effectiveOn, individual_id: individualId };
    await saveOrphans(tx, [{ sequence, amount, ...found, found_at: clock.now() }]);
  }
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
    orphans.map((entry) => ({
      sequence: entry.sequence,
      file_day: entry.fileDay,
      effective_on: entry.effectiveOn,
      individual_id: entry.individualId,
      amount: entry.amount,
      found_at: at,
    })),
  );
  await skipSequences(tx, Math.max(0, ...all.map(({ sequence }) => sequence)));
}
