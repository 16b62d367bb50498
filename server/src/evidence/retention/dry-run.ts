// Counts by the retention's own conditions, so that the two cannot differ.
import { sql } from 'kysely';
import { applicationsInStates } from '../../journey/applications.ts';
import { due } from '../../journey/deadlines.ts';
import { countPastMeasurements } from '../../measurements/measurements.ts';
import { overBefore } from '../../records/retention-periods.ts';
import type { With } from '../../services.ts';
import { abandonedBanks } from './bank-access.ts';
import { allPastRetention } from './purge.ts';
import { deleteLeft, type ShortLivedKind, shortLivedKinds } from './short-lived-records.ts';

export type RetentionPreview = Awaited<ReturnType<typeof previewRetention>>;
export type RecordKind = keyof RetentionPreview['records'];

/** Above any count. */
const all = 1_000_000_000;

export async function previewRetention(services: With<'db' | 'clock' | 'lender' | 'vault'>) {
  const now = services.clock.now();
  const tx = await services.db.startTransaction().execute();
  try {
    // Without a small limit, the planner expects so many rows that it reads whole tables. A round finds its few by indexes.
    await sql`set local enable_seqscan = off`.execute(tx);
    // Offers and approvals that end.
    let expired = 0;
    for await (const past of applicationsInStates(tx, due.ending, { size: all, dueBy: now }))
      expired += past.length;
    const banks = await abandonedBanks(tx, services, all);
    const purged = await allPastRetention(tx, services, all);
    const records = {
      sessions: 0,
      textCodes: 0,
      bankData: 0,
      sanctions: 0,
      // Dropping partitions would have the browsers' reports wait.
      measurements: await countPastMeasurements(tx, overBefore(services, 'measurements')),
      leftUploads: await deleteLeft(tx, services, 'count'),
    };
    for (const kind of Object.keys(shortLivedKinds) as ShortLivedKind[])
      records[kind] = await shortLivedKinds[kind](tx, overBefore(services, kind), 'count');
    return { expired, bankAccesses: banks.length, records, purged };
  } finally {
    await tx.rollback().execute();
  }
}
