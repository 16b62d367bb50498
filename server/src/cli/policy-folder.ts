// The lender of a folder that an operator names: a lender's own, or a folder of policy files alone.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Lender, loadLender } from '#lender/load.ts';
import { SetupError } from '../platform/failure.ts';
import { typedPath } from './command.ts';

/** Validates as a start does: throws a LenderFileError for the first mistake. A folder of policy files is that of the lender in `base`. */
export function lenderWith(env: NodeJS.ProcessEnv, folder: string, base: string): Lender {
  const full = typedPath(env, folder);
  if (!existsSync(full)) throw new SetupError(`There is no folder ${folder}.`);
  return existsSync(path.join(full, 'policy')) ? loadLender(full) : loadLender(base, full);
}
