// The one connection of a process that receives NOTIFY, on all its channels. Reconnecting it is also how a lost server is tried.
import pg from 'pg';
import { SetupError } from '../failure.ts';
import type { DatabaseCluster } from './cluster.ts';

interface Listener {
  readonly onNotify: (payload: string) => void;
  /** Notifications that were sent while disconnected are lost, so the caller reads the state again. */
  readonly reconnected: (() => void) | undefined;
}

export class ListeningConnection {
  readonly #cluster: DatabaseCluster;
  readonly #settings: pg.ClientConfig;
  readonly #lost: (error: Error) => void;
  readonly #channels = new Map<string, Set<Listener>>();
  #client: pg.Client | undefined;
  #isClosed = false;

  constructor(cluster: DatabaseCluster, settings: pg.ClientConfig, lost: (error: Error) => void) {
    this.#cluster = cluster;
    this.#settings = settings;
    this.#lost = lost;
  }

  /** Replaces the connection by a new one that listens on every channel, or throws and leaves none. */
  async connect(): Promise<void> {
    const before = this.#client;
    this.#client = undefined;
    // It may be broken, or hang, so its end is not awaited.
    before?.end().catch(() => {});
    const failures = new Map<pg.Client, Error>();
    const client = await this.#cluster.connect(this.#settings, (attempt) => {
      const broke = (error: Error) => {
        failures.set(attempt, error);
        if (this.#client === attempt) this.#lost(error);
      };
      attempt.on('error', broke);
      attempt.on('end', () => broke(new Error('Connection terminated')));
      attempt.on('notification', ({ channel, payload }) => {
        for (const { onNotify } of this.#channels.get(channel) ?? []) onNotify(payload ?? '');
      });
    });
    try {
      await assertOwnSession(client);
      for (const channel of this.#channels.keys()) await client.query(listenTo(channel));
      if (failures.has(client)) throw failures.get(client);
      if (this.#isClosed) throw new Error('Connection terminated');
    } catch (error) {
      client.end().catch(() => {});
      throw error;
    }
    this.#client = client;
    for (const listeners of this.#channels.values()) for (const { reconnected } of listeners) reconnected?.();
  }

  /** Begins at once, or with the next connection if there is none. */
  async listen(channel: string, listener: Listener): Promise<() => Promise<void>> {
    const listeners = this.#channels.get(channel) ?? new Set();
    this.#channels.set(channel, listeners.add(listener));
    const client = this.#client;
    if (listeners.size === 1) await client?.query(listenTo(channel)).catch((error) => this.#lost(error));
    return async () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      this.#channels.delete(channel);
      await this.#client?.query(`unlisten ${pg.escapeIdentifier(channel)}`).catch(() => {});
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const client = this.#client;
    this.#client = undefined;
    await client?.end();
  }
}

/** A pooler gives the process of a connection a number of its own, and LISTEN would have no effect there. */
async function assertOwnSession(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  if (!('processID' in client && rows[0]?.pid === client.processID))
    throw new SetupError(
      'The process connects through a pooler where it needs a connection of its own. DATABASE_DIRECT_URL must lead to the PostgreSQL server.',
    );
}

const listenTo = (channel: string) => `listen ${pg.escapeIdentifier(channel)}`;
