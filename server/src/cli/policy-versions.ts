// `ops policy`: the versions of the credit policy, the files of one of them, and the change of the version in force.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { loadLender } from '#lender/load.ts';
import { latestOf } from '../credit-policy/policy-in-force.ts';
import type { Db } from '../platform/db/database.ts';
import { countText } from '../platform/db/rows.ts';
import { SetupError } from '../platform/failure.ts';
import { decisionsByVersion } from '../records/decisions.ts';
import { type PolicyStep, policySteps, scheduleOf } from '../records/policy-steps.ts';
import { listPolicyVersions, readPolicyVersion } from '../records/policy-versions.ts';
import {
  type Command,
  isPurpose,
  type Print,
  readArguments,
  timeOf,
  typedPath,
  withServices,
} from './command.ts';
import { runChallengeCommand } from './policy-challenge.ts';
import { approvePolicy, proposePolicy, rollBackPolicy, schedulePolicy } from './policy-changes.ts';
import { replayPolicy } from './policy-replay.ts';
import { runWatchCommand } from './policy-watch.ts';

const usage = [
  'Run `ops policy` for the versions that decided or were proposed, `ops policy VERSION` to print one, or `ops policy VERSION --out FOLDER` to write its files. To change the one in force, run one of',
  '  ops policy propose FOLDER --for "why" [--from 2026-01-01] [--out FOLDER]',
  '  ops policy approve VERSION',
  '  ops policy schedule VERSION [--at 2027-01-04T06:00:00Z]',
  '  ops policy rollback --for "why"',
  '  ops policy challenge VERSION --share 20 --for "why", or challenge report or stop',
  '  ops policy watch [--weeks 8]',
].join('\n');

const stepLine = ({ kind, operator, recordedAt, takesEffectAt, why }: PolicyStep) =>
  `${timeOf(recordedAt)}  ${kind} by ${operator}${takesEffectAt ? `, in force from ${timeOf(takesEffectAt)}` : ''}${why === null ? '' : `: ${why}`}`;

/** The lines for the versions, or for the files of one. Throws a SetupError for a version that is not stored. */
export async function policyReport(
  db: Db,
  now: Date,
  { version, out }: { readonly version?: string | undefined; readonly out?: string | undefined },
): Promise<readonly string[]> {
  if (version === undefined) return listVersions(db, now);
  const kept = await readPolicyVersion(db, version);
  if (!kept) throw new SetupError(`Policy ${version} isn't stored. \`ops policy\` lists those that are.`);
  const formatted = kept.files.map(({ name, json }) => ({
    name,
    text: `${JSON.stringify(JSON.parse(json), null, 2)}\n`,
  }));
  const steps = await policySteps(db);
  const own = steps.filter((step) => step.version === version);
  const state = stateOf(steps, version, now);
  const head = [
    `${version}, SHA-256 ${kept.digest}, stored ${kept.storedAt.toISOString()}`,
    ...own.map(stepLine),
    ...(state === '' ? [] : [`State: ${state}`]),
  ];
  if (out === undefined) {
    const report = own.findLast((step) => step.report !== null)?.report;
    return [
      ...head,
      ...(report ? ['', report] : []),
      ...formatted.flatMap(({ name, text }) => ['', `== ${name}`, text]),
    ];
  }
  if (existsSync(out) && readdirSync(out).length > 0) throw new SetupError(`${out} is not empty.`);
  mkdirSync(out, { recursive: true });
  for (const { name, text } of formatted) writeFileSync(path.join(out, name), text);
  return [...head, `${formatted.length} files written to ${out}.`];
}

async function listVersions(db: Db, now: Date): Promise<readonly string[]> {
  const kept = await listPolicyVersions(db);
  const decided = await decisionsByVersion(db);
  const steps = await policySteps(db);
  const lost = decided.filter(({ version }) => !kept.some((stored) => stored.version === version));
  if (kept.length + lost.length === 0) return ['No policy has made a decision yet.'];
  const line = (version: string, since: string, count: string, state: string) =>
    `${version.padEnd(20)}${since.padEnd(28)}${count.padEnd(18)}${state}`.trimEnd();
  // Decisions are purged in time; their policies are not.
  const decisionsOf = (version: string) =>
    countText(decided.find((row) => row.version === version)?.count ?? 0);
  return [
    line('Version', 'Stored since', 'Decisions stored', 'State'),
    ...kept.map(({ version, storedAt }) =>
      line(version, storedAt.toISOString(), decisionsOf(version), stateOf(steps, version, now)),
    ),
    ...lost.map(({ version, count }) => line(version, 'before versions were stored', countText(count), '')),
  ];
}

