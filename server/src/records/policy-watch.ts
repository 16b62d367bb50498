// How each version of the policy decides, and about whom: counts and indices that a scheduled job measures, and that every process
// reports.
import { daysAfter } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { rowsOf, saveRow } from '../platform/db/rows.ts';
import type { WatchedBands, WatchedFigures } from '../platform/db/tables.ts';

/** A measurement older than this no longer counts: its version has stopped deciding, or the job fails. */
const freshDays = 1;

/** The versions that decided lately. */
export async function latestWatched(db: Db, now: Date) {
  return db
    .selectFrom('policy_watch')
    .select(['version', 'figures'])
    .where('measured_at', '>', daysAfter(now, -freshDays))
    .execute();
}

export async function readBaseline(db: Db, version: string): Promise<WatchedBands | undefined> {
  return (await rowsOf(db, 'policy_watch', { version }).first(['baseline']))?.baseline ?? undefined;
}

export async function saveWatched(
  db: Db,
  now: Date,
  version: string,
  { baseline, figures }: { readonly baseline: WatchedBands | undefined; readonly figures: WatchedFigures },
): Promise<void> {
  await saveRow(
    db,
    'policy_watch',
    { version },
    {
      baseline: baseline === undefined ? null : JSON.stringify(baseline),
      figures: JSON.stringify(figures),
      measured_at: now,
    },
  );
}
