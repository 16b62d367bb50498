// Decides stored decisions again under a changed policy, and reports what that changes: npm run -s policy:replay -- --policy DIR --for
// "…". It calls no vendor and changes no decision.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { addDays } from '#finance/dates.ts';
import { type Lender, loadLender } from '#lender/load.ts';
import { instantOf } from '#lender/zoned-time.ts';
import {
  defineCommand,
  optional,
  otherwise,
  type Print,
  type Read,
  required,
} from '../../commands/command.ts';
import { onReplica } from '../../commands/replica.ts';
import { assignment, day, listOf, purpose, path as typedPath, whole } from '../../commands/words.ts';
import { lenderDay } from '../../platform/clock.ts';
import { transact } from '../../platform/db/database.ts';
import { SetupError } from '../../platform/failure.ts';
import { audit } from '../../records/audit.ts';
import type { With } from '../../services.ts';
import { isInput } from '../replay/replay.ts';
import { replayDecisions } from '../replay/replay-decisions.ts';
import { sizeOf } from '../replay/replay-summary.ts';
import { replayReport } from '../replay/report.ts';
import { countDecisions } from '../replay/stored-decisions.ts';

const options = {
  policy: required(typedPath('folder'), 'policy files, or a lender'),
  for: required(purpose, 'why, such as "proposal 12"; it is recorded once with who replays'),
  from: optional(day, 'the first day of the decisions, in the lender’s time zone'),
  to: optional(day, 'their last day; without it, all until now'),
  on: optional(day, 'decide by the rows of this day'),
  assume: optional(listOf(assignment), 'values for inputs that stored decisions lack, as JSON'),
  out: otherwise('policy-replay', typedPath('folder'), 'where to write the report'),
  threads: optional(whole('number', 1, 1000), 'how many decide; one for each processor without it'),
};
type Options = Read<typeof options>;
type Requested = Pick<Options, 'policy' | 'for' | 'out'> & Partial<Options>;

export const policyReplay = defineCommand('npm run -s policy:replay --', 'Decides again by another policy.', {
  options,
  needs: ['vault', 'lender'],
  run: replayPolicy,
});

/** The lender of a folder that is a lender's own, or has policy files alone for the lender in `base`. Validates as a start does. */
function lenderWith(folder: string, base: string): Lender {
  if (!existsSync(folder)) throw new SetupError(`There is no folder ${folder}.`);
  return existsSync(path.join(folder, 'policy')) ? loadLender(folder) : loadLender(base, folder);
}

type Needs = With<'db' | 'clock' | 'vault' | 'lender'> & Parameters<typeof onReplica>[0];

/** Replays, and writes the report. The lines that are printed name its folder. */
export async function replayPolicy(services: Needs, requested: Requested, print: Print): Promise<void> {
  const { lender, config } = services;
  const changed = lenderWith(requested.policy, lender.directory);
  const assumed = Object.fromEntries(requested.assume ?? []);
  for (const name of Object.keys(assumed))
    if (!isInput(name) && !Object.hasOwn(changed.policy.attributes, name))
      throw new SetupError(`${name} after --assume is neither an input nor an attribute of the policy.`);
  openReplayFolder(requested.out);
  const { timeZone } = lender.brand.hours;
  const until = requested.to ? startOf(timeZone, addDays(requested.to, 1)) : services.clock.now();
  const period = { from: requested.from ? startOf(timeZone, requested.from) : new Date(0), until };
  const replayed = {
    policyVersion: changed.policy.version,
    from: requested.from ?? null,
    to: until.toISOString(),
  };
  await transact(services.db, (tx) =>
    audit(tx, services.clock, {}, { type: 'policy-replayed', ...replayed, why: requested.for }),
  );
  const summary = await onReplica(services, print, async ({ db }) => {
    const most = await countDecisions(db, period);
    return replayDecisions({ db, vault: services.vault, lender }, changed, period, {
      on: requested.on,
      assumed,
      threads: {
        count: requested.threads ?? availableParallelism(),
        lenderDirectory: config.lenderDirectory,
      },
      onBatch: (read) => {
        if (read % progressSteps > 0) return;
        print(`${read.toLocaleString('en-US')} of at most ${most.toLocaleString('en-US')} decisions`);
      },
    });
  });
  const report = replayReport(summary, {
    lender: lender.brand.name,
    madeOn: lenderDay(lender, services.clock.now()),
    changed: changed.policy.version,
    decisions: `made ${requested.from === undefined ? '' : `from ${requested.from} `}until ${requested.to ?? lenderDay(lender, until)}`,
    rowsOn: requested.on ?? 'each decision’s own day, or the first day on which the change is in force',
    assumed,
  });
  const file = path.join(requested.out, 'report.md');
  writeFileSync(file, report, { mode: 0o600 });
  const { prequalification, approval } = summary.kinds;
  const left = sizeOf(summary.missingFacts) + sizeOf(summary.refused);
  print(
    `${(prequalification.decided + approval.decided).toLocaleString('en-US')} decisions replayed, ${left.toLocaleString('en-US')} left out.`,
  );
  print(`The report is in ${file}.`);
}

/** Decisions between two lines of progress: a multiple of a batch. */
const progressSteps = 10_000;

const startOf = (timeZone: string, day: string) => instantOf(timeZone, day, '00:00');

/** Makes the folder of a report, which only its owner may read. */
function openReplayFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (readdirSync(folder).length > 0)
    throw new SetupError(`${folder} is not empty. Name another folder with --out.`);
}
