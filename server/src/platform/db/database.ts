// Opens the database: PostgreSQL at DATABASE_URL, or the embedded PGlite in DATA_DIR. All other code treats them alike.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { SetupError } from '../failure.ts';
import { openServer, type ServerOptions } from './database-server.ts';
import { reasonOf } from './reachability.ts';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

export interface Database {
  readonly db: Db;
  readonly pool: pg.Pool;
  /** Listens for NOTIFY on a channel and reconnects after errors. Returns a function that stops listening. */
  listen(
    channel: string,
    onNotify: (payload: string) => void,
    reconnected?: () => void,
  ): Promise<() => Promise<void>>;
  /** PGlite: one process with one connection, so no other process uses this database. */
  readonly embedded: boolean;
  /** The same database without limits of time, for migrations and the upkeep of the job queue. */
  readonly maintenance: { readonly db: Db; readonly pool: pg.Pool };
  /** Whether the server is unavailable. Statements then fail at once with `DatabaseUnavailable`. */
  isUnavailable(): boolean;
  /** Whether the server was unavailable and returned less than this long ago. */
  hasReturnedWithin(seconds: number): boolean;
  /** Repeats work that may be done twice, each time the server returns, while it fails because the server is unavailable. */
  untilReached<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

// Counts and ids fit a JavaScript number; pg would return them as strings.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Runs a transaction. Use only `tx` inside it: the embedded database has a single connection, so `db` would deadlock. */
export async function transact<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const after: (() => void)[] = [];
  const result = await db.transaction().execute((tx) => {
    afterCommits.set(tx, after);
    return work(tx);
  });
  for (const run of after) run();
  return result;
}

const afterCommits = new WeakMap<Db, (() => void)[]>();

/** Runs it once the transaction is committed, or now if `db` is in none. */
export function afterCommit(db: Db, run: () => void): void {
  const after = afterCommits.get(db);
  if (after) after.push(run);
  else run();
}

/** Shorter than the second after which the database looks for a deadlock, which would end the other transaction. */
const longestLockWait = '200ms';
const lockNotAvailable = '55P03';

/** Like `transact`, but undoes the work and returns undefined if it has to wait for a lock, because every later one waits behind it. */
export async function transactUnlessLocked<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T | undefined> {
  try {
    return await transact(db, async (tx) => {
      await sql`select set_config('lock_timeout', ${longestLockWait}, true)`.execute(tx);
      return work(tx);
    });
  } catch (error) {
    // A pool's connection wraps the server's error.
    for (const reason of [error, error instanceof Error && error.cause])
      if (reason instanceof Error && 'code' in reason && reason.code === lockNotAvailable) return undefined;
    throw error;
  }
}

interface DatabaseOptions extends Omit<ServerOptions, 'url'> {
  readonly url: string | undefined;
  /** The folder of the embedded database; `undefined` for one in memory. */
  readonly dataDirectory: string | undefined;
}

export async function openDatabase({ url, ...options }: DatabaseOptions): Promise<Database> {
  return url === undefined ? openEmbedded(options.dataDirectory) : openServer({ ...options, url });
}

async function openEmbedded(dataDirectory: string | undefined): Promise<Database> {
  const { PGlite } = await import('@electric-sql/pglite').catch(() => {
    throw new SetupError('DATABASE_URL is not set, and production installs no embedded database.');
  });
  const { createPgConfig } = await import('@electric-sql/pglite/node-postgres');
  const release = dataDirectory === undefined ? () => {} : claim(dataDirectory);
  let lite: PGlite;
  try {
    lite = await PGlite.create({
      ...(dataDirectory !== undefined && { dataDir: join(dataDirectory, 'postgres') }),
      // Its memory never shrinks, and the tables of one developer fit.
      startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
    });
  } catch (error) {
    release();
    throw new SetupError(
      `The embedded database in ${dataDirectory ?? 'memory'} does not open: ${reasonOf(error)}. Use another DATA_DIR to start with an empty one.`,
    );
  }
  const pool = new pg.Pool({ ...createPgConfig(lite), max: 1, idleTimeoutMillis: 0 } as pg.PoolConfig);
  pool.on('error', () => {});
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  /** A statement past the pool would come between the messages of one that the pool is sending. */
  const alone = async <T>(work: () => Promise<T>): Promise<T> => {
    const client = await pool.connect();
    return work().finally(() => client.release());
  };
  return {
    db,
    pool,
    embedded: true,
    maintenance: { db, pool },
    isUnavailable: () => false,
    hasReturnedWithin: () => false,
    untilReached: (work) => work(),
    listen: async (channel, onNotify) => {
      const unlisten = await alone(() => lite.listen(channel, onNotify));
      return () => alone(unlisten);
    },
    close: async () => {
      await db.destroy();
      await lite.close();
      release();
    },
  };
}

/** The embedded database supports one process, so a second one is stopped before it can corrupt data. */
function claim(dataDirectory: string): () => void {
  const path = join(dataDirectory, 'product.pid');
  try {
    mkdirSync(dataDirectory, { recursive: true });
    if (existsSync(path)) {
      const written = readFileSync(path, 'utf8');
      const holder = Number.parseInt(written, 10);
      if (holder !== process.pid && isRunning(holder) && written === processIdentity(holder))
        throw new SetupError(
          `The data folder ${dataDirectory} is in use by another Branchline process (${holder}). Stop it first, or name another DATA_DIR.`,
        );
    }
    writeFileSync(path, processIdentity(process.pid));
  } catch (error) {
    if (error instanceof SetupError) throw error;
    throw new SetupError(`DATA_DIR ${dataDirectory} cannot be written: ${reasonOf(error)}.`);
  }
  return () => rmSync(path, { force: true });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Another user's process may not be signaled, but runs.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Identifies a process by its id and start time, because the system reuses ids. */
function processIdentity(pid: number): string {
  if (process.platform !== 'linux') return String(pid);
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name is in parentheses and may contain anything; the start time is the twentieth field after it.
  const startTime = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  return `${pid} ${startTime}`;
}

/** Undefined if another session works under this name. No pooler shares the connection; losing it releases the lock. */
export async function runUnlessLocked<T>(connection: Db, name: string, work: () => Promise<T>) {
  const key = sql`hashtextextended(${name}, 0)`;
  const { rows } = await sql<{ isOurs: boolean }>`
    select pg_try_advisory_lock(${key}) as "isOurs"`.execute(connection);
  if (!rows[0]?.isOurs) return undefined;
  try {
    return await work();
  } finally {
    await sql`select pg_advisory_unlock(${key})`.execute(connection).catch(() => {});
  }
}
