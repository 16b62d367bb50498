// Stores the entries that a bank returned and its notices of change.
import type { Insertable } from 'kysely';
import type { Db, Tx } from '../platform/db/database.ts';
import type { AchReturnTable } from '../platform/db/tables.ts';

/** False if it was stored before: a file may be read twice, and a bank may send one entry in two files. */
export async function insertReturn(tx: Tx, row: Insertable<AchReturnTable>): Promise<boolean> {
  const inserted = await tx
    .insertInto('ach_return')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Our numbers of the day's disbursements that came back since. */
export async function returnedOfDay(db: Db, fileDay: string): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('ach_return')
    .select('sequence')
    .where('file_day', '=', fileDay)
    .where('what', '=', 'disbursement')
    .execute();
  return new Set(rows.flatMap(({ sequence }) => sequence ?? []));
}
