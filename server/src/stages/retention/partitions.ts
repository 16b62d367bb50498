// Tables whose rows are deleted by age alone are partitioned by time, so that deleting is dropping a partition.
import { sql } from 'kysely';
import { secondsAfter } from '../../platform/clock.ts';
import { type Tx, transactUnlessLocked } from '../../platform/db/database.ts';
import { audit } from '../../records/audit.ts';
import type { With } from '../../services.ts';
import { overBefore } from './periods.ts';

type Needs = With<'clock' | 'db' | 'lender' | 'metrics'>;

const reports = {
  step: 'month',
  past: (services: Needs) => overBefore(services, 'measurements'),
  /** The kind of record that the lender's retention names. */
  kind: 'measurements',
} as const;
const tables = {
  measurement: reports,
  browser_error: reports,
  /** No window of a limit is longer than a day. */
  limit_count: {
    step: 'day',
    past: ({ clock }: Needs) => secondsAfter(clock.now(), -2 * 86_400),
    kind: undefined,
  },
} as const;

/**
 * Makes the partitions of the next days or months, and drops those with a row past its time. The next round retries what another transaction
 * uses. Returns how many of the browsers' reports it deleted.
 */
export async function keepPartitions(services: Needs): Promise<number> {
  let all = 0;
  for (const [table, { step, past, kind }] of Object.entries(tables)) {
    const hasRows = await transactUnlessLocked(services.db, (tx) =>
      addPartitions(tx, table, step, services.clock.now()),
    );
    if (hasRows !== undefined) services.metrics.rowsWithoutPartition.inc({ table }, hasRows ? 1 : 0);
    for (;;) {
      const rows = await transactUnlessLocked(services.db, async (tx) => {
        const dropped = await dropPartition(tx, table, past(services));
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

async function addPartitions(tx: Tx, table: string, step: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ hasRows: boolean }>`
    select add_partitions(${table}, ${step}, ${now}) as "hasRows"`.execute(tx);
  return rows[0]?.hasRows ?? false;
}

async function dropPartition(tx: Tx, table: string, before: Date): Promise<number | null> {
  const { rows } = await sql<{ count: number | null }>`
    select drop_partition(${table}, ${before}) as count`.execute(tx);
  return rows[0]?.count ?? null;
}
