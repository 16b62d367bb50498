// Nacha's micro-entries, described as ACCTVERIFY (Nacha Operating Rules 2.7): both amounts prove access.
import { isoDate } from '#finance/dates.ts';
import { cents } from '#finance/money.ts';
import { type AchBatch, type AchEntry, entryMistake } from '#finance/nacha.ts';
import { readApplication } from '../../journey/applications.ts';
import { hasEndedWithoutLoan } from '../../journey/chart.ts';
import { writeAchFile } from '../../journey/jobs.ts';
import { lenderToday } from '../../platform/clock.ts';
import { type Db, type Tx, transact } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { isUnderway } from '../../platform/jobs/job-records.ts';
import {
  type AccountValidation,
  amountsOf,
  microEntriesWrittenFrom,
  waitingValidations,
} from '../../records/account-validations.ts';
import { readNames } from '../../records/applicants.ts';
import { readDepositNumbers, withDepositAccount } from '../../records/deposit-accounts.ts';
import { isStoppedByReview } from '../../records/holds.ts';
import type { With } from '../../services.ts';
import { microEntriesIdOf, verificationDescription } from './ach-storage.ts';

/** Those that cannot be written are left out and logged, and hold back no others. */
export async function microEntryBatches(
  tx: Tx,
  { vault, log, lender: { funding } }: With<'vault' | 'log' | 'lender'>,
  rows: readonly AccountValidation[],
): Promise<{ readonly batches: readonly AchBatch[]; readonly applicationIds: readonly ApplicationId[] }> {
  const ids = rows.map((row) => row.application_id);
  const [accounts, names] = [await readDepositNumbers(tx, vault, ids), await readNames(tx, vault, ids)];
  const sent = rows.flatMap((row) => {
    const id = row.application_id;
    const [account, individualName, amounts] = [accounts.get(id), names.get(id), amountsOf(vault, row)];
    const [first, second, back] = row.sequences ?? [];
    const refuse = (mistake: string) => {
      log.error({ applicationId: id, mistake }, 'micro-entries could not be written');
      return [];
    };
    if (!account || !individualName || !amounts || !row.effective_on || !first || !second || !back)
      return refuse('They lack their account, their amounts or their numbers.');
    const base = { ...account, individualId: microEntriesIdOf(id), individualName };
    const credits: AchEntry[] = [
      { ...base, sequence: first, amount: cents(amounts[0]) },
      { ...base, sequence: second, amount: cents(amounts[1]) },
    ];
    const debit = { ...base, sequence: back, amount: cents(amounts[0] + amounts[1]) };
    const mistake = [...credits, debit]
      .map((entry) => entryMistake(entry, funding.originatingBank))
      .find((reason) => reason !== undefined);
    if (mistake !== undefined) return refuse(mistake);
    return [{ id, effectiveOn: row.effective_on, credits, debit }];
  });
  const batches = [...new Set(sent.map(({ effectiveOn }) => effectiveOn))]
    .sort()
    .flatMap((day): AchBatch[] => {
      const ofDay = sent.filter(({ effectiveOn }) => effectiveOn === day);
      const heading = {
        companyName: funding.companyName,
        companyId: funding.companyId,
        entryDescription: verificationDescription,
        effectiveOn: isoDate(day),
        originatingBank: funding.originatingBank,
      };
      return [
        { ...heading, kind: 'PPD', entries: ofDay.flatMap(({ credits }) => credits).sort(bySequence) },
        { ...heading, kind: 'WEB', entries: ofDay.map(({ debit }) => debit).sort(bySequence) },
      ];
    });
  return { batches, applicationIds: sent.map(({ id }) => id) };
}

/** The applications whose micro-entries may go out: of an account that is there and still has to be confirmed. */
export async function sendableAmong(db: Db, rows: readonly AccountValidation[]) {
  const awaited = rows.filter(({ status }) => status === 'MICRO_ENTRIES').map((row) => row.application_id);
  const sendable = new Set<ApplicationId>();
  for (const id of await withDepositAccount(db, awaited)) {
    const { state } = await readApplication(db, id);
    if (!hasEndedWithoutLoan(state) && !(await isStoppedByReview(db, id))) sendable.add(id);
  }
  return sendable;
}

/** Has the files written again that have micro-entries which may not go out anymore, and moves those that missed their file. */
export async function checkMicroEntries(services: With<'clock' | 'db' | 'jobs' | 'lender'>): Promise<void> {
  const { db, jobs } = services;
  const today = lenderToday(services);
  const written = await microEntriesWrittenFrom(db, today);
  const missed = (await waitingValidations(db)).filter(
    (row) => row.written_at === null && row.file_day !== null && row.file_day < today,
  );
  const sendable = await sendableAmong(db, [...written, ...missed]);
  const due = [
    ...written.filter((row) => !sendable.has(row.application_id)),
    ...missed.filter((row) => sendable.has(row.application_id)),
  ];
  for (const { application_id: id, file_day: day } of due) {
    if (day === null) continue;
    await transact(db, async (tx) => {
      if (!(await isUnderway(tx, id, writeAchFile.name))) await jobs.enqueue(tx, writeAchFile, id, { day });
    });
  }
}

const bySequence = (a: { readonly sequence: number }, b: { readonly sequence: number }) =>
  a.sequence - b.sequence;
