// Benchmarks, printed as a table: the cost of a navigation and a poll, time to offers, startup time, and download size.
// Limited to about a minute. Everything runs on this machine, so the load generator uses some of the CPU too.
// `--short` only checks that the benchmarks run; its figures mean nothing. `--scale` measures another thing (scale.ts).

import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { getAllowedSteps, getJourney, type Journey } from '#contract/journey.ts';
import { type PrequalificationResponse, submitPrequalification } from '#contract/prequalification.ts';
import { build, needsBuild } from '../scripts/build.ts';
import { endChild, readyMessage, startChild } from '../scripts/child-process.ts';
import { developmentEnvironment } from '../scripts/development-env.js';
import { freePort } from '../scripts/free-port.js';
import { startPostgres } from '../scripts/postgres.js';
import { sizes } from '../scripts/sizes.ts';
import { createTestDatabase } from '../server/test/test-databases.ts';
import { eventually, form } from '../server/test/world.ts';
import { type Figures, type Load, spread } from './load.ts';
import { measureReplay } from './replay.ts';
import { measureScale } from './scale.ts';

const isShort = process.argv.includes('--short');
const applicants = isShort ? 1 : 40;
const connections = isShort ? 2 : 32;
const seconds = isShort ? 0.2 : 5;

const children = new Set<ChildProcess>();
const closing: (() => Promise<void> | void)[] = [];
type Row = readonly [what: string, figure: string];
type TestDatabase = Awaited<ReturnType<typeof createTestDatabase>>;
interface SandboxPorts {
  readonly port: number;
  readonly smtpPort: number;
}
interface Applied {
  readonly waited: number;
  readonly cookie: string;
  readonly job: string;
}

async function main(): Promise<void> {
  if (await needsBuild()) await build();
  const database = await openDatabase();
  const sandbox = await start<SandboxPorts>('sandbox/main.ts', [], {
    NODE_ENV: 'development',
    SANDBOX_PORT: '0',
    SANDBOX_SMTP_PORT: '0',
    DATA_DIR: folder(),
  });
  const rows = [...(await measureStart(await environment(sandbox.ready)))];

  const env = await environment(sandbox.ready, database && { DATABASE_URL: database.url });
  const product = await start('server/src/main.ts', ['both'], env);
  const server = `http://127.0.0.1:${env.PORT}`;
  const metrics = new Metrics(`http://127.0.0.1:${env.METRICS_PORT}/metrics`);
  const offers = await measureOffers(server, sandbox.ready, metrics);
  rows.push(...offers.rows, ...(await measureLoad(server, offers.last, metrics, database)));
  await endChild(product.child);

  rows.push(...(await measureReplays()));
  for (const { name, figure } of await sizes()) rows.push([name, figure]);
  print(rows);
  console.log(
    `\n${connections} connections for ${seconds} s each, from a second process, on ${cpus().length} processors of this machine.`,
  );
}

async function openDatabase(): Promise<TestDatabase | undefined> {
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

/** In a database of its own, which has no other decisions. */
async function measureReplays(): Promise<readonly Row[]> {
  const database =
    process.env.TEST_DATABASE_URL === undefined ? undefined : await createTestDatabase('empty');
  const { decisions, seconds: taken } = await measureReplay(database?.url, isShort ? 20 : 7_600);
  await database?.drop();
  return [[`Replay of ${decisions} stored decisions, two threads`, `${taken.toFixed(1)} s`]];
}

async function environment(
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

async function measureStart(env: NodeJS.ProcessEnv): Promise<readonly Row[]> {
  return [
    ['Start, the first time (embedded database)', await startAndStop(env)],
    ...(isShort ? [] : [['Start, the next time', await startAndStop(env)] as const]),
  ];
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
    const { perSecond, median, p95, failed } = await load({ url, headers, connections, seconds });
    const figure = `${Math.round(perSecond)} a second, median ${milliseconds(median)}, 95 of 100 ${milliseconds(p95)}`;
    rates.push(perSecond);
    rows.push([name, failed === 0 ? figure : `${figure}, ${failed} failed`]);
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

/** One applicant over HTTP: form, text code, decision, offers. Timing starts when the correct code is sent. */
async function apply(server: string, sandboxPort: number): Promise<Applied> {
  const sent = form(1);
  const submitted = await call('POST', `${server}${submitPrequalification.path}`, sent);
  const cookieOf = (answer: Response) => answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const { verifyOtp } = (await submitted.json()) as PrequalificationResponse;
  const code = { phone: sent.phone, otp: await textCode(sandboxPort, String(sent.phone)) };
  const begun = performance.now();
  const verified = await call('POST', `${server}${verifyOtp?.verifyOtp.href}`, code, {
    cookie: cookieOf(submitted),
  });
  // An accepted code gives the browser another token.
  const cookie = cookieOf(verified);
  const { job } = (await verified.json()) as { job: { href: string } };
  await eventually(async () => {
    const answer = await call('GET', `${server}${job.href}`, undefined, { cookie, prefer: 'wait=20' });
    const { status } = (await answer.json()) as { status: string };
    if (status === 'FAILURE') throw new Error('A decision failed.');
    return status === 'SUCCESS' ? true : undefined;
  });
  const journey = (await (
    await call('GET', `${server}${getJourney.path}`, undefined, { cookie })
  ).json()) as Journey;
  await call('GET', `${server}${journey.links.loanRequest}`, undefined, { cookie });
  return { waited: performance.now() - begun, cookie, job: job.href };
}

async function textCode(sandboxPort: number, phone: string): Promise<string> {
  const url = `http://127.0.0.1:${sandboxPort}/console/api/texts?to=${encodeURIComponent(phone)}`;
  return eventually(async () => {
    const [text] = (await (await fetch(url)).json()) as { body: string }[];
    return text && /\d{6}/.exec(text.body)?.[0];
  });
}

async function call(
  method: string,
  url: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  const answer = await fetch(url, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${new URL(url).pathname} returned ${answer.status}.`);
  return answer;
}

async function startAndStop(env: NodeJS.ProcessEnv): Promise<string> {
  const begun = performance.now();
  const { child } = await start('server/src/main.ts', ['both'], env);
  const lasted = performance.now() - begun;
  await endChild(child);
  return `${(lasted / 1000).toFixed(1)} s`;
}

async function start<T>(
  file: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<{ child: ChildProcess; ready: T }> {
  const child = startChild(file, args, { PATH: process.env.PATH, ...env });
  children.add(child);
  return { child, ready: await readyMessage<T>(child) };
}

async function load(requested: Load): Promise<Figures> {
  return (await start<Figures>('bench/load.ts', [JSON.stringify(requested)])).ready;
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'branchline-bench-'));
  closing.push(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function print(rows: readonly Row[]): void {
  const width = Math.max(...rows.map(([what]) => what.length));
  console.log();
  for (const [what, figure] of rows) console.log(`${what.padEnd(width)}  ${figure}`);
}

function milliseconds(value: number): string {
  return `${value.toFixed(value < 10 ? 1 : 0)} ms`;
}

/** The number after an option, if it was given. */
function given(option: string): number | undefined {
  const at = process.argv.indexOf(option);
  if (at < 0) return undefined;
  const number = Number(process.argv[at + 1]);
  if (!(number > 0)) throw new Error(`Give a number after ${option}.`);
  return number;
}

const scale = given('--scale');
try {
  await (scale === undefined ? main() : measureScale(scale, given('--at-most')));
} finally {
  await Promise.all([...children].map((child) => endChild(child)));
  for (const close of closing.reverse()) await close();
}
