// Installs the locked dependencies. Plain JavaScript, because it runs on any Node before all else.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '..');
const pinnedNode = join(root, 'node_modules/.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
const isRecent = Number.parseInt(process.versions.node, 10) >= 24;
const findNode = () => (isRecent && !existsSync(pinnedNode) ? process.execPath : pinnedNode);
/** The pinned Node version, or this one where npm is set to run no install script, such as the one that fetches the pinned one. */
export let node = findNode();
const stampPath = join(root, 'node_modules/.branchline-installed');

export async function ensureDependencies() {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const wanted = createHash('sha256').update(lock).digest('hex');
  if (existsSync(stampPath) && existsSync(node) && readFileSync(stampPath, 'utf8') === wanted) return;
  console.log('Installing dependencies (one time) …');
  // With NODE_ENV=production, npm would leave out what builds the frontend and runs the sandbox.
  const packages = packagesOf(lock);
  const installed = () => packages.filter((folder) => existsSync(join(root, folder, 'package.json'))).length;
  const progress = setInterval(
    () => console.log(`  ${installed()} of ${packages.length} packages installed …`),
    4000,
  );
  const isInstalled = await installLocked(root, '--include=dev');
  clearInterval(progress);
  if (!isInstalled) {
    console.error('Installation failed. Fix the npm error above and run the command again.');
    process.exit(1);
  }
  node = findNode();
  if (!existsSync(node)) {
    console.error(
      'npm ran no install scripts, so that no newer Node was installed. Install Node 24 LTS and run the command again.',
    );
    process.exit(1);
  }
  writeFileSync(stampPath, wanted);
}

/** The folders of the packages that npm installs on this system. @param {string} lock */
const packagesOf = (lock) =>
  Object.entries(JSON.parse(lock).packages)
    .filter(
      ([folder, { os, cpu }]) =>
        folder &&
        (os ?? process.platform).includes(process.platform) &&
        (cpu ?? process.arch).includes(process.arch),
    )
    .map(([folder]) => folder);

/** Installs what the folder's lockfile names. False if that failed. @param {string} folder @param {string} option */
export async function installLocked(folder, option) {
  const npm = spawn('npm', ['ci', option, '--loglevel=error', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  const [status] = await once(npm, 'exit');
  return status === 0;
}

/** Runs a project file on the pinned Node and resolves with its exit code. */
export function run(file, args = []) {
  return new Promise((done) => {
    const child = spawn(node, [join(root, file), ...args], { cwd: root, stdio: 'inherit' });
    child.on('exit', (code) => done(code ?? 1));
    child.on('error', () => done(1));
  });
}
