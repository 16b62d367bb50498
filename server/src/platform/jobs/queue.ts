// pg-boss on the connections of the product.
import { CompiledQuery, sql } from 'kysely';
import { PgBoss, type Queue, type QueueResult } from 'pg-boss';
import type { Db } from '../db/database.ts';
import type { JobDeclaration, JobServices } from './job-declaration.ts';

/** The queue's migrations and upkeep, which take as long as the tables are large. They are scripts or definitions. */
const upkeep = /^\s*(?:begin|create|alter|drop|reindex|analyze)\b/i;
/** It reads a queue's definition inside the first sender's transaction: if those hold all connections, all would wait. */
const definition = /\bfrom pgboss\.queue\b/i;

export function createQueue(
  services: Pick<JobServices, 'database' | 'log' | 'isPreparedHere' | 'followsSchedules'>,
): PgBoss {
  const { database, log, isPreparedHere = true, followsSchedules = false } = services;
  const boss = new PgBoss({
    db: {
      executeSql: async (text, values) => {
        if (upkeep.test(text) || definition.test(text))
          return database.maintenance.pool.query(text, values as unknown[]);
        // The pool itself would not prepare it.
        return database.db.executeQuery(CompiledQuery.raw(text, values as unknown[]));
      },
    },
    migrate: isPreparedHere,
    schedule: followsSchedules,
    // Only the owner of an index may rebuild it; autovacuum and `npm run migrate` keep it small.
    reindex: isPreparedHere,
    // The embedded database has one process, whose start returns what the process before left. Only a job that hangs needs this.
    superviseIntervalSeconds: database.embedded ? 60 : 5,
    // Finished jobs are deleted a few at a time.
    maintenanceIntervalSeconds: 300,
    monitorIntervalSeconds: database.embedded ? 60 : 5,
    // No job of ours waits for other jobs.
    flowIntervalSeconds: 3600,
  });
  boss.on('error', (error) => {
    // Each query of the queue would log this. The connection logs once that the database is unavailable.
    if (!('code' in error && error.code === 'DATABASE_UNAVAILABLE')) log.error({ err: error }, 'job queue');
  });
  boss.on('warning', (warning) => log.warn({ warning: warning.message }, 'job queue'));
  return boss;
}

/** Attempts that ended because the process was killed do not count, unless there are so many that the job may be the cause. */
const extraAttempts = 10;

/** The queue's own record of a finished job; ours stays. Its frequent counts read finished jobs, too. */
const deleteAfterSeconds = 600;

export const deadLetterOf = (name: string) => `${name}.dead`;

type Queues = ReadonlyMap<string, QueueResult>;

/** Creates or changes a job's queues. Known queues write nothing: each of a hundred statements would wait for the last. */
export async function declareQueue(
  boss: PgBoss,
  existing: Queues,
  declaration: Omit<JobDeclaration<unknown>, 'payload'>,
): Promise<void> {
  const dead = deadLetterOf(declaration.name);
  await ensureQueue(boss, existing, dead, {
    retryLimit: 100,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 60,
    heartbeatSeconds: 10,
  });
  await ensureQueue(boss, existing, declaration.name, {
    retryLimit: declaration.tries - 1 + extraAttempts,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: declaration.longestDelaySeconds ?? 5,
    expireInSeconds: declaration.seconds,
    // A killed process's job is retried after this long, not after the job's whole time.
    heartbeatSeconds: 10,
    deadLetter: dead,
  });
}

/** Creates a queue, or changes one that an earlier release made. */
export async function ensureQueue(
  boss: PgBoss,
  existing: Queues,
  name: string,
  settings: Omit<Queue, 'name'>,
) {
  // We notify after the commit; pg-boss would before.
  const options = { ...settings, notify: false, deleteAfterSeconds };
  const { policy: _, ...changeable } = options;
  const queue = existing.get(name);
  if (queue === undefined) await prepareQueue(boss, name, () => boss.createQueue(name, options));
  else if (
    Object.entries(changeable).some(([option, value]) => queue[option as keyof typeof changeable] !== value)
  )
    await prepareQueue(boss, name, () => boss.updateQueue(name, changeable));
}

/** Has pg-boss read the queue now: within a transaction that would wait forever for the embedded database's connection. */
async function prepareQueue(boss: PgBoss, name: string, change: () => Promise<void>): Promise<void> {
  await change();
  await boss.getJobById(name, noJob);
}

const noJob = '00000000-0000-0000-0000-000000000000';

/** Makes jobs that run due at once, for any worker. The queue's own failing would add a delay. */
export async function handBack(db: Db, ids: readonly string[] | 'all'): Promise<void> {
  const which = ids === 'all' ? sql`true` : sql`id = any(${ids}::uuid[])`;
  await sql`
    update pgboss.job set state = 'retry', start_after = now(), heartbeat_on = null
    where state = 'active' and ${which}`.execute(db);
}
