// Every version of the credit policy that ever decided or was proposed, whole, so that a decision can be explained and replayed years later. A
// version holds the lender's rules and nothing of a person; it is never changed or deleted.
import { hash } from 'node:crypto';
import type { Lender } from '#lender/load.ts';
import type { StoredPolicy } from '#lender/load-policy.ts';
import { Policies } from '../credit-policy/policies.ts';
import { PolicyGapError } from '../credit-policy/policy-rows.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import { insertOnce, rowsOf } from '../platform/db/rows.ts';

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
  db
    .selectFrom('policy_version')
    .select(['version', 'stored_at as storedAt'])
    .orderBy('stored_at', 'desc')
    .execute();

/** Policies by their stored versions. One that is not stored ends a command, and alerts no one. */
export const storedPolicies = (db: Db, lender: Lender): Policies =>
  new Policies({ lender, readStored: (version) => readPolicyVersion(db, version), alert: () => {} });
