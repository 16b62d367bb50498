// `ops blobs`: compares the whole blob store with the rows, and removes orphans.

import { defineCommand, flag, type Print } from '../../commands/command.ts';
import { IndependentTasks } from '../../platform/independent-tasks.ts';
import { type Blobs, blobKinds, orphanDays } from '../../vendors/blob-store/blobs.ts';

const mostListed = 50;

export const blobs = defineCommand('blobs', 'compare the blob store with the database, and remove orphans', {
  options: {
    removeOrphans: flag(`also remove objects that no row names, if they are at least ${orphanDays} days old`),
  },
  needs: ['blobs'],
  run: async ({ blobs }, { removeOrphans }, print) => {
    const attempts = new IndependentTasks();
    await attempts.run(async () => print(`${await blobs.removeDeleted()} objects of deleted rows removed.`));
    const orphans = await compareBlobs(blobs, print);
    if (removeOrphans) print(`${await blobs.removeOrphans(orphans)} orphans removed.`);
    attempts.end();
  },
});

/** Prints what differs, and returns the orphans. */
export async function compareBlobs(blobs: Blobs, print: Print): Promise<readonly string[]> {
  const orphans: string[] = [];
  let lacking = 0;
  for (const kind of blobKinds) {
    const found = await blobs.compare(`${kind}/`);
    orphans.push(...found.orphans);
    for (const { key, applicationId } of found.missing) {
      lacking += 1;
      if (lacking <= mostListed)
        print(`  ${applicationId ? `application ${applicationId}` : 'the audit log'} lacks ${key}`);
    }
  }
  print(
    `${lacking} objects are missing from the blob store.${lacking > 0 ? ' Restore them: docs/backup-and-restore.md.' : ''}`,
  );
  print(`${orphans.length} objects have no row. They are removed when they are ${orphanDays} days old.`);
  return orphans;
}
