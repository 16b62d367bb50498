// `npm run migrate`: migrates the database to this release, and exits. Every process does so at its start as well; this command is
// for deployments that migrate once, before they start processes.
import { SetupError } from '../platform/failure.ts';
import { withServices } from './command.ts';

withServices(process.env, { jobs: true }, async () =>
  console.log('The database is up to date with this release.'),
).catch((error: unknown) => {
  console.error(error instanceof SetupError ? error.message : error);
  process.exit(1);
});
