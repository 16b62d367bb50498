// `npm run migrate`: before the processes start, migrates and grants rights, as the role that owns the tables.

import { type Lender, loadLender } from '#lender/load.ts';
import { applicationPeriod } from '#lender/retention.ts';
import { defineCommand, type Print, runMain } from '../commands/command.ts';
import type { Db } from '../platform/db/database.ts';
import { prepareRoles } from '../platform/db/roles.ts';
import { saveRow } from '../platform/db/rows.ts';
import { openerOf } from './open-services.ts';

/** As the owner of the tables. */
async function saveLenderRules(db: Db, { retention, policyApproval, policy }: Lender): Promise<void> {
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
  await saveRow(db, 'lender_rule', { only_row: true }, rules);
}

export const runMigrate = (env: NodeJS.ProcessEnv, print: Print): Promise<void> =>
  openerOf(env, true)(['jobs'], async ({ database, config }) => {
    print('The database is up to date with this release.');
    if (database.embedded) return;
    await saveLenderRules(database.db, loadLender(config.lenderDirectory));
    const { created, toRun } = await prepareRoles(database.db);
    if (created.length > 0)
      print(
        `Made the roles ${created.join(', ')}. Give the first two a password, and make each operator a role in the third (docs/operators-guide.md).`,
      );
    if (toRun.length > 0)
      print(
        [
          'This role may not create roles. Have an administrator of the server run this, and then run `npm run migrate` again:',
          ...toRun,
        ].join('\n'),
      );
  });

const migration = defineCommand('npm run migrate', 'Brings the database up to date with this release.', {
  run: (_, __, print) => runMigrate(process.env, print),
});

if (import.meta.main) runMain(migration);
