// What the product's database runs on: one PostgreSQL server, or a cluster of three with HAProxy in front.
import { setTimeout as pause } from 'node:timers/promises';
import { createCluster } from '../scripts/postgres.js';
import { startPatroni } from './patroni.ts';
import type { LeaderTarget } from './plan.ts';

interface DatabaseMachines {
  readonly url: string;
  /** Where a cluster is reached without HAProxy. */
  readonly urlOfNodes: string;
  /** Resolves when the database is whole again: false if it had ended before. */
  end(target: LeaderTarget | 'postgres', down: number): Promise<boolean>;
  remove(): Promise<void>;
}

/** Undefined if no PostgreSQL is installed. */
export async function oneServer(): Promise<DatabaseMachines | undefined> {
  const server = await createCluster({ isForTests: true });
  if (server === undefined) return undefined;
  server.start();
  return {
    url: server.url,
    urlOfNodes: server.url,
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
  const { url, urlOfNodes, endLeader, whole, remove } = await startPatroni();
  return {
    url,
    urlOfNodes,
    end: async (target, down) => {
      if (target !== 'postgres') await endLeader(target, down);
      await whole();
      return true;
    },
    remove,
  };
}
