// How commands are declared, beside the code that they run. commander reads what was typed, prints help, and refuses what doesn't
// fit, before any service is opened.
import { userInfo } from 'node:os';
import { Argument, CommanderError, InvalidArgumentError, Option, Command as Parser } from 'commander';
import { LenderFileError } from '#lender/lender-files.ts';
import type { Lender } from '#lender/load.ts';
import type { Policies } from '../credit-policy/policies.ts';
import type { Config, readStorageConfig } from '../platform/config.ts';
import type { Db } from '../platform/db/database.ts';
import type { Vault } from '../platform/encryption.ts';
import { SetupError } from '../platform/failure.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import { VendorUnavailable } from '../platform/jobs/vendor-calls.ts';
import { actingAs } from '../platform/operator.ts';
import type { With } from '../services.ts';

export type Print = (line: string) => void;
/** Prompts the operator. A `secret` value is not shown as it is typed. */
export type Prompt = (question: string, secret?: boolean) => Promise<string>;
type Env = NodeJS.ProcessEnv;

/** What every command gets that opens the database. */
export interface Opened extends With<'database' | 'db' | 'clock'> {
  readonly config: ReturnType<typeof readStorageConfig>;
  /** For a command that only sometimes decrypts, and needs no keys otherwise. */
  readonly openVault: () => Promise<Vault>;
  readonly prompt: Prompt;
}

/** What a command gets if it names it. */
interface Offered extends With<'vault' | 'blobs' | 'vendors'> {
  /** Enqueues jobs for the product, and runs none. */
  readonly jobs: Jobs;
  /** Of the lender's files. */
  readonly lender: Lender;
  /** As `lender`, whose `policy` is then the one in force now. */
  readonly lenderInForce: Lender;
  /** By their stored versions. One that is not stored ends the command, and alerts no one. */
  readonly policies: Policies;
  /** Those of the vendors, too. */
  readonly config: Config;
}
export type Need = keyof Offered;

/** Opens what a command needs for as long as it runs. */
export type Open = (needs: readonly Need[], use: (services: Opened) => Promise<void>) => Promise<void>;

/** What a typed word means. `read` refuses one that means nothing; `find` looks up what it names. */
export interface Word<T> {
  readonly shown: string;
  readonly choices?: readonly string[];
  readonly mayBeEmpty?: boolean;
  readonly read: (text: string, env: Env) => unknown;
  readonly find?: (db: Db, read: never) => Promise<T>;
  /** The type of what it means. */
  readonly meaning?: () => T;
}

/** An option, or an argument. */
interface Input<T> {
  /** An option without one is a flag. */
  readonly word?: Word<unknown>;
  readonly about: string;
  readonly is?: 'required' | 'many';
  readonly fallback?: string;
  readonly meaning?: () => T;
}

export const flag = (about: string): Input<boolean> => ({ about });
export const optional = <T>(word: Word<T>, about = ''): Input<T | undefined> => ({ word, about });
export const required = <T>(word: Word<T>, about = ''): Input<T> => ({ word, about, is: 'required' });
export const many = <T>(word: Word<T>, about: string): Input<readonly T[]> => ({ word, about, is: 'many' });
/** Optional, with a word that it otherwise has. */
export const otherwise = <T>(fallback: string, word: Word<T>, about: string): Input<T> => ({
  ...{ word, about, fallback },
});

/** Refuses a word, with a sentence beside the command's help. */
export function refuseWord(sentence: string): never {
  throw new InvalidArgumentError(sentence);
}

/** In production, the database's role replaces it. */
const operator: Word<string> = {
  shown: 'your name',
  read: (text, env) => {
    if ((env.NODE_ENV || 'production') === 'production')
      throw new SetupError(
        'Leave out --as: in production, every change is recorded with the role that DATABASE_URL connects as.',
      );
    // A name is stored permanently with every change: short, and nothing that breaks a line.
    if (text.length > 100 || /\p{C}/u.test(text)) refuseWord('Name yourself, such as --as "Pat Reyes".');
    return text.trim();
  },
};
const operatorOption = optional(operator, 'who you are; left out in production');

