// Stores what the core system reported about booked loans: each event once, by its id.
import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '../platform/db/database.ts';
import { rowsOf } from '../platform/db/rows.ts';
import type { ApplicationId, Tables } from '../platform/db/tables.ts';
import { latestReturnedDebit } from './ach-entries.ts';

export type SavedCoreEvent = Selectable<Tables['core_event']>;

export const findCoreEvent = (db: Db, id: string) => rowsOf(db, 'core_event', { id }).first();

/** Takes the place of an event that matched no loan before. */
export const saveCoreEvent = (tx: Tx, event: Insertable<Tables['core_event']>) =>
  tx
    .insertInto('core_event')
    .values(event)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(event).where('core_event.outcome', '=', 'unmatched'),
    )
    .execute();

export const coreEventsOf = (db: Db, id: ApplicationId) =>
  rowsOf(db, 'core_event', { application_id: id }, ['received_at', 'id']).all();

/** The ISO date on which the loan was paid off. A payment that a bank returned later reopens the loan. */
export async function loanPaidOn(db: Db, id: ApplicationId): Promise<string | undefined> {
  const paid = (await coreEventsOf(db, id)).findLast(
    ({ type, outcome }) => type === 'loan-paid' && outcome === 'applied',
  );
  if (paid === undefined) return undefined;
  const returned = await latestReturnedDebit(db, id);
  return returned !== undefined && returned.readAt > paid.received_at
    ? undefined
    : String(paid.detail.paidOn);
}

/** The newest that match no loan or entry of ours. */
export const unmatchedCoreEvents = (db: Db, most: number) =>
  rowsOf(db, 'core_event', { outcome: 'unmatched' }, ['received_at desc', 'id']).all(undefined, most);
