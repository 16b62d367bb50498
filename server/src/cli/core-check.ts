// `npm run -s core:check -- --url https://core-test.lender.com`: checks a core system against the interface in
// docs/core-system.openapi.json, and prints what holds and what doesn't.
import { readFileSync } from 'node:fs';
import { SetupError } from '../platform/failure.ts';
import { type Print, readArguments, runMain } from './command.ts';
import { coreChecks, type Known, type Person } from './core-checks.ts';
import { coreClient } from './core-client.ts';

const usage = [
  'Run `CORE_API_KEY=… npm run -s core:check -- --url https://core-test.lender.com` against a test system: it boards loans and',
  'opens cases there. You can also name',
  '  --branch slc                             a branch that the system knows',
  '  --borrower 666010015,Rivera,1985-04-12   a present borrower: SSN, last name and birth date',
  '  --applicant 666010016,Rivera,1985-04-12  a person with an open application',
  '  --payout                                 that the system pays loans out (DISBURSEMENT)',
].join('\n');

/** Resolves to whether everything holds that was checked. */
export async function runCoreCheck(
  env: NodeJS.ProcessEnv,
  args: readonly string[],
  print: Print,
): Promise<boolean> {
  const { url, known } = readRequest(args);
  const core = coreClient({ url, apiKey: apiKeyOf(env) });
  const counts = { holds: 0, wrong: 0, 'not checked': 0 };
  await core.send('status', {}).catch((error: unknown) => {
    throw new SetupError(`There is no answer at ${url}: ${reasonOf(error)}.`);
  });
  print(`The core system at ${url}:`);
  for (const { what, run, leaveOut } of coreChecks(core, known)) {
    const wrong = leaveOut === undefined ? await run().then(() => undefined, reasonOf) : undefined;
    const outcome = leaveOut !== undefined ? 'not checked' : wrong === undefined ? 'holds' : 'wrong';
    counts[outcome] += 1;
    const detail = leaveOut ?? wrong;
    print(`${outcome.padEnd(11)}  ${what}${detail === undefined ? '' : `\n${' '.repeat(13)}${detail}`}`);
  }
  print(`${counts.holds} hold, ${counts.wrong} wrong, ${counts['not checked']} not checked.`);
  return counts.wrong === 0;
}

function readRequest(args: readonly string[]): { url: string; known: Known } {
  const { values, positionals } = readArguments(args, usage, {
    url: 'string',
    branch: 'string',
    borrower: 'string',
    applicant: 'string',
    payout: 'boolean',
  });
  const { url, branch = 'slc', borrower, applicant } = values;
  if (url === undefined || !URL.canParse(url) || positionals.length > 0) throw new SetupError(usage);
  const known = {
    branchId: branch,
    borrower: personOf(borrower),
    applicant: personOf(applicant),
    paysOut: values.payout === true,
  };
  return { url: url.replace(/\/+$/, ''), known };
}

function personOf(text: string | undefined): Person | undefined {
  if (text === undefined) return undefined;
  const [ssn = '', lastName = '', dateOfBirth = ''] = text.split(',');
  if (!/^\d{9}$/.test(ssn) || lastName === '' || !/^\d{4}-\d\d-\d\d$/.test(dateOfBirth))
    throw new SetupError(usage);
  return { ssn, lastName, dateOfBirth };
}

/** Not an argument, so that no shell history has it. */
function apiKeyOf({ CORE_API_KEY: key, CORE_API_KEY_FILE: path }: NodeJS.ProcessEnv): string {
  if (key) return key;
  if (!path) throw new SetupError(`Set CORE_API_KEY, or CORE_API_KEY_FILE.\n${usage}`);
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    throw new SetupError('CORE_API_KEY_FILE names a file that cannot be read.');
  }
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'it could not be checked';
  const cause = error.cause instanceof Error && 'code' in error.cause ? ` (${error.cause.code})` : '';
  return error.name === 'TimeoutError' ? 'no answer within 15 seconds' : `${error.message}${cause}`;
};

if (import.meta.main)
  runMain(async (print) => {
    process.exitCode = (await runCoreCheck(process.env, process.argv.slice(2), print)) ? 0 : 1;
  });
