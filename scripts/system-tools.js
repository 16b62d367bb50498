// Programs that tests need besides Node. As root on a system with apt, installs the missing ones.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findChromium, hasHeadlessShell } from './chromium.js';
import { findPostgres } from './postgres.js';

const onPath = (command) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, command)));

/** Keyed by the Debian package that provides them. */
const tools = [
  {
    name: 'postgresql',
    isThere: () => Boolean(process.env.TEST_DATABASE_URL) || findPostgres() !== undefined,
  },
  { name: 'chromium', isThere: async () => (await findChromium()) !== undefined },
  { name: 'poppler-utils', isThere: () => ['pdfinfo', 'pdfsig', 'pdftotext'].every(onPath) },
  { name: 'qpdf', isThere: () => onPath('qpdf') },
];

/** The packages still missing after installing what we can. */
export async function installMissingTools() {
  const missing = await missingTools();
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return missing;
  if (missing.length === 0) {
    await installHeadlessShell();
    return missing;
  }
  console.log(`Installing ${missing.join(', ')} for the tests …`);
  apt('update', '-qq');
  // Install one at a time, so an unavailable package doesn't block the others.
  for (const name of missing) install(name);
  await installHeadlessShell();
  return missingTools();
}

/** Nothing needs it, and not every system has it. Where Chromium comes from elsewhere it is left alone. */
async function installHeadlessShell() {
  if (!hasHeadlessShell() && (await findChromium()) === '/usr/bin/chromium')
    install('chromium-headless-shell');
}

const install = (name) => apt('install', '-y', '-qq', '--no-install-recommends', name);

async function missingTools() {
  const missing = [];
  for (const { name, isThere } of tools) if (!(await isThere())) missing.push(name);
  return missing;
}

function apt(...args) {
  spawnSync('apt-get', args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
