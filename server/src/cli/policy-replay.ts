// Decides stored decisions again under a changed policy, and reports what that changes: npm run -s policy:replay -- --policy DIR --for
// "…". It calls no vendor and changes no decision.
import { appendFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { addDays, type IsoDate, isIsoDate } from '#finance/dates.ts';
import { type Lender, loadLender } from '#lender/load.ts';
import { instantOf } from '#lender/zoned-time.ts';
import { lenderDay } from '../platform/clock.ts';
import { type Db, transact } from '../platform/db/database.ts';
import { SetupError } from '../platform/failure.ts';
import { actingAs } from '../platform/operator.ts';
import { readBaseline } from '../policy-analysis/policy-watch.ts';
import { isInput } from '../policy-analysis/replay/replay.ts';
import type { ChangedDecision } from '../policy-analysis/replay/replay-batch.ts';
import { replayDecisions } from '../policy-analysis/replay/replay-decisions.ts';
import type { ReplaySummary } from '../policy-analysis/replay/replay-summary.ts';
import { replayReport } from '../policy-analysis/replay/report.ts';
import { countDecisions } from '../policy-analysis/replay/stored-decisions.ts';
import { audit } from '../records/audit.ts';
import type { With } from '../services.ts';
import {
  isPurpose,
  type Print,
  readOperator,
  readOptions,
  runMain,
  typedPath,
  withServices,
} from './command.ts';
import { onReplica } from './replica.ts';

const usage = [
  'Run `npm run -s policy:replay -- --policy DIR --for "proposal 12"`: DIR is a folder of policy files or of a lender. Who replays, and',
  'why, is recorded once. Optional are',
  '  --from 2026-01-01   the first day of the decisions, in the lender’s time zone',
  '  --to 2026-03-31     their last day; without it, all until now',
  '  --state TX          applicants of one state only',
  '  --program small     only decisions that offer a program, before or after',
  '  --on 2027-01-01     decide by the rows of this day',
  '  --assume name=1     a value for an input that stored decisions lack, as JSON; several with commas',
  '  --out FOLDER        where to write the report, policy-replay without it',
  '  --threads 2         how many threads decide; one for each processor without it',
].join('\n');

type Requested = ReturnType<typeof read>;

function read(args: readonly string[]) {
  const values = readOptions(args, usage, {
    policy: 'string',
    for: 'string',
    from: 'string',
    to: 'string',
    on: 'string',
    state: 'string',
    program: 'string',
    assume: 'string',
    out: 'string',
    threads: 'string',
  });
  const { policy, for: why, from, to, on, assume, out = 'policy-replay', ...others } = values;
  const threads = Number(others.threads ?? availableParallelism());
  const isDay = (day: string | undefined): day is IsoDate | undefined => day === undefined || isIsoDate(day);
  if (policy === undefined || !isPurpose(why)) throw new SetupError(usage);
  if (!isDay(from) || !isDay(to) || !isDay(on) || !Number.isSafeInteger(threads) || threads < 1)
    throw new SetupError(usage);
  const { state, program } = others;
  return { policy, why, from, to, on, state, program, out, threads, assumed: assumedIn(assume) };
}

/** `name=value` with commas between them; a value is JSON, or a word. */
function assumedIn(text: string | undefined): Readonly<Record<string, unknown>> {
  const pairs = text?.split(',') ?? [];
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', ...rest] = pair.split('=');
      const value = rest.join('=').trim();
      if (value === '') throw new SetupError(usage);
      try {
        return [name.trim(), JSON.parse(value)];
      } catch {
        return [name.trim(), value];
      }
    }),
  );
}

/** The lender of a folder that is a lender's own, or has policy files alone for the lender in `base`. Validates as a start does. */
function lenderWith(folder: string, base: string): Lender {
  if (!existsSync(folder)) throw new SetupError(`There is no folder ${folder}.`);
  return existsSync(path.join(folder, 'policy')) ? loadLender(folder) : loadLender(base, folder);
}

