// A cluster of three nodes as `deploy/cluster` configures it, each in a network namespace of its own.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import pg from 'pg';
import { createServerIdentity } from '#sandbox/certificate.ts';
import { freePort } from '../scripts/free-port.js';
import { findPostgres, otherUser } from '../scripts/postgres.js';
import { ClusterNode, type Network, openNetwork, startHaproxy } from './patroni-node.ts';
import type { NodeTarget } from './plan.ts';

const settings = resolve(import.meta.dirname, '../deploy/cluster');

export type PatroniCluster = Awaited<ReturnType<typeof startPatroni>>;

/** Needs root, for the namespaces. An asynchronous cluster is what a lender must not run. */
export async function startPatroni({ isSynchronous = true } = {}) {
  await using starting = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'branchline-cluster-'));
  starting.defer(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  const network = openNetwork();
  starting.defer(network.close);
  const password = randomBytes(12).toString('hex');
  const nodes = await nodesIn(folder, network, password);
  const members = new PatroniMembers(nodes, password, isSynchronous);
  const addresses = nodes.map(({ address }) => address);
  const proxy = await startHaproxy(join(settings, 'haproxy.cfg'), addresses, folder);
  starting.defer(proxy.stop);
  for (const node of nodes) {
    node.start();
    starting.defer(() => node.kill());
  }
  const first = await members.whole();
  if (!isSynchronous) {
    const body = { synchronous_mode: false, synchronous_mode_strict: false };
    await members.request(first, 'config', 'PATCH', body);
    await pause(5000);
  }
  const authority = join(folder, 'database-ca.pem');
  const verified = `sslmode=verify-full&sslrootcert=${authority}`;
  const admin = `postgres://postgres:${password}@127.0.0.1:${proxy.port}/postgres?${verified}`;
  await query(admin, `create role branchline login superuser password '${password}'`);
  await query(admin, 'create database branchline owner branchline');
  const started = starting.move();
  const user = `postgres://branchline:${password}`;
  return {
    whole: () => members.whole(),
    remove: () => started.disposeAsync(),
    /** The file of the authority that the nodes' certificate is checked by. */
    authority,
    /** Through HAProxy. */
    url: `${user}@127.0.0.1:${proxy.port}/branchline?${verified}`,
    /** Without it. */
    urlOfNodes: `${user}@${addresses.join(',')}/branchline?${verified}&target_session_attrs=read-write`,
    /** Returns what restores the cluster to a time after this. */
    backUp: async () => {
      const { address } = await members.whole();
      copyDatabase(`postgres://replicator:${password}@${address}/?${verified}`, folder);
      return { restoreTo: (time: string) => restore(time, { folder, nodes, members }) };
    },
    /** Resolves when a node has the place of the one that ended, or the same one again, and every node was started. */
    endNode: async (target: NodeTarget, down: number): Promise<void> => {
      const leader = await members.whole();
      if (target === 'leader-replaced') {
        await members.request(leader, 'switchover', 'POST', { leader: leader.name });
      } else if (target === 'leader-killed') {
        const before = leader.postmaster();
        leader.killPostgres();
        // Patroni notices in its next round.
        while (leader.postmaster() === before) await pause(200);
      } else {
        const isStandby = target === 'standby-cut-off';
        const node = isStandby ? await members.standby() : leader;
        network.cut(node.number);
        if (target === 'leader-lost') node.kill();
        await members.replaced(node, isStandby ? 'sync_standby' : 'leader');
        await pause(down);
        network.repair(node.number);
        if (target === 'leader-lost') node.start();
      }
    },
  };
}

/** With the settings of `node.env.example`, each at its address and with a port of its own. */
async function nodesIn(folder: string, network: Network, password: string): Promise<readonly ClusterNode[]> {
  const bin = findPostgres();
  const as = otherUser();
  if (bin === undefined || as === undefined) throw new Error('A cluster needs PostgreSQL, and root.');
  const hosts = [1, 2, 3].map(network.addressOf);
  const { key, certificate } = createServerIdentity(hosts);
  // One certificate for all nodes, which is its own authority.
  for (const name of ['database.pem', 'database-ca.pem']) writeFileSync(join(folder, name), certificate);
  writeFileSync(join(folder, 'database-key.pem'), key, { mode: 0o600 });
  chownSync(join(folder, 'database-key.pem'), as.uid, as.gid);
  // PostgreSQL's user may not read the working copy.
  const file = join(folder, 'patroni.yml');
  mkdirSync(join(folder, 'archive'));
  chownSync(join(folder, 'archive'), as.uid, as.gid);
  const lines = readFileSync(join(settings, 'patroni.yml'), 'utf8')
    .replaceAll('/etc/branchline/', `${folder}/`)
    // Instead of pgBackRest: what PostgreSQL itself can do.
    .replace(/(?<=archive_command: ).*/, `cp %p ${folder}/archive/%f`)
    .replace(/(?<=command: )pgbackrest.* restore$/m, `sh ${folder}/restore.sh`);
  writeFileSync(file, lines);
  const example = readFileSync(join(settings, 'node.env.example'), 'utf8')
    .replace(/(?<=[/=,])node(\d)(?=:)/g, (_, node) => network.addressOf(Number(node)))
    .replace(/(?<=PASSWORD=)$/gm, password);
  const nodes: ClusterNode[] = [];
  for (const number of [1, 2, 3]) {
    const port = await freePort();
    const host = network.addressOf(number);
    const own = example
      .replaceAll(':5432', `:${port}`)
      .replaceAll(/(?<==)node1$/gm, `node${number}`)
      // Lists name every node; any other line names this one.
      .replace(/^.*$/gm, (line) =>
        line.includes(network.addressOf(2)) ? line : line.replace(network.addressOf(1), host),
      );
    nodes.push(
      new ClusterNode({ number, host, port, bin, as, folder, file, network, settings: parseEnv(own) }),
    );
  }
  return nodes;
}

