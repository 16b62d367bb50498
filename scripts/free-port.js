// Ports that nothing listens on, for processes that start later, and those of `npm start`.
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that Linux hands out, from 32,768 on. Processes that run at the same time have ports of their own. */
const portsOfProcess = 128;
const lowest = 20_000 + (process.pid % 99) * portsOfProcess;

/** Ports that this process has chosen, on some of which nothing listens yet. */
const chosen = new Set();

/**
 * Below the ports that the system assigns, which others may take by then; never the same port twice.
 * @returns {Promise<number>}
 */
export async function freePort() {
  for (;;) {
    const port = randomInt(lowest, lowest + portsOfProcess);
    if (chosen.has(port) || !(await isFree(port))) continue;
    chosen.add(port);
    return port;
  }
}

/** @param {number} port */
async function isFree(port) {
  const server = await hold(port);
  await closed(server);
  return server !== undefined;
}

/** Listens on a port, so that no one else can. Undefined where someone does. @param {number} port */
async function hold(port) {
  const local = await listening(port, '127.0.0.1');
  await closed(local);
  return local && listening(port);
}

/** @param {number} port @param {string} [host] @returns {Promise<import('node:net').Server | undefined>} */
function listening(port, host) {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error) =>
      'code' in error && error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    );
    server.listen(port, host, () => resolve(server));
  });
}

/** @param {import('node:net').Server | undefined} server @returns {Promise<void>} */
const closed = (server) => new Promise((resolve) => (server ? server.close(() => resolve()) : resolve()));

/** Of `npm start`. */
const servers = [
  ['PORT', 3000, 'Branchline'],
  ['SANDBOX_PORT', 4010, 'the sandbox'],
  ['SANDBOX_SMTP_PORT', 4025, "the sandbox's mail server"],
  ['METRICS_PORT', 9464, 'the metrics page'],
];

/**
 * Chosen all at once before anything is built, and held until the process that listens on them asks for them. A port that is set
 * is used as it is; the product reports it if it is taken.
 * @param {Readonly<Record<string, string | undefined>>} env
 * @returns {Promise<{ ports: Record<string, string>, notes: readonly string[], release: (names: readonly string[]) => Promise<void> }>}
 * `notes`: one sentence for each port that is taken.
 */
export async function choosePorts(env, usual = servers) {
  const ports = {};
  const notes = [];
  const held = {};
  for (const [name, first, what] of usual) {
    let port = Number(env[name] || first);
    // One that is set and cannot be had is reported by the product, in a sentence.
    held[name] = await hold(port).catch((error) => {
      if (!env[name]) throw error;
    });
    while (!env[name] && !held[name]) {
      port += 1;
      held[name] = await hold(port);
    }
    ports[name] = env[name] || String(port);
    if (!env[name] && port !== first) notes.push(`Port ${first} is in use, so ${what} uses ${port}.`);
  }
  const release = async (names) => {
    for (const name of names) await closed(held[name]);
  };
  return { ports, notes, release };
}
