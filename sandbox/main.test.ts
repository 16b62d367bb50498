import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));
let folder: string;
const children: ChildProcess[] = [];

function start(environment: Record<string, string> = {}) {
  const child = fork(main, {
    env: { ...process.env, SANDBOX_PORT: '0', SANDBOX_SMTP_PORT: '0', DATA_DIR: folder, ...environment },
    silent: true,
  });
  children.push(child);
  const output = { out: '', err: '' };
  child.stdout?.on('data', (part) => {
    output.out += String(part);
  });
  child.stderr?.on('data', (part) => {
    output.err += String(part);
  });
  return { child, output, ended: once(child, 'close') as Promise<[number | null, string | null]> };
}
const ready = async ({ child, output, ended }: ReturnType<typeof start>) => {
  const [message] = await Promise.race([once(child, 'message'), ended]);
  if (typeof message !== 'object') throw new Error(`The sandbox ended: ${output.err}`);
  return message as { type: 'ready'; url: string; port: number; smtpPort: number };
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

it('the sandbox’s process prints one line when ready, stops cleanly, and has its state after a kill', async () => {
  const first = start();
  const { url } = await ready(first);
  const fault = { mode: 'slow', delayMs: 1 };
  await fetch(`${url}/console/api/faults/core`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(fault),
  });
  first.child.kill('SIGKILL');
  await first.ended;

  const second = start();
  const again = await ready(second);
  expect(await (await fetch(`${again.url}/console/api/faults/core`)).json()).toEqual(fault);
  await (await fetch(`${again.url}/console/console.browser.ts`)).text();
  second.child.kill('SIGTERM');
  expect(await second.ended).toEqual([0, null]);
  expect(second.output.err).toBe('');
  expect(second.output.out.trim().split('\n')).toEqual([
    `The sandbox is ready: console at ${again.url}, mail server on port ${again.smtpPort}.`,
  ]);
});

it('the sandbox’s process stops when its parent is gone', async () => {
  const started = start();
  await ready(started);
  const { child } = started;
  // Not 'close': a parent that disconnects by itself does not receive that event.
  const ended = once(child, 'exit');
  child.disconnect();
  expect(await ended).toEqual([0, null]);
});

it('the sandbox’s process reports a port in use in one sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { ended, output } = start({ SANDBOX_PORT: String(port) });
  expect((await ended)[0]).toBe(1);
  expect(output.err.trim()).toBe(`Port ${port} is already taken; set SANDBOX_PORT to a free one.`);
  const mail = start({ SANDBOX_SMTP_PORT: String(port) });
  expect((await mail.ended)[0]).toBe(1);
  const taken = `Port ${port} is already taken; set SANDBOX_SMTP_PORT to a free one.`;
  expect(mail.output.err.trim()).toBe(taken);
  other.close();
});
