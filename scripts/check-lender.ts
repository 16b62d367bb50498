// Checks lender/ before the build reads it, so that a mistake there is reported in one sentence instead of as a failed build.
import { LenderFileError } from '../lender/lender-files.ts';
import { loadLender } from '../lender/load.ts';
import { unconfirmedBlendedRates } from '../lender/schema/state-caps.ts';

try {
  const { policy } = loadLender(process.env.LENDER_DIR);
  const blended = unconfirmedBlendedRates(policy.stateCaps);
  if (blended.length > 0) {
    console.log(
      'For counsel to confirm: early payoffs by one blended rate, which can exceed the tiers of the law.',
    );
    for (const { state, source } of blended) console.log(`  ${state}: ${source}`);
  }
} catch (error) {
  if (!(error instanceof LenderFileError)) throw error;
  console.error(error.message);
  process.exit(1);
}
