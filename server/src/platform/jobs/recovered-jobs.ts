// The status of an application's jobs, and whether one still waits or runs.
import { sql } from 'kysely';
import type { JobStatus } from '#contract/jobs.ts';
import type { Db, Tx } from '../db/database.ts';
import { rowsOf } from '../db/rows.ts';
import type { ApplicationId, JobId } from '../db/tables.ts';

/** The latest run of a job for an application, whatever its outcome. */
export async function findLatestWork(
  db: Db,
  applicationId: ApplicationId,
  job: string,
): Promise<{ readonly id: JobId; readonly status: JobStatus; readonly since: Date } | undefined> {
  return db
    .selectFrom('job')
    .select(['id', 'status', 'created_at as since'])
    .where('application_id', '=', applicationId)
    .where('name', '=', job)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
}

/**
 * The application of a job with this payload that has not begun. It begins only after the caller's transaction, so that it sees what
 * that writes.
 */
export async function applicationOfWaiting(
  tx: Tx,
  job: string,
  payload: object,
): Promise<ApplicationId | undefined> {
  const { rows } = await sql<{ id: ApplicationId }>`
    select data->>'applicationId' as id from pgboss.job
    where name = ${job} and state = 'created' and not blocked and start_after <= now()
      and data->'payload' = ${JSON.stringify(payload)}::jsonb
    limit 1
    for share skip locked`.execute(tx);
  return rows[0]?.id;
}

/** Whether a job for an application waits or runs. */
export async function isUnderway(db: Db, applicationId: ApplicationId, job: string): Promise<boolean> {
  return rowsOf(db, 'job', { application_id: applicationId, name: job, status: 'PENDING' }).exist();
}
