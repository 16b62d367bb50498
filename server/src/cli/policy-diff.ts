// Shows what changes between two policies: npm run -s policy:diff -- BEFORE AFTER. Each is a folder of policy files (such as
// lender/policy, or what `ops policy VERSION --out` wrote) or the folder of a whole lender.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isIsoDate } from '#finance/dates.ts';
import { cents, formatUsd } from '#finance/money.ts';
import { LENDER_DIRECTORY, type Lender } from '#lender/load.ts';
import { SetupError } from '../platform/failure.ts';
import { changedRows } from '../policy/changed-rows.ts';
import type { PolicyInputs } from '../policy/inputs.ts';
import { makePopulation } from '../policy/population.ts';
import type { ReplayedSide } from '../policy/replay.ts';
import { type Aspect, comparePolicies } from '../replay/compare-policies.ts';
import { replayReport } from '../replay/report.ts';
import { currentDay, readArguments, runMain, typedPath } from './command.ts';
import { lenderWith } from './policy-folder.ts';

const usage = [
  'Run `npm run -s policy:diff -- BEFORE AFTER`, each a folder of policy files or of a lender. Optional are',
  '  --people 1000     how many made-up people both policies decide',
  '  --seed 1          which people are made up; the same seed makes the same ones',
  '  --state TX        people of one state only',
  '  --on 2027-01-01   the day of the decisions, today without it',
  '  --examples 3      how many differences of each kind to show',
  '  --out FOLDER      write the report of a replay of these people, too',
].join('\n');
const headings: Record<Aspect, string> = {
  outcome: 'Decisions',
  reasons: 'Reasons',
  offers: 'Offers',
  prices: 'Prices',
};

/** The lines to print. Throws a SetupError, or a LenderFileError for a policy that the product would refuse to start with. */
export async function diffPolicies(args: readonly string[], today: string): Promise<readonly string[]> {
  const { values, positionals } = readArguments(args, usage, {
    people: 'string',
    seed: 'string',
    examples: 'string',
    on: 'string',
    state: 'string',
    out: 'string',
    help: 'boolean',
  });
  if (values.help === true) return [usage];
  const { on = today, state, out } = values;
  const [people, seed, examples] = [
    Number(values.people ?? 1000),
    Number(values.seed ?? 1),
    Number(values.examples ?? 3),
  ];
  const [from, to, ...others] = positionals;
  const areWhole = [people, seed, examples].every(Number.isSafeInteger) && people >= 1;
  if (from === undefined || to === undefined || others.length > 0 || !areWhole || !isIsoDate(on))
    throw new SetupError(usage);

  const [before, after] = [from, to].map((folder) => lenderWith(process.env, folder, LENDER_DIRECTORY)) as [
    Lender,
    Lender,
  ];
  // The people have the attributes of both.
  const attributes = { ...before.policy.attributes, ...after.policy.attributes };
  const both = { ...after, policy: { ...after.policy, attributes } };
  const { summary, differences } = comparePolicies(
    before,
    after,
    makePopulation(both, people, seed, state),
    on,
  );
  const report = await replayReport(summary, {
    title: 'Policy comparison',
    lender: after.brand.name,
    madeOn: today,
    changed: after.policy.version,
    decisions: `made-up people of seed ${seed}${state === undefined ? '' : ` in ${state}`}`,
    rowsOn: on,
    basis: ['Both policies decide the same made-up people on the same day.'],
  });
  const lines = [
    `From ${before.policy.version} to ${after.policy.version}, on ${on}`,
    '',
    'Rows',
    ...indented(changedRows(before, after)),
    '',
    `${differences.length} of ${people} made-up people are decided differently.`,
  ];
  for (const [aspect, heading] of Object.entries(headings)) {
    const found = differences.filter((one) => one.aspect === aspect);
    if (found.length === 0) continue;
    lines.push('', `${heading}: ${found.length}`);
    for (const one of found.slice(0, examples)) {
      lines.push(
        `  for example ${described(one.person)}`,
        `    was ${sideText(one.before)}`,
        `    is  ${sideText(one.after)}`,
      );
    }
  }
  if (out === undefined) return [...lines, '', report.markdown];
  const folder = typedPath(process.env, out);
  mkdirSync(folder, { recursive: true });
  const files = { 'report.html': report.html, 'report.md': report.markdown, ...report.csv };
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  return [...lines, '', `The report is in ${path.join(out, 'report.html')}.`];
}

const usd = (amount: number) => formatUsd(cents(amount));

/** A decision in one line. */
function sideText({ outcome, reasons, programs, hasFastPath, loan }: ReplayedSide): string {
  const offers = programs.map(
    ({ name, minCents, maxCents }) => `${name} ${formatUsd(minCents)} to ${formatUsd(maxCents)}`,
  );
  const fastPath = hasFastPath ? ['fast path'] : [];
  const price = loan
    ? [
        `${usd(loan.amountCents)} over ${loan.months}: ${usd(loan.paymentCents)} at ${(loan.aprBasisPoints / 100).toFixed(2)}%`,
      ]
    : [];
  return [outcome, ...reasons, ...offers, ...fastPath, ...price].join('; ');
}

const indented = (lines: readonly string[]) =>
  lines.length === 0 ? ['  none'] : lines.map((line) => `  ${line}`);

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
  runMain(async (print) => (await diffPolicies(process.argv.slice(2), currentDay())).forEach(print));
}
