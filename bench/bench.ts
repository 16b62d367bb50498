// Benchmarks, printed as a table: startup time and what an idle product takes, time to offers, the cost of a navigation and a poll, and
// download size. Limited to about three minutes. Everything runs on this machine, so the load generator uses some of the CPU too.
// `--short` only checks that the benchmarks run; its figures mean nothing.

import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { getAllowedSteps } from '#contract/journey.ts';
import { runMigrate } from '#server/cli/migrate.ts';
import { tableOf } from '#server/commands/printing.ts';
import { build } from '../scripts/build.ts';
import { needsBuild } from '../scripts/build-stamp.js';
import { endChild } from '../scripts/child-process.ts';
import { freePort } from '../scripts/free-port.js';
import { sizes } from '../scripts/sizes.ts';
import { productionEnvironment } from '../server/test/production-settings.ts';
import { urlAs } from '../server/test/test-databases.ts';
import { eventually } from '../server/test/world.ts';
import { type Applied, apply } from './applicant.ts';
import {
  closeAll,
  environment,
  folder,
  generator,
  load,
  milliseconds,
  openDatabase,
  type Row,
  type SandboxPorts,
  spread,
  start,
  type TestDatabase,
} from './setup.ts';
import { measureStart } from './start.ts';

const { short: isShort } = parseArgs({ options: { short: { type: 'boolean', default: false } } }).values;
const applicants = isShort ? 1 : 40;
const connections = isShort ? 2 : 32;
const seconds = isShort ? 1 : 5;

async function main(): Promise<void> {
  if (await needsBuild()) await build();
  const database = await openDatabase();
  const sandbox = await start<SandboxPorts>('sandbox/main.ts', [], {
    NODE_ENV: 'development',
    SANDBOX_PORT: '0',
    SANDBOX_SMTP_PORT: '0',
    DATA_DIR: folder(),
  });
  const production = productionEnvironment();
  const { ENCRYPTION_KEYS, LOOKUP_KEY } = production;
  const shared = { ENCRYPTION_KEYS, LOOKUP_KEY, DATABASE_URL: database?.url };
  const env = await environment(sandbox.ready, shared);
  const rows = [...(await measureStart(isShort, env))];

  const product = await start('server/src/main.ts', ['both'], env);
  const server = `http://127.0.0.1:${env.PORT}`;
  const metrics = new Metrics(`http://127.0.0.1:${env.METRICS_PORT}/metrics`);
  const offers = await measureOffers(server, sandbox.ready, metrics);
  await endChild(product.child);
  rows.push(...offers.rows);
  if (database) rows.push(...(await measureLoad(database, production, offers.last)));

  for (const { name, figure } of await sizes()) rows.push([name, figure]);
  console.log(`\n${tableOf(rows).join('\n')}`);
  console.log(
    `\n${connections} connections for ${seconds} s each, by ${generator}, on ${cpus().length} processors of this machine.`,
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

/** A web process in production, on the applications of the process before it, beside bare Fastify. */
async function measureLoad(
  { url: owner }: TestDatabase,
  production: NodeJS.ProcessEnv,
  { cookie, job }: Pick<Applied, 'cookie' | 'job'>,
): Promise<readonly Row[]> {
  const storage = { BLOB_STORE: folder(), DATA_DIR: folder() };
  await runMigrate({ ...production, ...storage, DATABASE_URL: owner }, () => {});
  const env = {
    ...production,
    ...storage,
    DATABASE_URL: urlAs(owner, `${new URL(owner).pathname.slice(1)}_web`),
    PORT: String(await freePort()),
    METRICS_PORT: String(await freePort()),
  };
  await start('server/src/main.ts', ['web'], env);
  const bare = await start<{ port: number }>('bench/bare.ts', [], { DATABASE_URL: owner });
  const metrics = new Metrics(`http://127.0.0.1:${env.METRICS_PORT}/metrics`);
  const server = `http://127.0.0.1:${env.PORT}`;
  const own = { cookie: `__Host-${cookie}`, connections, seconds };
  const guard = await load({ ...own, url: `${server}${getAllowedSteps.path}` });
  const poll = await load({ ...own, url: `${server}${job}` });
  const block = await metrics.longestBlock();
  const baseline = await load({ ...own, url: `http://127.0.0.1:${bare.ready.port}/` });
  const share = ({ perSecond }: typeof guard) => (perSecond / baseline.perSecond).toFixed(2);
  return [
    ['Guard', guard.text],
    ['Poll', poll.text],
    ['Longest event-loop block under load', block],
    ['Bare Fastify, one indexed read', baseline.text],
    ['Guard and poll as shares of bare', `${share(guard)} and ${share(poll)}`],
  ];
}

try {
  await main();
} finally {
  await closeAll();
}
