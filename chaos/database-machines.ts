// What the product's database runs on: one PostgreSQL server, or a cluster of three with HAProxy and PgBouncer in front.
import { setTimeout as pause } from 'node:timers/promises';
import { startPooler } from '../scripts/pooler.js';
import { createCluster } from '../scripts/postgres.js';
import { query, startPatroni } from './patroni.ts';
import type { NodeTarget } from './plan.ts';

interface DatabaseMachines {
  readonly url: string;
  /** The two ways in which processes reach a cluster: through PgBouncer and HAProxy, and to its nodes themselves. */
  readonly pooled: NodeJS.ProcessEnv;
  readonly unpooled: NodeJS.ProcessEnv;
  /** Resolves when the database is whole again: false if it had ended before. */
  end(target: NodeTarget | 'postgres', down: number): Promise<boolean>;
  remove(): Promise<void>;
}

/** Undefined if no PostgreSQL is installed. */
export async function oneServer(): Promise<DatabaseMachines | undefined> {
  const server = await createCluster({ isForTests: true });
  if (server === undefined) return undefined;
  server.start();
  return {
    url: server.url,
    pooled: { DATABASE_URL: server.url },
    unpooled: { DATABASE_URL: server.url },
    end: async (_, down) => {
      const { status } = server.stop('immediate');
      await pause(down);
      server.start();
      return status === 0;
    },
    remove: async () => server.remove(),
  };
}

export async function serverCluster(): Promise<DatabaseMachines> {
  await using starting = new AsyncDisposableStack();
  const { url, urlOfNodes, authority, endNode, whole, remove } = await startPatroni();
  starting.defer(remove);
  const pooler = await startPooler({ url, secret: await secretOf(url), authority });
  starting.defer(pooler.stop);
  const started = starting.move();
  return {
    url,
    pooled: { DATABASE_URL: pooler.through(url), DATABASE_DIRECT_URL: url },
    unpooled: { DATABASE_URL: urlOfNodes },
    end: async (target, down) => {
      if (target !== 'postgres') await endNode(target, down);
      await whole();
      return true;
    },
    remove: () => started.disposeAsync(),
  };
}

/** The SCRAM secret of the address's role, as the server stores it. */
async function secretOf(url: string): Promise<string> {
  const text = 'select rolpassword as secret from pg_authid where rolname = current_user';
  const [row] = await query<{ secret: string }>(url, text);
  return row?.secret ?? '';
}
