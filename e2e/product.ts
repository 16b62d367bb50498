// A real app for browser tests: its own process and database, plus a sandbox.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { endChild, readyMessage, startChild } from '../scripts/child-process.ts';
import { developmentEnvironment } from '../scripts/development-env.js';
import { freePort } from '../scripts/free-port.js';
import { copyEmbeddedDatabase, createTestDatabase } from '../server/test/test-databases.ts';
import { anyDatabase, consoleOf, type Mail, patientVendors, sendJson } from '../server/test/world.ts';
import { waitMs } from './limits.ts';

const root = join(import.meta.dirname, '..');

type Close = () => Promise<void> | void;

export class Product {
  readonly url: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly sandboxUrl: string;
  readonly #vendors: ReturnType<typeof consoleOf>;
  readonly #closing: readonly Close[];
  #process: ChildProcess | undefined;

  private constructor(port: number, env: NodeJS.ProcessEnv, sandboxUrl: string, closing: readonly Close[]) {
    this.url = `http://localhost:${port}`;
    this.#env = env;
    this.sandboxUrl = sandboxUrl;
    this.#vendors = consoleOf(sandboxUrl);
    this.#closing = closing;
  }

  /** `any` is the fastest available database: a PostgreSQL server if there is one. */
  static async open(kind: 'any' | 'embedded' = 'any', settings: NodeJS.ProcessEnv = {}): Promise<Product> {
    const folder = mkdtempSync(join(tmpdir(), 'branchline-e2e-'));
    const port = await freePort();
    const sandbox = startChild('sandbox/main.ts', [], {
      ...process.env,
      NODE_ENV: 'development',
      // Where the console's form sends leads.
      PORT: String(port),
      SANDBOX_PORT: '0',
      SANDBOX_SMTP_PORT: '0',
      DATA_DIR: folder,
    });
    const bound = await readyMessage<{ url: string; port: number; smtpPort: number }>(sandbox);
    const onServer = kind === 'any' && anyDatabase === 'server';
    if (!onServer) copyEmbeddedDatabase(folder);
    const database = onServer ? await createTestDatabase('migrated') : { url: '', drop: () => {} };
    const env = developmentEnvironment({
      PATH: process.env.PATH,
      NODE_ENV: 'development',
      // Not the browsers' zone: what the server renders must not depend on its own.
      TZ: 'America/Anchorage',
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
      () => endChild(sandbox),
      database.drop,
      () => rmSync(folder, { recursive: true, force: true }),
    ]);
    await product.start();
    return product;
  }

