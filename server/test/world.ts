// A whole app for a test: its own database and sandbox, called over HTTP without its own port.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import type { Journey } from '#contract/journey.ts';
import type { TextCode } from '#contract/phone-check.ts';
import type { ScreenName } from '#contract/screens.ts';
import { buildSandbox, type Sandbox, type SandboxOptions } from '#sandbox/app.ts';
import { createProduct, type Product, type Role } from '#server/app.ts';
import { runMigrate } from '#server/cli/migrate.ts';
import { readApplication } from '#server/journey/applications.ts';
import type { StateName } from '#server/journey/chart.ts';
import { clockOf, type MovableClock } from '#server/platform/clock.ts';
import { type Config, readConfig } from '#server/platform/config.ts';
import type { ApplicationId } from '#server/platform/db/tables.ts';
import { createLog, type Log } from '#server/platform/log.ts';
import { developmentEnvironment } from '../../scripts/development-env.js';
import { untilBankingMorning } from './banking-morning.ts';
import { copyEmbeddedDatabase, createTestDatabase } from './test-databases.ts';

export type DatabaseKind = 'embedded' | 'server';

/** Without a PostgreSQL server, PostgreSQL tests are reported as not run. */
export const hasServer = process.env.TEST_DATABASE_URL !== undefined;

/** The fastest available database, for tests that aren't about the database. */
export const anyDatabase: DatabaseKind = hasServer ? 'server' : 'embedded';

/** Prevents vendor timeouts on a busy machine; a test about an unresponsive vendor sets its own scale. */
export const patientVendors = '10';

/** Prevents timeouts of statements on a busy machine. */
export const patientDatabase = '60';

export interface Mail {
  readonly messageId: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly references: string | null;
  readonly inReplyTo: string | null;
  readonly unsubscribe: { readonly address: string; readonly oneClick: boolean } | null;
  /** How often it arrived again. */
  readonly repeats: number;
}

/** What a test can reach: the app through a browser, the vendors through the sandbox. */
export interface Surroundings {
  readonly sandboxUrl: string;
  /** How many applicants there were of each test person, if not counted with those of all other worlds. */
  readonly turns?: Map<number, number>;
  /** A separate browser, which stores its cookies between calls. */
  browser(): Browser;
  console<T>(path: string): Promise<T>;
  /** The emails to an address, the newest first. */
  mailTo(to: unknown): Promise<Mail[]>;
  mailsAbout(to: unknown, subject: RegExp): Promise<Mail[]>;
  /** The newest email to an address with such a subject, once there is one. */
  mailAbout(to: unknown, subject: RegExp): Promise<Mail>;
  /** The texts to a phone, the newest first. */
  textsTo(phone: unknown): Promise<{ readonly body: string }[]>;
  fault(vendor: string, fault: object): Promise<void>;
}

/** What time a world with the usual settings began at: applicants can be copied there (journeys.ts). */
type OrdinaryKind = 'now' | 'morning';

export interface World extends Surroundings {
  /** Undefined if its settings are a test's own. */
  readonly ordinary: OrdinaryKind | undefined;
  readonly product: Product;
  /** The product's, also after a restart. */
  readonly services: Product['services'];
  readonly db: Product['services']['db'];
  readonly sandbox: Sandbox;
  readonly clock: MovableClock;
  readonly config: Config;
  /** A second app instance, as in another process, on the same database and sandbox. */
  another(role: Role, env?: Record<string, string>): Promise<Product>;
  /** Stops the app, runs a function, and restarts the app on the same data. */
  restart(meanwhile?: () => Promise<void>, role?: Role): Promise<void>;
  close(): Promise<void>;
}

interface WorldOptions {
  database?: DatabaseKind;
  role?: Role;
  slowResponseMs?: number;
  env?: Record<string, string>;
  /** Runs in production, where a start would refuse the sandbox. */
  inProduction?: boolean;
  log?: Log;
  sandbox?: SandboxOptions;
  /** The product connects through it. The database must be a server's. */
  pooler?: { through(url: string): string };
  /** The product and its vendors begin on the morning of a banking day. */
  onBankingMorning?: boolean;
  /** No applicant is copied: the test changes the product, or is about what happens on the way. */
  applicantsWalk?: true;
}

