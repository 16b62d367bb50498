// Finds a Chromium for the tests in a browser: an installed one, Playwright's own, else the system's package manager's.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const folders = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome'];
const mac = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The path of a Chromium, or undefined. */
export async function findChromium() {
  const named = process.env.CHROMIUM;
  if (named) return existsSync(named) ? named : undefined;
  const installed = [...folders.flatMap((folder) => names.map((name) => `${folder}/${name}`)), ...mac].find(
    existsSync,
  );
  if (installed) return installed;
  const { chromium } = await import('playwright-core');
  const own = chromium.executablePath();
  return own && existsSync(own) ? own : undefined;
}

export const chromiumAdvice =
  'No Chromium was found. Install one (on Debian or Ubuntu: apt-get install chromium), or name it with CHROMIUM=/path/to/chromium.';

/** As `findChromium`, installing the system's own where we are root on a system with apt. */
export async function ensureChromium() {
  const found = await findChromium();
  if (found || process.env.CHROMIUM || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    return found;
  console.log('Installing a Chromium with the system’s package manager, for the tests in a browser.');
  const apt = (...args) =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  apt('update', '-qq');
  apt('install', '-y', '-qq', '--no-install-recommends', 'chromium');
  return findChromium();
}
