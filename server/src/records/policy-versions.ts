// Every version of the credit policy that ever decided or was proposed, whole, so that a decision can be explained and replayed years later. A
// version holds the lender's rules and nothing of a person; it is never changed or deleted.
import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { LenderFileError } from '#lender/lender-files.ts';
import { type Lender, loadLender } from '#lender/load.ts';
import type { StoredPolicy } from '#lender/load-policy.ts';
import type { Policy } from '#lender/schema/policy.ts';
import { Policies } from '../credit-policy/policies.ts';
import { type Activation, latestOf } from '../credit-policy/policy-in-force.ts';
import { PolicyGapError } from '../credit-policy/policy-rows.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import { insertOnce, rowsOf } from '../platform/db/rows.ts';
import { operatorName } from '../platform/operator.ts';

/** Stores a policy, in the transaction of a decision by its rows or its law. Throws if another one is stored under its version. */
export async function savePolicyVersion(tx: Tx, clock: Clock, { version, digest, files }: StoredPolicy) {
  const find = () => rowsOf(tx, 'policy_version', { version }).first(['digest']);
  let kept = await find();
  if (!kept) {
    await insertOnce(tx, 'policy_version', ['version'], {
      version,
      digest,
      files: JSON.stringify(files),
      stored_at: clock.now(),
    });
    kept = await find();
  }
  if (kept?.digest !== digest) throw new Error(`Another policy than this one is stored as ${version}.`);
}

/** The version as stored, or undefined. Throws a PolicyGapError if its files do not have their stored digest. */
export async function readPolicyVersion(db: Db, version: string) {
  const row = await rowsOf(db, 'policy_version', { version }).first();
  if (!row) return undefined;
  const digest = hash('sha256', row.files.map((file) => file.json).join('\n'));
  if (digest !== row.digest) throw new PolicyGapError(`The stored files of policy ${version} were changed.`);
  return { version, digest, files: row.files, storedAt: row.stored_at };
}

export const listPolicyVersions = (db: Db) =>
  rowsOf(db, 'policy_version', {}, ['stored_at desc']).all(['version', 'stored_at as storedAt']);

/** Policies by their stored versions. One that is not stored ends a command, and alerts no one. */
export const storedPolicies = (db: Db, lender: Lender): Policies =>
  new Policies({ lender, readStored: (version) => readPolicyVersion(db, version), alert: () => {} });

export const policyChannel = 'policy_step';

export type PolicyStep = Awaited<ReturnType<typeof policySteps>>[number];

/** Oldest first. */
export const policySteps = (db: Db) =>
  rowsOf(db, 'policy_step', {}, ['id']).all([
    'version',
    'kind',
    'why',
    'report',
    'operator',
    'takes_effect_at as takesEffectAt',
    'recorded_at as recordedAt',
  ]);

/** One change at a time, so that each follows from the steps that it has read. */
export const lockPolicySteps = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('policy_step', 0))`.execute(tx);

/** The database's function checks the operator, records the step with its audit event, and notifies every process. */
export async function savePolicyStep(
  tx: Tx,
  clock: Clock,
  {
    version,
    kind,
    why = null,
    report = null,
    takesEffectAt = null,
  }: Pick<PolicyStep, 'version' | 'kind'> & Partial<PolicyStep>,
): Promise<void> {
  await sql`
    select record_policy_step(${version}, ${kind}, ${why}, ${report}, ${takesEffectAt}, ${operatorName() ?? null}, ${clock.now()})`.execute(
    tx,
  );
}

/** When each version takes effect. A rollback also cancels what was scheduled for later. */
export function scheduleOf(steps: readonly Pick<PolicyStep, 'version' | 'kind' | 'takesEffectAt'>[]) {
  let schedule: Activation[] = [];
  for (const { version, kind, takesEffectAt: from } of steps) {
    if (from === null) continue;
    if (kind === 'rolled-back') schedule = schedule.filter((activation) => activation.from <= from);
    schedule.push({ version, from });
  }
  return schedule.sort((a, b) => a.from.getTime() - b.from.getTime());
}

export async function readSchedule(db: Db): Promise<readonly Activation[]> {
  const taking = rowsOf(db, 'policy_step', { takes_effect_at: { '<>': null } }, ['id']);
  return scheduleOf(await taking.all(['version', 'kind', 'takes_effect_at as takesEffectAt']));
}

/** A version that can't be put in force: it was changed, or does not fit the lender's other files. */
export const isPolicyMistake = (error: unknown): error is Error =>
  error instanceof LenderFileError || error instanceof PolicyGapError;

/** A stored version, checked with the lender's other files like the files of a policy at the start. Throws an `isPolicyMistake`. */
export async function readPolicyFor(db: Db, directory: string, version: string): Promise<Policy> {
  const stored = await readPolicyVersion(db, version);
  if (stored === undefined) throw new PolicyGapError(`Policy ${version} is not stored.`);
  const texts = new Map(stored.files.map(({ name, json }) => [name, json]));
  const { policy } = loadLender(directory, texts);
  const { digest, files } = stored;
  return { ...policy, version, digest, files };
}

export async function lenderInForce(db: Db, clock: Clock, directory: string): Promise<Lender> {
  const lender = loadLender(directory);
  const latest = latestOf(await readSchedule(db), clock.now());
  if (latest === undefined || latest.version === lender.policy.version) return lender;
  return { ...lender, policy: await readPolicyFor(db, directory, latest.version) };
}
