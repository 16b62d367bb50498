// A cluster of three nodes as `deploy/cluster` configures it: etcd, Patroni and PostgreSQL, each node in a network namespace of its
// own, and HAProxy in front. Its leader can be killed, replaced, or cut off from the network.
import { randomBytes } from 'node:crypto';
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import pg from 'pg';
import { freePort } from '../scripts/free-port.js';
import { findPostgres, otherUser } from '../scripts/postgres.js';
import { ClusterNode, openNetwork, startHaproxy } from './patroni-node.ts';
import type { LeaderTarget } from './plan.ts';

const settings = resolve(import.meta.dirname, '../deploy/cluster');

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly lag?: number | string;
}

export type PatroniCluster = Awaited<ReturnType<typeof startPatroni>>;

/** Needs root, for the namespaces. An asynchronous cluster is what a lender must not run. */
export async function startPatroni({ isSynchronous = true } = {}) {
  const bin = findPostgres();
  const as = otherUser();
  if (bin === undefined || as === undefined) throw new Error('A cluster needs PostgreSQL, and root.');
  const folder = mkdtempSync(join(tmpdir(), 'branchline-cluster-'));
  chmodSync(folder, 0o755);
  const network = openNetwork();
  const password = randomBytes(12).toString('hex');
  // PostgreSQL's user may not read the working copy.
  const file = join(folder, 'patroni.yml');
  copyFileSync(join(settings, 'patroni.yml'), file);
  const example = readFileSync(join(settings, 'node.env.example'), 'utf8');
  const settingsOf = (number: number, port: number) =>
    parseEnv(
      example
        // Lists name every node; any other line names this one.
        .replace(/^.*node1.*$/gm, (line) =>
          line.includes('node2') ? line : line.replaceAll('node1', `node${number}`),
        )
        .replace(/(?<=[/=,])node(\d)(?=:)/g, (_, node) => network.addressOf(Number(node)))
        .replaceAll(':5432', `:${port}`)
        .replace(/(?<=PASSWORD=)$/gm, password),
    );
  const nodes: ClusterNode[] = [];
  for (const number of [1, 2, 3]) {
    const port = await freePort();
    nodes.push(
      new ClusterNode({ number, port, bin, as, folder, file, network, settings: settingsOf(number, port) }),
    );
  }
  const login = { authorization: `Basic ${Buffer.from(`patroni:${password}`).toString('base64')}` };
  const ask = async (node: ClusterNode, path: string, method = 'GET', body?: object) => {
    const answer = await fetch(`http://${network.addressOf(node.number)}:8008/${path}`, {
      method,
      headers: { ...login, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(method === 'GET' ? 1500 : 30_000),
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, text: await answer.text() };
  };
  /** What each node that answers knows about all of them. */
  const views = async (): Promise<readonly (readonly Member[])[]> => {
    const answers = nodes.map(async (node) => JSON.parse((await ask(node, 'cluster')).text).members);
    return (await Promise.allSettled(answers)).flatMap((one) =>
      one.status === 'fulfilled' ? [one.value] : [],
    );
  };
  /** The leader, once all nodes agree on it and follow it and, if the cluster is synchronous, one has every commit. */
  const whole = async (): Promise<ClusterNode> => {
    for (let tries = 1; ; tries += 1) {
      const all = await views();
      const leaders = all.map((view) => (isWhole(view) ? leaderOf(view) : undefined));
      const leader = nodes.find(({ name }) => leaders.length === 3 && leaders.every((one) => one === name));
      if (leader) return leader;
      if (tries > 240) throw new Error(`The cluster is not whole: ${JSON.stringify(all)}. Logs: ${folder}`);
      await pause(500);
    }
  };
  const isWhole = (view: readonly Member[]) => {
    const following = view.filter(({ role, lag }) => role !== 'leader' && Number(lag) < 1e6);
    const hasCopy = !isSynchronous || following.some(({ role }) => role === 'sync_standby');
    return view.every(({ state }) => state === 'running') && following.length === 2 && hasCopy;
  };
  const proxy = await startHaproxy(
    join(settings, 'haproxy.cfg'),
    nodes.map(({ address }) => address),
    folder,
  );
  const remove = async () => {
    proxy.stop();
    for (const node of nodes) node.kill();
    network.close();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    for (const node of nodes) node.start();
    const first = await whole();
    if (!isSynchronous) {
      const body = { synchronous_mode: false, synchronous_mode_strict: false };
      await ask(first, 'config', 'PATCH', body);
      await pause(5000);
    }
    const admin = `postgres://postgres:${password}@127.0.0.1:${proxy.port}/postgres`;
    await runSql(admin, `create role branchline login superuser password '${password}'`);
    await runSql(admin, 'create database branchline owner branchline');
  } catch (error) {
    await remove();
    throw error;
  }
  const user = `postgres://branchline:${password}`;
  return {
    folder,
    nodes,
    whole,
    remove,
    /** Through HAProxy. */
    url: `${user}@127.0.0.1:${proxy.port}/branchline`,
    /** Without it. */
    urlOfNodes: `${user}@${nodes.map(({ address }) => address).join(',')}/branchline?target_session_attrs=read-write`,
    /** Resolves when another leader serves, or the same one again, and every node was started. */
    endLeader: async (target: LeaderTarget, down: number): Promise<void> => {
      const leader = await whole();
      if (target === 'leader-killed') {
        const before = leader.postmaster();
        leader.killPostgres();
        // Patroni notices in its next round.
        while (leader.postmaster() === before) await pause(200);
        return;
      }
      if (target === 'leader-replaced') {
        const answer = await ask(leader, 'switchover', 'POST', { leader: leader.name });
        if (answer.status !== 200) throw new Error(`The switchover was refused: ${answer.text}`);
        return;
      }
      network.cut(leader.number);
      if (target === 'leader-lost') leader.kill();
      // The others elect when the lock of the lost leader expired.
      while ((await views()).every((view) => [undefined, leader.name].includes(leaderOf(view))))
        await pause(500);
      await pause(down);
      network.mend(leader.number);
      if (target === 'leader-lost') leader.start();
    },
  };
}

const leaderOf = (view: readonly Member[]) => view.find(({ role }) => role === 'leader')?.name;

async function runSql(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text).finally(() => client.end());
}
