// Keeps the blob store and the rows together: removes what deleted rows leave behind, and reports what is missing.

import { daysAfter } from '../platform/clock.ts';
import { IndependentTasks } from '../platform/independent-tasks.ts';
import type { With } from '../services.ts';
import { blobKinds, orphanDays, pullNotes } from '../vendors/blob-store/blobs.ts';

type Needs = With<'blobs' | 'clock' | 'log' | 'metrics'>;

/** Each day's objects are compared the day after, and again when orphans may be removed. `ops blobs` compares all. */
const comparedAfterDays = [1, orphanDays, orphanDays + 1] as const;

export async function tidyBlobs({ blobs, clock, log, metrics }: Needs): Promise<void> {
  const attempts = new IndependentTasks();
  const done = { removed: 0, orphans: 0, missing: 0 };
  await attempts.run(async () => {
    done.removed = await blobs.removeDeleted();
  });
  for (const days of comparedAfterDays) {
    const day = daysAfter(clock.now(), -days).toISOString().slice(0, 10);
    for (const kind of [...blobKinds, pullNotes]) {
      const { orphans, missing } = await blobs.compare(`${kind}/${day}/`);
      done.orphans += await blobs.removeOrphans(orphans);
      done.missing += missing.length;
    }
  }
  if (done.missing > 0) metrics.missingBlobs.inc(done.missing);
  log[done.missing > 0 ? 'error' : 'info'](done, 'blobs');
  attempts.end();
}