function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    throw new SetupError('The system doesn\'t name its user. Name yourself with --as "your name".');
  }
}

type Inputs = Readonly<Record<string, Input<unknown>>>;
export type Read<I> = { readonly [K in keyof I]: I[K] extends Input<infer T> ? T : never };
type Nothing = Readonly<Record<never, never>>;
type Granted<N extends Need> = Pick<Offered, Exclude<N, 'lenderInForce'>> &
  ('lenderInForce' extends N ? { readonly lender: Lender } : unknown);
type ServicesOf<N> = N extends readonly Need[] ? Opened & Granted<N[number]> : { readonly env: Env };
type Printed = Promise<string | readonly string[] | undefined> | Promise<void>;

interface Declaration<A, O, Services, Given> {
  readonly arguments?: A;
  readonly options?: O;
  /** A command that leaves it out opens nothing. */
  readonly needs?: readonly Need[];
  /** A sentence if the words don't go together. */
  readonly check?: (input: Given) => string | undefined;
  /** Returns the lines to print, or prints what it does meanwhile. */
  readonly run?: (services: Services, input: Given, print: Print) => Printed;
  readonly verbs?: readonly Command[];
  /** Lines at the end of its help. */
  readonly notes?: (given: Readonly<Record<string, unknown>>) => readonly string[];
}

export interface Command extends Declaration<Inputs, Inputs, never, never> {
  readonly name: string;
  /** One line of help. */
  readonly about: string;
  /** The heading above it in the list of commands. */
  readonly task?: string;
}

export const defineCommand = <
  const A extends Inputs = Nothing,
  const O extends Inputs = Nothing,
  const N extends readonly Need[] | undefined = undefined,
>(
  name: string,
  about: string,
  declared: Declaration<A, O, ServicesOf<N>, Read<A> & Read<O>> & { readonly needs?: N },
): Command => ({ name, about, ...declared }) as Command;

interface Invocation {
  readonly env: Env;
  readonly args: readonly string[];
  readonly print: Print;
  readonly open?: Open;
}

/** Runs a command that npm started. A wrong setting, lender's file or one of `mistakes` ends it with a sentence. */
export function runMain(
  command: Command,
  open?: Open,
  mistakes: readonly (new (message: string) => Error)[] = [],
): void {
  const invocation = { env: process.env, args: process.argv.slice(2), ...(open && { open }) };
  runCommand(command, { ...invocation, print: (line) => console.log(line) }).catch((error: unknown) => {
    const explained = [SetupError, LenderFileError, VendorUnavailable, ...mistakes];
    console.error(explained.some((kind) => error instanceof kind) ? (error as Error).message : error);
    process.exit(1);
  });
}

