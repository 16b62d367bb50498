// The replica of DATABASE_REPLICA_URL for what may be as old as the last scrape of the metrics, without waiting for it.
import type { Log } from '../log.ts';
import type { Database, Db } from './database.ts';
import { openReplica, positionOf, replayed } from './replica.ts';

/** A scrape waits three seconds for everything that it reads. */
const statementSeconds = 1;

export interface ReplicaReads {
  /**
   * Reads from the replica. Undefined while it is unavailable, lacks what the primary had at the call before, or fails: the caller
   * then reads from the primary.
   */
  read<T>(from: (db: Db) => Promise<T>): Promise<T | undefined>;
  close(): Promise<void>;
}

/** `primary` is the database that `url` leads to a replica of. */
export function replicaReads(url: string, primary: Db, log: Log): ReplicaReads {
  let replica: Database | undefined;
  let opening: Promise<void> | undefined;
  let position: string | undefined;
  let isMissed = false;

  /** Logs the first of several failures in a row. */
  const miss = (error: unknown) => {
    if (!isMissed) log.warn({ err: error }, 'metrics read the primary: the replica fails');
    isMissed = true;
    return undefined;
  };

  async function open(): Promise<void> {
    replica = await openReplica({ url, dataDirectory: undefined, statementSeconds }, primary);
  }

  async function isCurrent({ db }: Database, before: string): Promise<boolean> {
    const state = await replayed(db, before);
    if (state?.isReplica === false) throw new Error('DATABASE_REPLICA_URL leads to the primary server.');
    return state?.isCurrent === true;
  }

  return {
    read: async (from) => {
      const before = position;
      position = await positionOf(primary);
      if (replica === undefined) {
        opening ??= open()
          .catch(miss)
          .finally(() => {
            opening = undefined;
          });
        return undefined;
      }
      try {
        const isShown = before !== undefined && (await isCurrent(replica, before));
        const shown = isShown ? await from(replica.db) : undefined;
        if (isMissed) log.info('the replica is back');
        isMissed = false;
        return shown;
      } catch (error) {
        return miss(error);
      }
    },
    close: async () => {
      await opening;
      await replica?.close();
    },
  };
}
