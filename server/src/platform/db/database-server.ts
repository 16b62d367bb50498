// Pools of a PostgreSQL server: connections may break, and a slow or hung server must not block requests.
import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { SetupError } from '../failure.ts';
import type { Log } from '../log.ts';
import { addressesOf } from '../server-addresses.ts';
import { DatabaseCluster } from './cluster.ts';
import { ListeningConnection } from './listening-connection.ts';
import { queryPool } from './query-pool.ts';
import {
  asDatabaseUnavailable,
  DatabaseUnavailable,
  isConnectionLost,
  Reachability,
  reasonOf,
} from './reachability.ts';
import type { Tables } from './tables.ts';

export interface ServerOptions {
  readonly url: string;
  /** Leads around a pooler in transaction mode, to which `url` then leads. */
  readonly directUrl?: string | undefined;
  readonly poolSize: number;
  /** Of DATABASE_REPLICA_URL: a connection that can't write. */
  readonly isReplica?: boolean;
  /** Whether the server stores the plans of our queries. The embedded database doesn't. */
  readonly preparedStatements?: boolean;
  /** How long one statement may take. Undefined for a command whose statements may take as long as they need. */
  readonly statementSeconds?: number;
  /** Waits while the server is unavailable at the start, and logs that. Without it, that is an error. */
  readonly waitsForServer?: boolean;
  readonly log?: Log;
}

/**
 * The timeouts of a connection that serves requests. A statement, the wait for a connection and the driver's own timeout add up to
 * less than ten seconds. A browser gives up after ten seconds, so it gets an error message first. Where a process and the pooler both
 * run out of connections, the browser may give up first, and sends its request again.
 */
function serving(statementSeconds: number, isPooled: boolean): pg.PoolConfig {
  const ms = statementSeconds * 1000;
  return {
    connectionTimeoutMillis: 0.6 * ms,
    // A hung server enforces no timeout, so the driver times out slightly later than a healthy server would. In a pooler, a statement
    // first waits for a connection, for 0.6 times as long.
    query_timeout: (isPooled ? 1.8 : 1.2) * ms,
  };
}

/** The server's own timeouts. They are sent when connecting; a pooler refuses them, so they are set where it connects. */
function timeoutsOfServer(statementSeconds: number) {
  const ms = statementSeconds * 1000;
  return {
    // The server cancels a statement that runs for too long, and releases its locks.
    statement_timeout: ms,
    // Shorter, so that a queue behind one lock fails with the error for locks, instead of one canceled statement each.
    lock_timeout: 0.6 * ms,
    // No transaction waits for a vendor or a person, so one without a statement for this long belongs to a process that hangs.
    idle_in_transaction_session_timeout: 3 * ms,
  };
}

/** Migrations and upkeep take as long as the tables are large, so only waiting for a connection is limited. */
const patient: pg.PoolConfig = { connectionTimeoutMillis: 30_000 };
/** No statement of ours computes enough to be worth compiling, which takes up to two seconds. */
const withoutJit = '-c jit=off';
/** A role behind a pooler has timeouts of its own. */
const withoutTimeouts = `${withoutJit} -c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0`;
const readOnly = '-c default_transaction_read_only=on';
/** Two maintenance tasks of a process can run at once. */
const patientConnections = 2;

