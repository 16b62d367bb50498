// Work of which one process at a time may do it, for as long as it takes, also between its transactions.
import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Undefined if another session works under this name. No pooler shares the connection; losing it releases the lock. */
export async function runUnlessLocked<T>(connection: Db, name: string, work: () => Promise<T>) {
  const key = sql`hashtextextended(${name}, 0)`;
  const { rows } = await sql<{ isOurs: boolean }>`
    select pg_try_advisory_lock(${key}) as "isOurs"`.execute(connection);
  if (!rows[0]?.isOurs) return undefined;
  try {
    return await work();
  } finally {
    await sql`select pg_advisory_unlock(${key})`.execute(connection).catch(() => {});
  }
}
