// What all operator commands share: reading arguments, naming the operator, and opening services.
import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { IsoDate } from '#finance/dates.ts';
import { LenderFileError } from '#lender/lender-files.ts';
import { type Lender, loadLender } from '#lender/load.ts';
import { Policies } from '../credit-policy/policies.ts';
import { type Clock, clockOf } from '../platform/clock.ts';
import { readStorageConfig } from '../platform/config.ts';
import { type Database, type Db, openDatabase } from '../platform/db/database.ts';
import { isPreparedHere, migrate, prepareSchema } from '../platform/db/migrate.ts';
import { authenticatedOperator } from '../platform/db/roles.ts';
import { readVault, type Vault } from '../platform/encryption.ts';
import { SetupError } from '../platform/failure.ts';
import { Jobs } from '../platform/jobs/jobs.ts';
import { openKeys } from '../platform/key-service.ts';
import { createLog } from '../platform/log.ts';
import { identifyOperator } from '../platform/operator.ts';
import { VendorTimeouts } from '../platform/vendor-timeouts.ts';
import { auditExhaustedJob } from '../records/audit.ts';
import { checkKeys } from '../records/key-fingerprints.ts';
import { readPolicyVersion } from '../records/policy-versions.ts';
import { Blobs } from '../vendors/blob-store/blobs.ts';
import { createBlobStore } from '../vendors/blob-store/create-blob-store.ts';

export type Print = (line: string) => void;
export type Command = (env: NodeJS.ProcessEnv, args: readonly string[], print: Print) => Promise<void>;

/** Runs a command. A wrong setting, lender's file or one of `mistakes` ends it with a sentence, other errors with a stack. */
export function runMain(
  run: (print: Print) => Promise<void>,
  mistakes: readonly (new (message: string) => Error)[] = [],
): void {
  run((line) => console.log(line)).catch((error: unknown) => {
    const isMistake = [SetupError, LenderFileError, ...mistakes].some((kind) => error instanceof kind);
    console.error(isMistake ? (error as Error).message : error);
    process.exit(1);
  });
}

type OptionKinds = Readonly<Record<string, 'string' | 'boolean'>>;
type Values<O extends OptionKinds> = { readonly [N in keyof O]?: O[N] extends 'string' ? string : boolean };

/** Refuses an option that is unknown, given twice or without its value, with the command's usage. */
export function readArguments<const O extends OptionKinds>(args: readonly string[], usage: string, kinds: O) {
  const options = Object.fromEntries(
    Object.entries(kinds).map(([name, type]) => [name, { type, multiple: true }] as const),
  );
  try {
    const read = parseArgs({ args: [...args], options, allowPositionals: true });
    const values = Object.entries(read.values as Record<string, readonly (string | boolean)[]>).map(
      ([name, given]) => {
        if (given.length > 1 || given[0] === '') throw new TypeError(name);
        return [name, given[0]] as const;
      },
    );
    return { positionals: read.positionals, values: Object.fromEntries(values) as Values<O> };
  } catch {
    throw new SetupError(usage);
  }
}

/** Like `readArguments`, for a command of options alone. */
export function readOptions<const O extends OptionKinds>(args: readonly string[], usage: string, kinds: O) {
  const { values, positionals } = readArguments(args, usage, kinds);
  if (positionals.length > 0) throw new SetupError(usage);
  return values;
}

/** Takes `--as NAME` out of the arguments. In production, `withServices` replaces it by the database's role. */
export function readOperator(args: readonly string[], isProduction = false) {
  const at = args.findIndex((arg) => arg === '--as' || arg.startsWith('--as='));
  if (at >= 0 && isProduction)
    throw new SetupError(
      'Leave out --as: in production, every change is recorded with the role that DATABASE_URL connects as.',
    );
  if (at < 0) return { name: systemUser(), rest: [...args] };
  const [given = '', taken] = args[at] === '--as' ? [args[at + 1], 2] : [args[at]?.slice('--as='.length), 1];
  const name = given.trim();
  // A name is stored permanently with every change: short, and nothing that breaks a line.
  if (name === '' || name.startsWith('-') || name.length > 100 || /\p{C}/u.test(name))
    throw new SetupError('Name yourself after --as, such as --as "Pat Reyes".');
  return { name, rest: [...args.slice(0, at), ...args.slice(at + taken)] };
}