export async function openServer(options: ServerOptions) {
  const { url, directUrl, isReplica = false, poolSize, statementSeconds, log } = options;
  // A host that disappears is detected in half a minute rather than in two hours.
  const common = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
  const direct = new DatabaseCluster(directUrl ?? url);
  const pooled = directUrl === undefined ? direct : new DatabaseCluster(url);
  // A server that hangs is detected in the time that a request may wait for a connection, because requests wait for this one.
  const limits =
    statementSeconds === undefined ? patient : serving(statementSeconds, directUrl !== undefined);
  const { connectionTimeoutMillis } = limits;
  const listening = new ListeningConnection(
    direct,
    { ...common, connectionTimeoutMillis, query_timeout: connectionTimeoutMillis },
    (error) => reachability.suspect(error),
  );
  const reach = async () => {
    await listening.connect();
    if (directUrl !== undefined && statementSeconds !== undefined)
      await assertTimeouts(
        await pooled.connect({ ...common, ...limits }, (client) => {
          client.on('error', () => {});
        }),
        timeoutsOfServer(statementSeconds),
      );
  };
  const reachability: Reachability = new Reachability(reach, {
    lost: (reason) => log?.error({ reason }, 'the database does not respond; retrying until it does'),
    returned: () => log?.info('the database responds again'),
  });
  await begin(options, reach).catch(async (error: unknown) => {
    await listening.close();
    throw error;
  });
  const poolOf = (cluster: DatabaseCluster, settings: pg.PoolConfig) =>
    new GuardedPool(cluster, reachability, { ...common, ...settings });
  const maintenancePool = poolOf(direct, {
    ...patient,
    options: isReplica ? `${withoutTimeouts} ${readOnly}` : withoutTimeouts,
    max: statementSeconds === undefined ? poolSize : patientConnections,
  });
  const pool =
    statementSeconds === undefined
      ? maintenancePool
      : poolOf(pooled, {
          ...limits,
          ...(directUrl === undefined && { ...timeoutsOfServer(statementSeconds), options: withoutJit }),
          max: poolSize,
        });
  const kyselyOf = (of: pg.Pool) =>
    new Kysely<Tables>({ dialect: new PostgresDialect({ pool: queryPool(of, options.preparedStatements) }) });
  const db = kyselyOf(pool);
  return {
    db,
    pool,
    maintenance: { pool: maintenancePool, db: pool === maintenancePool ? db : kyselyOf(maintenancePool) },
    embedded: false,
    listen: (channel: string, onNotify: (payload: string) => void, reconnected?: () => void) =>
      listening.listen(channel, { onNotify, reconnected }),
    isUnavailable: () => reachability.isUnavailable,
    hasReturnedWithin: (seconds: number) => reachability.hasReturnedWithin(seconds),
    untilReached: <T>(work: () => Promise<T>) => untilReached(reachability, work),
    close: async () => {
      reachability.close();
      await listening.close();
      const ended = Promise.all([...new Set([pool, maintenancePool])].map((opened) => opened.end()));
      // A job that outlasted the stop returns no connection, and keeps no process from ending.
      await Promise.race([ended, pause(5000, undefined, { ref: false })]);
    },
  };
}

async function untilReached<T>(reachability: Reachability, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
      // A server that responds may have no disk space, or have canceled the statement for its timeout.
      await Promise.all([reachability.returned(), pause(250)]);
    }
  }
}

/** The first connection. A server that refuses us is an error of the setup; one that is unavailable is waited for. */
async function begin({ url, isReplica, waitsForServer, log }: ServerOptions, reach: () => Promise<void>) {
  let shouldLog = true;
  for (;;) {
    try {
      return await reach();
    } catch (error) {
      if (error instanceof SetupError) throw error;
      if (!waitsForServer || !isConnectionLost(error))
        throw new SetupError(
          `DATABASE_${isReplica ? 'REPLICA_' : ''}URL (${withoutPassword(url)}) does not respond: ${reasonOf(error)}.`,
        );
      if (shouldLog)
        log?.warn(
          { database: withoutPassword(url), reason: reasonOf(error) },
          'the database does not respond; waiting for it',
        );
      shouldLog = false;
      await pause(1000);
    }
  }
}

/** Refuses a pooler whose connections could run a statement without end: the driver alone would leave it running on the server. */
async function assertTimeouts(client: pg.Client, wanted: ReturnType<typeof timeoutsOfServer>): Promise<void> {
  try {
    const { rows } = await client.query<{ name: keyof typeof wanted; ms: number; whose: string }>(
      `select name, setting::int as ms, format('%I in database %I', current_user, current_database()) as whose
       from pg_settings where name = any($1)`,
      [Object.keys(wanted)],
    );
    const wrong = rows.filter(({ name, ms }) => ms === 0 || ms > wanted[name]);
    if (wrong.length === 0) return;
    const statements = wrong.map(({ name, whose }) => `alter role ${whose} set ${name} = ${wanted[name]};`);
    throw new SetupError(
      `The pooler at DATABASE_URL has connections without the timeouts that DATABASE_STATEMENT_SECONDS needs. Run this, and then RECONNECT in the pooler: ${statements.join(' ')}`,
    );
  } finally {
    client.end().catch(() => {});
  }
}
type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: () => void,
) => void;

