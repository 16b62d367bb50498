// DATABASE_URL that names several servers, of which another one accepts writes after a while, as after a failover.
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '#server/platform/db/database.ts';
import { DatabaseUnavailable } from '#server/platform/db/reachability.ts';
import { createCluster, findPostgres } from '../../scripts/postgres.js';
import { query } from './test-databases.ts';
import { eventually } from './world.ts';

type Cluster = NonNullable<Awaited<ReturnType<typeof createCluster>>>;

const servers: Cluster[] = [];

async function lead(leader: Cluster): Promise<void> {
  for (const { url } of servers) {
    const value = url === leader.url ? 'off' : 'on';
    await query(url, `alter system set default_transaction_read_only = ${value}`);
    await query(url, 'select pg_reload_conf()');
    // The server reads its settings again a moment later.
    const isSet = `select current_setting('default_transaction_read_only') = '${value}' as "isSet"`;
    await eventually(async () => (await query<{ isSet: boolean }>(url, isSet))[0]?.isSet === true);
  }
}

it.runIf(findPostgres())(
  'several servers are used by the one that accepts writes, also after it changes',
  async () => {
    for (let left = 2; left > 0; left -= 1) {
      const server = (await createCluster({ isForTests: true })) as Cluster;
      onTestFinished(() => server.remove());
      server.start();
      servers.push(server);
    }
    const [one, two] = servers as [Cluster, Cluster];
    await lead(two);
    const url = `postgres://branchline@127.0.0.1:${one.port},127.0.0.1:${two.port}/postgres?target_session_attrs=read-write`;
    const database = await openDatabase({ url, dataDirectory: undefined, poolSize: 3, statementSeconds: 60 });
    onTestFinished(() => database.close());
    const heard: string[] = [];
    await database.listen('news', (payload) => heard.push(payload));
    const write = async () => {
      await database.pool.query(`create table if not exists written (at timestamptz)`);
      const { rows } = await database.pool.query<{ port: number }>(
        `select inet_server_port() as port, pg_notify('news', 'here')`,
      );
      return rows[0]?.port;
    };
    expect(await write()).toBe(two.port);

    await lead(one);
    // Connections that are open stay, and refuse writes.
    const refused = await eventually(() =>
      write().then(
        () => undefined,
        (error: unknown) => error,
      ),
    );
    expect(refused).toBeInstanceOf(DatabaseUnavailable);
    await eventually(async () => (await write().catch(() => undefined)) === one.port);
    heard.length = 0;
    await database.pool.query(`select pg_notify('news', 'here')`);
    await eventually(async () => heard.length > 0);
  },
);