/** The rows of one statement, on a connection of its own. */
export async function query<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

// A backup of the cluster and its restore, by the steps of docs/backup-and-restore.md, with copies of files in place of pgBackRest.

/** `from` is the leader's address, with a role that may replicate. */
function copyDatabase(from: string, folder: string): void {
  const command = join(findPostgres() as string, 'pg_basebackup');
  const args = ['--dbname', from, '--pgdata', join(folder, 'archive/backup'), '--checkpoint', 'fast'];
  execFileSync(command, args, { env: { PATH: process.env.PATH }, stdio: 'pipe', ...otherUser() });
}

interface ClusterToRestore {
  readonly folder: string;
  readonly nodes: readonly ClusterNode[];
  readonly members: PatroniMembers;
}

async function restore(time: string, { folder, nodes, members }: ClusterToRestore): Promise<void> {
  const archive = join(folder, 'archive');
  const recovery = [
    `restore_command = 'cp ${archive}/%f %p'`,
    `recovery_target_time = '${time}'`,
    `recovery_target_action = 'promote'`,
  ];
  const lines = recovery.map((line) => `echo "${line}" >> data/postgresql.auto.conf`);
  const script = [`cp -a ${archive}/backup/. data`, 'touch data/recovery.signal', ...lines];
  writeFileSync(join(folder, 'restore.sh'), `set -e\n${script.join('\n')}\n`);

  await Promise.all(nodes.map((node) => node.loseDatabase()));
  const [first, ...others] = nodes as [ClusterNode, ...ClusterNode[]];
  first.control('remove branchline', 'branchline\nYes I am aware\n');
  const shipped = readFileSync(join(folder, 'patroni.yml'), 'utf8');
  mkdirSync(join(folder, 'restoring'));
  const file = join(folder, 'restoring/patroni.yml');
  writeFileSync(file, shipped.replace('method: initdb', 'method: restore'));
  first.startDatabase(file);
  await members.leads(first);
  for (const node of others) node.startDatabase();
  await members.whole();
}

// What Patroni's nodes know about each other, by its REST interface.

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly lag?: number | string;
}

class PatroniMembers {
  readonly #nodes: readonly ClusterNode[];
  readonly #login: string;
  readonly #isSynchronous: boolean;

  constructor(nodes: readonly ClusterNode[], password: string, isSynchronous: boolean) {
    this.#nodes = nodes;
    this.#login = `Basic ${Buffer.from(`patroni:${password}`).toString('base64')}`;
    this.#isSynchronous = isSynchronous;
  }

  async request(node: ClusterNode, path: string, method = 'GET', body?: object): Promise<string> {
    const response = await fetch(`http://${node.host}:8008/${path}`, {
      method,
      headers: { authorization: this.#login, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(method === 'GET' ? 1500 : 30_000),
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`Patroni refused ${method} ${path}: ${text}`);
    return text;
  }

  /** The leader, once all nodes agree on it and follow it and, if the cluster is synchronous, one has every commit. */
  async whole(): Promise<ClusterNode> {
    for (let tries = 1; ; tries += 1) {
      const all = await this.#views();
      const leaders = all.map((view) => (this.#isWhole(view) ? nameOf(view, 'leader') : undefined));
      const isAgreed = leaders.length === this.#nodes.length && new Set(leaders).size === 1;
      const leader = this.#nodes.find(({ name }) => isAgreed && leaders[0] === name);
      if (leader) return leader;
      if (tries > 240) throw new Error(`The cluster is not whole: ${JSON.stringify(all)}`);
      await pause(500);
    }
  }

  /** The synchronous standby of a whole cluster. */
  async standby(): Promise<ClusterNode> {
    const [view] = await this.#views();
    const name = view && nameOf(view, 'sync_standby');
    const standby = this.#nodes.find((node) => node.name === name);
    if (standby === undefined) throw new Error(`There is no synchronous standby: ${JSON.stringify(view)}`);
    return standby;
  }

  async leads({ name }: ClusterNode): Promise<void> {
    const isLeader = (member: Member) =>
      member.name === name && member.role === 'leader' && member.state === 'running';
    while (!(await this.#views()).some((view) => view.some(isLeader))) await pause(500);
  }

  /** Resolves when a node knows another one in this role. */
  async replaced({ name }: ClusterNode, role: 'leader' | 'sync_standby'): Promise<void> {
    const isKnown = (other: string | undefined) => other !== undefined && other !== name;
    while (!(await this.#views()).some((view) => isKnown(nameOf(view, role)))) await pause(500);
  }

  /** What each node that answers knows about all of them. */
  async #views(): Promise<readonly (readonly Member[])[]> {
    const views = this.#nodes.map(async (node) => JSON.parse(await this.request(node, 'cluster')).members);
    return (await Promise.allSettled(views)).flatMap((result) =>
      result.status === 'fulfilled' ? [result.value] : [],
    );
  }

  #isWhole(view: readonly Member[]): boolean {
    const following = view.filter(({ role, lag }) => role !== 'leader' && Number(lag) < 1e6);
    const hasCopy = !this.#isSynchronous || following.some(({ role }) => role === 'sync_standby');
    return view.every(({ state }) => state === 'running') && following.length === 2 && hasCopy;
  }
}

const nameOf = (view: readonly Member[], of: string) => view.find(({ role }) => role === of)?.name;
