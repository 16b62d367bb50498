// Whether an application has ended while its work waited: withdrawn, denied by a person, or found to be a duplicate. A job that
// waits asks before it calls a vendor and before it writes what came of it.
import type { Db, Tx } from '../platform/db/database.ts';
import type { ApplicationId } from '../platform/db/tables.ts';
import { lockApplication, readApplication } from './applications.ts';
import { stateOf } from './chart.ts';

export async function hasEnded(db: Db, id: ApplicationId): Promise<boolean> {
  return stateOf((await readApplication(db, id)).state).phase === 'ended';
}

/** The same, and the answer holds until the transaction is over. */
export async function hasEndedLocked(tx: Tx, id: ApplicationId): Promise<boolean> {
  return stateOf((await lockApplication(tx, id)).state).phase === 'ended';
}