/** Replays, and writes the report. The lines that are printed name its folder. */
export async function replayPolicy(env: NodeJS.ProcessEnv, args: readonly string[], print: Print) {
  const requested = read(args);
  await withServices(env, { keys: true }, async (services) => {
    const { config } = services;
    const lender = loadLender(config.lenderDirectory);
    const changed = lenderWith(typedPath(env, requested.policy), config.lenderDirectory);
    for (const name of Object.keys(requested.assumed))
      if (!isInput(name) && !Object.hasOwn(changed.policy.attributes, name))
        throw new SetupError(`${name} after --assume is neither an input nor an attribute of the policy.`);
    const folder = openReplayFolder(typedPath(env, requested.out));
    const { timeZone } = lender.brand.hours;
    const until = requested.to ? startOf(timeZone, addDays(requested.to, 1)) : services.clock.now();
    const period = { from: requested.from ? startOf(timeZone, requested.from) : new Date(0), until };
    await record(services, requested, changed, until);
    const summary = await onReplica(services, print, async ({ db }) => {
      const most = await countDecisions(db, period);
      return replayDecisions(
        { db, vault: services.vault, lender },
        changed,
        { ...period, state: requested.state, program: requested.program },
        {
          on: requested.on,
          assumed: requested.assumed,
          threads: { count: requested.threads, lenderDirectory: config.lenderDirectory },
          onBatch: (read, changes) => {
            folder.add(changes);
            if (read % progressSteps > 0) return;
            print(`${read.toLocaleString('en-US')} of at most ${most.toLocaleString('en-US')} decisions`);
          },
        },
      );
    });
    const report = replayReport(summary, {
      lender: lender.brand.name,
      madeOn: lenderDay(lender, services.clock.now()),
      changed: changed.policy.version,
      decisions: described(requested, lenderDay(lender, until)),
      rowsOn: requested.on ?? 'each decision’s own day, or the first day on which the change is in force',
      assumed: requested.assumed,
      baseline: await baselineOf(services.db, requested, summary),
    });
    folder.finish({ 'report.md': report.markdown, ...report.csv });
    const { prequalification, approval } = summary.kinds;
    const left = [summary.missingFacts, summary.refused]
      .flatMap((counts) => Object.values(counts))
      .reduce((a, b) => a + b, 0);
    print(
      `${(prequalification.decided + approval.decided).toLocaleString('en-US')} decisions replayed, ${left.toLocaleString('en-US')} left out.`,
    );
    print(`The report is in ${path.join(requested.out, 'report.md')}.`);
  });
}

/** Decisions between two lines of progress: a multiple of a batch. */
const progressSteps = 10_000;

const startOf = (timeZone: string, day: string) => instantOf(timeZone, day, '00:00');

const changedName = 'changed.csv';
const changedColumns = [
  'Reference',
  'Decision',
  'Day',
  'State',
  'Before',
  'After',
  'Reasons before',
  'Reasons after',
];

/** The folder of a report, which only its owner may read. It is empty, or has what an interrupted replay left. */
function openReplayFolder(folder: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (readdirSync(folder).some((name) => name !== changedName))
    throw new SetupError(`${folder} is not empty. Name another folder with --out.`);
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text, { mode: 0o600 });
  write(changedName, stringify([changedColumns]));
  return {
    add(changes: readonly ChangedDecision[]): void {
      const rows = stringify(changes.map(changedRow), { escape_formulas: true });
      appendFileSync(path.join(folder, changedName), rows);
    },
    finish(files: Readonly<Record<string, string>>): void {
      for (const [name, text] of Object.entries(files)) write(name, text);
    },
  };
}

const changedRow = ({ reference, kind, on, state, before, after }: ChangedDecision) => [
  reference,
  kind,
  on,
  state,
  before.outcome,
  after.outcome,
  before.reasons.join('; '),
  after.reasons.join('; '),
];

function described({ from, to, state, program }: Requested, until: string): string {
  return [
    `made ${from === undefined ? '' : `from ${from} `}until ${to ?? until}`,
    ...(state === undefined ? [] : [`in ${state}`]),
    ...(program === undefined ? [] : [`that offer ${program}`]),
  ].join(', ');
}

async function record(
  { db, clock }: With<'db' | 'clock'>,
  { why, from, state, program }: Requested,
  { policy }: Lender,
  until: Date,
): Promise<void> {
  const replayed = {
    policyVersion: policy.version,
    from: from ?? null,
    to: until.toISOString(),
    state: state ?? null,
    program: program ?? null,
    why,
  };
  await transact(db, (tx) => audit(tx, clock, {}, { type: 'policy-replayed', ...replayed }));
}

/** Undefined where only some of the applicants are replayed. */
async function baselineOf(db: Db, { state, program }: Requested, { versions }: ReplaySummary) {
  const [[version] = []] = Object.entries(versions).sort(([, a], [, b]) => b - a);
  if (version === undefined || state !== undefined || program !== undefined) return undefined;
  const bands = await readBaseline(db, version);
  return bands && { version, ...bands };
}

if (import.meta.main)
  runMain(async (print) => {
    const { name, rest } = readOperator(
      process.argv.slice(2),
      (process.env.NODE_ENV || 'production') === 'production',
    );
    if (rest.includes('--help')) return print(usage);
    await actingAs(name, () => replayPolicy(process.env, rest, print));
  });
