// Jobs that failed, gave up or were parked, and how they return to the queue.
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Db, Tx } from '../db/database.ts';
import { rowsOf } from '../db/rows.ts';
import type { ApplicationId, JobId } from '../db/tables.ts';

export interface QueuedJob {
  readonly applicationId: ApplicationId;
  readonly jobId: JobId;
  readonly payload: unknown;
}

interface Queue {
  send(tx: Tx, job: string, sent: QueuedJob): Promise<void>;
}

/** Counts a failed attempt with its error, and returns how many there are. */
export async function countFailure(db: Db, id: JobId, error: unknown): Promise<number> {
  const { failures } = await db
    .updateTable('job')
    .set((set) => ({ failures: set('failures', '+', 1), last_error: lastErrorOf(error) }))
    .where('id', '=', id)
    .returning('failures')
    .executeTakeFirstOrThrow();
  return failures;
}

/** As the log has it; a longer message may quote what it failed on. */
const lastErrorOf = (error: unknown) =>
  error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 300) : 'unknown';

/** A job that has failed so often is shown to operators while it retries. */
const manyFailures = 5;

/** The unfinished jobs that failed often, oldest first. Those that a restored backup stopped have no attempt left. */
export const retryingJobs = (db: Db) =>
  rowsOf(db, 'job', { status: 'PENDING', failures: { '>=': manyFailures, '<': noneLeft } }, [
    'created_at',
  ]).all([
    'id',
    'application_id as applicationId',
    'name as job',
    'failures',
    'last_error as lastError',
    'created_at as createdAt',
  ]);

export async function saveGivenUp(tx: Tx, clock: Clock, id: JobId, payload: unknown): Promise<void> {
  await rowsOf(tx, 'job', { id }).update({ gave_up_at: clock.now(), payload: JSON.stringify(payload) });
}

/** The jobs that gave up, oldest first. */
export async function givenUp(db: Db, applicationId?: ApplicationId) {
  const where = {
    gave_up_at: { '<>': null },
    ...(applicationId === undefined ? {} : { application_id: applicationId }),
  } as const;
  const rows = await rowsOf(db, 'job', where, ['gave_up_at']).all([
    'id',
    'application_id as applicationId',
    'name as job',
    'failures',
    'gave_up_at as gaveUpAt',
  ]);
  return rows.map((row) => ({ ...row, gaveUpAt: row.gaveUpAt as Date }));
}

/** Puts a job that gave up back into the queue, with all its attempts. False if it runs again already. */
export async function runAgain(tx: Tx, clock: Clock, jobs: Queue, id: JobId): Promise<boolean> {
  const [job] = await rowsOf(tx, 'job', { id, gave_up_at: { '<>': null } }).updated(
    { status: 'PENDING', failures: 0, gave_up_at: null, changed_at: clock.now() },
    ['application_id', 'name', 'payload'],
  );
  if (job === undefined) return false;
  await jobs.send(tx, job.name, { applicationId: job.application_id, jobId: id, payload: job.payload });
  return true;
}

/** Takes a job out of the queue until `unpark`. Polls for it continue to wait. */
export async function park(db: Db, id: JobId, payload: unknown): Promise<void> {
  await rowsOf(db, 'job', { id, status: 'PENDING' }).update({
    is_parked: true,
    payload: JSON.stringify(payload),
  });
}

/** Puts the application's parked jobs back into the queue. */
export async function unpark(tx: Tx, jobs: Queue, applicationId: ApplicationId): Promise<void> {
  const parked = rowsOf(tx, 'job', { application_id: applicationId, is_parked: true });
  for (const { id, name, payload } of await parked.updated({ is_parked: false }, ['id', 'name', 'payload']))
    await jobs.send(tx, name, { applicationId, jobId: id, payload });
}

export async function unfinishedOf(db: Db, job: string): Promise<readonly ApplicationId[]> {
  return [...new Set(await rowsOf(db, 'job', { name: job, status: 'PENDING' }).values('application_id'))];
}

/** Above any job's number of attempts. */
const noneLeft = 1_000_000;

/** Each of these jobs gives up when a worker takes it, as after its last failure. Returns how many there are. */
export async function giveUpUnfinished(tx: Tx, isMeant: (name: string) => boolean): Promise<number> {
  const unfinished = await rowsOf(tx, 'job', { status: 'PENDING' }).all(['id', 'name']);
  const ids = unfinished.filter(({ name }) => isMeant(name)).map(({ id }) => id);
  if (ids.length > 0) await rowsOf(tx, 'job', { id: ids }).update({ failures: noneLeft });
  return ids.length;
}

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
  rowsOf(db, 'vendor_call', { application_id: id, operation, status: ['completed', 'lost'] }).exist();

/** Whether an operation for an application may be performed at this moment, or was made with an unknown outcome. */
export const mayBePerforming = (db: Db, id: ApplicationId, operation: string): Promise<boolean> =>
  rowsOf(db, 'vendor_call', { application_id: id, operation, status: ['intended', 'unresolved'] }).exist();

/** Until when an attempt at a call has it for itself, by the database's clock: those of processes may differ by more than a lease. */
export const leaseOf = (seconds: number) => sql<Date>`clock_timestamp() + ${seconds} * interval '1 second'`;
/** An attempt whose lease is over was killed, or doesn't know its outcome. */
export const isLeased = sql<boolean>`leased_until > clock_timestamp()`;

/** Whether an operation for an application is performed at this moment. */
export async function isBeingPerformed(db: Db, id: ApplicationId, operation: string): Promise<boolean> {
  const calls = db.selectFrom('vendor_call').select('id').where('application_id', '=', id).where(isLeased);
  const found = calls.where('operation', '=', operation).where('status', '=', 'intended');
  return (await found.executeTakeFirst()) !== undefined;
}

/** Whether an operation was performed for an application, or begun, since the latest attempt at the call with this key began. */
export async function wasBegunSince(db: Db, id: ApplicationId, operation: string, key: string) {
  const call = await db
    .selectFrom('vendor_call')
    .select('id')
    .where('application_id', '=', id)
    .where('operation', '=', operation)
    .where('status', 'in', ['completed', 'intended', 'unresolved'])
    .where(
      (row) => row.fn.coalesce('completed_at', 'intended_at'),
      '>=',
      (attempt) => attempt.selectFrom('vendor_call').select('intended_at').where('key', '=', key),
    )
    .executeTakeFirst();
  return call !== undefined;
}
