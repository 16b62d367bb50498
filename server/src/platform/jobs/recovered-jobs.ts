// The status of an application's jobs, and whether one still waits or runs.
import type { JobStatus } from '#contract/jobs.ts';
import type { Db } from '../db/database.ts';
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

/** Whether a job for an application waits or runs. */
export async function isUnderway(db: Db, applicationId: ApplicationId, job: string): Promise<boolean> {
  return rowsOf(db, 'job', { application_id: applicationId, name: job, status: 'PENDING' }).exist();
}
