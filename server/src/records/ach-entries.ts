// Stores the entries that a bank returned and its notices of change; and the entries in our files whose applications a restored
// database lost: they stay, and an operator investigates.
import type { Insertable } from 'kysely';
import type { Db, Tx } from '../platform/db/database.ts';
import { insertOnce, rowsOf } from '../platform/db/rows.ts';
import type { ApplicationId, Tables } from '../platform/db/tables.ts';

/** False if it was stored before: a file may be read twice, and a bank may send one entry in two files. */
export const insertReturn = (tx: Tx, row: Insertable<Tables['ach_return']>): Promise<boolean> =>
  insertOnce(tx, 'ach_return', ['key'], row);

/** Our numbers of the day's disbursements that were returned since, with the days (ISO dates) of their file and their arrival. */
export async function returnedOfDay(db: Db, fileDay: string) {
  const ofDay = rowsOf(db, 'ach_return', { file_day: fileDay, what: 'disbursement' });
  const rows = await ofDay.all(['sequence', 'effective_on']);
  return rows.flatMap(({ sequence, effective_on: effectiveOn }) =>
    sequence === null || effectiveOn === null ? [] : [{ sequence, fileDay, effectiveOn }],
  );
}

export const returnOfSequence = (db: Db, sequence: number): Promise<string | undefined> =>
  rowsOf(db, 'ach_return', { sequence }).value('key');

/** Whether an entry of a bank was applied before, from a file or from an event of the core system. */
export const isKnownReturn = (db: Db, key: string) => rowsOf(db, 'ach_return', { key }).exist();

/** Not what is disputed between the banks, R61 to R77. */
const latestReturns = (db: Db) =>
  db
    .selectFrom('ach_return')
    .where('code', 'like', 'R%')
    .where((eb) => eb.not(eb.between('code', 'R61', 'R77')))
    .orderBy('read_at', 'desc')
    .limit(1);

/** The return of the entry with a trace number of ours. */
export const returnOfTrace = (db: Db, originalTrace: string) =>
  latestReturns(db)
    .select(['application_id', 'what', 'code', 'amount', 'loan_id'])
    .where('original_trace', '=', originalTrace)
    .executeTakeFirst();

/** The payment that a bank returned last: cents, and when we learned of it. */
export const latestReturnedDebit = (db: Db, id: ApplicationId) =>
  latestReturns(db)
    .select(['amount', 'read_at as readAt'])
    .where('application_id', '=', id)
    .where('what', '=', 'debit')
    .executeTakeFirst();

export async function saveOrphans(tx: Tx, orphans: readonly Insertable<Tables['ach_orphan']>[]) {
  if (orphans.length > 0) await insertOnce(tx, 'ach_orphan', ['sequence'], orphans);
}

/** With the days (ISO dates) of their file and their arrival. */
export async function orphansOfDay(db: Db, fileDay: string) {
  const rows = await rowsOf(db, 'ach_orphan', { file_day: fileDay }).all(['sequence', 'effective_on']);
  return rows.map(({ sequence, effective_on: effectiveOn }) => ({ sequence, fileDay, effectiveOn }));
}

/** The entry turned out to pay a loan in the database. */
export const deleteOrphan = (tx: Tx, sequence: number) => rowsOf(tx, 'ach_orphan', { sequence }).delete();
