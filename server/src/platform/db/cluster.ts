// The servers of one address, and the one among them that is used. A failover makes another one the leader.
import pg from 'pg';
import { addressesOf, mustBeWritable } from '../server-addresses.ts';

export class DatabaseCluster {
  readonly #addresses: readonly string[];
  readonly #mustWrite: boolean;
  /** Where new connections are made. */
  #leader: string;
  /** Ends each connection to a server that no longer leads, which may hang. */
  readonly onMove = new Set<() => void>();

  constructor(url: string) {
    this.#addresses = addressesOf(url);
    this.#mustWrite = mustBeWritable(url);
    this.#leader = this.#addresses[0] as string;
  }

  get leader(): string {
    return this.#leader;
  }

  /** Connects to all servers at once and keeps the first one that may be used, so that one that hangs delays nothing. */
  async connect(settings: pg.ClientConfig, watch: (client: pg.Client) => void): Promise<pg.Client> {
    const attempts = this.#addresses.map(async (address) => {
      const client = new pg.Client({ ...settings, connectionString: address });
      watch(client);
      try {
        await client.connect();
        await this.check(client);
        return { client, address };
      } catch (error) {
        client.end().catch(() => {});
        throw error;
      }
    });
    const { client, address } = await Promise.any(attempts);
    for (const attempt of attempts)
      void attempt
        .then((other) => (other.client === client ? undefined : other.client.end()))
        .catch(() => {});
    const hasMoved = address !== this.#leader;
    this.#leader = address;
    if (hasMoved) for (const leave of this.onMove) leave();
    return client;
  }

  /** Throws if a server that must accept writes does not, as one that follows another. */
  async check(client: pg.ClientBase): Promise<void> {
    if (!this.#mustWrite) return;
    const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
    if (rows[0]?.transaction_read_only !== 'off')
      throw Object.assign(new Error('the server accepts no writes'), { code: '25006' });
  }
}
