// The processes that benchmarks measure, and their database.
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endChild, readyMessage, startChild } from '../scripts/child-process.ts';
import { developmentEnvironment } from '../scripts/development-env.js';
import { freePort } from '../scripts/free-port.js';
import { startPostgres } from '../scripts/postgres.js';
import { createTestDatabase } from '../server/test/test-databases.ts';
import type { Figures, Load } from './load.ts';

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
    LOG_LEVEL: 'silent',
    LIMIT_SCALE: '10000',
    ...more,
  });
}

export async function start<T>(file: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const child = startChild(file, args, { PATH: process.env.PATH, ...env });
  children.add(child);
  return { child, ready: await readyMessage<T>(child) };
}

export async function load(requested: Load): Promise<Figures> {
  return (await start<Figures>('bench/load.ts', [JSON.stringify(requested)])).ready;
}

export function loadText({ perSecond, median, p95, failed }: Figures): string {
  const figure = `${Math.round(perSecond)} a second, median ${milliseconds(median)}, 95 of 100 ${milliseconds(p95)}`;
  return failed === 0 ? figure : `${figure}, ${failed} failed`;
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
