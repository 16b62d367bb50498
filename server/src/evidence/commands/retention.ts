// `ops retention`: what the next retention run would end and delete, without doing it.

import { sql } from 'kysely';
import { defineCommand } from '../../commands/command.ts';
import { tableOf } from '../../commands/printing.ts';
import { applicationsInStates } from '../../journey/applications.ts';
import { due } from '../../journey/deadlines.ts';
import { countPastMeasurements } from '../../measurements/measurements.ts';
import { overBefore } from '../../records/retention-periods.ts';
import type { With } from '../../services.ts';
import { abandonedBanks } from '../retention/bank-access.ts';
import { allPastRetention } from '../retention/purge.ts';
import { deleteLeft, type ShortLivedKind, shortLivedKinds } from '../retention/short-lived-records.ts';

type RetentionPreview = Awaited<ReturnType<typeof previewRetention>>;
type RecordKind = keyof RetentionPreview['records'];

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

const kinds: Readonly<Record<RecordKind, string>> = {
  sessions: 'sessions',
  textCodes: 'calls for text codes and captchas',
  bankData: 'answers with access to banks',
  sanctions: 'searches of the OFAC list and decisions on matches',
  measurements: 'reports of use and of errors in browsers',
  leftUploads: 'uploaded files that were never handed in, and parts of files',
};
const mostListed = 50;

export const retention = defineCommand('retention', 'show what the next retention run would delete', {
  needs: ['vault', 'lender'],
  run: async (services) => linesOf(await previewRetention(services)),
});

function linesOf({ expired, bankAccesses, records, purged }: RetentionPreview): readonly string[] {
  const counts: [number, string][] = [
    [expired, 'offers and approvals that have run out'],
    [bankAccesses, 'accesses to linked banks'],
    ...(Object.keys(kinds) as RecordKind[]).map((kind): [number, string] => [records[kind], kinds[kind]]),
    [purged.length, 'applications with all their data'],
  ];
  return [
    'The next retention run would end or delete the following. Nothing changed now:',
    ...tableOf(counts, [0]).map((line) => `  ${line}`),
    ...purged.slice(0, mostListed).map(({ id, period }) => `    ${id}  ${period}`),
    ...(purged.length > mostListed ? [`    and ${purged.length - mostListed} more`] : []),
  ];
}
