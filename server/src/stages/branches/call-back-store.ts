// The call that an applicant booked with the branch: one per application; the last change wins.
import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';

interface BookedCall {
  /** Null once it is canceled. */
  readonly at: Date | null;
  /** Counts the applicant's changes. */
  readonly revision: number;
}

export async function findCallBack(db: Db, id: ApplicationId): Promise<BookedCall | undefined> {
  return db
    .selectFrom('call_back')
    .select(['at', 'revision'])
    .where('application_id', '=', id)
    .executeTakeFirst();
}

/** Returns the number of this change. */
export async function saveCallBack(
  tx: Tx,
  clock: Clock,
  id: ApplicationId,
  at: Date | null,
): Promise<number> {
  const { revision } = await tx
    .insertInto('call_back')
    .values({ application_id: id, at, revision: 1, chosen_at: clock.now() })
    .onConflict((conflict) =>
      conflict
        .column('application_id')
        .doUpdateSet({ at, chosen_at: clock.now(), revision: sql`call_back.revision + 1` }),
    )
    .returning('revision')
    .executeTakeFirstOrThrow();
  return revision;
}
