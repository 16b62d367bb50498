// Every version of the credit policy that ever decided, whole, so that a decision can be explained and replayed years later. A
// version holds the lender's rules and nothing of a person; it is never changed or deleted.
import { createHash } from 'node:crypto';
import type { Lender } from '#lender/load.ts';
import type { StoredPolicy } from '#lender/load-policy.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import { insertOnce } from '../platform/db/rows.ts';
import { PolicyGapError } from '../policy/policy-rows.ts';

interface PolicyVersion extends StoredPolicy {
  readonly firstDecidedAt: Date;
}

/** Stores the current policy, in the transaction of a decision by its rows or its law. Throws if another policy decided under the same version. */
export async function savePolicyVersion(
  tx: Tx,
  { clock, lender: { policy } }: { clock: Clock; lender: Pick<Lender, 'policy'> },
): Promise<void> {
  const { version, digest, files } = policy;
  const find = () =>
    tx.selectFrom('policy_version').select('digest').where('version', '=', version).executeTakeFirst();
  let kept = await find();
  if (!kept) {
    await insertOnce(tx, 'policy_version', ['version'], {
      version,
      digest,
      files: JSON.stringify(files),
      first_decided_at: clock.now(),
    });
    kept = await find();
  }
  if (kept?.digest !== digest) throw new Error(`Another policy than this one decided as ${version}.`);
}

/** The version as stored, or undefined. Throws a PolicyGapError if its files do not have their stored digest. */
export async function readPolicyVersion(db: Db, version: string): Promise<PolicyVersion | undefined> {
  const row = await db
    .selectFrom('policy_version')
    .selectAll()
    .where('version', '=', version)
    .executeTakeFirst();
  if (!row) return undefined;
  const digest = createHash('sha256')
    .update(row.files.map((file) => file.json).join('\n'))
    .digest('hex');
  if (digest !== row.digest) throw new PolicyGapError(`The stored files of policy ${version} were changed.`);
  return { version, digest, files: row.files, firstDecidedAt: row.first_decided_at };
}

export async function listPolicyVersions(db: Db) {
  return db
    .selectFrom('policy_version')
    .select(['version', 'first_decided_at as firstDecidedAt'])
    .orderBy('first_decided_at', 'desc')
    .execute();
}
