// The lender's rules that the functions of the database enforce, where processes and operators own nothing.
import type { Lender } from '#lender/load.ts';
import { applicationPeriod } from '#lender/retention.ts';
import type { Db } from '../platform/db/database.ts';

/** As the owner of the tables. */
export async function saveLenderRules(db: Db, { retention, policyApproval, policy }: Lender): Promise<void> {
  const shortest = (kind: 'decisions' | 'loans') => {
    const states = [undefined, ...Object.keys(retention[kind].states)];
    return Math.min(...states.map((state) => applicationPeriod(retention, kind, state).months));
  };
  const rules = {
    unfinished_days: retention.unfinished.days,
    decisions_months: shortest('decisions'),
    loans_months: shortest('loans'),
    policy_operators: [...policyApproval.operators],
    two_people: policyApproval.policyApproval === 'two-people',
    files_version: policy.version,
    files_digest: policy.digest,
  };
  await db
    .insertInto('lender_rule')
    .values(rules)
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet(rules))
    .execute();
}
