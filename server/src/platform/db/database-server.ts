// A PostgreSQL server: pools whose connections may break at any time, and the time-outs that prevent a slow or hung server from
// blocking requests.
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { SetupError } from '../failure.ts';
import type { Log } from '../log.ts';
import type { Tracer } from '../tracing.ts';
import { ListeningConnection } from './listening-connection.ts';
import { withPreparedStatements } from './prepared-statements.ts';
import { asDatabaseAway, DatabaseAway, isConnectionLost, Reachability, reasonOf } from './reachability.ts';
import type { Tables } from './tables.ts';
import { withQuerySpans } from './traced-queries.ts';

export interface ServerOptions {
  readonly url: string;
  readonly poolSize: number;
  /** Of DATABASE_REPLICA_URL: a connection that can't write. */
  readonly isReplica?: boolean;
  /** Whether the server stores the plans of our queries. The embedded database doesn't. */
  readonly preparedStatements?: boolean;
  /** How long one statement may take. Undefined for a command whose statements may take as long as they need. */
  readonly statementSeconds?: number;
  /** Waits while the server is away at the start, and logs that. Without it, that is an error. */
  readonly waitsForServer?: boolean;
  /** Logs when the server is lost and when it returns. */
  readonly log?: Log;
  readonly tracer?: Tracer | undefined;
}

/**
 * The time-outs of a connection that serves requests. One statement, its wait for a connection and the driver's own patience
 * together stay below the ten seconds after which a browser gives up, so that it gets a reason. They are sent when connecting.
 */
function serving(statementSeconds: number): pg.PoolConfig {
  const ms = statementSeconds * 1000;
  return {
    connectionTimeoutMillis: 0.6 * ms,
    // The server cancels a statement that runs for too long, and releases its locks.
    statement_timeout: ms,
    // Shorter, so that a queue behind one lock fails with the error for locks, instead of one canceled statement each.
    lock_timeout: 0.6 * ms,
    // A hung server ends nothing. The driver stops waiting a little later than a server that is well would have.
    query_timeout: 1.2 * ms,
    // No transaction waits for a vendor or a person, so one without a statement for this long is of a process that hangs.
    idle_in_transaction_session_timeout: 3 * ms,
  };
}

/**
 * Migrations and the queue's maintenance take as long as the tables are large. Only waiting for a connection is limited, and as long as
 * one of them may take on a busy server.
 */
const patient: pg.PoolConfig = { connectionTimeoutMillis: 30_000 };
/** One for what maintains, and one for what maintains at the same time. */
const patientConnections = 2;

export async function openServer(options: ServerOptions) {
  const { url, poolSize, statementSeconds, log, tracer } = options;
  // A host that disappears is detected in half a minute rather than in two hours.
  const common = {
    connectionString: url,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(options.isReplica && { options: '-c default_transaction_read_only=on' }),
  };
  // A server that hangs is detected in the time that a request may wait for a connection, because requests wait for this one.
  const { connectionTimeoutMillis } = statementSeconds === undefined ? patient : serving(statementSeconds);
  const listening = new ListeningConnection(
    { ...common, connectionTimeoutMillis, query_timeout: connectionTimeoutMillis },
    (error) => reachability.suspect(error),
  );
  const reachability: Reachability = new Reachability(() => listening.connect(), {
    lost: (reason) => log?.error({ reason }, 'the database does not answer; trying until it does'),
    returned: () => log?.info('the database answers again'),
  });
  await begin(options, listening);
  const poolOf = (settings: pg.PoolConfig) => new GuardedPool(reachability, { ...common, ...settings });
  const maintenancePool = poolOf({
    ...patient,
    max: statementSeconds === undefined ? poolSize : patientConnections,
  });
  const pool =
    statementSeconds === undefined
      ? maintenancePool
      : poolOf({ ...serving(statementSeconds), max: poolSize });
  const kyselyOf = (of: pg.Pool) => {
    const named = options.preparedStatements ? withPreparedStatements(of) : of;
    return new Kysely<Tables>({
      dialect: new PostgresDialect({ pool: tracer ? withQuerySpans(named, tracer) : named }),
    });
  };
  const db = kyselyOf(pool);
  return {
    db,
    pool,
    maintenance: {
      pool: maintenancePool,
      db: pool === maintenancePool ? db : kyselyOf(maintenancePool),
    },
    embedded: false,
    listen: (channel: string, onNotify: (payload: string) => void, reconnected?: () => void) =>
      listening.listen(channel, { onNotify, reconnected }),
    isAway: () => reachability.isAway,
    hasReturnedWithin: (seconds: number) => reachability.hasReturnedWithin(seconds),
    untilReached: async <T>(work: () => Promise<T>): Promise<T> => {
      for (;;) {
        try {
          return await work();
        } catch (error) {
          if (!(error instanceof DatabaseAway)) throw error;
          // A healthy server may also have canceled the statement for its time-out.
          await reachability.returned();
        }
      }
    },
    close: async () => {
      reachability.close();
      await listening.close();
      await Promise.all([...new Set([pool, maintenancePool])].map((one) => one.end()));
    },
  };
}

