// The ports of `npm start`, chosen all at once before anything is built. A port that is set is used as it is; the product reports it
// if it is taken.
import { nextFreePort } from './free-port.js';

const servers = [
  ['PORT', 3000, 'Branchline'],
  ['SANDBOX_PORT', 4010, 'the sandbox'],
  ['SANDBOX_SMTP_PORT', 4025, "the sandbox's mail server"],
  ['METRICS_PORT', 9464, 'the metrics page'],
];

/**
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
