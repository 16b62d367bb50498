// Distinguishes a database from a copy restored from a dump, whose tables have new numbers. (Point-in-time recovery keeps them.)
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import { SetupError } from '../failure.ts';
import type { Db, Tx } from './database.ts';
import { insertOnce, rowsOf, saveRow } from './rows.ts';

const noTable = 0;

async function tableNumber(db: Db): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select 'application'::regclass::oid::bigint as number`.execute(db);
  return Number(rows[0]?.number);
}

/** Whether this is the database that its data was written in. True for one that has no identity yet. */
export async function isOriginal(db: Db): Promise<boolean> {
  const saved = await rowsOf(db, 'database_identity', {}).first(['table_number']);
  return saved === undefined || Number(saved.table_number) === (await tableNumber(db));
}

/** Whether one of them is a replica of the other, or both are one. */
export async function isSameDatabase(db: Db, other: Db): Promise<boolean> {
  const [first, second] = await Promise.all(
    [db, other].map((database) => rowsOf(database, 'database_identity', {}).first()),
  );
  return (
    first?.table_number === second?.table_number &&
    first?.recorded_at.getTime() === second?.recorded_at.getTime()
  );
}

/** Marks this database as the original. With `isFinished` false, marks an unfinished restore, on which the product refuses to start. */
export async function saveDatabaseIdentity(tx: Tx, clock: Clock, isFinished = true): Promise<void> {
  const identity = { table_number: isFinished ? await tableNumber(tx) : noTable, recorded_at: clock.now() };
  await saveRow(tx, 'database_identity', { only_row: true }, identity);
}

/** Refuses to start on a restored copy, where everything since the backup would be done a second time. */
export async function assertOriginal(db: Db, clock: Clock): Promise<void> {
  if (!(await isOriginal(db)))
    throw new SetupError(
      'This database was restored from a backup, and the product does not know yet what happened since. Run `npm run -s ops -- after-restore` first (docs/backup-and-restore.md).',
    );
  const identity = { table_number: await tableNumber(db), recorded_at: clock.now() };
  await insertOnce(db, 'database_identity', ['only_row'], identity);
}
