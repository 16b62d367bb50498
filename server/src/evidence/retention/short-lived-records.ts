// Deletes records of vendor calls and visits, and uploads that were not handed in, which we store for less time than their application.
import { pauseAfterBatch } from '../../platform/batch-pause.ts';
import { daysAfter } from '../../platform/clock.ts';
import { type Tx, transact } from '../../platform/db/database.ts';
import { deleteSessions } from '../../platform/http/sessions.ts';
import { deleteCalls, shortLivedCalls } from '../../platform/jobs/call-records.ts';
import { audit } from '../../records/audit.ts';
import { overBefore } from '../../records/retention-periods.ts';
import { deleteLeftUploads } from '../../records/uploads.ts';
import type { Services, With } from '../../services.ts';
import { deleteOfacScreenings } from '../../stages/screening/ofac-screenings.ts';

const calls = (of: keyof typeof shortLivedCalls) => (tx: Tx, before: Date, batch: number) =>
  deleteCalls(tx, Object.values(shortLivedCalls[of]), before, batch);

export const shortLivedKinds = {
  sessions: deleteSessions,
  textCodes: calls('textCodes'),
  bankData: calls('bankData'),
  sanctions: deleteOfacScreenings,
} as const;

export type ShortLivedKind = keyof typeof shortLivedKinds;

export function deleteShortLived(services: Services, kind: ShortLivedKind, batch: number): Promise<number> {
  const forget = async (tx: Tx, most: number) => {
    const rows = await shortLivedKinds[kind](tx, overBefore(services, kind), most);
    if (rows > 0) await audit(tx, services.clock, {}, { type: 'records-purged', kind, rows });
    return rows;
  };
  return runInBatches((most) => transact(services.db, (tx) => forget(tx, most)), batch);
}

/** A file whose parts did not arrive within a day never will. */
const partDays = 1;

export function deleteLeft(tx: Tx, services: With<'clock' | 'lender'>, batch: number) {
  const before = {
    parts: daysAfter(services.clock.now(), -partDays),
    files: overBefore(services, 'unfinished'),
  };
  return deleteLeftUploads(tx, before, batch);
}

/** Each step processes at most one batch, in its own transaction, and returns how many records it found. */
export async function runInBatches(step: (batch: number) => Promise<number>, batch: number): Promise<number> {
  let all = 0;
  for (;;) {
    const began = performance.now();
    const done = await step(batch);
    all += done;
    if (done < batch) return all;
    await pauseAfterBatch(began);
  }
}
