// The replica of DATABASE_REPLICA_URL for what may be as old as the last scrape of the metrics, without waiting for it.
import { sql } from 'kysely';
import type { Log } from '../log.ts';
import { type Database, type Db, openDatabase } from './database.ts';
import { isSameDatabase } from './identity.ts';

/** A scrape waits three seconds for everything that it reads. */
const statementSeconds = 1;

export interface ReplicaReads {
  /** Undefined while the replica is away, or lacks what the primary had at the call before. The caller then reads from the primary. */
  current(): Promise<Db | undefined>;
  close(): Promise<void>;
}

/** `primary` is the database that `url` leads to a replica of. */
export function replicaReads(url: string, primary: Db, log: Log): ReplicaReads {
  let replica: Database | undefined;
  let opening: Promise<void> | undefined;
  let position: string | undefined;

  async function open(): Promise<void> {
    const opened = await openDatabase({
      url,
      poolSize: 1,
      dataDirectory: undefined,
      isReplica: true,
      statementSeconds,
    });
    if (await isSameDatabase(opened.db, primary).catch(() => false)) {
      replica = opened;
      return;
    }
    await opened.close();
    throw new Error('DATABASE_REPLICA_URL leads to a server that is not a replica of DATABASE_URL.');
  }

  return {
    current: async () => {
      const before = position;
      position = await positionOf(primary);
      if (replica === undefined) {
        opening ??= open()
          .catch((error: unknown) =>
            log.warn({ err: error }, 'the replica does not open; metrics read the primary'),
          )
          .finally(() => {
            opening = undefined;
          });
        return undefined;
      }
      const { db } = replica;
      return before !== undefined && (await hasReached(db, before).catch(() => false)) ? db : undefined;
    },
    close: async () => {
      await opening;
      await replica?.close();
    },
  };
}

async function positionOf(primary: Db): Promise<string | undefined> {
  const { rows } = await sql<{ position: string }>`select pg_current_wal_lsn()::text as position`.execute(
    primary,
  );
  return rows[0]?.position;
}

async function hasReached(replica: Db, position: string): Promise<boolean> {
  const { rows } = await sql<{ isReached: boolean | null }>`
    select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${position}::pg_lsn as "isReached"`.execute(
    replica,
  );
  return rows[0]?.isReached === true;
}
