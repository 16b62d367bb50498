// `npm run migrate`: before the processes start, migrates and grants rights, as the role that owns the tables.

import { loadLender } from '#lender/load.ts';
import { defineCommand, type Print, runMain } from '../commands/command.ts';
import { prepareRoles } from '../platform/db/roles.ts';
import { saveLenderRules } from '../records/lender-rules.ts';
import { openerOf } from './open-services.ts';

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
