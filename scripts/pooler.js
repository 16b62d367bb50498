// PgBouncer as `deploy/cluster` configures it, in front of a PostgreSQL server, for tests and benchmarks.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from './dependencies.js';
import { freePort } from './free-port.js';
import { otherUser } from './postgres.js';

/**
 * `secret` is that of the URL's role; without it, the pooler and the server ask for no password. `connections` are those to the server
 * for each database and role, and `connectQuery` is run on each of them first, both in place of the file's. `authority` is the PEM file
 * by which the server's certificate is checked; without it, the server needs none.
 * @param {{ url: string, secret?: string, connections?: number, connectQuery?: string, authority?: string }} options
 */
export async function startPooler({ url, secret, connections, connectQuery, authority }) {
  const { hostname, port: serverPort, username } = new URL(url);
  const folder = mkdtempSync(join(tmpdir(), 'branchline-pooler-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const users = join(folder, 'users.txt');
  writeFileSync(users, `"${decodeURIComponent(username)}" "${secret ?? ''}"\n`);
  const file = join(folder, 'pgbouncer.ini');
  const lines = readFileSync(join(root, 'deploy/cluster/pgbouncer.ini'), 'utf8')
    .replace(/^branchline = host=\S+ port=\d+/m, `* = host=${hostname} port=${serverPort || 5432}`)
    .replace(/ connect_query='.*'/, (own) =>
      connectQuery === undefined ? own : connectQuery && ` connect_query='${connectQuery}'`,
    );
  // Of two lines with one setting, the last one applies.
  const others = {
    listen_port: port,
    auth_file: users,
    ...(authority === undefined ? { server_tls_sslmode: 'disable' } : { server_tls_ca_file: authority }),
    ...(secret === undefined && { auth_type: 'trust' }),
    ...(connections !== undefined && { default_pool_size: connections }),
  };
  const more = Object.entries(others).map(([name, value]) => `${name} = ${value}\n`);
  writeFileSync(file, lines + more.join(''));
  const child = spawn('pgbouncer', ['--quiet', file], {
    stdio: 'ignore',
    env: { PATH: `${process.env.PATH}:/usr/sbin` },
    ...otherUser(),
  });
  const ended = once(child, 'exit');
  // Rejects if PgBouncer is missing, before anything waits for it.
  ended.catch(() => {});
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', () => child.kill('SIGKILL'));
  while (!(await accepts(port))) {
    if (child.exitCode !== null) {
      await stop();
      throw new Error(`pgbouncer ended with ${child.exitCode}.`);
    }
    await pause(20);
  }
  return {
    /** The address of a database of that server, through the pooler. @param {string} direct */
    through: (direct) => {
      const pooled = new URL(direct);
      pooled.host = `127.0.0.1:${port}`;
      // How the server's certificate is checked, which the pooler does.
      pooled.search = '';
      return pooled.href;
    },
    stop,
  };
}

/** @param {number} port */
export function accepts(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
