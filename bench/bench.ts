// Benchmarks, printed as a table: startup time and what an idle product takes, time to offers, the cost of a navigation and a poll, and
// download size. Limited to about three minutes. Everything runs on this machine, so the load generator uses some of the CPU too.
// `--short` only checks that the benchmarks run; its figures mean nothing. `--processes 4` measures that many processes instead,
// and `--scale 1000000` a database of that many applications (scale.ts).

import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { getAllowedSteps } from '#contract/journey.ts';
import { build } from '../scripts/build.ts';
import { needsBuild } from '../scripts/build-stamp.js';
import { endChild } from '../scripts/child-process.ts';
import { sizes } from '../scripts/sizes.ts';
import { eventually } from '../server/test/world.ts';
import { type Applied, apply } from './applicant.ts';
import { spread } from './load.ts';
import { measureProcesses } from './processes.ts';
import { measureScale } from './scale.ts';
import {
  closeAll,
  environment,
  folder,
  load,
  loadText,
  milliseconds,
  openDatabase,
  type Row,
  type SandboxPorts,
  start,
  type TestDatabase,
} from './setup.ts';
import { measureStart } from './start.ts';

const { values: options } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    processes: { type: 'string' },
    pooler: { type: 'boolean', default: false },
    scale: { type: 'string' },
    'at-most': { type: 'string' },
  },
});
const isShort = options.short;
const applicants = isShort ? 1 : 40;
const connections = isShort ? 2 : 32;
const seconds = isShort ? 0.2 : 5;

async function main(): Promise<void> {
  if (await needsBuild()) await build();
  const database = await openDatabase();
  const sandbox = await start<SandboxPorts>('sandbox/main.ts', [], {
    NODE_ENV: 'development',
    SANDBOX_PORT: '0',
    SANDBOX_SMTP_PORT: '0',
    DATA_DIR: folder(),
  });
  const processes = numberOf('processes');
  if (processes !== undefined) {
    const { TEST_DATABASE_URL: server } = process.env;
    if (server === undefined) throw new Error('Several processes need PostgreSQL.');
    const wanted = { most: processes, isPooled: options.pooler, isShort };
    return print(await measureProcesses(server, sandbox.ready, wanted));
  }
  const env = await environment(sandbox.ready, database && { DATABASE_URL: database.url });
  const rows = [...(await measureStart(isShort, env))];

  const product = await start('server/src/main.ts', ['both'], env);
  const server = `http://127.0.0.1:${env.PORT}`;
  const metrics = new Metrics(`http://127.0.0.1:${env.METRICS_PORT}/metrics`);
  const offers = await measureOffers(server, sandbox.ready, metrics);
  rows.push(...offers.rows, ...(await measureLoad(server, offers.last, metrics, database)));
  await endChild(product.child);

  for (const { name, figure } of await sizes()) rows.push([name, figure]);
  print(rows);
  console.log(
    `\n${connections} connections for ${seconds} s each, from a second process, on ${cpus().length} processors of this machine.`,
  );
}

class Metrics {
  readonly #url: string;
  #longest = 0;

  constructor(url: string) {
    this.#url = url;
  }

  /** Since the last call. */
  async longestBlock(): Promise<string> {
    await this.#scrape();
    const block = this.#longest;
    this.#longest = 0;
    return Number.isNaN(block) ? 'not known' : milliseconds(block * 1000);
  }

  /** The emails and notices of one applicant must not take the next one's time. */
  async untilIdle(): Promise<void> {
    await eventually(async () => {
      const text = await this.#scrape();
      const isBusy = /^branchline_queue_jobs\{[^}]*state="(?:waiting|active)"[^}]*\} [1-9]/m.test(text);
      return isBusy ? undefined : true;
    });
  }

  /** Each scrape restarts the app's measurement of its longest block. */
  async #scrape(): Promise<string> {
    const text = await (await fetch(this.#url)).text();
    const found = /^branchline_nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1];
    this.#longest = Math.max(this.#longest, Number(found ?? Number.NaN));
    return text;
  }
}

/** One warm-up run, then the measured ones. */
async function measureOffers(server: string, sandbox: SandboxPorts, metrics: Metrics) {
  let last = await apply(server, sandbox.port);
  await metrics.untilIdle();
  await metrics.longestBlock();
  const waited: number[] = [];
  for (let count = 0; count < applicants; count += 1) {
    last = await apply(server, sandbox.port);
    waited.push(last.waited);
    await metrics.untilIdle();
  }
  const offers = spread(waited);
  const rows: readonly Row[] = [
    [`Text code to offers, median of ${applicants}`, milliseconds(offers.median)],
    ['Text code to offers, 95 of 100', milliseconds(offers.p95)],
    ['Longest event-loop block meanwhile', await metrics.longestBlock()],
  ];
  return { rows, last };
}

async function measureLoad(
  server: string,
  { cookie, job }: Pick<Applied, 'cookie' | 'job'>,
  metrics: Metrics,
  database: TestDatabase | undefined,
): Promise<readonly Row[]> {
  const bare = await start<{ port: number }>('bench/bare.ts', [], database && { DATABASE_URL: database.url });
  const loads: readonly [string, string, Record<string, string>][] = [
    ['Guard', `${server}${getAllowedSteps.path}`, { cookie }],
    ['Poll', `${server}${job}`, { cookie }],
    ['Bare Fastify, one indexed read', `http://127.0.0.1:${bare.ready.port}/`, {}],
  ];
  const rows: Row[] = [];
  const rates: number[] = [];
  for (const [name, url, headers] of loads) {
    const figures = await load({ url, headers, connections, seconds });
    rates.push(figures.perSecond);
    rows.push([name, loadText(figures)]);
    if (name === 'Poll') rows.push(['Longest event-loop block under load', await metrics.longestBlock()]);
  }
  const [guard = 0, poll = 0, baseline = 0] = rates;
  return [
    ...rows,
    [
      'Guard and poll as shares of bare',
      `${(guard / baseline).toFixed(2)} and ${(poll / baseline).toFixed(2)}`,
    ],
  ];
}

function print(rows: readonly Row[]): void {
  const width = Math.max(...rows.map(([what]) => what.length));
  console.log();
  for (const [what, figure] of rows) console.log(`${what.padEnd(width)}  ${figure}`);
}

/** The number after an option, if it was given. */
function numberOf(option: 'processes' | 'scale' | 'at-most'): number | undefined {
  const value = options[option];
  if (value === undefined) return undefined;
  if (!(Number(value) > 0)) throw new Error(`Give a number after --${option}.`);
  return Number(value);
}

const scale = numberOf('scale');
try {
  await (scale === undefined ? main() : measureScale(scale, numberOf('at-most')));
} finally {
  await closeAll();
}
