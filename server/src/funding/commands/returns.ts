// `ops returns FILE`: applies a bank's return file. `ops returns explain FILE` changes nothing.

import { defineCommand, required } from '../../commands/command.ts';
import { fileText } from '../../commands/words.ts';
import { SetupError } from '../../platform/failure.ts';
import { applyReturnFile, explainReturnFile } from '../ach/return-files.ts';

const file = required(fileText, 'that the bank sent');

const explaining = defineCommand('explain', 'print what it would do with each entry', {
  arguments: { file },
  needs: ['vault', 'lender'],
  run: (services, { file: text }) => explainReturnFile(services, text),
});

export const returns = defineCommand('returns', 'apply a file of returned entries or corrected accounts', {
  arguments: { file },
  needs: ['vault', 'jobs', 'lender'],
  verbs: [explaining],
  run: async (services, { file: text }, print) => {
    const result = await applyReturnFile(services, text);
    const { applied, known, unmatched, refused, refusedFiles, isAllRefused } = result;
    if (isAllRefused)
      throw new SetupError(`The file is refused, and none of it was applied. ${refusedFiles.join(' ')}`);
    for (const line of [...applied, ...unmatched, ...refused]) print(line);
    print(
      `${applied.length} applied, ${known} applied before, ${unmatched.length} unmatched, ${refused.length} refused.`,
    );
    if (refusedFiles.length > 0)
      throw new SetupError(`Part of the file is refused, and not applied. ${refusedFiles.join(' ')}`);
  },
});
