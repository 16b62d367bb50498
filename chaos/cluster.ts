// The lender's machines and the sandbox. Any can be killed and comes back; ends of their own are recorded.
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { parse } from 'yaml';
import { submissionKeyHeader, submitPrequalification } from '#contract/prequalification.ts';
import { pathOf } from '#contract/screens.ts';
import { endChild, startChild } from '../scripts/child-process.ts';
import { chromiumArguments, findChromium } from '../scripts/chromium.js';
import { developmentEnvironment } from '../scripts/development-env.js';
import { freePort } from '../scripts/free-port.js';
import { untilBankingMorning } from '../server/test/banking-morning.ts';
import { form } from '../server/test/world.ts';
import { oneServer, serverCluster } from './database-machines.ts';
import { isNode, type KillTarget, type PlannedKill, type RunOptions } from './plan.ts';
import { type ProxyName, startProxy } from './proxies.ts';
import { SandboxConsole } from './sandbox-books.ts';

const root = resolve(import.meta.dirname, '..');

/** A process that ended by itself. */
interface UnexpectedExit {
  readonly name: string;
  readonly how: string;
  readonly lastOutput: string;
}

export type Cluster = NonNullable<Awaited<ReturnType<typeof startCluster>>>;

/** Undefined if no PostgreSQL is installed. Logs are written to `folder`. */
export async function startCluster(
  folder: string,
  { isClustered, at, proxy: proxyName }: RunOptions & { readonly proxy: ProxyName },
) {
  await using starting = new AsyncDisposableStack();
  const postgres = isClustered ? await serverCluster() : await oneServer();
  if (postgres === undefined) return undefined;
  starting.defer(postgres.remove);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'data'), { recursive: true });
  let ahead = at === undefined ? untilBankingMorning() : Math.ceil((at.getTime() - Date.now()) / 1000) * 1000;
  const setClock = (skew: number) => writeFileSync(join(folder, 'data/clock-offset'), String(ahead + skew));
  setClock(0);

  const port = async () => String(await freePort());
  const [web1, web2, sandboxPort, smtpPort] = [await port(), await port(), await port(), await port()];
  const proxy = await startProxy(proxyName, [Number(web1), Number(web2)]);
  starting.defer(proxy.remove);
  const common = {
    PATH: process.env.PATH,
    // Compiling everything again for each start would take most of the run.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, '.cache/compiled'),
    NODE_ENV: 'development',
    PUBLIC_URL: proxy.url,
    TRUST_PROXY: '1',
    NODE_EXTRA_CA_CERTS: proxy.certificate,
    SANDBOX_PORT: sandboxPort,
    SANDBOX_SMTP_PORT: smtpPort,
    DATA_DIR: join(folder, 'data'),
    ACH_DIR: join(folder, 'data/ach'),
  };
  const product = async (web: string, database: NodeJS.ProcessEnv) =>
    developmentEnvironment({
      ...common,
      ...database,
      PORT: web,
      METRICS_PORT: await port(),
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
      // Every applicant comes from the same address.
      LIMIT_SCALE: '10000',
      // A statement that waits for a busy machine is no outage. A leader that is cut off shows only by the time-outs.
      ...(isClustered ? {} : { DATABASE_STATEMENT_SECONDS: '60' }),
    });
  const exits: UnexpectedExit[] = [];
  const supervised = (name: string, env: NodeJS.ProcessEnv, file: string, ...args: string[]) =>
    new Supervised({ name, file, args, env, log: join(folder, `${name}.log`), exits });
  const processes = {
    sandbox: supervised('sandbox', common, 'sandbox/main.ts'),
    'web-1': supervised('web-1', await product(web1, postgres.pooled), 'server/src/main.ts', 'web'),
    'web-2': supervised('web-2', await product(web2, postgres.unpooled), 'server/src/main.ts', 'web'),
    'worker-1': supervised('worker-1', await product('0', postgres.pooled), 'server/src/main.ts', 'worker'),
    'worker-2': supervised('worker-2', await product('0', postgres.unpooled), 'server/src/main.ts', 'worker'),
  };
  starting.defer(async () => {
    await Promise.all(Object.values(processes).map((child) => child.stop()));
  });
  // The first process creates the tables and the keys.
  await Promise.all([processes.sandbox.start(), processes['web-1'].start()]);
  const sandbox = new SandboxConsole(`http://localhost:${sandboxPort}`);
  await sandbox.advanceClock(ahead);
  // People may apply while the others start.
  for (const child of Object.values(processes)) void child.start();
  const waits = await watchWaits(proxy.url);
  starting.defer(waits.close);
  const started = starting.move();

  return {
    waits,
    publicUrl: proxy.url,
    sandbox,
    databaseUrl: postgres.url,
    proxy,
    exits,
    /** Kills one part, and starts it again after so many milliseconds, a process with another clock. Resolves when it is ready. */
    kill: ({ target, down, skew }: Pick<PlannedKill, 'target' | 'down' | 'skew'>) =>
      waits.during(target, async () => {
        if (isNode(target)) return void (await postgres.end(target, down));
        // Lenders run two web processes, so one is killed only while the other one responds.
        if (target.startsWith('web-'))
          await Promise.all([processes['web-1'].start(), processes['web-2'].start()]);
        setClock(skew);
        if (target !== 'postgres') return processes[target].kill(down);
        const wasRunning = await postgres.end(target, down);
        if (!wasRunning) exits.push({ name: 'postgres', how: 'before it was killed', lastOutput: '' });
      }),
    sleepUntilBankingMorning: async () => {
      const more = untilBankingMorning(Date.now() + ahead);
      ahead += more;
      setClock(0);
      await sandbox.advanceClock(more);
      await Promise.all(Object.values(processes).map((child) => child.kill(0)));
    },
    close: () => started.disposeAsync(),
  };
}

