// `ops policy`: the versions of the credit policy, the files of one of them, and the change of the version in force.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { loadLender } from '#lender/load.ts';
import { defineCommand, optional, otherwise, required } from '../../commands/command.ts';
import { tableOf, timeOf } from '../../commands/printing.ts';
import { day, instant, matching, purpose, text, path as typedPath } from '../../commands/words.ts';
import { type Activation, latestOf } from '../../credit-policy/policy-in-force.ts';
import { type Db, type Tx, transact } from '../../platform/db/database.ts';
import { countText } from '../../platform/db/rows.ts';
import { SetupError } from '../../platform/failure.ts';
import { operatorName } from '../../platform/operator.ts';
import { decisionsByVersion } from '../../records/decisions.ts';
import {
  isPolicyMistake,
  listPolicyVersions,
  lockPolicySteps,
  type PolicyStep,
  policySteps,
  readPolicyFor,
  readPolicyVersion,
  savePolicyStep,
  savePolicyVersion,
  scheduleOf,
} from '../../records/policy-versions.ts';
import type { With } from '../../services.ts';
import { challenge } from './policy-challenge.ts';
import { replayPolicy } from './policy-replay.ts';

/** The lender has the policy of its files. */
type Needs = With<'db' | 'clock' | 'lender'>;

const lastOf = (steps: readonly PolicyStep[], version: string) =>
  steps.findLast((step) => step.version === version);

/** Runs a change as one of the lender's operators, after every change that was recorded before. */
function change<T>(
  { db, lender }: Needs,
  make: (tx: Tx, steps: readonly PolicyStep[], operator: string) => Promise<T>,
): Promise<T> {
  const operator = operatorName() ?? '';
  if (!lender.policyApproval.operators.includes(operator))
    throw new SetupError(
      `${operator} may not change the policy: policy-approval.json doesn't list that operator.`,
    );
  return transact(db, async (tx) => {
    await lockPolicySteps(tx);
    return make(tx, await policySteps(tx), operator);
  });
}

/** Stores a folder's policy; without a report it only checks it. Throws a LenderFileError for a mistake in it. */
export async function proposePolicy(
  services: Needs,
  { folder, why, report }: { readonly folder: string; readonly why: string; readonly report?: string },
): Promise<readonly string[]> {
  const { clock, lender } = services;
  const { policy } = loadLender(lender.directory, folder);
  const { version } = policy;
  return change(services, async (tx, steps) => {
    const last = lastOf(steps, version);
    if (last?.kind === 'proposed' || last?.kind === 'approved')
      throw new SetupError(`Policy ${version} was already proposed by ${last.operator}.`);
    const schedule = scheduleOf(steps);
    const inForce = latestOf(schedule, clock.now())?.version ?? lender.policy.version;
    if (inForce === version) throw new SetupError(`Policy ${version} is in force.`);
    if (schedule.some((activation) => activation.version === version && activation.from > clock.now()))
      throw new SetupError(`Policy ${version} is already scheduled.`);
    if (report === undefined) return [];
    await savePolicyVersion(tx, clock, policy);
    await savePolicyStep(tx, clock, { version, kind: 'proposed', why, report });
    return [
      `Policy ${version} is proposed. Nothing changed yet.`,
      lender.policyApproval.policyApproval === 'two-people'
        ? `Someone else must approve it: npm run -s ops -- policy approve ${version}`
        : `Put it in force: npm run -s ops -- policy schedule ${version}`,
    ];
  });
}

export function approvePolicy(services: Needs, version: string): Promise<readonly string[]> {
  const { clock, lender } = services;
  return change(services, async (tx, steps, operator) => {
    const last = lastOf(steps, version);
    if (last?.kind !== 'proposed') throw new SetupError(`Policy ${version} isn't waiting for approval.`);
    if (lender.policyApproval.policyApproval === 'two-people' && last.operator === operator)
      throw new SetupError(`You proposed policy ${version}, so someone else must approve it.`);
    await savePolicyStep(tx, clock, { version, kind: 'approved' });
    return [
      `Policy ${version} is approved. Put it in force: npm run -s ops -- policy schedule ${version} --at 2027-01-04T06:00:00Z`,
    ];
  });
}

/** Takes effect now if `at` is undefined. */
export function schedulePolicy(
  services: Needs,
  { version, at }: { readonly version: string; readonly at: Date | undefined },
): Promise<readonly string[]> {
  const { clock, lender } = services;
  return change(services, async (tx, steps) => {
    const { policyApproval } = lender.policyApproval;
    const last = lastOf(steps, version);
    if (last?.kind === 'proposed' && policyApproval === 'two-people')
      throw new SetupError(`Policy ${version} needs the approval of someone other than ${last.operator}.`);
    if (last?.kind !== 'proposed' && last?.kind !== 'approved')
      throw new SetupError(`Policy ${version} isn't proposed. Propose it with \`ops policy propose\`.`);
    const now = clock.now();
    if (at !== undefined && at <= now)
      throw new SetupError(`${timeOf(at)} is in the past. Omit --at to put it in force now.`);
    await readPolicyFor(tx, lender.directory, version).catch(refuseMistake);
    // Until now, the files decided. They are the version to go back to.
    if (scheduleOf(steps).length === 0) {
      await savePolicyVersion(tx, clock, lender.policy);
      await savePolicyStep(tx, clock, {
        version: lender.policy.version,
        kind: 'scheduled',
        why: "The lender's files, until the first change by command",
        takesEffectAt: now,
      });
    }
    await savePolicyStep(tx, clock, { version, kind: 'scheduled', takesEffectAt: at ?? now });
    return [
      at === undefined
        ? `Policy ${version} is in force as of ${timeOf(now)}.`
        : `Policy ${version} takes effect at ${timeOf(at)}.`,
    ];
  });
}