/** Whether `--for` gives a reason that can be recorded: short, and nothing that breaks a line. */
export const isPurpose = (why: string | undefined): why is string =>
  why !== undefined && why.length <= 200 && !/\p{C}/u.test(why);

function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    throw new SetupError('The system doesn\'t name its user. Name yourself with --as "your name".');
  }
}

interface Opened {
  readonly database: Database;
  readonly db: Db;
  readonly clock: Clock;
  readonly config: ReturnType<typeof readStorageConfig>;
  /** For a command that only sometimes decrypts, and needs no keys otherwise. */
  readonly openVault: () => Promise<Vault>;
  readonly openBlobs: () => Promise<Blobs>;
}

type Wanted = { readonly keys?: boolean; readonly jobs?: boolean; readonly migrates?: boolean };
export type CommandServices<W extends Wanted = { keys: true; jobs: true }> = Opened &
  (W['keys'] extends true ? { readonly vault: Vault } : unknown) &
  (W['jobs'] extends true ? { readonly jobs: Jobs } : unknown);

/** `keys`: can decrypt. `jobs`: enqueues jobs for the product. `migrates`: owns the database. Runs beside a running product unless the database is embedded. */
export async function withServices<const W extends Wanted, T>(
  env: NodeJS.ProcessEnv,
  wanted: W,
  use: (services: CommandServices<W>) => Promise<T>,
): Promise<T> {
  const config = readStorageConfig(env);
  const { DATABASE_DIRECT_URL: directUrl, dataDirectory, isProduction } = config;
  const vaultOfKeys = async () => readVault({ ...(await openKeys(config)), dataDirectory, isProduction });
  const vault = wanted.keys === true ? await vaultOfKeys() : undefined;
  const database = await openDatabase({ url: directUrl ?? config.DATABASE_URL, poolSize: 2, dataDirectory });
  try {
    const { db } = database;
    await (wanted.migrates ? migrate(database.maintenance.db) : prepareSchema(database, config));
    if (isProduction && !database.embedded) identifyOperator(await authenticatedOperator(db));
    const clock = clockOf(config);
    if (vault !== undefined) await checkKeys(db, clock, vault);
    const openVault = async () => {
      const opened = vault ?? (await vaultOfKeys());
      await checkKeys(db, clock, opened);
      return opened;
    };
    const openBlobs = async () => {
      const store = createBlobStore(config);
      return new Blobs({
        db,
        vault: await openVault(),
        clock,
        store: () => store,
        timeouts: new VendorTimeouts(config.VENDOR_TIMEOUT_SCALE),
        lockMonths: loadLender(config.lenderDirectory).retention.loans.months,
      });
    };
    const opened = { database, db, clock, config, vault, openVault, openBlobs };
    if (wanted.jobs !== true) return await use(opened as unknown as CommandServices<W>);
    const auditExhausted = auditExhaustedJob(clock);
    const log = createLog('error');
    const prepared = wanted.migrates === true || isPreparedHere(database, config);
    const { effects } = await import('../routes-and-jobs.ts');
    const jobs = new Jobs({ database, clock, log, auditExhausted, effects, isPreparedHere: prepared });
    await jobs.start([]);
    try {
      return await use({ ...opened, jobs } as unknown as CommandServices<W>);
    } finally {
      await jobs.stop();
    }
  } finally {
    await database.close();
  }
}

/** Policies by their stored versions. One that is not stored ends the command, and alerts no one. */
export const storedPolicies = (db: Db, lender: Lender): Policies =>
  new Policies({ lender, readStored: (version) => readPolicyVersion(db, version), alert: () => {} });

/** A path that an operator typed, from the folder in which they called npm. */
export const typedPath = (env: NodeJS.ProcessEnv, path: string): string => resolve(env.INIT_CWD ?? '.', path);

/** A path for a file to write. Throws a SetupError if there is one. */
export function newFilePath(env: NodeJS.ProcessEnv, path: string): string {
  const file = typedPath(env, path);
  if (existsSync(file)) throw new SetupError(`${path} exists already. Name a new file.`);
  return file;
}

/** The day in UTC: what a command that is given no date uses. */
// biome-ignore lint/plugin: a command's own default is today
export const currentDay = (): IsoDate => dayOf(new Date()) as IsoDate;
export const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10);
export const timeOf = (instant: Date): string => `${instant.toISOString().slice(0, 19)}Z`;
