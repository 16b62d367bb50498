// The app's own process, for tests that start, kill and restart it.
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, type Server } from 'node:net';
import { afterAll } from 'vitest';
import { buildSandbox, type SandboxOptions } from '#sandbox/app.ts';
import { developmentEnvironment } from '../../scripts/development-env.js';
import { freePort } from '../../scripts/free-port.js';
import { patientDatabase, patientVendors } from './world.ts';

const children = new Set<ChildProcess>();

/** Processes a test left running. */
export function killAll(): void {
  for (const child of children) child.kill('SIGKILL');
}

/** A sandbox for the processes of a file, which end with it, and the settings by which they find it. */
export async function sandboxForProcesses(options?: SandboxOptions) {
  const sandbox = buildSandbox(options);
  const { url, port, smtpPort } = await sandbox.listen();
  afterAll(async () => {
    killAll();
    await sandbox.close();
  });
  return { url, env: { SANDBOX_PORT: String(port), SANDBOX_SMTP_PORT: String(smtpPort) } };
}

export interface Run {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly ready: Promise<void>;
  readonly ended: Promise<number | null>;
}

export async function startProcess(role: string, env: Record<string, string>): Promise<Run> {
  let printed = '';
  const child = spawn(process.execPath, ['server/src/main.ts', role], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...developmentEnvironment({
        NODE_ENV: 'development',
        VENDOR_TIMEOUT_SCALE: patientVendors,
        DATABASE_STATEMENT_SECONDS: patientDatabase,
        PORT: String(await freePort()),
        METRICS_PORT: String(await freePort()),
        ...env,
      }),
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  children.add(child);
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      printed += chunk;
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const ready = new Promise<void>((resolve, reject) => {
    child.on('message', (message: { type?: string }) => message.type === 'ready' && resolve());
    child.once('exit', (code) => reject(new Error(`It ended with ${code} before it was ready: ${printed}`)));
  });
  ready.catch(() => {});
  return { child, output: () => printed, ready, ended };
}

export function listenOn(port: number): Promise<Server> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
