// Writes the day's ACH files, whole or not at all. A credit left out goes into exactly one later file.
import { sql } from 'kysely';
import { isoDate } from '#finance/dates.ts';
import { cents } from '#finance/money.ts';
import { entryMistake, writeNachaFile } from '#finance/nacha.ts';
import { lockApplication } from '../../journey/applications.ts';
import {
  type AchWindow,
  achWindowOf,
  achWindows,
  cutoffOf,
  type FundingDays,
  fundingDays,
  isClosed,
  restsOn,
  standardDays,
} from '../../journey/funding-estimate.ts';
import { type Tx, transact } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import {
  type AccountValidation,
  microEntriesOfDay,
  moveMicroEntries,
  saveMicroEntriesUnwritten,
  saveMicroEntriesWritten,
} from '../../records/account-validations.ts';
import { orphansOfDay, returnedOfDay } from '../../records/ach-entries.ts';
import { readNames } from '../../records/applicants.ts';
import { audit } from '../../records/audit.ts';
import { mayPay, readDepositNumbers } from '../../records/deposit-accounts.ts';
import {
  type Disbursement,
  disbursementsOfDay,
  findDisbursement,
  moveDisbursement,
  saveUnwritten,
  saveWritten,
} from '../../records/disbursements.ts';
import { isHeldBy, isStoppedByReview } from '../../records/holds.ts';
import type { With } from '../../services.ts';
import { isSearchedForPayment } from '../../stages/screening/ofac.ts';
import {
  deleteAchFile,
  disbursementIdOf,
  entriesIn,
  type FileAccess,
  pathOf,
  readAchFile,
  replaceFile,
  type SentEntry,
} from './ach-storage.ts';
import { microEntryBatches, sendableAmong } from './micro-entries.ts';

/** Distinguish the files of one day at the bank. */
const idModifiers = { 'same-day': 'B', standard: 'A' } as const satisfies Record<AchWindow, string>;

type Needs = With<'config' | 'clock' | 'db' | 'vault' | 'lender' | 'log'>;

/** `day`: an ISO date. Calls `moved` for each credit missing from a file that the bank may have. */
export async function writeAchFiles(
  services: Needs,
  day: string,
  moved: (
    tx: Tx,
    applicationId: ApplicationId,
    later: FundingDays,
    what: 'disbursement' | 'micro-entries',
  ) => Promise<unknown>,
): Promise<void> {
  const { lender, clock } = services;
  for (const window of achWindows)
    await transact(services.db, async (tx) => {
      // If two processes write the same day in turn, the last file contains every disbursement.
      // Any number that none of our other locks uses.
      await sql`select pg_advisory_xact_lock(${4_201_337})`.execute(tx);
      if (!isClosed(lender, window, day, clock.now())) return writeWhole(tx, services, window, day);
      const missed = await missedBy(tx, services, window, day);
      for (const applicationId of missed.microEntries) {
        await lockApplication(tx, applicationId);
        const later = standardDays(lender, clock.now());
        await moveMicroEntries(tx, applicationId, later);
        await moved(tx, applicationId, later, 'micro-entries');
      }
      for (const { application_id: applicationId, amount } of missed.disbursements) {
        // Setting up or canceling automatic payments takes the same lock, so one of the two sees the other's change.
        await lockApplication(tx, applicationId);
        const later = fundingDays(lender, clock.now(), amount);
        await moveDisbursement(tx, applicationId, later);
        await audit(tx, clock, { applicationId }, { type: 'disbursement-moved', ...later });
        // The new day is committed before its file is written, or a crash could put a credit into two.
        await moved(tx, applicationId, later, 'disbursement');
      }
    });
}

/**
 * `early`: without an OFAC search on that day, or its money rests on it, so in a later file. `stopped`: by a review, or with an
 * account no longer confirmed. After a restored backup, the file has what was not canceled since.
 */
