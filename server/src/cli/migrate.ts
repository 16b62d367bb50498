// `npm run migrate`: before the processes start, migrates and grants rights, as the role that owns the tables.
import { prepareRoles } from '../platform/db/roles.ts';
import { type Print, runMain, withServices } from './command.ts';

export async function runMigrate(env: NodeJS.ProcessEnv, print: Print): Promise<void> {
  await withServices(env, { jobs: true, migrates: true }, async ({ database }) => {
    print('The database is up to date with this release.');
    if (database.embedded) return;
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
}

if (import.meta.main) runMain((print) => runMigrate(process.env, print));
