// PostgreSQL for tests: the server in TEST_DATABASE_URL, or else a temporary cluster.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.js';

/** `{url, stop}`, or undefined if no server is installed. A test cluster may lose data in a crash. */
export async function startPostgres({ isForTests = false } = {}) {
  if (process.env.TEST_DATABASE_URL) return { url: process.env.TEST_DATABASE_URL, stop: () => {} };
  const cluster = await createCluster({ isForTests });
  if (cluster === undefined) return undefined;
  cluster.start();
  return { url: cluster.url, stop: cluster.remove };
}

/** A new cluster of its own, which can be started, stopped, frozen and removed; or undefined if no server is installed. */
export async function createCluster({ isForTests = false } = {}) {
  const bin = findPostgres();
  if (bin === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'branchline-postgres-'));
  const as = otherUser();
  if (as) chownSync(folder, as.uid, as.gid);
  chmodSync(folder, 0o700);
  const options = { stdio: 'ignore', ...as, cwd: folder };
  execFileSync(
    join(bin, 'initdb'),
    ['-D', join(folder, 'data'), '-U', 'branchline', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    options,
  );
  const cluster = await clusterIn({ bin, folder, options, isForTests });
  return {
    ...cluster,
    /** A streaming replica of the running cluster, not started yet. */
    replica: async () => {
      const copy = join(folder, 'replica');
      mkdirSync(copy, { mode: 0o700 });
      if (as) chownSync(copy, as.uid, as.gid);
      execFileSync(
        join(bin, 'pg_basebackup'),
        ['-d', cluster.url, '-D', join(copy, 'data'), '-R', '-c', 'fast'],
        options,
      );
      return clusterIn({ bin, folder: copy, options: { ...options, cwd: copy }, isForTests });
    },
  };
}

async function clusterIn({ bin, folder, options, isForTests }) {
  const data = join(folder, 'data');
  const port = await freePort();
  const settings = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c max_connections=200${isForTests ? ' -c fsync=off -c full_page_writes=off' : ''}`;
  const stop = (mode) => spawnSync(join(bin, 'pg_ctl'), ['-D', data, '-m', mode, 'stop'], options);
  /** The server's main process, and one for each connection and duty. */
  const processes = () => {
    const main = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0];
    const children = readFileSync(`/proc/${main}/task/${main}/children`, 'utf8');
    return [main, ...children.trim().split(/\s+/)].filter(Boolean).map(Number);
  };
  return {
    port,
    isRunning: () => existsSync(join(data, 'postmaster.pid')),
    url: `postgres://branchline@127.0.0.1:${port}/postgres`,
    start: () => {
      execFileSync(
        join(bin, 'pg_ctl'),
        ['-D', data, '-w', '-l', join(folder, 'log'), '-o', settings, 'start'],
        options,
      );
    },
    /** `immediate` is how a server dies: connections end in the middle of statements. */
    stop,
    freeze: () => {
      for (const pid of processes()) process.kill(pid, 'SIGSTOP');
    },
    thaw: () => {
      for (const pid of processes()) process.kill(pid, 'SIGCONT');
    },
    remove: () => {
      stop('immediate');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The folder with an installed server's programs, or undefined. */
export function findPostgres() {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : [];
  const debian = versions
    .map(Number)
    .filter(Number.isFinite)
    .sort((a, b) => b - a)
    .map((version) => `/usr/lib/postgresql/${version}/bin`);
  const path = (process.env.PATH ?? '').split(':');
  return [...debian, ...path].find(
    (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_ctl')),
  );
}

/** PostgreSQL refuses to run as root, so its own user or `nobody` runs it. */
export function otherUser() {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const { status, stdout } = spawnSync('id', ['-u', name], { encoding: 'utf8' });
    if (status !== 0) continue;
    const gid = spawnSync('id', ['-g', name], { encoding: 'utf8' }).stdout;
    return { uid: Number(stdout), gid: Number(gid) };
  }
  return undefined;
}