  async start(): Promise<void> {
    this.#process = startChild('server/src/main.ts', ['both'], this.#env);
    await readyMessage(this.#process);
  }

  /** Kills the process immediately, like a crash or power failure. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    if (this.#process) await endChild(this.#process, signal);
  }

  async close(): Promise<void> {
    await this.kill('SIGTERM');
    for (const close of this.#closing) await close();
  }

  /** Runs an operator's command, with the answers to its prompts. The app stops meanwhile where its database is embedded. */
  async operate(args: readonly string[], answers: readonly string[]): Promise<string> {
    const isEmbedded = !this.#env.DATABASE_URL;
    if (isEmbedded) await this.kill('SIGTERM');
    const command = ['server/src/cli/ops.ts', ...args, '--as', 'Pat Operator'];
    const child = spawn(process.execPath, command, { cwd: root, env: this.#env });
    child.stdin.end(answers.map((answer) => `${answer}\n`).join(''));
    const [said, error] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    if (child.exitCode !== 0) throw new Error(`The command failed: ${error}`);
    if (isEmbedded) await this.start();
    return said;
  }

  async advance(seconds: number): Promise<void> {
    await sendJson(`${this.url}/dev/clock`, { advanceSeconds: seconds });
  }

  /** Makes a vendor fail; `{ mode: 'none' }` restores it. */
  async fault(vendor: string, fault: { mode: string; times?: number; delayMs?: number; path?: string }) {
    await this.#vendors.fault(vendor, fault);
  }

  /** Takes the lender's core system offline, or back. */
  async core(state: { online?: boolean; maintenance?: boolean; backAt?: string | null }): Promise<void> {
    await sendJson(`${this.sandboxUrl}/console/api/core`, state, { method: 'PUT' });
  }

  /** The six-digit code in the latest text to a phone, once `count` texts were sent. */
  async textCode(phone: string, count = 1): Promise<string> {
    return eventually(`text code ${count} to ${phone}`, async () => {
      const codes = (await this.#vendors.textsTo(phone)).flatMap(({ body }) => body.match(/\b\d{6}\b/) ?? []);
      return codes.length >= count ? codes[0] : undefined;
    });
  }

  /** Submits a lead as the partner Harborlight and returns the link in the response. */
  async lead(body: object): Promise<string> {
    const headers = { authorization: 'Bearer sandbox-harborlight-key' };
    const url = `${this.url}/api/v1/partners/harborlight/leads`;
    return (await sendJson<{ resumeUrl: string }>(url, body, { headers })).resumeUrl;
  }

  /** The resume link in the latest email to an address, once there is one. */
  async emailedLink(to: string): Promise<string> {
    const { text } = await this.mail(to, /\/resume\?token=/);
    return /http\S*\/resume\?token=\S+/.exec(text)?.[0] ?? '';
  }

  async texts(phone: string): Promise<readonly unknown[]> {
    return this.#vendors.textsTo(phone);
  }

  /** The latest email to an address whose subject or text contains the words, once there is one. */
  async mail(to: string, words: RegExp, limitMs = waitMs): Promise<Mail> {
    const find = async () =>
      (await this.#vendors.mailTo(to)).find(({ subject, text }) => words.test(subject) || words.test(text));
    return eventually(`a mail to ${to}`, find, limitMs);
  }

  async report(ssn: string, event: object): Promise<void> {
    const loanId = await eventually(`a loan of ${ssn}`, async () => {
      const loans =
        await this.#vendors.console<{ id: string; loan: { borrower: { ssn: string } } }[]>('loans');
      return loans.find(({ loan }) => loan.borrower.ssn === ssn.replaceAll('-', ''))?.id;
    });
    await sendJson(`${this.sandboxUrl}/console/api/core/events`, { loanId, ...event });
  }

  /** The cases with which a branch is to call an applicant, once there is one. */
  async branchCases(phone: string): Promise<readonly { reason: string; phone: string }[]> {
    return eventually(`a case for ${phone}`, async () => {
      const cases = await this.#vendors.console<{ reason: string; phone: string }[]>('cases');
      const own = cases.filter((one) => one.phone === phone);
      return own.length > 0 ? own : undefined;
    });
  }

  async answered(vendor: string): Promise<readonly string[]> {
    const calls = await this.#vendors.console<{ method: string; path: string; status: number }[]>(
      `requests?vendor=${vendor}`,
    );
    return calls.flatMap(({ method, path, status }) =>
      [200, 201].includes(status) ? `${method} ${path}` : [],
    );
  }

  async pulls(ssn: string): Promise<readonly { kind: 'soft' | 'hard' }[]> {
    return this.#vendors.console(`pulls?ssn=${ssn.replaceAll('-', '')}`);
  }

  async resetLogin(email: string): Promise<void> {
    const [bank] = await this.#vendors.console<{ id: string }[]>(`banks?email=${encodeURIComponent(email)}`);
    await sendJson(`${this.sandboxUrl}/console/api/banks/${bank?.id}/reset-login`, {});
  }
}

export async function eventually<T>(
  what: string,
  read: () => Promise<T | undefined | false>,
  limitMs = waitMs,
): Promise<T> {
  const until = performance.now() + limitMs;
  for (;;) {
    const answer = await read();
    if (answer !== undefined && answer !== false) return answer;
    if (performance.now() > until)
      throw new Error(`There was no sign of ${what} within ${limitMs / 1000} s.`);
    await new Promise((resume) => setTimeout(resume, 50));
  }
}
