// Commands that read from a replica, also one behind, unavailable, the primary itself, or another's.
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LENDER_DIRECTORY, loadLender } from '#lender/load.ts';
import { openerOf } from '#server/cli/open-services.ts';
import { runOps } from '#server/cli/ops.ts';
import { runCommand } from '#server/commands/command.ts';
import { openDatabase } from '#server/platform/db/database.ts';
import { saveDatabaseIdentity } from '#server/platform/db/identity.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { readVault } from '#server/platform/encryption.ts';
import { policyReplay } from '#server/policy-analysis/commands/policy-replay.ts';
import { createCluster, findPostgres } from '../../scripts/postgres.js';
import { printedBy } from './printed-by.ts';
import { storeDecisions } from './stored-decisions.ts';
import { query } from './test-databases.ts';
import { testFolder } from './test-folder.ts';

const folder = testFolder(afterAll);
type Cluster = NonNullable<Awaited<ReturnType<typeof createCluster>>>;

describe.runIf(findPostgres())('a command that may read old data', { tags: ['full'] }, () => {
  let primary: Cluster;
  let replica: Awaited<ReturnType<Cluster['replica']>>;
  let onReplica: pg.Client;

  beforeAll(async () => {
    primary = (await createCluster({ isForTests: true })) as Cluster;
    primary.start();
    const { db, close } = await openDatabase({ url: primary.url, poolSize: 2, dataDirectory: undefined });
    await migrate(db);
    await db.transaction().execute((tx) => saveDatabaseIdentity(tx, { now: () => new Date() }));
    const keys = { keys: undefined, lookupKey: undefined };
    const vault = readVault({ ...keys, dataDirectory: folder, isProduction: false });
    const from = new Date(Date.now() - 120 * 86_400_000);
    await storeDecisions({ db, vault, lender: loadLender() }, { people: 20, from });
    await close();
    replica = await primary.replica();
    replica.start();
    onReplica = new pg.Client({ connectionString: replica.url });
    await onReplica.connect();
  });
  afterAll(async () => {
    await onReplica?.end().catch(() => {});
    replica?.remove();
    primary?.remove();
  });

  const env = (url: string) => ({
    ...process.env,
    NODE_ENV: 'development',
    DATA_DIR: folder,
    DATABASE_URL: primary.url,
    DATABASE_REPLICA_URL: url,
  });
  let folders = 0;
  const run = (args: readonly string[], url = replica.url) =>
    printedBy((print) => runOps(env(url), args, print));
  const out = () => path.join(folder, `out-${++folders}`);
  const today = new Date().toISOString().slice(0, 10);
  const policy = path.join(LENDER_DIRECTORY, 'policy');
  const replay = (url = replica.url) => {
    const args = ['--policy', policy, '--for', 'Proposal', '--threads', '1', '--out', out()];
    const options = { env: env(url), args, open: openerOf(env(url)) };
    return printedBy((print) => runCommand(policyReplay, { ...options, print }));
  };
  const exported = (url?: string, to = '2020-12-31') =>
    run(['export', 'decisions', '--from', '2020-01-01', '--to', to, '--out', out()], url);
  /** What each server ran since the last call, by its statistics of the table. */
  const scans = async (of: Pick<Cluster, 'url'>) => {
    const text = `select coalesce(seq_scan, 0) + coalesce(idx_scan, 0) as scans from pg_stat_user_tables where relname = 'decision'`;
    const [found] = await query<{ scans: number }>(of.url, text);
    return Number(found?.scans);
  };

  it('reads from the replica, where it could not write, and records on the primary', async () => {
    const reading = { url: primary.url, poolSize: 1, dataDirectory: undefined, isReplica: true };
    const { db, close } = await openDatabase(reading);
    await expect(db.deleteFrom('decision').execute()).rejects.toThrow('read-only transaction');
    await close();
    const own = await scans(primary);
    expect(await replay()).toMatch(/\d+ decisions replayed, 0 left out/);
    expect(await exported(undefined, today)).toMatch(/^[1-9]\d* rows/);
    expect(await run(['funnel'])).toContain('No visitor agreed');
    await expect(run(['policy', 'challenge', 'report'])).rejects.toThrow('no challenge yet');
    expect(await scans(primary)).toBe(own);
    const kinds = "type in ('policy-replayed', 'records-exported')";
    const text = `select distinct type from audit_event where ${kinds} order by 1`;
    const events = await query<{ type: string }>(primary.url, text);
    expect(events.map(({ type }) => type)).toEqual(['policy-replayed', 'records-exported']);
  });

  it('warns where the address is that of the primary', async () => {
    const own = await scans(primary);
    expect(await replay(primary.url)).toContain('points to the primary server');
    expect(await scans(primary)).toBeGreaterThan(own);
  });

  it('refuses a server of another database, and one that is unavailable', async () => {
    const other = (await createCluster({ isForTests: true })) as Cluster;
    try {
      other.start();
      const { db, close } = await openDatabase({ url: other.url, poolSize: 1, dataDirectory: undefined });
      await migrate(db);
      await close();
      await expect(replay(other.url)).rejects.toThrow('not a replica of DATABASE_URL');
    } finally {
      other.remove();
    }
    await expect(replay(other.url)).rejects.toThrow(/^DATABASE_REPLICA_URL .* does not respond/);
    await expect(exported(other.url)).rejects.toThrow('DATABASE_REPLICA_URL');
  });

  const delayReplica = async (setting: string) => {
    await onReplica.query(`alter system ${setting}`);
    await onReplica.query('select pg_reload_conf()');
  };

  it('names how old a replica is that is behind, and exports only periods that it shows', async () => {
    await delayReplica("set recovery_min_apply_delay = '1h'");
    await replay(primary.url);
    expect(await replay()).toMatch(/The replica is behind\. It shows the database as of \d{4}/);
    await expect(exported(undefined, today)).rejects.toThrow('does not show the whole period yet');
    expect(await exported()).toContain('0 rows');
  });
});
