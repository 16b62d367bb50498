// `ops blobs`: compares the whole blob store with the rows, and removes orphans.

import { IndependentTasks } from '../platform/independent-tasks.ts';
import { type Blobs, blobKinds, orphanDays } from '../vendors/blob-store/blobs.ts';
import { type Command, type Print, readOptions, withServices } from './command.ts';

const usage = [
  'Run one of',
  '  ops blobs                    list documents that the blob store lacks, and count orphans: objects that no row names',
  `  ops blobs --remove-orphans   the same, and remove orphans that are at least ${orphanDays} days old`,
].join('\n');
const mostListed = 50;

export const runBlobsCommand: Command = async (env, args, print) => {
  const values = readOptions(args, usage, { 'remove-orphans': 'boolean' });
  await withServices(env, { keys: true }, async ({ openBlobs }) => {
    const blobs = await openBlobs();
    const attempts = new IndependentTasks();
    await attempts.run(async () => print(`${await blobs.removeDeleted()} objects of deleted rows removed.`));
    const orphans = await compareBlobs(blobs, print);
    if (values['remove-orphans'] === true) print(`${await blobs.removeOrphans(orphans)} orphans removed.`);
    attempts.end();
  });
};

/** Prints what differs, and returns the orphans. */
export async function compareBlobs(blobs: Blobs, print: Print): Promise<readonly string[]> {
  const orphans: string[] = [];
  let lacking = 0;
  for (const kind of blobKinds) {
    const found = await blobs.compare(`${kind}/`);
    orphans.push(...found.orphans);
    for (const { key, applicationId } of found.missing) {
      lacking += 1;
      if (lacking <= mostListed) print(`  application ${applicationId} lacks ${key}`);
    }
  }
  print(
    `${lacking} objects are missing from the blob store.${lacking > 0 ? ' Restore them: docs/backup-and-restore.md.' : ''}`,
  );
  print(`${orphans.length} objects have no row. They are removed when they are ${orphanDays} days old.`);
  return orphans;
}
