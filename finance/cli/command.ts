// What the room's commands share: their options, files, and how they end.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** Something the person who typed the command can mend; its message is one sentence. */
export class UsageError extends Error {}

/**
 * Options written `--name value` and what stands beside them. Throws a UsageError for an option that is not among
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
 * JSON from a file named as the person sees it: npm runs commands in the workspace's folder and tells where it was
 * called. Throws a UsageError where the file cannot be read or is not JSON.
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

/** Prints what a command answers; where it refuses, its sentence goes to the error output and the exit code is 1. */
export function runCommand(command: (args: readonly string[]) => string): void {
  try {
    process.stdout.write(`${command(process.argv.slice(2))}\n`);
  } catch (error) {
    // A RangeError is the arithmetic's own sentence about a value out of range; anything else is a fault of ours.
    if (!(error instanceof UsageError || error instanceof RangeError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