const hourMs = 3_600_000;
const untilHour = (ahead: number) => hourMs - ((Date.now() + ahead) % hourMs);

export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'branchline-test-'));
  const morning = options.onBankingMorning ? untilBankingMorning() : 0;
  // Limits count by the hour of the clock: a test that reaches them begins with one.
  const ahead = options.env?.LIMIT_SCALE === '1' ? morning + untilHour(morning) : morning;
  const sandbox = buildSandbox({
    slowResponseMs: options.slowResponseMs ?? 50,
    achDir: join(folder, 'ach'),
    clock: () => new Date(Date.now() + ahead),
    ...options.sandbox,
  });
  const bound = await sandbox.listen();
  const kind = options.database ?? anyDatabase;
  if (kind === 'embedded') copyEmbeddedDatabase(folder);
  const database =
    kind === 'server' ? await createTestDatabase('migrated') : { url: undefined, drop: async () => {} };
  const blobs = join(folder, 'blobs');
  mkdirSync(blobs);
  const env = developmentEnvironment({
    NODE_ENV: 'development',
    VENDOR_TIMEOUT_SCALE: patientVendors,
    DATABASE_STATEMENT_SECONDS: patientDatabase,
    SANDBOX_PORT: String(bound.port),
    SANDBOX_SMTP_PORT: String(bound.smtpPort),
    DATA_DIR: folder,
    // Production makes no folder.
    BLOB_STORE: blobs,
    LOG_LEVEL: 'silent',
    ...(database.url === undefined ? {} : { DATABASE_URL: database.url }),
    ...(database.url !== undefined &&
      options.pooler && {
        DATABASE_URL: options.pooler.through(database.url),
        DATABASE_DIRECT_URL: database.url,
      }),
    ...options.env,
  });
  const read = readConfig(env);
  const config: Config = options.inProduction
    ? { ...read, NODE_ENV: 'production', isProduction: true, isDevelopment: false }
    : read;
  const clock = clockOf(config);
  clock.advance(ahead);
  const log = options.log ?? createLog(process.env.TEST_LOG_LEVEL ?? 'silent');
  const start = (role = options.role ?? 'both') =>
    createProduct(config, { role, clock, log, followsSchedules: false });
  if (options.inProduction && kind === 'server')
    await runMigrate({ ...env, NODE_ENV: 'production' }, () => {});
  const { database: _, onBankingMorning, ...own } = options;
  let product = await start();
  const others: Product[] = [];
  return {
    get product() {
      return product;
    },
    get services() {
      return product.services;
    },
    get db() {
      return product.services.db;
    },
    sandbox,
    clock,
    config,
    ordinary: Object.keys(own).length > 0 ? undefined : onBankingMorning ? 'morning' : 'now',
    ...consoleOf(bound.url),
    browser: () =>
      new Browser(({ body, ...request }) => {
        if (!product.app) throw new Error('This product answers no requests.');
        return product.app.inject({ ...request, ...(body === undefined ? {} : { payload: body }) });
      }),
    another: async (role, more) => {
      const other = await createProduct(more ? readConfig({ ...env, ...more }) : config, {
        role,
        clock,
        log,
        followsSchedules: false,
      });
      others.push(other);
      return other;
    },
    restart: async (meanwhile = async () => {}, role) => {
      await product.close();
      await meanwhile().finally(async () => {
        product = await start(role);
      });
    },
    close: async () => {
      for (const other of others) await other.close();
      await product.close();
      await sandbox.close();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A world of the test's own, which closes with it. */
export async function testWorld(options: WorldOptions = {}): Promise<World> {
  const world = await createWorld(options);
  onTestFinished(() => world.close());
  return world;
}

/** An empty object that is filled before the first test. Options may come from a hook, by a function. */
export function openWorld(options: WorldOptions | (() => WorldOptions) = {}): World {
  const world = {} as World;
  beforeAll(async () => {
    const made = await createWorld(typeof options === 'function' ? options() : options);
    // With its getter: a restart replaces the product.
    Object.defineProperties(world, Object.getOwnPropertyDescriptors(made));
  });
  afterAll(() => world.close?.());
  return world;
}

/** Extends the sessions after the clock was moved, as if their applicants had just returned. */
export async function extendSessions({ clock, product }: Pick<World, 'clock' | 'product'>): Promise<void> {
  const now = clock.now();
  await product.services.db.updateTable('session').set({ created_at: now, touched_at: now }).execute();
}

export function consoleOf(sandboxUrl: string): Omit<Surroundings, 'browser'> {
  const base = `${sandboxUrl}/console/api`;
  const read = async <T>(path: string) => (await (await fetch(`${base}/${path}`)).json()) as T;
  const mailTo = (to: unknown) => read<Mail[]>(`mail?to=${encodeURIComponent(String(to))}`);
  const mailsAbout = async (to: unknown, subject: RegExp) =>
    (await mailTo(to)).filter((mail) => subject.test(mail.subject));
  return {
    sandboxUrl,
    console: read,
    mailTo,
    mailsAbout,
    mailAbout: (to, subject) => eventually(async () => (await mailsAbout(to, subject))[0]),
    textsTo: (phone) => read(`texts?to=${encodeURIComponent(String(phone))}`),
    fault: (vendor, fault) => sendJson(`${base}/faults/${vendor}`, fault, { method: 'PUT' }),
  };
}

/** What the sandbox responds, or the product of a browser test. */
export async function sendJson<T>(url: string, body: object, init: RequestInit = {}): Promise<T> {
  const headers = { 'content-type': 'application/json', ...(init.headers as Record<string, string>) };
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body), ...init, headers });
  const answer = await response.text();
  if (!response.ok) throw new Error(`${url} was refused (${response.status}): ${answer}`);
  return (answer === '' ? undefined : JSON.parse(answer)) as T;
}

