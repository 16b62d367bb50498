// A pool for Kysely that passes each query to a function, with the connection that it has.
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';

export function queryPool<C extends { release(): void }>(
  pool: { connect(): Promise<C>; end(): Promise<void> },
  run: <R>(connection: C, text: string, values: readonly unknown[]) => Promise<PostgresQueryResult<R>>,
): PostgresPool {
  // Kysely recognizes a connection by its object.
  const clients = new WeakMap<C, PostgresPoolClient>();
  const clientOf = (connection: C): PostgresPoolClient => {
    const cached = clients.get(connection);
    if (cached) return cached;
    // Nothing of ours asks for a cursor.
    const client = {
      query: <R>(text: string, values: readonly unknown[]) => run<R>(connection, text, values),
      release: () => connection.release(),
    } as unknown as PostgresPoolClient;
    clients.set(connection, client);
    return client;
  };
  return { connect: async () => clientOf(await pool.connect()), end: () => pool.end() };
}
