// Web and worker processes on one PostgreSQL: `npm run bench -- --processes 4`, also with `--pooler`.
import { type ChildProcess, execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { getAllowedSteps } from '#contract/journey.ts';
import { startProxy } from '../chaos/proxies.ts';
import { endChild } from '../scripts/child-process.ts';
import { fillCompileCache } from '../scripts/compile-cache.ts';
import { startPooler } from '../scripts/pooler.js';
import { createTestDatabase } from '../server/test/test-databases.ts';
import { apply } from './applicant.ts';
import {
  environment,
  folder,
  load,
  milliseconds,
  type Row,
  type SandboxPorts,
  spread,
  start,
} from './setup.ts';

/** At most 97 applicants, because those with the same Social Security number are duplicates. */
const usual = { applicants: 60, atOnce: 12, connections: 32, seconds: 5, memorySeconds: 20 };
const short: typeof usual = { applicants: 4, atOnce: 2, connections: 2, seconds: 1, memorySeconds: 1 };
/** As in the Dockerfile. */
const likeImage = {
  NODE_OPTIONS: '--max-semi-space-size=2 --max-old-space-size=512',
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/** `server` is the PostgreSQL server's address, where each round has a database of its own. */
export async function measureProcesses(
  server: string,
  sandbox: SandboxPorts,
  { most, isPooled, isShort }: { readonly most: number; isPooled: boolean; isShort: boolean },
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const count of [1, 2, 4, 8].filter((processes) => processes <= most)) {
    const pooler = isPooled ? await startPooler({ url: server }) : undefined;
    const database = await createTestDatabase('empty');
    try {
      const addresses: NodeJS.ProcessEnv = pooler
        ? { DATABASE_URL: pooler.through(database.url), DATABASE_DIRECT_URL: database.url }
        : { DATABASE_URL: database.url };
      const figures = await measureRound(database.url, sandbox, count, addresses, isShort ? short : usual);
      const what = `${count} web and ${count} worker${pooler ? ', pooled' : ''}`;
      rows.push(...figures.map(([name, figure]): Row => [`${what}: ${name}`, figure]));
    } finally {
      await pooler?.stop();
      await database.drop();
    }
  }
  return rows;
}

async function measureRound(
  database: string,
  sandbox: SandboxPorts,
  count: number,
  addresses: NodeJS.ProcessEnv,
  sizes: typeof usual,
): Promise<readonly Row[]> {
  // Processes of one installation have the same keys.
  const common = { ...addresses, ...likeImage, NODE_COMPILE_CACHE: folder(), DATA_DIR: folder() };
  fillCompileCache({ PATH: process.env.PATH, ...common });
  const running: ChildProcess[] = [];
  const run = async (role: 'web' | 'worker') => {
    const env = await environment(sandbox, common);
    const { child } = await start('server/src/main.ts', [role], env);
    running.push(child);
    return { port: Number(env.PORT), pid: child.pid as number };
  };
  const others = (role: 'web' | 'worker', number: number) =>
    Promise.all(Array.from({ length: number }, () => run(role)));
  // The first one creates the tables and the keys.
  const webs = [await run('web'), ...(await others('web', count - 1))];
  const workers = await others('worker', count);
  const ports = webs.map(({ port }) => port);
  const proxy = await startProxy('nginx', ports);
  const { url } = proxy;
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  try {
    await apply(url, sandbox.port);
    const before = await committed(client);
    const applied = await applyTogether(url, sandbox.port, sizes);
    const transactions = (await committed(client)) - before;
    const { cookie, job } = applied.last;
    const { connections, seconds, memorySeconds } = sizes;
    const loaded = async (path: string, lasting = seconds) =>
      (await load({ url: `${url}${path}`, cookie, connections, seconds: lasting })).text;
    const requests: readonly Row[] = [
      ['guard', await loaded(getAllowedSteps.path)],
      ['poll', await loaded(job)],
    ];
    const memoryNow = () => `web ${largest(webs)}, worker ${largest(workers)}`;
    let memory = memoryNow();
    if (count === 1) {
      // As many requests as show a leak.
      await loaded(getAllowedSteps.path, memorySeconds);
      memory += `; after ${memorySeconds} more seconds ${memoryNow()}`;
    }
    return [
      ...requests,
      [
        'applications',
        `${applied.perSecond.toFixed(1)} a second, ${sizes.atOnce} at once; text code to offers ${milliseconds(applied.median)}`,
      ],
      ['transactions for each application', String(Math.round(transactions / sizes.applicants))],
      ['memory', memory],
    ];
  } finally {
    await client.end();
    await proxy.remove();
    await Promise.all(running.map((child) => endChild(child)));
  }
}

async function applyTogether(url: string, sandboxPort: number, { applicants, atOnce }: typeof usual) {
  const waited: number[] = [];
  let left = applicants;
  let last = await apply(url, sandboxPort);
  const began = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left-- > 0) {
        last = await apply(url, sandboxPort);
        waited.push(last.waited);
      }
    }),
  );
  const perSecond = applicants / ((performance.now() - began) / 1000);
  return { perSecond, median: spread(waited).median, last };
}

/** "214 MB (155 of its own)" */
function largest(processes: readonly { pid: number }[]): string {
  const most = (kilobytes: (pid: number) => number | undefined) =>
    Math.round(Math.max(...processes.map(({ pid }) => kilobytes(pid) ?? 0)) / 1024);
  return `${most(residentKilobytes)} MB (${most(ownKilobytes)} of its own)`;
}

const residentKilobytes = (pid: number) =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }));

/** Resident memory without the pages of files, such as Node's own program, which all processes of a machine share. Linux only. */
function ownKilobytes(pid: number): number | undefined {
  const status = `/proc/${pid}/status`;
  if (!existsSync(status)) return undefined;
  const [, kilobytes] = /^RssAnon:\s+(\d+)/m.exec(readFileSync(status, 'utf8')) ?? [];
  return Number(kilobytes);
}

/** How many transactions the server has committed in this database, once it has reported all of them. */
async function committed(client: pg.Client): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const { rows } = await client.query<{ count: number }>(
    'select xact_commit::int as count from pg_stat_database where datname = current_database()',
  );
  return rows[0]?.count ?? 0;
}
