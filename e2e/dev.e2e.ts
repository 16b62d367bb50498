// `npm run dev` on a copy of the source: saved changes appear on screen, and typed input is kept.
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pathOf } from '#contract/screens.ts';
import { endChild, readyMessage } from '../scripts/child-process.ts';
import { freePort } from '../scripts/free-port.js';
import { waitMs } from './limits.ts';
import { openBrowser } from './screen-pictures.ts';

const root = join(import.meta.dirname, '..');
const copied = ['contract', 'finance', 'lender', 'sandbox', 'scripts', 'sealing', 'server/src', 'web'];
const files = ['package.json', 'tsconfig.json', 'vite.config.ts', 'docs/core-system.openapi.json'];

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'branchline-dev-')));
let dev: ChildProcess;
let url: string;

beforeAll(async () => {
  for (const path of [...copied, ...files]) cpSync(join(root, path), join(folder, path), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const ports = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  const [port, metrics, sandbox, smtp] = ports.map(String);
  url = `http://localhost:${port}`;
  dev = spawn(process.execPath, ['scripts/dev.ts'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      PORT: port,
      METRICS_PORT: metrics,
      SANDBOX_PORT: sandbox,
      SANDBOX_SMTP_PORT: smtp,
      DATA_DIR: join(folder, '.data'),
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await readyMessage(dev);
});

afterAll(async () => {
  await endChild(dev);
  rmSync(folder, { recursive: true, force: true });
});

function replace(file: string, before: string, after: string): void {
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(before);
  writeFileSync(path, text.replace(before, after));
}

describe('npm run dev', () => {
  let page: Page;
  const problems: string[] = [];

  beforeAll(async () => {
    const browser = await openBrowser();
    page = await browser.newPage();
    page.setDefaultTimeout(waitMs);
    page.on('pageerror', ({ message }) => problems.push(message));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    return () => browser.close();
  });

  it('shows changed sentences of the contract and of the lender without losing what was typed', async () => {
    await page.goto(`${url}${pathOf('landing')}`);
    const name = page.getByLabel('First name');
    await name.fill('Ada');
    await page.getByRole('button', { name: 'Check my offers' }).first().click({ force: true });
    await page.getByText('Home address is required.').first().waitFor();

    // The message that is on screen follows its rule.
    replace('contract/fields.ts', 'Home address is required.', 'Home address changed a moment ago.');
    await page.getByText('Home address changed a moment ago.').first().waitFor();
    // A component that React cannot refresh in place is mounted again, and fills in what the history entry keeps by now.
    await page.waitForFunction(() => JSON.stringify(history.state).includes('Ada'));
    replace('lender/public/brand.json', 'Service": "+18015550100"', 'Service": "+18015550177"');
    await page.getByText('(801) 555-0177').first().waitFor();
    await expect.poll(() => name.inputValue(), { timeout: waitMs }).toBe('Ada');
  });

  it('restarts the server when its code changes, while requests wait', { tags: ['full'] }, async () => {
    const status = async () => {
      const answer = await fetch(`${url}/healthz`);
      return ((await answer.json()) as { status: string }).status;
    };
    expect(await status()).toBe('ok');

    replace('server/src/create-app.ts', "status: 'ok'", "status: 'changed'");

    await expect.poll(status, { timeout: waitMs }).toBe('changed');
  });
});