function stateOf(steps: readonly PolicyStep[], version: string, now: Date): string {
  const schedule = scheduleOf(steps);
  const current = latestOf(schedule, now);
  const next = schedule.find((activation) => activation.version === version && activation.from > now);
  const last = steps.findLast((step) => step.version === version);
  if (current?.version === version) return `in force since ${timeOf(current.from)}`;
  if (next) return `takes effect at ${timeOf(next.from)}`;
  if (last?.kind === 'proposed' || last?.kind === 'approved') return `${last.kind} by ${last.operator}`;
  return last === undefined ? '' : 'no longer in force';
}

/** Throws a SetupError for a time without its time zone. */
function parseInstant(text: string): Date {
  const at = new Date(text);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(at.getTime()))
    throw new SetupError(`${text} is not a time with its time zone, such as 2027-01-04T06:00:00Z.`);
  return at;
}

export const runPolicyCommand: Command = async (env, args, print) => {
  if (args[0] === 'challenge') return runChallengeCommand(env, args.slice(1), print);
  if (args[0] === 'watch') return runWatchCommand(env, args.slice(1), print);
  const request = requestOf(args);
  if (request.verb === 'propose') return propose(env, request, print);
  await withServices(env, {}, async ({ db, clock, config }) => {
    const services = () => ({ db, clock, lender: loadLender(config.lenderDirectory) });
    const report = async () => {
      switch (request.verb) {
        case 'approve':
          return approvePolicy(services(), request.of);
        case 'schedule':
          return schedulePolicy(services(), { version: request.of, at: request.at });
        case 'rollback':
          return rollBackPolicy(services(), request.why);
        case 'show':
          return policyReport(db, clock.now(), {
            version: request.of,
            out: request.out === undefined ? undefined : typedPath(env, request.out),
          });
      }
    };
    (await report()).forEach(print);
  });
};

type Proposal = Extract<ReturnType<typeof requestOf>, { verb: 'propose' }>;

/** Decides the stored decisions again by the policy, and proposes it with the report. A policy that may not be proposed is not replayed. */
async function propose(env: NodeJS.ProcessEnv, { of, why, from, out }: Proposal, print: Print) {
  const folder = typedPath(env, of);
  const proposed = (report?: string) =>
    withServices(env, {}, async ({ db, clock, config }) =>
      proposePolicy(
        { db, clock, lender: loadLender(config.lenderDirectory) },
        { folder, why, ...(report !== undefined && { report }) },
      ),
    );
  await proposed();
  const period = from === undefined ? [] : ['--from', from];
  await replayPolicy(env, ['--policy', of, '--for', why, '--out', out, ...period], print);
  const report = readFileSync(path.join(typedPath(env, out), 'report.md'), 'utf8');
  (await proposed(report)).forEach(print);
}

function requestOf(args: readonly string[]) {
  const { values, positionals } = readArguments(args, usage, {
    out: 'string',
    for: 'string',
    from: 'string',
    at: 'string',
  });
  const [verb, of, ...rest] = positionals;
  const { out, for: why, from, at } = values;
  const takes = (...options: string[]) =>
    rest.length === 0 && Object.keys(values).every((name) => options.includes(name));
  if (verb === 'propose' && of !== undefined && isPurpose(why) && takes('for', 'from', 'out'))
    return { verb, of, why, from, out: out ?? 'policy-replay' } as const;
  if (verb === 'approve' && of !== undefined && takes()) return { verb, of } as const;
  if (verb === 'schedule' && of !== undefined && takes('at'))
    return { verb, of, at: at === undefined ? undefined : parseInstant(at) } as const;
  if (verb === 'rollback' && of === undefined && isPurpose(why) && takes('for'))
    return { verb, why } as const;
  const isVersion = verb === undefined ? out === undefined : verb.includes('+');
  if (isVersion && of === undefined && takes('out')) return { verb: 'show', of: verb, out } as const;
  throw new SetupError(usage);
}
