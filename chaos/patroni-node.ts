// What a cluster on one machine is made of: a network, nodes on it whose processes can be killed, and HAProxy beside them.
import { execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, openSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../scripts/free-port.js';

const numbers = [1, 2, 3] as const;

export type Network = ReturnType<typeof openNetwork>;

/** A bridge, and for each node a namespace with an address on it. */
export function openNetwork() {
  using opening = new DisposableStack();
  const add = (what: string, undo: string) => {
    ip(what);
    opening.defer(() => ip(undo));
  };
  const number = randomInt(1, 255);
  const bridge = `blc${number}`;
  const spaceOf = (node: number) => `${bridge}n${node}`;
  const addressOf = (node: number) => `10.199.${number}.${10 + node}`;
  add(`link add ${bridge} type bridge`, `link del ${bridge}`);
  ip(`addr add 10.199.${number}.1/24 dev ${bridge}`);
  ip(`link set ${bridge} up`);
  for (const node of numbers) {
    const space = spaceOf(node);
    add(`netns add ${space}`, `netns del ${space}`);
    add(`link add ${space} type veth peer name eth0 netns ${space}`, `link del ${space}`);
    ip(`link set ${space} master ${bridge} up`);
    ip(`-n ${space} addr add ${addressOf(node)}/24 dev eth0`);
    ip(`-n ${space} link set eth0 up`);
    ip(`-n ${space} link set lo up`);
  }
  const opened = opening.move();
  return {
    spaceOf,
    addressOf,
    cut: (node: number) => ip(`link set ${spaceOf(node)} down`),
    repair: (node: number) => ip(`link set ${spaceOf(node)} up`),
    close: () => opened.dispose(),
  };
}

const ip = (text: string) =>
  execFileSync('ip', text.split(' '), { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

interface NodeOptions {
  readonly number: number;
  readonly host: string;
  /** Of PostgreSQL. */
  readonly port: number;
  readonly bin: string;
  readonly as: { readonly uid: number; readonly gid: number };
  readonly folder: string;
  /** The configuration of Patroni. */
  readonly file: string;
  readonly network: Network;
  readonly settings: NodeJS.Dict<string>;
}

export class ClusterNode {
  readonly name: string;
  readonly number: number;
  readonly host: string;
  /** Of PostgreSQL. */
  readonly address: string;
  readonly #options: NodeOptions;
  readonly #home: string;

  constructor(options: NodeOptions) {
    const { number, host, port, folder, as } = options;
    this.#options = options;
    this.number = number;
    this.name = `node${number}`;
    this.host = host;
    this.address = `${host}:${port}`;
    this.#home = join(folder, this.name);
    mkdirSync(this.#home);
    chownSync(this.#home, as.uid, as.gid);
  }

  start(): void {
    this.#run('etcd');
    this.startDatabase();
  }

  /** Patroni stops PostgreSQL and ends, and the data are put aside. */
  async loseDatabase(): Promise<void> {
    const isPatroni = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('patroni.yml');
    for (const pid of this.#pids().filter(isPatroni)) process.kill(pid, 'SIGTERM');
    while (this.postmaster() !== undefined || this.#pids().some(isPatroni)) await pause(200);
    renameSync(join(this.#home, 'data'), join(this.#home, 'data.broken'));
  }

  startDatabase(file = this.#options.file): void {
    this.#run('patroni', file);
  }

  /** What an operator does with Patroni's command, and answers to its questions. */
  control(text: string, answers: string): void {
    const { network, number, file, settings } = this.#options;
    const command = ['netns', 'exec', network.spaceOf(number), 'patronictl', '-c', file, ...text.split(' ')];
    execFileSync('ip', command, {
      env: { PATH: process.env.PATH, ...settings },
      input: answers,
      stdio: 'pipe',
    });
  }

  /** Every process of it at once, as when a machine loses power. */
  kill(): void {
    for (const pid of this.#pids()) end(pid);
  }

  killPostgres(): void {
    const main = this.postmaster();
    if (main !== undefined) end(main);
  }

  /** The processes that send commits to the standbys stop, and so does replication. */
  freezeReplication(): void {
    const main = this.postmaster();
    const children = readFileSync(`/proc/${main}/task/${main}/children`, 'utf8').trim().split(/\s+/);
    for (const pid of children)
      if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('walsender'))
        process.kill(Number(pid), 'SIGSTOP');
  }

  /** PostgreSQL's main process; undefined if there is none. */
  postmaster(): number | undefined {
    const file = join(this.#home, 'data/postmaster.pid');
    return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined;
  }

  #pids(): readonly number[] {
    const { network, number } = this.#options;
    return ip(`netns pids ${network.spaceOf(number)}`)
      .split('\n')
      .filter(Boolean)
      .map(Number);
  }

  #run(...command: [string, ...string[]]): void {
    const { network, number, as, bin, settings } = this.#options;
    const user = ['setpriv', `--reuid=${as.uid}`, `--regid=${as.gid}`, '--clear-groups'];
    const log = openSync(join(this.#home, `${command[0]}.log`), 'a');
    spawn('ip', ['netns', 'exec', network.spaceOf(number), ...user, ...command], {
      cwd: this.#home,
      env: {
        PATH: process.env.PATH,
        ...settings,
        ETCD_DATA_DIR: join(this.#home, 'etcd'),
        PATRONI_POSTGRESQL_DATA_DIR: join(this.#home, 'data'),
        PATRONI_POSTGRESQL_BIN_DIR: bin,
        PATRONI_POSTGRESQL_PGPASS: join(this.#home, 'pgpass'),
      },
      stdio: ['ignore', log, log],
    });
  }
}

/** A process that has ended meanwhile is as good as killed. */
function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {}
}

export async function startHaproxy(file: string, addresses: readonly string[], folder: string) {
  const port = await freePort();
  const [NODE1, NODE2, NODE3] = addresses;
  const log = openSync(join(folder, 'haproxy.log'), 'a');
  const child = spawn('haproxy', ['-db', '-f', file], {
    env: { PATH: process.env.PATH, HAPROXY_LISTEN: `127.0.0.1:${port}`, NODE1, NODE2, NODE3 },
    stdio: ['ignore', log, log],
  });
  return { port, stop: () => void child.kill('SIGKILL') };
}
