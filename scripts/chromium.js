// Finds a Chromium for the browser tests: an installed one, or else Playwright's own.
import { existsSync } from 'node:fs';

/** Chromium without its windows, which takes a fifth of the processor time less. */
const headlessShell = '/usr/bin/chromium-headless-shell';
const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const folders = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome'];
const mac = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** For tests: it also runs as root, and calls no host of its own. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
];

export const hasHeadlessShell = () => existsSync(headlessShell);

/** The path to Chromium, or undefined. `withWindows` requires one that is not the headless shell. */
export async function findChromium({ withWindows = false } = {}) {
  const named = process.env.CHROMIUM;
  if (named) return existsSync(named) ? named : undefined;
  if (!withWindows && hasHeadlessShell()) return headlessShell;
  const installed = [...folders.flatMap((folder) => names.map((name) => `${folder}/${name}`)), ...mac].find(
    existsSync,
  );
  if (installed) return installed;
  const { chromium } = await import('playwright-core');
  const own = chromium.executablePath();
  return own && existsSync(own) ? own : undefined;
}