/** The first connection. A server that refuses us is an error of the setup; one that is away is waited for. */
async function begin(
  { url, isReplica, waitsForServer, log }: ServerOptions,
  listening: ListeningConnection,
): Promise<void> {
  let shouldLog = true;
  for (;;) {
    try {
      return await listening.connect();
    } catch (error) {
      if (!waitsForServer || !isConnectionLost(error))
        throw new SetupError(
          `DATABASE_${isReplica ? 'REPLICA_' : ''}URL (${withoutPassword(url)}) does not answer: ${reasonOf(error)}.`,
        );
      if (shouldLog)
        log?.warn(
          { database: withoutPassword(url), reason: reasonOf(error) },
          'the database does not answer; waiting for it',
        );
      shouldLog = false;
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }
}

type QueryCallback = (error: unknown, result: unknown) => void;

/** A connection that reports when it breaks, also while it is in use, when the pool itself does not listen. */
function guardedClient(reachability: Reachability): typeof pg.Client {
  return class GuardedClient extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      this.on('error', (error) => {
        if (isConnectionLost(error)) reachability.suspect(error);
      });
    }

    // biome-ignore lint/suspicious/noExplicitAny: the driver has a dozen signatures, and all of them pass through
    override query(...given: any[]): any {
      const at = given.findIndex((one) => typeof one === 'function');
      if (at >= 0) {
        const callback = given[at] as QueryCallback;
        given[at] = (error: unknown, result: unknown) => callback(error && this.#failed(error), result);
        return super.query(...(given as [never]));
      }
      const result: unknown = super.query(...(given as [never]));
      if (!(result instanceof Promise)) return result;
      return result.catch((error: unknown) => {
        throw this.#failed(error);
      });
    }

    #failed(error: unknown): unknown {
      if (isConnectionLost(error)) {
        // After a time-out, the statement may still run: no other one may follow it on this connection.
        this.end().catch(() => {});
        reachability.suspect(error);
      }
      return asDatabaseAway(error);
    }
  };
}

class GuardedPool extends pg.Pool {
  readonly #reachability: Reachability;

  constructor(reachability: Reachability, config: pg.PoolConfig) {
    super({ ...config, Client: guardedClient(reachability) } as pg.PoolConfig);
    this.#reachability = reachability;
    // The pool replaces connections that broke while idle; `guardedClient` has reported it.
    this.on('error', () => {});
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(
    callback: (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void,
  ): void;
  override connect(
    callback?: (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void,
  ): Promise<pg.PoolClient> | undefined {
    const connecting = this.#connect();
    if (callback === undefined) return connecting;
    connecting.then(
      (client) => callback(undefined, client, () => client.release()),
      (error) => callback(error, undefined, () => {}),
    );
    return undefined;
  }

  // biome-ignore lint/suspicious/noExplicitAny: the driver has a dozen signatures, and all of them pass through
  override query(...given: any[]): any {
    const result: unknown = super.query(...(given as [never]));
    if (!(result instanceof Promise)) return result;
    // The pool notices a broken connection before its statement does, and rejects with the connection's own error.
    return result.catch((error: unknown) => {
      throw asDatabaseAway(error);
    });
  }

  async #connect(): Promise<pg.PoolClient> {
    if (!this.#reachability.isReached) await this.#reachability.pass();
    try {
      return await super.connect();
    } catch (error) {
      if (isConnectionLost(error)) this.#reachability.suspect(error);
      throw asDatabaseAway(error);
    }
  }
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
