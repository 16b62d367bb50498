// `ops returns FILE`: applies a bank's return file.
import { applyReturnFile, ReturnFileRefused } from '../funding/ach/returned-entries.ts';
import { SetupError } from '../platform/failure.ts';
import { defineCommand, required } from './command.ts';
import { fileText } from './words.ts';

export const returns = defineCommand('returns', 'apply a file of returned entries or corrected accounts', {
  arguments: { file: required(fileText, 'that the bank sent') },
  needs: ['vault', 'jobs', 'lender'],
  run: async (services, { file }) => {
    const { applied, known, unmatched, refused } = await applyReturnFile(services, file).catch(
      (error: unknown) => {
        if (error instanceof ReturnFileRefused)
          throw new SetupError(`The file is refused, and none of it was applied. ${error.message}`);
        throw error;
      },
    );
    return [
      ...[...applied, ...unmatched, ...refused],
      `${applied.length} applied, ${known} applied before, ${unmatched.length} unmatched, ${refused.length} refused.`,
    ];
  },
});
