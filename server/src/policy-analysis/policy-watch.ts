// How each policy version decides, and about whom: a scheduled job measures it, and every process reports it.
import { daysAfter } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { rowsOf, saveRow } from '../platform/db/rows.ts';
import type { WatchedBands, WatchedFigures } from '../platform/db/tables.ts';

/** A measurement older than this no longer counts: its version has stopped deciding, or the job fails. */
const freshDays = 1;

/** The versions that decided lately. */
export const latestWatched = (db: Db, now: Date) =>
  db
    .selectFrom('policy_watch')
    .select(['version', 'figures'])
    .where('measured_at', '>', daysAfter(now, -freshDays))
    .execute();

export const readBaseline = async (db: Db, version: string): Promise<WatchedBands | undefined> =>
  (await rowsOf(db, 'policy_watch', { version }).first(['baseline']))?.baseline ?? undefined;

export const saveWatched = (
  db: Db,
  now: Date,
  version: string,
  { baseline, figures }: { readonly baseline: WatchedBands | undefined; readonly figures: WatchedFigures },
) =>
  saveRow(
    db,
    'policy_watch',
    { version },
    {
      baseline: baseline === undefined ? null : JSON.stringify(baseline),
      figures: JSON.stringify(figures),
      measured_at: now,
    },
  );
