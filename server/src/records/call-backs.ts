// The calls that an applicant booked with the branch or requested from it: one of each kind per application; the last change wins.
import { sql } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import { rowsOf } from '../platform/db/rows.ts';
import type { ApplicationId, Tables } from '../platform/db/tables.ts';

export type CallKind = Tables['call_back']['kind'];

/** Its instant is null once it is canceled, and its revision counts the applicant's changes. */
export const findCallBack = (db: Db, id: ApplicationId, kind: CallKind) =>
  rowsOf(db, 'call_back', { application_id: id, kind }).first(['at', 'revision', 'chosen_at']);

/** Returns the number of this change. */
export async function saveCallBack(tx: Tx, clock: Clock, id: ApplicationId, kind: CallKind, at: Date | null) {
  const { revision } = await tx
    .insertInto('call_back')
    .values({ application_id: id, kind, at, revision: 1, chosen_at: clock.now() })
    .onConflict((conflict) =>
      conflict
        .columns(['application_id', 'kind'])
        .doUpdateSet({ at, chosen_at: clock.now(), revision: sql`call_back.revision + 1` }),
    )
    .returning('revision')
    .executeTakeFirstOrThrow();
  return revision;
}
