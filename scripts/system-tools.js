// Programs that tests need besides Node. As root on a system with apt, installs the missing ones.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findChromium, hasHeadlessShell } from './chromium.js';
import { findPostgres } from './postgres.js';

/** Debian keeps servers where only root's path leads. */
export const onPath = (command) =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'].some((folder) =>
    existsSync(join(folder, command)),
  );

const aptGet = '/usr/bin/apt-get';

/** Keyed by the Debian package that provides them. */
const tools = [
  {
    name: 'postgresql',
    isThere: () => Boolean(process.env.TEST_DATABASE_URL) || findPostgres() !== undefined,
  },
  { name: 'chromium', isThere: async () => (await findChromium()) !== undefined },
  // Browser tests measure pages. Without a desktop, Debian has only a face that is wider than any phone's.
  {
    name: 'fonts-liberation',
    isThere: () => !existsSync(aptGet) || existsSync('/usr/share/fonts/truetype/liberation'),
  },
  { name: 'poppler-utils', isThere: () => ['pdfinfo', 'pdfsig', 'pdftotext'].every(onPath) },
  { name: 'qpdf', isThere: () => onPath('qpdf') },
  { name: 'nginx', isThere: () => onPath('nginx') },
];
/** For tests of `npm run test:full` alone. */
const toolsOfFull = [
  ...['caddy', 'pgbouncer', 'patroni', 'haproxy'].map((name) => ({ name, isThere: () => onPath(name) })),
  { name: 'etcd-server', isThere: () => onPath('etcd') },
  { name: 'iproute2', isThere: () => onPath('ip') },
];

/** The packages still missing after installing what we can. */
export async function installMissingTools({ isFull = false } = {}) {
  const missing = await missingTools(isFull);
  if (process.getuid?.() !== 0 || !existsSync(aptGet)) return missing;
  const packages = [...missing, ...((await wantsHeadlessShell(missing)) ? ['chromium-headless-shell'] : [])];
  if (packages.length === 0) return missing;
  console.log(
    `As root, this installs the system packages ${packages.join(', ')} with apt-get for the tests.`,
  );
  apt('update', '-qq');
  // Install one at a time, so an unavailable package doesn't block the others.
  for (const name of packages) apt('install', '-y', '-qq', '--no-install-recommends', name);
  return missingTools(isFull);
}

/** Tests run without it, and not every system has it. A Chromium from elsewhere needs none. */
async function wantsHeadlessShell(missing) {
  if (hasHeadlessShell()) return false;
  return missing.includes('chromium') || (await findChromium()) === '/usr/bin/chromium';
}

async function missingTools(isFull) {
  const missing = [];
  for (const { name, isThere } of isFull ? [...tools, ...toolsOfFull] : tools)
    if (!(await isThere())) missing.push(name);
  return missing;
}

function apt(...args) {
  spawnSync('apt-get', args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    // A proxy that is installed for its tests doesn't start by itself.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  });
}