async function creditsOf(tx: Tx, services: Needs, window: AchWindow, day: string) {
  const ofDay = window === 'standard' ? await microEntriesOfDay(tx, day) : [];
  const sendable = await sendableAmong(tx, ofDay);
  const disbursements: Disbursement[] = [];
  const stopped: Disbursement[] = [];
  const early: Disbursement[] = [];
  for (const row of await disbursementsOfDay(tx, day)) {
    const { application_id: id, effective_on: effectiveOn } = row;
    if (achWindowOf({ fileDay: day, effectiveOn }) !== window) continue;
    if (await isStoppedByReview(tx, id)) stopped.push(row);
    else if (await isHeldBy(tx, id, 'restore'))
      ((await sequencesIn(services, window, day)).has(row.sequence) ? disbursements : stopped).push(row);
    else if (!(await mayPay({ db: tx, vault: services.vault }, id))) stopped.push(row);
    else if (await restsOn(tx, services, id, day)) early.push(row);
    // What is in the file was searched before it was written, even if a restored database lacks the search.
    else if (row.written_at !== null || (await isSearchedForPayment(tx, id, day))) disbursements.push(row);
    else early.push(row);
  }
  return {
    disbursements,
    stopped,
    early,
    microEntries: ofDay.filter((row) => sendable.has(row.application_id)),
    stoppedMicroEntries: ofDay.filter((row) => !sendable.has(row.application_id)),
  };
}

async function missedBy(tx: Tx, services: Needs, window: AchWindow, day: string) {
  const credits = await creditsOf(tx, services, window, day);
  const isUnwritten = (row: { readonly written_at: Date | null }) => row.written_at === null;
  // What was written is with the bank, unless its file shows that it was taken out again.
  const hasFile = (await entriesIn(pathOf(services, window, day))) !== undefined;
  const early = credits.early.filter((row) => hasFile || isUnwritten(row));
  const disbursements = [...early, ...credits.disbursements.filter(isUnwritten)];
  const unsent = credits.microEntries.filter(isUnwritten);
  const microEntries = [...unsent, ...credits.stoppedMicroEntries.filter(isUnwritten)];
  if (disbursements.length + microEntries.length + credits.stopped.filter(isUnwritten).length === 0)
    return { disbursements: [], microEntries: [] };
  // A crash may have hit after the file was written and before we recorded it, so read the file itself.
  const written = await sequencesIn(services, window, day);
  await saveWritten(tx, services.clock, [...written]);
  const isWritten = ({ sequences }: AccountValidation) => written.has(sequences?.[0] ?? 0);
  await saveMicroEntriesWritten(tx, services.clock, applicationsOf(microEntries.filter(isWritten)));
  return {
    disbursements: disbursements.filter((row) => !written.has(row.sequence)),
    microEntries: applicationsOf(unsent.filter((row) => !isWritten(row))),
  };
}

async function writeWhole(tx: Tx, services: Needs, window: AchWindow, day: string): Promise<void> {
  const { clock, log } = services;
  const { funding } = services.lender;
  const credits = await creditsOf(tx, services, window, day);
  const { disbursements: rows, stopped, early, microEntries, stoppedMicroEntries } = credits;
  // A payment that was stopped after it was written is in no file anymore, and is due once it is cleared.
  await saveUnwritten(tx, sequencesOf([...stopped, ...early]));
  await saveMicroEntriesUnwritten(tx, applicationsOf(stoppedMicroEntries));
  const { entries: made, unwritable } = await entriesOf(tx, services, rows);
  // What the bank has returned since was in the file, and stays in it; so do entries that a restored database lacks.
  const path = pathOf(services, window, day);
  const kept = await keptIn(tx, path, window, day, new Set(unwritable.map(({ row }) => row.sequence)));
  const keptSequences = new Set(sequencesOf(kept));
  const entries = [...made.filter(({ sequence }) => !keptSequences.has(sequence)), ...kept];
  // One credit that cannot be written must not hold back the others. `ops today` lists it until it is paid.
  const leftOut = unwritable.filter(({ row }) => !keptSequences.has(row.sequence));
  for (const { row, mistake } of leftOut)
    log.error({ applicationId: row.application_id, day, mistake }, 'a disbursement could not be written');
  const settlement = funding.sameDay?.settlement;
  const closesAt = (cutoffOf(funding, window) ?? funding.cutoff).replace(':', '');
  entries.sort((a, b) => a.sequence - b.sequence);
  const days = [...new Set(entries.map((entry) => entry.effectiveOn))].sort();
  const microBatches = await microEntryBatches(tx, services, microEntries);
  // A bank accepts no file without an entry.
  if (entries.length + microBatches.batches.length === 0) return deleteAchFile(path);
  const text = writeNachaFile({
    destination: funding.destination,
    origin: funding.origin,
    createdOn: isoDate(day),
    createdAt: closesAt,
    idModifier: idModifiers[window],
    batches: [
      ...days.map((effectiveOn) => ({
        kind: 'PPD' as const,
        companyName: funding.companyName,
        companyId: funding.companyId,
        entryDescription: funding.entryDescription,
        ...(window === 'same-day' && settlement ? { descriptiveDate: `SD${settlement}` } : {}),
        effectiveOn: isoDate(effectiveOn),
        originatingBank: funding.originatingBank,
        entries: entries.filter((entry) => entry.effectiveOn === effectiveOn),
      })),
      ...microBatches.batches,
    ],
  });
  await replaceFile(path, text);
  await saveWritten(tx, clock, sequencesOf(entries));
  await saveMicroEntriesWritten(tx, clock, microBatches.applicationIds);
}