/** A connection that reports when it breaks, also while it is in use, when the pool itself does not listen. */
function guardedClient(cluster: DatabaseCluster, reachability: Reachability): typeof pg.Client {
  return class GuardedClient extends pg.Client {
    readonly #server = cluster.leader;

    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionString: cluster.leader });
      const leave = () => {
        if (this.#server !== cluster.leader)
          this.connection.stream.destroy(
            new Error('Connection terminated: another server leads the cluster'),
          );
      };
      cluster.onMove.add(leave);
      this.on('end', () => cluster.onMove.delete(leave));
      this.on('error', (error) => this.#suspect(error));
    }

    /** What a server says that no longer leads is known already. */
    #suspect(error: unknown): void {
      if (isConnectionLost(error) && this.#server === cluster.leader) reachability.suspect(error);
    }

    // biome-ignore lint/suspicious/noExplicitAny: the driver has a dozen signatures, and all of them pass through
    override query(...args: any[]): any {
      const at = args.findIndex((argument) => typeof argument === 'function');
      if (at >= 0) {
        const callback = args[at] as (error: unknown, result: unknown) => void;
        args[at] = (error: unknown, result: unknown) => callback(error && this.#failed(error), result);
        return super.query(...(args as [never]));
      }
      const result: unknown = super.query(...(args as [never]));
      if (!(result instanceof Promise)) return result;
      return result.catch((error: unknown) => {
        throw this.#failed(error);
      });
    }

    #failed(error: unknown): unknown {
      if (isConnectionLost(error)) {
        // After a timeout, the statement may still run: no other one may follow it on this connection.
        this.end().catch(() => {});
        this.#suspect(error);
      }
      return asDatabaseUnavailable(error);
    }
  };
}

class GuardedPool extends pg.Pool {
  readonly #reachability: Reachability;

  constructor(cluster: DatabaseCluster, reachability: Reachability, config: pg.PoolConfig) {
    super({
      ...config,
      Client: guardedClient(cluster, reachability),
      onConnect: (client: pg.ClientBase) => cluster.check(client),
    } as pg.PoolConfig);
    this.#reachability = reachability;
    // The pool replaces connections that broke while idle; `guardedClient` has reported it.
    this.on('error', () => {});
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    const connecting = this.#connect();
    if (callback === undefined) return connecting;
    connecting.then(
      (client) => callback(undefined, client, () => client.release()),
      (error) => callback(error, undefined, () => {}),
    );
    return undefined;
  }

  // biome-ignore lint/suspicious/noExplicitAny: the driver has a dozen signatures, and all of them pass through
  override query(...args: any[]): any {
    const result: unknown = super.query(...(args as [never]));
    if (!(result instanceof Promise)) return result;
    // The pool notices a broken connection before its statement does, and rejects with the connection's own error.
    return result.catch((error: unknown) => {
      throw asDatabaseUnavailable(error);
    });
  }

  async #connect(): Promise<pg.PoolClient> {
    if (!this.#reachability.isReached) await this.#reachability.pass();
    try {
      return await super.connect();
    } catch (error) {
      if (isConnectionLost(error)) this.#reachability.suspect(error);
      throw asDatabaseUnavailable(error);
    }
  }
}

function withoutPassword(url: string): string {
  const servers = addressesOf(url).map((address) => {
    const parsed = URL.parse(address);
    if (parsed) parsed.password = '';
    return parsed?.toString() ?? 'which is not an address';
  });
  return servers.join(', ');
}