/** Cancels what is scheduled; if nothing is, the version before the one in force takes effect again. */
export function rollBackPolicy(services: Needs, why: string): Promise<readonly string[]> {
  const { clock, lender } = services;
  return change(services, async (tx, steps) => {
    const now = clock.now();
    const applied = appliedOf(steps);
    const pending = applied.filter(({ from }) => from > now);
    const back = applied.filter(({ from }) => from <= now).at(pending.length > 0 ? -1 : -2);
    if (back === undefined) throw new SetupError('There is no version before the one in force.');
    const { version } = back;
    await readPolicyFor(tx, lender.directory, version).catch(refuseMistake);
    await savePolicyStep(tx, clock, { version, kind: 'rolled-back', why, takesEffectAt: now });
    return pending.length > 0
      ? [
          `${pending.map((activation) => activation.version).join(', ')} will not take effect. Policy ${version} stays in force.`,
        ]
      : [`Policy ${version} is in force again as of ${timeOf(now)}.`];
  });
}

/** The versions that were put in force or scheduled, without those that were rolled back. */
function appliedOf(steps: readonly PolicyStep[]): readonly Activation[] {
  let applied: Activation[] = [];
  for (const { version, kind, takesEffectAt: from } of steps) {
    if (from === null) continue;
    if (kind === 'scheduled') {
      applied = [...applied, { version, from }].sort((a, b) => a.from.getTime() - b.from.getTime());
      continue;
    }
    const due = applied.filter((activation) => activation.from <= from);
    applied = due.length < applied.length ? due : due.slice(0, -1);
  }
  return applied;
}

function refuseMistake(error: unknown): never {
  if (isPolicyMistake(error)) throw new SetupError(error.message);
  throw error;
}

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
  if (kept.length === 0) return ['No policy has made a decision yet.'];
  // Decisions are purged in time; their policies are not.
  const decisionsOf = (version: string) =>
    countText(decided.find((row) => row.version === version)?.count ?? 0);
  return tableOf([
    ['Version', 'Stored since', 'Decisions stored', 'State'],
    ...kept.map(({ version, storedAt }) => [
      ...[version, storedAt.toISOString(), decisionsOf(version), stateOf(steps, version, now)],
    ]),
  ]);
}

function stateOf(steps: readonly PolicyStep[], version: string, now: Date): string {
  const schedule = scheduleOf(steps);
  const current = latestOf(schedule, now);
  const next = schedule.find((activation) => activation.version === version && activation.from > now);
  const last = lastOf(steps, version);
  if (current?.version === version) return `in force since ${timeOf(current.from)}`;
  if (next) return `takes effect at ${timeOf(next.from)}`;
  if (last?.kind === 'proposed' || last?.kind === 'approved') return `${last.kind} by ${last.operator}`;
  return last === undefined ? '' : 'no longer in force';
}

const version = required(text('version'));
const why = required(purpose, 'why; it is recorded');

/** Decides the stored decisions again by the policy, and proposes it with the report. A policy that may not be proposed is not replayed. */
const propose = defineCommand('propose', 'replay a folder’s policy on stored decisions, and propose it', {
  arguments: { folder: required(typedPath('folder')) },
  options: {
    for: why,
    from: optional(day, 'the first day of the decisions'),
    out: otherwise('policy-replay', typedPath('folder'), 'where to write the report'),
  },
  needs: ['vault', 'lender'],
  run: async (services, { folder, for: reason, from, out }, print) => {
    await proposePolicy(services, { folder, why: reason });
    await replayPolicy(services, { policy: folder, for: reason, from, out }, print);
    const report = readFileSync(path.join(out, 'report.md'), 'utf8');
    return proposePolicy(services, { folder, why: reason, report });
  },
});

const approve = defineCommand('approve', 'approve what someone else proposed', {
  arguments: { version },
  needs: ['lender'],
  run: (services, { version: proposed }) => approvePolicy(services, proposed),
});

const schedule = defineCommand('schedule', 'put a version in force', {
  arguments: { version },
  options: { at: optional(instant, 'when; now if left out') },
  needs: ['lender'],
  run: (services, { version: approved, at }) => schedulePolicy(services, { version: approved, at }),
});

const rollback = defineCommand('rollback', 'cancel what is scheduled, or return to the version before', {
  options: { for: why },
  needs: ['lender'],
  run: (services, { for: reason }) => rollBackPolicy(services, reason),
});

export const policy = defineCommand('policy', 'list policy versions; propose, approve, schedule, roll back', {
  arguments: { version: optional(matching('a version', /\+/), 'prints it') },
  options: { out: optional(typedPath('folder'), 'write the files of the version') },
  check: (shown) =>
    shown.out !== undefined && shown.version === undefined ? 'Name the version to write.' : undefined,
  needs: [],
  run: ({ db, clock }, shown) => policyReport(db, clock.now(), shown),
  verbs: [propose, approve, schedule, rollback, challenge],
});