interface SupervisedOptions {
  readonly name: string;
  readonly file: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly log: string;
  readonly exits: UnexpectedExit[];
}

class Supervised {
  readonly #options: SupervisedOptions;
  #child: ChildProcess | undefined;
  /** Resolves when the process is ready; a new promise for each start. */
  #ready: Promise<void> | undefined;
  #isWanted = true;

  constructor(options: SupervisedOptions) {
    this.#options = options;
  }

  start(): Promise<void> {
    this.#ready ??= this.#run();
    return this.#ready;
  }

  async kill(down: number): Promise<void> {
    await this.#ready;
    this.#ready = pause(down).then(() => this.#run());
    await this.#end();
    await this.#ready;
  }

  async stop(): Promise<void> {
    this.#isWanted = false;
    await this.#end();
  }

  async #end(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child) await endChild(child, 'SIGKILL');
  }

  async #run(): Promise<void> {
    while (this.#isWanted) if (await this.#startOnce()) return;
  }

  /** False if the process ended before it was ready. */
  async #startOnce(): Promise<boolean> {
    const { name, file, args, env, log, exits } = this.#options;
    const child = startChild(file, args, env, openSync(log, 'a'));
    this.#child = child;
    let wasReady = false;
    return new Promise((resolve) => {
      child.on('message', ({ type }: { type?: string }) => {
        if (type !== 'ready') return;
        wasReady = true;
        resolve(true);
      });
      child.once('exit', async (code, signal) => {
        // One that was killed is no longer the current child.
        if (this.#child !== child) return resolve(false);
        const lastOutput = readFileSync(log, 'utf8').trimEnd().split('\n').slice(-12).join('\n');
        exits.push({ name, how: signal ? `by ${signal}` : `with ${code}`, lastOutput });
        await pause(500);
        if (wasReady) this.#ready = this.#run();
        else resolve(false);
      });
    });
  }
}

// Someone who looks at their application in a browser while a part ends: how long they wait, and what they see.

const lookEvery = 100;

const { ttl } = parse(readFileSync(join(import.meta.dirname, '../deploy/cluster/patroni.yml'), 'utf8'))
  .bootstrap.dcs as {
  readonly ttl: number;
};
/** Seconds. A lost leader is replaced when Patroni's `ttl` is over; what has no other takes as long as its start. */
const longestWait = (target: KillTarget) => {
  if (!isNode(target)) return Number.POSITIVE_INFINITY;
  return target === 'leader-lost' || target === 'leader-cut-off' ? ttl + 10 : 10;
};

async function watchWaits(url: string) {
  const executablePath = await findChromium();
  const chrome = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: chromiumArguments,
  });
  const context = await chrome.newContext({ baseURL: url, ignoreHTTPSErrors: true });
  const page = await context.newPage();
  const data = { ...form(21), phone: '+18015550999', email: 'visitor@example.com' };
  const headers = { origin: url, [submissionKeyHeader]: crypto.randomUUID() };
  const submit = () => context.request.post(submitPrequalification.path, { data, headers });
  // The processes may still be starting.
  const begun = performance.now();
  for (let sent = await submit(); !sent.ok(); sent = await submit()) {
    if (sent.status() < 500 || performance.now() - begun > 60_000) throw new Error(await sent.text());
    await pause(lookEvery);
  }
  const each: { readonly target: KillTarget; readonly seconds: number }[] = [];
  let isLooking = false;
  const wrongPages: string[] = [];
  /** One look: the page, and what its script shows of the application. Ready means that a process can write. */
  const look = async () => {
    const response = await page.goto(pathOf('phone-check'), { timeout: 60_000 });
    if (!response?.ok()) wrongPages.push(`a page answered ${response?.status()}`);
    else if ((await page.locator('main').innerText()).trim() === '') wrongPages.push('a page was blank');
    await page.locator('[autocomplete="one-time-code"]').waitFor({ timeout: 10_000 });
    const ready = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(10_000) });
    if (!ready.ok) throw new Error('not ready');
  };
  return {
    each,
    close: () => chrome.close(),
    /** What no applicant may see. */
    tooLong: (): readonly string[] => [
      ...wrongPages,
      ...each
        .filter(({ target, seconds }) => seconds > longestWait(target))
        .map(
          ({ target, seconds }) =>
            `${target}: an applicant waited ${seconds.toFixed(1)} seconds, at most ${longestWait(target)} are allowed`,
        ),
    ],
    during: async (target: KillTarget, act: () => Promise<void>): Promise<void> => {
      if (isLooking) return act();
      isLooking = true;
      let isOver = false;
      let longest = 0;
      const looking = (async () => {
        for (let served = performance.now(); !isOver || longest === 0; await pause(lookEvery)) {
          const isServed = await look().then(
            () => true,
            () => false,
          );
          if (!isServed) continue;
          longest = Math.max(longest, performance.now() - served);
          served = performance.now();
        }
      })();
      await act().finally(() => {
        isOver = true;
      });
      await looking;
      isLooking = false;
      each.push({ target, seconds: longest / 1000 });
    },
  };
}
