// Whether a job of an application waits or runs, and whether a call to a vendor was begun, is under way, or was made for it.
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Db, Tx } from '../db/database.ts';
import { rowsOf } from '../db/rows.ts';
import type { ApplicationId, Tables } from '../db/tables.ts';

/** The latest run of a job for an application, whatever its outcome. */
export const findLatestWork = (db: Db, applicationId: ApplicationId, job: string) =>
  rowsOf(db, 'job', { application_id: applicationId, name: job }, ['created_at desc']).first([
    'id',
    'status',
    'created_at as since',
  ]);

/** The application of a job that has not begun. It waits for the caller's transaction, and sees what that writes. */
export async function applicationOfWaiting(tx: Tx, job: string, payload: object) {
  const { rows } = await sql<{ id: ApplicationId }>`
    select data->>'applicationId' as id from pgboss.job
    where name = ${job} and state = 'created' and not blocked and start_after <= now()
      and data->'payload' = ${JSON.stringify(payload)}::jsonb
    limit 1
    for share skip locked`.execute(tx);
  return rows[0]?.id;
}

export async function isUnderway(db: Db, applicationId: ApplicationId, job: string): Promise<boolean> {
  return rowsOf(db, 'job', { application_id: applicationId, name: job, status: 'PENDING' }).exist();
}

export const wasPerformed = (db: Db, id: ApplicationId, operation: string): Promise<boolean> =>
  hasCall(db, id, operation, ['completed', 'lost']);

/** Whether an operation for an application may be performed at this moment, or was made with an unknown outcome. */
export const mayBePerforming = (db: Db, id: ApplicationId, operation: string): Promise<boolean> =>
  hasCall(db, id, operation, ['intended', 'unresolved']);

/** Whether an operation for an application is performed at this moment. An attempt whose lease is over was killed. */
export async function isBeingPerformed(db: Db, clock: Clock, id: ApplicationId, operation: string) {
  const call = await callsOf(db, id, operation)
    .where('status', '=', 'intended')
    .where('leased_until', '>', clock.now())
    .executeTakeFirst();
  return call !== undefined;
}

const callsOf = (db: Db, id: ApplicationId, operation: string) =>
  db
    .selectFrom('vendor_call')
    .select('id')
    .where('application_id', '=', id)
    .where('operation', '=', operation);

const hasCall = async (
  db: Db,
  id: ApplicationId,
  operation: string,
  statuses: readonly Tables['vendor_call']['status'][],
): Promise<boolean> => rowsOf(db, 'vendor_call', { application_id: id, operation, status: statuses }).exist();

/** Whether an operation was performed for an application, or begun, since the latest attempt at the call with this key began. */
export async function wasBegunSince(db: Db, id: ApplicationId, operation: string, key: string) {
  const call = await callsOf(db, id, operation)
    .where('status', 'in', ['completed', 'intended', 'unresolved'])
    .where(
      (row) => row.fn.coalesce('completed_at', 'intended_at'),
      '>=',
      (attempt) => attempt.selectFrom('vendor_call').select('intended_at').where('key', '=', key),
    )
    .executeTakeFirst();
  return call !== undefined;
}
