// What the commands share: reading options and files, and exiting.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { IsoDate } from '../dates.ts';

/** A mistake that the person who typed the command can correct; the message is one sentence. */
export class UsageError extends Error {}

/**
 * The options written `--name value`, and the other arguments. Throws a UsageError for an option that is not among
 * `names` or has no value.
 */
export function readOptions(
  args: readonly string[],
  names: readonly string[],
): { options: Record<string, string | undefined>; rest: string[] } {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
    strict: false,
    allowPositionals: true,
  });
  for (const [name, value] of Object.entries(values)) {
    if (!names.includes(name)) throw new UsageError(`The option --${name} is not known.`);
    if (typeof value !== 'string' || value === '')
      throw new UsageError(`The option --${name} needs a value.`);
  }
  return { options: values as Record<string, string | undefined>, rest: positionals };
}

/**
 * JSON from a file, relative to the folder where the command was typed: npm runs commands in the project's folder and puts
 * the original one in INIT_CWD. Throws a UsageError if the file cannot be read or is not JSON.
 */
export function readJsonFile(name: string): unknown {
  let text: string;
  try {
    text = readFileSync(resolve(process.env.INIT_CWD ?? '.', name), 'utf8');
  } catch {
    throw new UsageError(`The file ${name} cannot be read.`);
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new UsageError(`The file ${name} is not JSON.`);
  }
}

/** The day in UTC: what a command that is given no date uses. */
// biome-ignore lint/plugin: a command's own default is today
export const currentDay = (): IsoDate => new Date().toISOString().slice(0, 10) as IsoDate;

/** Prints the result of a command. If the command refuses, prints its sentence to stderr and sets exit code 1. */
export function runCommand(command: (args: readonly string[]) => string): void {
  try {
    process.stdout.write(`${command(process.argv.slice(2))}\n`);
  } catch (error) {
    // A RangeError is the arithmetic's own sentence about a value out of range; anything else is a bug.
    if (!(error instanceof UsageError || error instanceof RangeError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
