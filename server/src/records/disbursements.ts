// Stores disbursements, one per application: the day's file that contains it, and when the money arrives.
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import { insertOnce, rowsOf } from '../platform/db/rows.ts';
import { type ApplicationId, columnNames, type Tables } from '../platform/db/tables.ts';

export type Disbursement = Selectable<Tables['disbursement']>;

/** The ISO dates of the file that has a credit, and of its arrival. */
export interface FileDays {
  readonly fileDay: string;
  readonly effectiveOn: string;
}

/** False if the application was already paid out: the primary key allows one disbursement, even if a job runs twice. */
export async function insertDisbursement(
  tx: Tx,
  clock: Clock,
  disbursement: Pick<Insertable<Tables['disbursement']>, 'application_id' | 'amount' | 'loan_id'>,
  { fileDay, effectiveOn }: FileDays,
): Promise<boolean> {
  return insertOnce(tx, 'disbursement', ['application_id'], {
    ...disbursement,
    file_day: fileDay,
    effective_on: effectiveOn,
    created_at: clock.now(),
  });
}

export const findDisbursement = (db: Db, id: ApplicationId): Promise<Disbursement | undefined> =>
  rowsOf(db, 'disbursement', { application_id: id }).first();

export const disbursementsOfDay = (db: Db, fileDay: string): Promise<Disbursement[]> =>
  rowsOf(db, 'disbursement', { file_day: fileDay }, ['sequence']).all();

/** The disbursements that are in no file although the day of their file is over. */
export const unwrittenDisbursements = (db: Db, today: string): Promise<Disbursement[]> =>
  rowsOf(db, 'disbursement', { written_at: null, file_day: { '<': today } }, ['created_at']).all();

export const moveDisbursement = (tx: Tx, id: ApplicationId, days: FileDays) =>
  rowsOf(tx, 'disbursement', { application_id: id }).update({
    file_day: days.fileDay,
    effective_on: days.effectiveOn,
  });

/** Records that these disbursements are in their file, and since when. */
export const saveWritten = (tx: Tx, clock: Clock, sequences: readonly number[]) =>
  rowsOf(tx, 'disbursement', { sequence: sequences, written_at: null }).update({ written_at: clock.now() });

export const saveUnwritten = (tx: Tx, sequences: readonly number[]) =>
  rowsOf(tx, 'disbursement', { sequence: sequences }).update({ written_at: null });

/** The written disbursements of files up to a day (ISO date) that we have not recorded as sent, of all applications or of one. */
export const unsentOfFiles = (db: Db, today: string, id?: ApplicationId): Promise<Disbursement[]> =>
  rowsOf(
    db,
    'disbursement',
    {
      written_at: { '<>': null },
      sent_at: null,
      file_day: { '<=': today },
      ...(id !== undefined && { application_id: id }),
    },
    ['sequence'],
  ).all();

export const unsentApplications = (db: Db): Promise<ApplicationId[]> =>
  rowsOf(db, 'disbursement', { sent_at: null }).values('application_id');

export const saveSent = (tx: Tx, id: ApplicationId, sentAt: Date) =>
  rowsOf(tx, 'disbursement', { application_id: id }).update({ sent_at: sentAt });

export const disbursementOfSequence = (db: Db, sequence: number): Promise<Disbursement | undefined> =>
  rowsOf(db, 'disbursement', { sequence }).first();

/** The loan whose number ends as an entry's individual id does, in the capitals that an ACH file allows. */
export async function disbursementOfLoan(db: Db, loanIdEnd: string): Promise<Disbursement | undefined> {
  const rows = await db
    .selectFrom('disbursement')
    .select(columnNames.disbursement)
    .where((eb) => eb(sql<string>`upper(right(loan_id, 15))`, '=', loanIdEnd.toUpperCase()))
    .limit(2)
    .execute();
  return rows.length === 1 ? rows[0] : undefined;
}

/** Deletes a returned disbursement, so that the loan can be paid again. */
export const deleteDisbursement = (tx: Tx, id: ApplicationId) =>
  rowsOf(tx, 'disbursement', { application_id: id }).delete();

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
