// The lender's machines: PostgreSQL or a cluster of it, two web processes behind a load balancer, two workers, and the sandbox as the vendors. Any of
// them can be killed and comes back, and one that ends by itself is recorded and started again, as a service manager does.
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { endChild, startChild } from '../scripts/child-process.ts';
import { developmentEnvironment } from '../scripts/development-env.js';
import { freePort } from '../scripts/free-port.js';
import { untilBankingMorning } from '../server/test/banking-morning.ts';
import { startBalancer } from './balancer.ts';
import { oneServer, serverCluster } from './database-machines.ts';
import { isNode, type KillTarget } from './plan.ts';
import { watchWaits } from './visitor.ts';

const root = resolve(import.meta.dirname, '..');

/** A process that ended by itself. */
interface UnexpectedExit {
  readonly name: string;
  readonly how: string;
  readonly lastOutput: string;
}

export type Cluster = NonNullable<Awaited<ReturnType<typeof startCluster>>>;

/** Undefined if no PostgreSQL is installed. Logs are written to `folder`. */
export async function startCluster(folder: string, { isClustered }: { readonly isClustered: boolean }) {
  await using starting = new AsyncDisposableStack();
  const postgres = isClustered ? await serverCluster() : await oneServer();
  if (postgres === undefined) return undefined;
  starting.defer(postgres.remove);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'data'), { recursive: true });
  const ahead = untilBankingMorning();
  writeFileSync(join(folder, 'data/clock-offset'), String(ahead));

  const port = async () => String(await freePort());
  const [web1, web2, sandboxPort, smtpPort] = [await port(), await port(), await port(), await port()];
  const balancer = await startBalancer([Number(web1), Number(web2)]);
  starting.defer(balancer.close);
  const common = {
    PATH: process.env.PATH,
    // Compiling everything again for each start would take most of the run.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, '.cache/compiled'),
    NODE_ENV: 'development',
    PUBLIC_URL: balancer.url,
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
    await Promise.all(Object.values(processes).map((one) => one.stop()));
  });
  // The first process creates the tables and the keys.
  await Promise.all([processes.sandbox.start(), processes['web-1'].start()]);
  await fetch(`http://localhost:${sandboxPort}/console/api/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceSeconds: ahead / 1000 }),
  });
  // People may apply while the others start.
  for (const one of Object.values(processes)) void one.start();
  const waits = isClustered ? await watchWaits(balancer.url) : undefined;
  const started = starting.move();

  return {
    waits,
    publicUrl: balancer.url,
    sandboxUrl: `http://localhost:${sandboxPort}`,
    databaseUrl: postgres.url,
    balancer,
    exits,
    /** Of the processes that run now. */
    pids: () =>
      new Map(
        Object.entries(processes).flatMap(([name, { pid }]) => (pid === undefined ? [] : [[name, pid]])),
      ),
    /** Kills one part, and starts it again after so many milliseconds. Resolves when it is ready. */
    kill: async (target: KillTarget, down: number) => {
      if (isNode(target)) return waits?.during(target, () => postgres.end(target, down));
      if (target !== 'postgres') return processes[target].kill(down);
      const wasRunning = await postgres.end(target, down);
      if (!wasRunning) exits.push({ name: 'postgres', how: 'before it was killed', lastOutput: '' });
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

  get pid(): number | undefined {
    return this.#child?.pid;
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
        exits.push({ name, how: signal ? `by ${signal}` : `with ${code}`, lastOutput: lastLines(log) });
        await pause(500);
        if (wasReady) this.#ready = this.#run();
        else resolve(false);
      });
    });
  }
}

function lastLines(log: string): string {
  return readFileSync(log, 'utf8').trimEnd().split('\n').slice(-12).join('\n');
}
