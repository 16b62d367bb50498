// Reads that may be as old as a replica: from DATABASE_REPLICA_URL where it is set, otherwise from the database itself.
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Db, openDatabase } from '../platform/db/database.ts';
import { isSameDatabase } from '../platform/db/identity.ts';
import { SetupError } from '../platform/failure.ts';
import type { Opened, Print } from './command.ts';
import { timeOf } from './printing.ts';

const [tries, pauseMs] = [50, 100];

interface Shown {
  readonly db: Db;
  /** A replica that is behind shows the database as of then; otherwise everything. */
  readonly asOf?: Date;
}

/** `read` gets a connection that can't write. A replica that is unavailable, or belongs to another database, ends the command. */
export async function onReplica<T>(
  { config, db }: Pick<Opened, 'config' | 'db'>,
  print: Print,
  read: (shown: Shown) => Promise<T>,
): Promise<T> {
  const { DATABASE_REPLICA_URL: url, dataDirectory } = config;
  if (url === undefined) return read({ db });
  const replica = await openDatabase({ url, dataDirectory, poolSize: 1, isReplica: true });
  try {
    if (!(await isSameDatabase(replica.db, db)))
      throw new SetupError('DATABASE_REPLICA_URL leads to a server that is not a replica of DATABASE_URL.');
    const asOf = await behind(db, replica.db, print);
    if (asOf === undefined) return await read({ db: replica.db });
    print(`The replica is behind. It shows the database as of ${timeOf(asOf)}.`);
    return await read({ db: replica.db, asOf });
  } finally {
    await replica.close();
  }
}

/** How much of the primary a replica has. */
interface Replayed {
  readonly isReplica: boolean;
  /** Whether it shows everything that the primary had written. */
  readonly isCurrent: boolean | null;
  /** The instant of the last transaction that it shows. */
  readonly asOf: Date | null;
}

/** When a replica is behind even after a few seconds: as of when it shows the database. */
async function behind(primary: Db, replica: Db, print: Print): Promise<Date | undefined> {
  const written = await sql<{ position: string }>`select pg_current_wal_lsn()::text as position`.execute(
    primary,
  );
  const replayed = sql<Replayed>`
    select pg_is_in_recovery() as "isReplica",
      pg_last_wal_replay_lsn() >= ${written.rows[0]?.position}::pg_lsn as "isCurrent",
      pg_last_xact_replay_timestamp() as "asOf"`;
  let asOf: Date | null | undefined;
  for (let turn = 0; turn < tries; turn += 1) {
    const [state] = (await replayed.execute(replica)).rows;
    if (state?.isReplica === false) {
      print('DATABASE_REPLICA_URL points to the primary server, so the primary does this work.');
      return undefined;
    }
    if (state?.isCurrent) return undefined;
    asOf = state?.asOf;
    await pause(pauseMs);
  }
  if (asOf) return asOf;
  throw new SetupError(
    'The replica of DATABASE_REPLICA_URL is behind, and since when is unknown. Try again.',
  );
}
