// Checks lender/ before the build reads it, so that a mistake there is reported in one sentence instead of as a failed build.
import { LenderFileError } from '../lender/lender-files.ts';
import { loadLender } from '../lender/load.ts';

try {
  loadLender(process.env.LENDER_DIR);
} catch (error) {
  if (!(error instanceof LenderFileError)) throw error;
  console.error(error.message);
  process.exit(1);
}
