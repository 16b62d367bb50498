// Opens the database: a PostgreSQL named by DATABASE_URL, or the embedded PGlite in the data folder. Everything above
// this file has one code path.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { SetupError } from '../failure.ts';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

export interface Database {
  readonly db: Db;
  readonly pool: pg.Pool;
  /** Hears NOTIFY on a channel, reconnecting for as long as the process lives. Ends with the returned function. */
  listen(
    channel: string,
    hear: (payload: string) => void,
    reconnected?: () => void,
  ): Promise<() => Promise<void>>;
  /** One process and one connection: nobody else can be working on this database. */
  readonly embedded: boolean;
  close(): Promise<void>;
}

// Counts and identities fit a JavaScript number here; pg hands them over as text otherwise.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** One transaction. Inside it only `tx` may be used: the embedded database has a single connection. */
export function transact<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(work);
}

export async function openDatabase(options: {
  url: string | undefined;
  poolSize: number;
  /** Where the embedded database lives; `undefined` keeps it in memory. */
  dataDirectory: string | undefined;
}): Promise<Database> {
  return options.url === undefined
    ? openEmbedded(options.dataDirectory)
    : openServer(options.url, options.poolSize);
}

async function openServer(url: string, poolSize: number): Promise<Database> {
  const settings = { connectionString: url, connectionTimeoutMillis: 5000, keepAlive: true };
  const pool = new pg.Pool({ ...settings, max: poolSize });
  // A connection that breaks while idle is replaced by the pool; the next query tells if the server is gone.
  pool.on('error', () => {});
  try {
    await pool.query('select 1');
  } catch (error) {
    await pool.end();
    throw new SetupError(`DATABASE_URL (${withoutPassword(url)}) does not answer: ${reasonOf(error)}.`);
  }
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    pool,
    embedded: false,
    listen: (channel, hear, reconnected) => listenOnServer(settings, channel, hear, reconnected),
    close: () => db.destroy(),
  };
}

async function listenOnServer(
  settings: pg.ClientConfig,
  channel: string,
  hear: (payload: string) => void,
  reconnected?: () => void,
): Promise<() => Promise<void>> {
  let ended = false;
  let client: pg.Client | undefined;
  const connect = async () => {
    const next = new pg.Client(settings);
    next.on('notification', (message) => hear(message.payload ?? ''));
    next.on('error', () => {});
    next.on('end', () => {
      if (!ended) retry();
    });
    await next.connect();
    await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    client = next;
    // Whatever was said while nobody listened has to be looked up.
    reconnected?.();
  };
  const retry = () => {
    if (!ended) setTimeout(() => connect().catch(retry), 500).unref();
  };
  await connect();
  return async () => {
    ended = true;
    await client?.end();
  };
}

async function openEmbedded(dataDirectory: string | undefined): Promise<Database> {
  const release = dataDirectory === undefined ? () => {} : claim(dataDirectory);
  const { PGlite } = await import('@electric-sql/pglite');
  const { createPgConfig } = await import('@electric-sql/pglite/node-postgres');
  let lite: PGlite;
  try {
    lite = await PGlite.create(
      dataDirectory === undefined ? {} : { dataDir: join(dataDirectory, 'postgres') },
    );
  } catch (error) {
    release();
    throw new SetupError(
      `The embedded database in ${dataDirectory ?? 'memory'} does not open: ${reasonOf(error)}. Another DATA_DIR begins anew.`,
    );
  }
  const pool = new pg.Pool({ ...createPgConfig(lite), max: 1, idleTimeoutMillis: 0 } as pg.PoolConfig);
  pool.on('error', () => {});
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    pool,
    embedded: true,
    listen: (channel, hear) => lite.listen(channel, hear),
    close: async () => {
      await db.destroy();
      await lite.close();
      release();
    },
  };
}

/** The embedded database serves one process; a second one is told so before it can do harm. */
function claim(dataDirectory: string): () => void {
  const path = join(dataDirectory, 'product.pid');
  try {
    mkdirSync(dataDirectory, { recursive: true });
    if (existsSync(path)) {
      const written = readFileSync(path, 'utf8');
      const holder = Number.parseInt(written, 10);
      if (holder !== process.pid && isRunning(holder) && written === lifeOf(holder)) {
        throw new SetupError(
          `The data folder ${dataDirectory} is in use by another Branchline process (${holder}). Stop it first, or name another DATA_DIR.`,
        );
      }
    }
    writeFileSync(path, lifeOf(process.pid));
  } catch (error) {
    if (error instanceof SetupError) throw error;
    throw new SetupError(`DATA_DIR ${dataDirectory} cannot be written: ${reasonOf(error)}.`);
  }
  return () => rmSync(path, { force: true });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** A process by its number and the moment it began: the number of a killed process may be given to something else. */
function lifeOf(pid: number): string {
  if (process.platform !== 'linux') return String(pid);
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name stands in brackets and may hold anything; the start time is the twentieth field after it.
  const began = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  return `${pid} ${began}`;
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}

function withoutPassword(url: string): string {
  try {
    const parsed = new URL(url);
    parsed.password = '';
    return parsed.toString();
  } catch {
    return 'which is not an address';
  }
}
