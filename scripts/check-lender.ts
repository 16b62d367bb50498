// Reads lender/ before anything is built of it: a mistake there is one sentence, not a fault of the build.
import { LenderFileError, loadLender } from '../lender/load.ts';

try {
  loadLender(process.env.LENDER_DIR);
} catch (error) {
  if (!(error instanceof LenderFileError)) throw error;
  console.error(error.message);
  process.exit(1);
}