const sequencesOf = (rows: readonly { readonly sequence: number }[]) => rows.map(({ sequence }) => sequence);
const applicationsOf = (rows: readonly { readonly application_id: ApplicationId }[]) =>
  rows.map((row) => row.application_id);

/** The entries of disbursements, and the rows that no entry can be made of, each with the reason. */
async function entriesOf(tx: Tx, { vault, lender }: Needs, rows: readonly Disbursement[]) {
  const ids = applicationsOf(rows);
  const [accounts, names] = [await readDepositNumbers(tx, vault, ids), await readNames(tx, vault, ids)];
  const entries: SentEntry[] = [];
  const unwritable = rows.flatMap((row) => {
    const account = accounts.get(row.application_id);
    const individualName = names.get(row.application_id);
    if (account === undefined || individualName === undefined)
      return [{ row, mistake: 'It lacks its account or its applicant.' }];
    const entry = {
      ...account,
      sequence: row.sequence,
      amount: cents(row.amount),
      individualId: disbursementIdOf(row.loan_id),
      individualName,
      effectiveOn: row.effective_on,
    };
    const mistake = entryMistake(entry, lender.funding.originatingBank);
    if (mistake !== undefined) return [{ row, mistake }];
    entries.push(entry);
    return [];
  });
  return { entries, unwritable };
}

/** Records that a disbursement is in its file if a crash kept us from recording it. */
export async function recordIfWritten(tx: Tx, services: FileAccess & With<'clock'>, id: ApplicationId) {
  const paid = await findDisbursement(tx, id);
  if (paid === undefined || paid.written_at !== null) return;
  const { sequence, file_day: fileDay } = paid;
  if (await isInFiles(services, { sequence, fileDay })) await saveWritten(tx, services.clock, [sequence]);
}

export async function isInFiles(
  services: FileAccess,
  { sequence, fileDay }: { readonly sequence: number; readonly fileDay: string },
): Promise<boolean> {
  for (const window of achWindows)
    if ((await sequencesIn(services, window, fileDay)).has(sequence)) return true;
  return false;
}

const sequencesIn = async (services: FileAccess, window: AchWindow, day: string) =>
  new Set(sequencesOf((await entriesIn(pathOf(services, window, day))) ?? []));

/** The credits in the file on disk that stay in it: returned ones, orphans, and those that can no longer be made. */
async function keptIn(tx: Tx, path: string, window: AchWindow, day: string, unwritable: ReadonlySet<number>) {
  const ofDay = [...(await returnedOfDay(tx, day)), ...(await orphansOfDay(tx, day))];
  const returned = ofDay.filter((entry) => achWindowOf(entry) === window);
  const sequences = new Set([...unwritable, ...sequencesOf(returned)]);
  const written = sequences.size === 0 ? undefined : await readAchFile(path);
  if (written === undefined && returned.length > 0)
    throw new Error(`${path} is missing, but the bank returned entries of it.`);
  return (written ?? []).filter(({ sequence, isMicroEntry }) => sequences.has(sequence) && !isMicroEntry);
}