/** Runs what was typed. Throws a SetupError with a message and the help if it doesn't fit. */
export async function runCommand(command: Command, invocation: Invocation): Promise<void> {
  const written: string[] = [];
  const write = (part: string) => void written.push(part);
  const width = () => 120;
  const parser = new Parser(command.name)
    .exitOverride()
    .showHelpAfterError()
    .helpOption('--help', 'show this help')
    .helpCommand(false)
    .enablePositionalOptions()
    .configureOutput({ writeOut: write, writeErr: write, getOutHelpWidth: width, getErrHelpWidth: width })
    // What was typed in the wrong place may be a Social Security number, and an output may be stored.
    .configureOutput({
      outputError: (text, print) => print(text.replace(/ '[^']*' is invalid/, ' is invalid')),
    });
  addTo(parser, command, invocation);
  // A list of commands by task has a line for each, and nothing else.
  if (command.verbs?.some(({ task }) => task !== undefined))
    parser.configureHelp({ visibleOptions: () => [], subcommandTerm: (verb) => verb.name() });
  try {
    const isList = invocation.args.length === 0 && command.verbs !== undefined;
    await parser.parseAsync(isList ? ['--help'] : [...invocation.args], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const text = written.join('').trimEnd();
    if (error.exitCode !== 0) throw new SetupError(text);
    for (const line of text.split('\n')) invocation.print(line);
  }
}

/** One whose name begins with `no-`, such as `--no-file`, denies no other. */
function optionOf(key: string, { word, about }: Input<unknown>): Option {
  const name = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const option = new Option(word === undefined ? `--${name}` : `--${name} <${word.shown}>`, about);
  return Object.assign(option, { negate: false });
}

function addTo(parser: Parser, command: Command, invocation: Invocation): void {
  const { env, print, open } = invocation;
  const { arguments: words = {}, options = {}, needs } = command;
  parser.description(command.about);
  if (command.notes !== undefined)
    parser.addHelpText('after', () => ['', ...(command.notes?.(parser.opts()) ?? [])].join('\n'));
  for (const [name, input] of Object.entries(words)) {
    const shown = input.is === 'many' ? `${name}...` : name;
    const argument = new Argument(input.is === 'required' ? `<${shown}>` : `[${shown}]`, input.about);
    if (input.word?.choices !== undefined) argument.choices(input.word.choices);
    parser.addArgument(argument.argParser(readerOf(input, env)));
  }
  for (const [key, input] of Object.entries({ ...options, ...(open && { as: operatorOption }) })) {
    const option = optionOf(key, input);
    if (input.word?.choices !== undefined) option.choices(input.word.choices);
    if (input.word !== undefined) option.argParser(readerOf(input, env));
    if (input.fallback !== undefined) option.default(input.word?.read(input.fallback, env), input.fallback);
    parser.addOption(option.makeOptionMandatory(input.is === 'required'));
    let times = 0;
    parser.on(`option:${option.name()}`, () => {
      times += 1;
      if (times > 1 && input.is !== 'many') parser.error(`error: option '${option.flags}' is given twice`);
    });
  }
  for (const verb of command.verbs ?? []) {
    const child = parser.command(verb.name).helpCommand(false);
    if (verb.task !== undefined) child.helpGroup(`${verb.task}:`);
    addTo(child, verb, invocation);
  }
  const { run } = command;
  if (run === undefined) return;
  parser.action(async () => {
    // commander reads an option before a verb for the command above, which does not run.
    for (let above = parser.parent; above !== null; above = above.parent)
      for (const option of above.options) {
        const name = option.attributeName();
        const isOwn = name !== 'as' || parser.getOptionValueSource(name) === 'cli';
        if (isOwn && above.getOptionValueSource(name) === 'cli')
          parser.error(`error: give ${option.long} once, after ${parser.name()}`);
      }
    const input: Record<string, unknown> = {};
    for (const [at, name] of Object.keys(words).entries()) input[name] = parser.processedArgs[at];
    for (const [key, option] of Object.entries(options)) {
      const absent = option.word === undefined ? false : option.is === 'many' ? [] : undefined;
      input[key] = parser.getOptionValue(optionOf(key, option).attributeName()) ?? absent;
    }
    const refusal = command.check?.(input as never);
    if (refusal !== undefined) parser.error(`error: ${refusal}`);
    const runWith = async (services: object) => {
      for (const [name, { word }] of Object.entries({ ...words, ...options }))
        if (word?.find !== undefined && input[name] !== undefined)
          input[name] = await word.find((services as Opened).db, input[name] as never);
      const printed = (await run(services as never, input as never, print)) ?? [];
      for (const line of typeof printed === 'string' ? [printed] : printed) print(line);
    };
    if (needs === undefined || open === undefined) return runWith({ env });
    await actingAs(parser.optsWithGlobals().as ?? systemUser(), () => open(needs, runWith));
  });
}

const readerOf =
  ({ word, is }: Input<unknown>, env: Env) =>
  (text: string, before: unknown) => {
    if ((text.trim() === '' && word?.mayBeEmpty !== true) || /^-\D/.test(text)) refuseWord('Give a value.');
    const read = word?.read(text, env);
    return is === 'many' ? [...((before as unknown[]) ?? []), read] : read;
  };
