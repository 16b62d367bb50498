// A pool for Kysely that passes each query to a function, with the connection that it has.
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';

export function queryPool<C extends { release(): void }>(
  pool: { connect(): Promise<C>; end(): Promise<void> },
  run: <R>(connection: C, text: string, values: readonly unknown[]) => Promise<PostgresQueryResult<R>>,
): PostgresPool {
  // Kysely recognizes a connection by its object.
  const clients = new WeakMap<C, PostgresPoolClient>();
  const clientOf = (connection: C): PostgresPoolClient => {
    const cached = clients.get(connection);
    if (cached) return cached;
    function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
    function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
    function query<R>(
      text: string | PostgresCursor<R>,
      values: readonly unknown[] = [],
    ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
      if (typeof text !== 'string') throw new Error('This pool has no cursors.');
      return run<R>(connection, text, values);
    }
    const client = { query, release: () => connection.release() };
    clients.set(connection, client);
    return client;
  };
  return { connect: async () => clientOf(await pool.connect()), end: () => pool.end() };
}
