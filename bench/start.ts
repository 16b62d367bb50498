// How soon `npm start` is ready, and what all of its processes take while no one uses them.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { endChild } from '../scripts/child-process.ts';
import { freePort } from '../scripts/free-port.js';
import { closing, folder, type Row } from './setup.ts';

/** Until the work of the start is over. */
const settleSeconds = 60;
const idleSeconds = 30;
/** Of the kernel's clock, in which it counts processor time. */
const ticksPerSecond = 100;

/** A short run only starts it, on the database of `given`, because making an embedded one takes long. */
export async function measureStart(isShort: boolean, productEnv: Readonly<NodeJS.ProcessEnv>) {
  const env: NodeJS.ProcessEnv = { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: folder() };
  const shared = isShort ? ['DATA_DIR', 'DATABASE_URL', 'ENCRYPTION_KEYS', 'LOOKUP_KEY'] : [];
  for (const name of shared) env[name] = productEnv[name];
  for (const port of ['PORT', 'METRICS_PORT', 'SANDBOX_PORT', 'SANDBOX_SMTP_PORT'])
    env[port] = String(await freePort());
  const first = await start(env);
  await endChild(first.child);
  const rows: Row[] = [['npm start, the first time', `${first.seconds.toFixed(1)} s`]];
  if (isShort) return rows;
  const next = await start(env);
  rows.push(['npm start, the next time', `${next.seconds.toFixed(1)} s (goal 2 s, limit 3 s)`]);
  // Only Linux has a figure for what processes share.
  if (process.platform === 'linux') rows.push(...(await measureIdle(next.child.pid as number)));
  await endChild(next.child);
  return rows;
}

async function start(env: NodeJS.ProcessEnv) {
  const begun = performance.now();
  const child = spawn(process.execPath, ['scripts/start.js'], {
    cwd: join(import.meta.dirname, '..'),
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  closing.push(() => endChild(child));
  for await (const line of createInterface(child.stdout))
    if (line.startsWith('Branchline is ready at '))
      return { child, seconds: (performance.now() - begun) / 1000 };
  throw new Error('npm start ended before it was ready.');
}

async function measureIdle(root: number): Promise<readonly Row[]> {
  await pause(settleSeconds * 1000);
  const before = ticksOf(root);
  await pause(idleSeconds * 1000);
  const share = (ticksOf(root) - before) / ticksPerSecond / idleSeconds;
  const kilobytes = treeOf(root).reduce((sum, pid) => sum + pssOf(pid), 0);
  return [
    ['npm start, memory of all processes when idle', `${Math.round(kilobytes / 1024)} MB (goal 350 MB)`],
    ['npm start, processor time when idle', `${(100 * share).toFixed(1)}% of a core (goal 1%)`],
  ];
}

/** The parent, then the processor time of user and system, of each process. */
const statOf = (pid: number) => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) };
};

function treeOf(root: number): readonly number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [{ pid: Number(name), parent: statOf(Number(name)).parent }];
      } catch {
        // It ended meanwhile.
        return [];
      }
    });
  const below = (pid: number): number[] => [
    pid,
    ...parents.filter(({ parent }) => parent === pid).flatMap((child) => below(child.pid)),
  ];
  return below(root);
}

const ticksOf = (root: number) => treeOf(root).reduce((sum, pid) => sum + statOf(pid).ticks, 0);

/** Pages that several processes share count once in all of them together. */
const pssOf = (pid: number) =>
  Number(/^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]);
