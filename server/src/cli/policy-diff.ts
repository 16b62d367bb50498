// Shows what changes between two policies: npm run -s policy:diff -- BEFORE AFTER. Each is a folder of policy files (such as
// lender/policy, or what `ops policy VERSION --out` wrote) or the folder of a whole lender.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { currentDay } from '#finance/cli/command.ts';
import { isIsoDate } from '#finance/dates.ts';
import { LENDER_DIRECTORY, type Lender, loadLender } from '#lender/load.ts';
import { SetupError } from '../platform/failure.ts';
import { changedRows, comparePolicies } from '../policy/compare.ts';
import type { PolicyInputs } from '../policy/inputs.ts';
import { makePopulation } from '../policy/population.ts';
import { readArguments, runMain, typedPath } from './command.ts';

const usage = [
  'Run `npm run -s policy:diff -- BEFORE AFTER`, each a folder of policy files or of a lender. Optional are',
  '  --people 1000     how many made-up people both policies decide',
  '  --seed 1          which people are made up; the same seed makes the same ones',
  '  --state TX        people of one state only',
  '  --on 2027-01-01   the day of the decisions, today without it',
  '  --examples 3      how many differences of each kind to show',
].join('\n');
const headings = { kind: 'Decisions', reasons: 'Reasons', offers: 'Offers', prices: 'Prices' } as const;

/** The lines to print. Throws a SetupError, or a LenderFileError for a policy that the product would refuse to start with. */
export function diffPolicies(args: readonly string[], today: string): readonly string[] {
  const { values, positionals } = readArguments(args, usage, {
    people: 'string',
    seed: 'string',
    examples: 'string',
    on: 'string',
    state: 'string',
    help: 'boolean',
  });
  if (values.help === true) return [usage];
  const { on = today, state } = values;
  const [people, seed, examples] = [
    Number(values.people ?? 1000),
    Number(values.seed ?? 1),
    Number(values.examples ?? 3),
  ];
  const [from, to, ...others] = positionals;
  const areWhole = [people, seed, examples].every(Number.isSafeInteger) && people >= 1;
  if (from === undefined || to === undefined || others.length > 0 || !areWhole || !isIsoDate(on))
    throw new SetupError(usage);

  const [before, after] = [lenderWith(from), lenderWith(to)];
  // The people have the attributes of both.
  const attributes = { ...before.policy.attributes, ...after.policy.attributes };
  const both = { ...after, policy: { ...after.policy, attributes } };
  const { differences } = comparePolicies(before, after, makePopulation(both, people, seed, state), on);
  const lines = [
    `From ${before.policy.version} to ${after.policy.version}, on ${on}`,
    '',
    'Rows',
    ...indented(changedRows(before, after)),
    '',
    `${differences.length} of ${people} made-up people are answered differently.`,
  ];
  for (const [aspect, heading] of Object.entries(headings)) {
    const found = differences.filter((one) => one.aspect === aspect);
    if (found.length === 0) continue;
    lines.push('', `${heading}: ${found.length}`);
    if (aspect === 'kind')
      lines.push(...indented(counted(found.map((one) => `${one.before} → ${one.after}`))));
    for (const one of found.slice(0, examples)) {
      lines.push(`  for example ${described(one.person)}`, `    was ${one.before}`, `    is  ${one.after}`);
    }
  }
  return lines;
}

/** The lender of a folder: a lender's own, or this repository's with the policy files in the folder. */
function lenderWith(folder: string): Lender {
  const full = typedPath(process.env, folder);
  if (!existsSync(full)) throw new SetupError(`There is no folder ${folder}.`);
  return existsSync(path.join(full, 'policy')) ? loadLender(full) : loadLender(LENDER_DIRECTORY, full);
}

const indented = (lines: readonly string[]) =>
  lines.length === 0 ? ['  none'] : lines.map((line) => `  ${line}`);

function counted(texts: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).map(([text, count]) => `${text}: ${count}`);
}

/** The person's attributes that differ from the defaults. */
function described(person: PolicyInputs): string {
  const usual = ['', 'false', '0', '[]', 'null', '"ACCEPT"'];
  return Object.entries(person)
    .map(([name, value]) => [name, JSON.stringify(value)] as const)
    .filter(([, value]) => !usual.includes(value))
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
}

if (import.meta.main) {
  runMain(async (print) => diffPolicies(process.argv.slice(2), currentDay()).forEach(print));
}
