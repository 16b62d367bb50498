// Entries in the day's files whose applications a restored database lost. They stay, and an operator investigates.
import type { Insertable } from 'kysely';
import type { Db, Tx } from '../platform/db/database.ts';
import { rowsOf } from '../platform/db/rows.ts';
import type { Tables } from '../platform/db/tables.ts';

export async function saveOrphans(tx: Tx, orphans: readonly Insertable<Tables['ach_orphan']>[]) {
  if (orphans.length === 0) return;
  await tx
    .insertInto('ach_orphan')
    .values([...orphans])
    .onConflict((conflict) => conflict.column('sequence').doNothing())
    .execute();
}

/** With the days (ISO dates) of their file and their arrival. */
export async function orphansOfDay(db: Db, fileDay: string) {
  const rows = await rowsOf(db, 'ach_orphan', { file_day: fileDay }).all(['sequence', 'effective_on']);
  return rows.map(({ sequence, effective_on: effectiveOn }) => ({ sequence, fileDay, effectiveOn }));
}

/** The entry turned out to pay a loan in the database. */
export async function deleteOrphan(tx: Tx, sequence: number): Promise<void> {
  await tx.deleteFrom('ach_orphan').where('sequence', '=', sequence).execute();
}
