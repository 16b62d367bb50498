// Tables whose rows are deleted by age alone are partitioned by time, so that deleting is dropping a partition.
import { sql } from 'kysely';
import { daysAfter } from '../../platform/clock.ts';
import { transactUnlessLocked } from '../../platform/db/database.ts';
import { audit } from '../../records/audit.ts';
import { overBefore } from '../../records/retention-periods.ts';
import type { With } from '../../services.ts';

type Needs = With<'clock' | 'db' | 'lender' | 'metrics'>;

/** `kind`: of the record that the lender's retention names. */
const tables = {
  measurement: { step: 'month', kind: 'measurements' },
  browser_error: { step: 'month', kind: 'measurements' },
  limit_count: { step: 'day', kind: undefined },
} as const;
/** Archived, and not dropped by age alone (audit-archives.ts). */
const archived = { audit_event: { step: 'month' }, audit_link: { step: 'month' } } as const;
/** No window of a limit is longer than a day. */
const limitDays = 2;

/** Makes the partitions of the next days or months. The next round retries what another transaction uses. */
export async function addPartitions({ db, clock, metrics }: Needs): Promise<void> {
  for (const [table, { step }] of Object.entries({ ...tables, ...archived })) {
    const hasRows = await transactUnlessLocked(db, async (tx) => {
      const { rows } = await sql<{ hasRows: boolean }>`
        select add_partitions(${table}, ${step}, ${clock.now()}) as "hasRows"`.execute(tx);
      return rows[0]?.hasRows ?? false;
    });
    if (hasRows !== undefined) metrics.rowsWithoutPartition.inc({ table }, hasRows ? 1 : 0);
  }
}

/** Also drops the partitions with a row past its time. Returns how many of the browsers' reports it deleted. */
export async function maintainPartitions(services: Needs): Promise<number> {
  await addPartitions(services);
  let all = 0;
  for (const [table, { kind }] of Object.entries(tables)) {
    const before = kind ? overBefore(services, kind) : daysAfter(services.clock.now(), -limitDays);
    for (;;) {
      const rows = await transactUnlessLocked(services.db, async (tx) => {
        const { rows: counts } = await sql<{ count: number | null }>`
          select drop_partition(${table}, ${before}) as count`.execute(tx);
        const dropped = counts[0]?.count ?? null;
        if (dropped && kind)
          await audit(tx, services.clock, {}, { type: 'records-purged', kind, rows: dropped });
        return dropped;
      });
      if (rows === undefined || rows === null) break;
      if (kind) all += rows;
    }
  }
  return all;
}
