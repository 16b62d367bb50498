// A real product for journeys in a browser: its process with a database of its own, and a sandbox beside it.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build, needsBuild } from '../scripts/build.ts';
import { developmentEnvironment } from '../scripts/development-env.js';
import { copyEmbeddedDatabase } from '../server/test/embedded-template.ts';
import { anyDatabase, createTestDatabase, patientVendors } from '../server/test/world.ts';

const root = resolve(import.meta.dirname, '..');

type Close = () => Promise<void> | void;

interface Mail {
  readonly subject: string;
  readonly text: string;
}

export class Product {
  readonly url: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #sandboxUrl: string;
  readonly #closing: readonly Close[];
  #process: ChildProcess | undefined;

  private constructor(port: number, env: NodeJS.ProcessEnv, sandboxUrl: string, closing: readonly Close[]) {
    this.url = `http://localhost:${port}`;
    this.#env = env;
    this.#sandboxUrl = sandboxUrl;
    this.#closing = closing;
  }

  /** `any` is the quickest database at hand: a PostgreSQL server where there is one. */
  static async open(kind: 'any' | 'embedded' = 'any', settings: NodeJS.ProcessEnv = {}): Promise<Product> {
    if (await needsBuild()) await build();
    const folder = mkdtempSync(join(tmpdir(), 'branchline-e2e-'));
    const sandbox = run('sandbox/main.ts', [], {
      ...process.env,
      NODE_ENV: 'development',
      SANDBOX_PORT: '0',
      SANDBOX_SMTP_PORT: '0',
      DATA_DIR: folder,
    });
    const bound = await readyOf<{ url: string; port: number; smtpPort: number }>(sandbox);
    const port = await freePort();
    const onServer = kind === 'any' && anyDatabase === 'server';
    if (!onServer) copyEmbeddedDatabase(folder);
    const database = onServer ? await createTestDatabase() : { url: '', drop: () => {} };
    const env = developmentEnvironment({
      PATH: process.env.PATH,
      NODE_ENV: 'development',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: String(port),
      METRICS_PORT: '0',
      SANDBOX_PORT: String(bound.port),
      SANDBOX_SMTP_PORT: String(bound.smtpPort),
      DATA_DIR: folder,
      DATABASE_URL: database.url,
      LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'error',
      VENDOR_TIMEOUT_SCALE: patientVendors,
      ...settings,
    });
    const product = new Product(port, env, bound.url, [
      () => ended(sandbox, 'SIGTERM'),
      database.drop,
      () => rmSync(folder, { recursive: true, force: true }),
    ]);
    await product.start();
    return product;
  }

  /** Starts the process, the first time or again on the data it left. */
  async start(): Promise<void> {
    this.#process = run('server/src/main.ts', ['both'], this.#env);
    await readyOf(this.#process);
  }

  /** Ends the process at once, as a crash or a power cut would. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    if (this.#process) await ended(this.#process, signal);
  }

  async close(): Promise<void> {
    await this.kill('SIGTERM');
    for (const close of this.#closing) await close();
  }

  /** Moves the product's clock. */
  async advance(seconds: number): Promise<void> {
    await send('POST', `${this.url}/dev/clock`, { advanceSeconds: seconds });
  }

  /** Switches a vendor's fault on; `{ mode: 'none' }` ends it. */
  async fault(vendor: string, fault: { mode: string; times?: number; delayMs?: number }): Promise<void> {
    await send('PUT', `${this.#sandboxUrl}/console/api/faults/${vendor}`, fault);
  }

  /** Takes the lender's core system offline, or back. */
  async coreOnline(online: boolean): Promise<void> {
    await send('PUT', `${this.#sandboxUrl}/console/api/core`, { online });
  }

  /** The six digits of the latest text to a phone, once `count` were sent. */
  async textCode(phone: string, count = 1): Promise<string> {
    return eventually(`text ${count} to ${phone}`, async () => {
      const texts = await this.#console<{ body: string }[]>(`texts?to=${encodeURIComponent(phone)}`);
      return texts.length >= count ? texts[0]?.body.match(/\d{6}/)?.[0] : undefined;
    });
  }

  /** Hands in a lead as the partner Harborlight does, and gives the link that it is answered. */
  async lead(body: object): Promise<string> {
    const answer = await fetch(`${this.url}/api/v1/partners/harborlight/leads`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer sandbox-harborlight-key' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`The lead was refused: ${await answer.text()}`);
    return ((await answer.json()) as { resumeUrl: string }).resumeUrl;
  }

  /** The link to go on by in the latest mail to an address, once there is one. */
  async mailedLink(to: string): Promise<string> {
    const { text } = await this.mail(to, /\/resume\?token=/);
    return /http\S*\/resume\?token=\S+/.exec(text)?.[0] ?? '';
  }

  async texts(phone: string): Promise<readonly unknown[]> {
    return this.#console(`texts?to=${encodeURIComponent(phone)}`);
  }

  /** The latest mail to an address whose subject or text holds the words, once there is one. */
  async mail(to: string, words: RegExp): Promise<Mail> {
    return eventually(`a mail to ${to}`, async () =>
      (await this.#console<Mail[]>(`mail?to=${encodeURIComponent(to)}`)).find(
        ({ subject, text }) => words.test(subject) || words.test(text),
      ),
    );
  }

  /** Inquiries the bureau counted. */
  async pulls(ssn: string): Promise<readonly { kind: 'soft' | 'hard' }[]> {
    return this.#console(`pulls?ssn=${ssn.replaceAll('-', '')}`);
  }

  /** Lets the bank that an applicant linked ask for a new login, as after a change of password. */
  async resetLogin(email: string): Promise<void> {
    const [bank] = await this.#console<{ id: string }[]>(`banks?email=${encodeURIComponent(email)}`);
    await send('POST', `${this.#sandboxUrl}/console/api/banks/${bank?.id}/reset-login`, {});
  }

  async #console<T>(path: string): Promise<T> {
    const answer = await fetch(`${this.#sandboxUrl}/console/api/${path}`);
    return (await answer.json()) as T;
  }
}

/** One of our processes; it ends by itself when this one is gone. */
function run(file: string, args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, [file, ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

/** What a process says when it is ready. */
function readyOf<T>(child: ChildProcess): Promise<T> {
  return new Promise((ready, failed) => {
    child.once('message', (message) => ready(message as T));
    child.once('exit', (code) => failed(new Error(`A process ended with ${code} before it was ready.`)));
  });
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise((gone) => {
    child.once('exit', gone);
    child.kill(signal);
  });
}

async function send(method: string, url: string, body: object): Promise<void> {
  const answer = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} ${url} was answered ${answer.status}: ${await answer.text()}`);
}

/** Asks until there is an answer. After so many seconds it counts as never coming. */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T | undefined>,
  seconds = 120,
): Promise<T> {
  const until = performance.now() + seconds * 1000;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > until) throw new Error(`Within ${seconds} seconds there was no sign of ${what}.`);
    await new Promise((resume) => setTimeout(resume, 50));
  }
}

function freePort(): Promise<number> {
  return new Promise((found, failed) => {
    const server = createServer();
    server.once('error', failed);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => found(port));
    });
  });
}
