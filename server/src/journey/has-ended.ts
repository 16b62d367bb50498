// Whether an application ended while its job waited: withdrawn, denied, or a duplicate. A job that waits checks this before it calls
// a vendor and before it writes the outcome.
import type { Db, Tx } from '../platform/db/database.ts';
import type { ApplicationId } from '../platform/db/tables.ts';
import { lockApplication, readApplication } from './applications.ts';
import { stateOf } from './chart.ts';

export async function hasEnded(db: Db, id: ApplicationId): Promise<boolean> {
  return stateOf((await readApplication(db, id)).state).phase === 'ended';
}

/** The same, and the result holds until the transaction ends. */
export async function hasEndedLocked(tx: Tx, id: ApplicationId): Promise<boolean> {
  return stateOf((await lockApplication(tx, id)).state).phase === 'ended';
}
