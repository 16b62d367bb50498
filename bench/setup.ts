// The processes that benchmarks measure, and their database.
import { type ChildProcess, execFile } from 'node:child_process';
import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { endChild, readyMessage, startChild } from '../scripts/child-process.ts';
import { developmentEnvironment } from '../scripts/development-env.js';
import { freePort } from '../scripts/free-port.js';
import { startPostgres } from '../scripts/postgres.js';
import { onPath } from '../scripts/system-tools.js';
import { createTestDatabase } from '../server/test/test-databases.ts';

const children = new Set<ChildProcess>();
export const closing: (() => Promise<void> | void)[] = [];
export type Row = readonly [what: string, figure: string];
export type TestDatabase = Awaited<ReturnType<typeof createTestDatabase>>;

export interface SandboxPorts {
  readonly port: number;
  readonly smtpPort: number;
}

export async function openDatabase(): Promise<TestDatabase | undefined> {
  const postgres = await startPostgres();
  closing.push(() => postgres?.stop());
  if (postgres) process.env.TEST_DATABASE_URL = postgres.url;
  const database = postgres && (await createTestDatabase('empty'));
  closing.push(() => database?.drop());
  console.log(
    postgres
      ? 'On a PostgreSQL server of its own, on this machine.'
      : "PostgreSQL isn't installed, so these figures are for the embedded database, which has one connection.",
  );
  return database;
}

export async function environment(
  { port, smtpPort }: SandboxPorts,
  more: NodeJS.ProcessEnv = {},
): Promise<NodeJS.ProcessEnv> {
  return developmentEnvironment({
    PATH: process.env.PATH,
    NODE_ENV: 'development',
    PORT: String(await freePort()),
    METRICS_PORT: String(await freePort()),
    SANDBOX_PORT: String(port),
    SANDBOX_SMTP_PORT: String(smtpPort),
    DATA_DIR: folder(),
    LOG_LEVEL: 'info',
    LIMIT_SCALE: '10000',
    ...more,
  });
}

export async function start<T>(file: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const log = openSync(join(folder(), 'log'), 'w');
  const child = startChild(file, args, { PATH: process.env.PATH, ...env }, log, 'inherit');
  children.add(child);
  return { child, ready: await readyMessage<T>(child) };
}

interface Load {
  readonly url: string;
  readonly cookie?: string;
  readonly connections: number;
  readonly seconds: number;
}

/** wrk takes less of the processors that the server shares with it, and isn't everywhere. */
export const generator = onPath('wrk') ? 'wrk' : 'autocannon';
const run = promisify(execFile);

/** Sends requests from a process of its own, on connections that each send the next one as soon as they get a response. */
export async function load(wanted: Load) {
  // A second of warm-up isn't counted.
  await generate({ ...wanted, seconds: 1 });
  const { perSecond, median, p99, failed } = await generate(wanted);
  const text = `${Math.round(perSecond)} a second, median ${median}, 99 of 100 ${p99}`;
  return { perSecond, text: failed > 0 ? `${text}, ${failed} failed` : text };
}

async function generate({ url, cookie, connections, seconds }: Load) {
  const header = cookie ? ['-H', `cookie: ${cookie}`] : [];
  const given = [`-c${connections}`, `-d${seconds}`, ...header, url];
  if (generator === 'wrk') {
    const { stdout } = await run('wrk', ['-t1', '--latency', ...given]);
    const after = (name: string) => new RegExp(`${name}:? +(\\S+)`).exec(stdout)?.[1] ?? '0';
    const failed = Number(after('Non-2xx or 3xx responses'));
    return { perSecond: Number(after('Requests/sec')), median: after('50%'), p99: after('99%'), failed };
  }
  const { stdout } = await run(process.execPath, ['node_modules/autocannon/autocannon.js', '-jn', ...given]);
  const { requests, latency, errors, non2xx } = JSON.parse(stdout);
  const [median, p99] = [`${latency.p50}ms`, `${latency.p99}ms`];
  return { perSecond: requests.average as number, median, p99, failed: errors + non2xx };
}

export function spread(values: readonly number[]): { median: number; p95: number } {
  const sorted = [...values].sort((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { median: at(0.5), p95: at(0.95) };
}

export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'branchline-bench-'));
  closing.push(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

export function milliseconds(value: number): string {
  return `${value.toFixed(value < 10 ? 1 : 0)} ms`;
}

export async function closeAll(): Promise<void> {
  await Promise.all([...children].map((child) => endChild(child)));
  for (const close of closing.reverse()) await close();
}
