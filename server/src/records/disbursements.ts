// Stores disbursements, one per application: the day's file that contains it, and when the money arrives.
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import { insertOnce, rowsOf } from '../platform/db/rows.ts';
import { type ApplicationId, columnNames, type Tables } from '../platform/db/tables.ts';

export type Disbursement = Selectable<Tables['disbursement']>;
const disbursements = (db: Db) => db.selectFrom('disbursement').select(columnNames.disbursement);

/** ISO dates. */
interface Days {
  readonly fileDay: string;
  readonly effectiveOn: string;
}

/** False if the application was already paid out: the primary key allows one disbursement, even if a job runs twice. */
export async function insertDisbursement(
  tx: Tx,
  clock: Clock,
  disbursement: Pick<Insertable<Tables['disbursement']>, 'application_id' | 'amount' | 'loan_id'>,
  { fileDay, effectiveOn }: Days,
): Promise<boolean> {
  return insertOnce(tx, 'disbursement', ['application_id'], {
    ...disbursement,
    file_day: fileDay,
    effective_on: effectiveOn,
    created_at: clock.now(),
  });
}

export const findDisbursement = (db: Db, id: ApplicationId): Promise<Disbursement | undefined> =>
  disbursements(db).where('application_id', '=', id).executeTakeFirst();

export const disbursementsOfDay = (db: Db, fileDay: string): Promise<Disbursement[]> =>
  disbursements(db).where('file_day', '=', fileDay).orderBy('sequence').execute();

/** The disbursements that are in no file although the day of their file is over. */
export const unwrittenDisbursements = (db: Db, today: string): Promise<Disbursement[]> =>
  disbursements(db)
    .where('written_at', 'is', null)
    .where('file_day', '<', today)
    .orderBy('created_at')
    .execute();

export async function moveDisbursement(tx: Tx, id: ApplicationId, { fileDay, effectiveOn }: Days) {
  await rowsOf(tx, 'disbursement', { application_id: id }).update({
    file_day: fileDay,
    effective_on: effectiveOn,
  });
}

/** Records that these disbursements are in their file, and since when. */
export async function saveWritten(tx: Tx, clock: Clock, sequences: readonly number[]): Promise<void> {
  if (sequences.length === 0) return;
  await rowsOf(tx, 'disbursement', { sequence: sequences, written_at: null }).update({
    written_at: clock.now(),
  });
}

export async function saveUnwritten(tx: Tx, sequences: readonly number[]): Promise<void> {
  if (sequences.length === 0) return;
  await tx.updateTable('disbursement').set({ written_at: null }).where('sequence', 'in', sequences).execute();
}

/** The written disbursements of files up to a day (ISO date) that we have not recorded as sent, of all applications or of one. */
export const unsentOfFiles = (db: Db, today: string, id?: ApplicationId): Promise<Disbursement[]> =>
  disbursements(db)
    .where('written_at', 'is not', null)
    .where('sent_at', 'is', null)
    .where('file_day', '<=', today)
    .$if(id !== undefined, (query) => query.where('application_id', '=', id as ApplicationId))
    .orderBy('sequence')
    .execute();

export async function unsentApplications(db: Db): Promise<ApplicationId[]> {
  const rows = await disbursements(db).where('sent_at', 'is', null).execute();
  return rows.map((row) => row.application_id);
}

export async function saveSent(tx: Tx, id: ApplicationId, sentAt: Date): Promise<void> {
  await rowsOf(tx, 'disbursement', { application_id: id }).update({ sent_at: sentAt });
}

export const disbursementOfSequence = (db: Db, sequence: number): Promise<Disbursement | undefined> =>
  disbursements(db).where('sequence', '=', sequence).executeTakeFirst();

/** The loan whose number ends as an entry's individual id does, in the capitals that an ACH file allows. */
export async function disbursementOfLoan(db: Db, loanIdEnd: string): Promise<Disbursement | undefined> {
  const rows = await disbursements(db)
    .where((eb) => eb(sql<string>`upper(right(loan_id, 15))`, '=', loanIdEnd.toUpperCase()))
    .limit(2)
    .execute();
  return rows.length === 1 ? rows[0] : undefined;
}

/** Deletes a returned disbursement, so that the loan can be paid again. */
export async function deleteDisbursement(tx: Tx, id: ApplicationId): Promise<void> {
  await tx.deleteFrom('disbursement').where('application_id', '=', id).execute();
}

/** Restores a payment that its file proves, under the number in the file. */
export async function restoreDisbursement(
  tx: Tx,
  clock: Clock,
  payment: Omit<Selectable<Tables['disbursement']>, 'created_at' | 'written_at' | 'sent_at'>,
): Promise<void> {
  const now = clock.now();
  await sql`
    insert into disbursement (
      application_id, sequence, amount, loan_id, file_day, effective_on, created_at, written_at)
    overriding system value
    values (
      ${payment.application_id}, ${payment.sequence}, ${payment.amount}, ${payment.loan_id},
      ${payment.file_day}, ${payment.effective_on}, ${now}, ${now})`.execute(tx);
}

/** Never assigns a number up to this one again. */
export async function skipSequences(tx: Tx, upTo: number): Promise<void> {
  await sql`
    select setval(s.name, greatest(${upTo}::bigint, nextval(s.name)))
    from (select pg_get_serial_sequence('disbursement', 'sequence') as name) s`.execute(tx);
}
