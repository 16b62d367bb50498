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

/** @param {number} first @param {readonly number[]} taken @returns {Promise<number>} */
async function nextFreePort(first, taken = []) {
  let port = first;
  while (taken.includes(port) || !(await isFree(port))) port += 1;
  return port;
}

/** @param {number} port @returns {Promise<boolean>} */
async function isFree(port) {
  return (await isFreeAt(port, '127.0.0.1')) && (await isFreeAt(port));
}

/** @param {number} port @param {string} [host] @returns {Promise<boolean>} */
function isFreeAt(port, host) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) =>
      'code' in error && error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    );
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}

/** Of `npm start`. */
const servers = [
  ['PORT', 3000, 'Branchline'],
  ['SANDBOX_PORT', 4010, 'the sandbox'],
  ['SANDBOX_SMTP_PORT', 4025, "the sandbox's mail server"],
  ['METRICS_PORT', 9464, 'the metrics page'],
];

/**
 * Chosen all at once before anything is built. A port that is set is used as it is; the product reports it if it is taken.
 * @param {Readonly<Record<string, string | undefined>>} env
 * @returns {Promise<{ ports: Record<string, string>, notes: readonly string[] }>} `notes`: one sentence for each port that is taken.
 */
export async function choosePorts(env, usual = servers) {
  const ports = {};
  const notes = [];
  for (const [name, first, what] of usual) {
    if (env[name]) {
      ports[name] = env[name];
      continue;
    }
    const port = await nextFreePort(first, Object.values(ports).map(Number));
    ports[name] = String(port);
    if (port !== first) notes.push(`Port ${first} is in use, so ${what} uses ${port}.`);
  }
  return { ports, notes };
}
