// Signed loans that wait for their applicant: the micro-entries were not confirmed, or another account is needed.
import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';

/** The unpaid ones among the applications in these states, and since when each waits. */
export const loansWithoutAccount = (db: Db, states: readonly string[]) =>
  db
    .selectFrom('account_validation as v')
    .innerJoin('application as a', 'a.id', 'v.application_id')
    .leftJoin('disbursement as d', 'd.application_id', 'v.application_id')
    .select([
      'v.application_id as applicationId',
      'v.status',
      'v.effective_on as arriveOn',
      'v.written_at as writtenAt',
      'v.reminders',
      sql<Date>`greatest(coalesce(v.settled_at, v.started_at), a.state_since)`.as('since'),
    ])
    .where('v.status', 'in', ['MICRO_ENTRIES', 'INVALID'])
    .where('a.state', 'in', states)
    .where('d.application_id', 'is', null)
    .orderBy('since')
    .execute();