interface BrowserRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body?: object;
}
type Answer = Pick<LightMyRequestResponse, 'statusCode' | 'headers' | 'body' | 'rawPayload' | 'json'> & {
  readonly cookies: readonly { name: string; value: string }[];
};

export class Browser {
  readonly #send: (request: BrowserRequest) => Promise<Answer>;
  #cookies = new Map<string, string>();

  constructor(send: (request: BrowserRequest) => Promise<Answer>) {
    this.#send = send;
  }

  async call(
    method: BrowserRequest['method'],
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await this.#send({
      method,
      url,
      headers: { ...(cookie === '' ? {} : { cookie }), ...headers },
      ...(body === undefined ? {} : { body: body as object }),
    });
    for (const { name, value } of answer.cookies) this.#cookies.set(name, value);
    return answer;
  }

  get cookies(): Record<string, string> {
    return Object.fromEntries(this.#cookies);
  }

  /** Continues with the cookies of another one. */
  as({ cookies }: Pick<Browser, 'cookies'>): Browser {
    this.#cookies = new Map(Object.entries(cookies));
    return this;
  }

  get = (url: string, headers?: Record<string, string>) => this.call('GET', url, undefined, headers);
  post = (url: string, body?: unknown, headers?: Record<string, string>) =>
    this.call('POST', url, body ?? {}, headers);
  put = (url: string, body?: unknown, headers?: Record<string, string>) =>
    this.call('PUT', url, body ?? {}, headers);

  async journey(): Promise<Journey> {
    return (await this.get('/api/v1/journey')).json() as Journey;
  }

  screen = async (): Promise<ScreenName | undefined> => (await this.journey()).defaultScreen;

  async link(name: keyof Journey['links']): Promise<string> {
    const { links, defaultScreen } = await this.journey();
    const href = links[name];
    if (href === undefined) throw new Error(`At ${defaultScreen} nothing is linked as ${name}.`);
    return href;
  }

  read = async (name: keyof Journey['links']) => (await this.get(await this.link(name))).json();

  async arriveAt(screen: ScreenName): Promise<void> {
    await eventually(async () => (await this.screen()) === screen);
  }

  async applicationId(): Promise<ApplicationId> {
    return applicationOf(await this.link('status'));
  }
}

/** The first error of a refusal with this status. */
export function refusalOf(answer: Answer, status: number) {
  expect(answer.statusCode, answer.body).toBe(status);
  return answer.json<{ errors: [{ code: string; field?: string; message: string }] }>().errors[0];
}

/** The application that one of its URLs names. */
export const applicationOf = (href: string | undefined) => href?.split('/')[4] as ApplicationId;

let applicants = 0;
const turnsOfAll = new Map<number, number>();

