// `ops returns FILE`: applies a bank's return file.

import { defineCommand, required } from '../../commands/command.ts';
import { fileText } from '../../commands/words.ts';
import { SetupError } from '../../platform/failure.ts';
import { applyReturnFile, ReturnFileRefused } from '../ach/returned-entries.ts';

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
