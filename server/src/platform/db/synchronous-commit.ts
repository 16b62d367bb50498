// Whether a commit survives the loss of its server. If not, a vendor call whose intent is lost is made twice.
import { sql } from 'kysely';
import type { Log } from '../log.ts';
import type { Database, Db } from './database.ts';

/** Whether commits wait until a standby has them. Any role may read both settings. */
export async function waitsForStandby(db: Db): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select current_setting('synchronous_standby_names') <> ''
      and current_setting('synchronous_commit') in ('on', 'remote_apply') as waits`.execute(db);
  return rows[0]?.waits === true;
}

/** At the start of a worker. The embedded database has no other server. */
export async function warnOfLostCommits(database: Database, log: Log): Promise<void> {
  if (database.embedded || (await database.untilReached(() => waitsForStandby(database.db)))) return;
  log.warn(
    'the database has no synchronous standby: after a failover, a hard pull, an envelope or a disbursement may be made twice',
  );
}
