// `npm run migrate`: migrates the database to this release, and exits. Every process does so at its start as well; this command is
// for deployments that migrate once, before they start processes.
import { runMain, withServices } from './command.ts';

runMain((print) =>
  withServices(process.env, { jobs: true }, async () =>
    print('The database is up to date with this release.'),
  ),
);
