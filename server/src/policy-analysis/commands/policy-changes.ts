// How operators change the policy in force. Each step is recorded, and every process takes the version at its instant.
import { loadLender } from '#lender/load.ts';
import { timeOf } from '../../commands/printing.ts';
import { type Activation, latestOf } from '../../credit-policy/policy-in-force.ts';
import { type Tx, transact } from '../../platform/db/database.ts';
import { SetupError } from '../../platform/failure.ts';
import { operatorName } from '../../platform/operator.ts';
import {
  isPolicyMistake,
  lockPolicySteps,
  type PolicyStep,
  policySteps,
  readPolicyFor,
  savePolicyStep,
  scheduleOf,
} from '../../records/policy-steps.ts';
import { savePolicyVersion } from '../../records/policy-versions.ts';
import type { With } from '../../services.ts';

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
