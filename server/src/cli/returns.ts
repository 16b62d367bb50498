// `ops returns FILE`: applies a bank's return file.
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { loadLender } from '#lender/load.ts';
import { applyReturnFile, ReturnFileRefused } from '../funding/ach/returned-entries.ts';
import { SetupError } from '../platform/failure.ts';
import { type Command, readArguments, typedPath, withServices } from './command.ts';

const usage = 'Run `ops returns FILE` with the file that the bank sent.';

export const runReturnsCommand: Command = async (env, args, print) => {
  const [path, ...rest] = readArguments(args, usage, {}).positionals;
  if (path === undefined || rest.length > 0) throw new SetupError(usage);
  const text = await readFile(typedPath(env, path), 'utf8').catch(() => {
    throw new SetupError(`${path} cannot be read.`);
  });
  const lender = loadLender(resolve(env.LENDER_DIR || 'lender'));
  await withServices(env, { keys: true, jobs: true }, async ({ db, clock, jobs, vault }) => {
    const { applied, known, unmatched, refused } = await applyReturnFile(
      { db, clock, jobs, vault, lender },
      text,
    ).catch((error: unknown) => {
      if (error instanceof ReturnFileRefused)
        throw new SetupError(`The file is refused, and none of it was applied. ${error.message}`);
      throw error;
    });
    for (const line of [...applied, ...unmatched, ...refused]) print(line);
    print(
      `${applied.length} applied, ${known} applied before, ${unmatched.length} unmatched, ${refused.length} refused.`,
    );
  });
};
