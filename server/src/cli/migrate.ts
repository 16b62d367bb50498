// `npm run migrate`: brings the database to the shape of this release, and ends. Every process does so at its start as well; this is
// for deployments that do it once, before them.
import { SetupError } from '../platform/failure.ts';
import { withServices } from './command.ts';

withServices(process.env, { jobs: true }, async () =>
  console.log('The database is up to date with this release.'),
).catch((error: unknown) => {
  console.error(error instanceof SetupError ? error.message : error);
  process.exit(1);
});
