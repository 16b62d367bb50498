// `ops policy`: the versions of the credit policy, the files of one of them, and the change of the version in force.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { defineCommand, optional, otherwise, required } from '../../commands/command.ts';
import { tableOf, timeOf } from '../../commands/printing.ts';
import { day, instant, matching, purpose, text, path as typedPath } from '../../commands/words.ts';
import { latestOf } from '../../credit-policy/policy-in-force.ts';
import type { Db } from '../../platform/db/database.ts';
import { countText } from '../../platform/db/rows.ts';
import { SetupError } from '../../platform/failure.ts';
import { decisionsByVersion } from '../../records/decisions.ts';
import { type PolicyStep, policySteps, scheduleOf } from '../../records/policy-steps.ts';
import { listPolicyVersions, readPolicyVersion } from '../../records/policy-versions.ts';
import { challenge } from './policy-challenge.ts';
import { approvePolicy, proposePolicy, rollBackPolicy, schedulePolicy } from './policy-changes.ts';
import { replayPolicy } from './policy-replay.ts';

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
  // Decisions are purged in time; their policies are not.
  const decisionsOf = (version: string) =>
    countText(decided.find((row) => row.version === version)?.count ?? 0);
  return tableOf([
    ['Version', 'Stored since', 'Decisions stored', 'State'],
    ...kept.map(({ version, storedAt }) => [
      ...[version, storedAt.toISOString(), decisionsOf(version), stateOf(steps, version, now)],
    ]),
    ...lost.map(({ version, count }) => [version, 'before versions were stored', countText(count), '']),
  ]);
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
