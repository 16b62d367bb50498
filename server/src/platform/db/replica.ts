// The replica of DATABASE_REPLICA_URL, and how much of the primary it has.
import { sql } from 'kysely';
import { SetupError } from '../failure.ts';
import { type Database, type Db, openDatabase } from './database.ts';
import { isSameDatabase } from './identity.ts';

type Options = Omit<Parameters<typeof openDatabase>[0], 'poolSize' | 'isReplica'>;

/** One connection that can't write. Refuses a server of another database than the primary's. */
export async function openReplica(options: Options, primary: Db): Promise<Database> {
  const opened = await openDatabase({ ...options, poolSize: 1, isReplica: true });
  try {
    if (await isSameDatabase(opened.db, primary)) return opened;
    throw new SetupError('DATABASE_REPLICA_URL leads to a server that is not a replica of DATABASE_URL.');
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** The end of what the primary has written. */
export async function positionOf(primary: Db): Promise<string | undefined> {
  const { rows } = await sql<{ position: string }>`select pg_current_wal_lsn()::text as position`.execute(
    primary,
  );
  return rows[0]?.position;
}

interface Replayed {
  readonly isReplica: boolean;
  /** Whether it shows everything up to the position. */
  readonly isCurrent: boolean | null;
  /** The instant of the last transaction that it shows. */
  readonly asOf: Date | null;
}

export async function replayed(replica: Db, position: string | undefined): Promise<Replayed | undefined> {
  const { rows } = await sql<Replayed>`
    select pg_is_in_recovery() as "isReplica", pg_last_wal_replay_lsn() >= ${position}::pg_lsn as "isCurrent",
      pg_last_xact_replay_timestamp() as "asOf"`.execute(replica);
  return rows[0];
}