/**
 * A new applicant based on test person `person`, with a unique phone and email address, and one of 99 SSNs in turn. Of an
 * address, only what is given changes.
 */
export function form(
  person: number,
  changes: Record<string, unknown> = {},
  turns = turnsOfAll,
): Record<string, unknown> {
  applicants += 1;
  const turn = (turns.get(person) ?? 0) + 1;
  turns.set(person, turn);
  const number = String(turn % 99 || 99).padStart(2, '0');
  const line = String(1000 + (applicants % 9000));
  const { address, ...others } = changes;
  return {
    firstName: 'Alex',
    lastName: 'Rivera',
    email: `alex.${applicants}.${person}@example.com`,
    phone: `+1801555${line}`,
    dob: '04/12/1985',
    ssn: `666-${number}-00${String(person).padStart(2, '0')}`,
    address: {
      streetAddress: '350 S Main St',
      city: 'Salt Lake City',
      state: 'UT',
      zipCode: '84101',
      residentialStatus: 'rent',
      monthlyPayment: 1200,
      ...(address as object | undefined),
    },
    income: { mainIncome: 72000, additionalIncome: null },
    tracking: { experience: 'single_page', socureDeviceSessionId: 'device-of-a-test' },
    acceptLegal: true,
    acceptTexts: true,
    ...others,
  };
}

/**
 * Polls until there is a result other than false, and fails after a number of seconds. Reads that repeat slow down
 * what they wait for.
 */
export async function eventually<T>(read: () => Promise<T | undefined | false>, seconds = 300): Promise<T> {
  const until = performance.now() + seconds * 1000;
  for (let pause = 10; ; pause = Math.min(pause * 1.4, 200)) {
    const answer = await read();
    if (answer !== undefined && answer !== false) return answer;
    if (performance.now() > until) throw new Error(`It did not happen within ${seconds} seconds.`);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** What is read, once it is as wanted. */
export const readUntil = <T>(read: () => Promise<T>, isWanted: (found: T) => boolean): Promise<T> =>
  eventually(async () => {
    const found = await read();
    return isWanted(found) ? found : undefined;
  });

/** What is read, once there is any. */
export const someOf = <T>(read: () => Promise<readonly T[]>) => readUntil(read, ({ length }) => length > 0);

export const stateOf = async ({ product }: Pick<World, 'product'>, id: ApplicationId): Promise<StateName> =>
  (await readApplication(product.services.db, id)).state;

/** The newest text code sent to a phone, once it has more texts than before. */
export async function textCode(
  { textsTo }: Pick<Surroundings, 'textsTo'>,
  phone: string,
  before = 0,
): Promise<string> {
  return eventually(async () => {
    const texts = await textsTo(phone);
    return texts.length > before ? texts.flatMap(({ body }) => body.match(/\b\d{6}\b/) ?? [])[0] : undefined;
  });
}

/** The status of a text code, once it was sent or could not be. */
export const codeOutcome = (browser: Browser, href: string) =>
  readUntil(
    async () => (await browser.get(href)).json() as TextCode,
    ({ status }) => status !== 'sending',
  );

export async function applyAs(
  world: Surroundings,
  person: number,
  changes: Record<string, unknown> = {},
  headers: Record<string, string> = {},
) {
  const browser = world.browser();
  const sent = form(person, changes, world.turns);
  // An applicant with the phone of an earlier application waits for a new code.
  const earlier = (await world.textsTo(sent.phone)).length;
  const submitted = await browser.post('/api/v2/prequalifications/', sent, headers);
  if (submitted.statusCode !== 200) throw new Error(`The form was refused: ${submitted.body}`);
  const { verifyOtp } = submitted.json() as { verifyOtp?: { verifyOtp: { href: string } } };
  if (verifyOtp === undefined) throw new Error(`The form led to no text code: ${submitted.body}`);
  const otp = await textCode(world, sent.phone as string, earlier);
  const verified = await browser.post(verifyOtp.verifyOtp.href, { phone: sent.phone, otp });
  if (verified.statusCode !== 200) throw new Error(`The code was refused: ${verified.body}`);
  const { job } = verified.json() as { job: { href: string } };
  return { browser, sent, id: applicationOf(verifyOtp.verifyOtp.href), job: job.href };
}
