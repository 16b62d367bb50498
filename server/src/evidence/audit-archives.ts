// Months of the audit log whose applications are all purged move to the blob store, and leave the database days later.
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { monthsAfter } from '../platform/clock.ts';
import { type Db, type Tx, transact, transactUnlessLocked } from '../platform/db/database.ts';
import { insertRow } from '../platform/db/rows.ts';
import type { BlobKey } from '../platform/db/tables.ts';
import { ifThrown } from '../platform/failure.ts';
import { IndependentTasks } from '../platform/independent-tasks.ts';
import type { With } from '../services.ts';
import { type Blobs, MissingBlob } from '../vendors/blob-store/blobs.ts';

const eventsPerObject = 10_000;
const tables = ['audit_event', 'audit_link'] as const;

/** Drops each month some days after all of it is archived. Returns how many events it archived. */
export async function archiveAudit({ database, blobs, clock }: With<'blobs' | 'clock' | 'database'>) {
  const { db } = database.maintenance;
  const attempts = new IndependentTasks();
  let archived = 0;
  for (let after = new Date(0); ; ) {
    const { rows } = await sql<{ month: Date | null }>`
      select archivable_audit_month(${after}, ${clock.now()}) as month`.execute(db);
    const month = rows[0]?.month;
    if (!month) break;
    after = month;
    await attempts.run(async () => {
      for await (const events of unarchivedOf(db, month)) {
        const blob = await blobs.store('audit', gzipSync(`[${events.map(({ json }) => json).join()}]`));
        await transact(db, async (tx) => {
          const key = await blobs.save(tx, null, blob);
          const last_event = events.at(-1)?.id as number;
          await insertRow(tx, 'audit_archive', { key, month, events: events.length, last_event });
        });
        archived += events.length;
      }
      // The next round retries what another transaction uses.
      await transactUnlessLocked(db, (tx) =>
        sql`select drop_audit_month(${month}, ${clock.now()})`.execute(tx),
      );
    });
  }
  attempts.end();
  return archived;
}

/** Pages of events, each with its link, that the month's archives do not have yet. */
async function* unarchivedOf(db: Db, month: Date) {
  for (;;) {
    const { rows } = await sql<{ id: number; json: string }>`
      select e.id, json_build_object('audit_event', row_to_json(e), 'audit_link', row_to_json(l))::text as json
      from audit_event e join audit_link l on l.event_id = e.id and l.at = e.at
      where e.at >= ${month} and e.at < ${monthsAfter(month, 1)}
        and e.id > (select coalesce(max(last_event), 0) from audit_archive where month = ${month})
      order by e.id limit ${eventsPerObject}`.execute(db);
    if (rows.length === 0) return;
    yield rows;
  }
}

/** Until the transaction ends, `audit_event` and `audit_link` have the rows of dropped months, too. Returns what cannot be read of them. */
export async function unpackArchives(tx: Tx, blobs: Blobs): Promise<readonly string[]> {
  // Before the transaction's snapshot, so that no month is dropped in between.
  await sql`lock table audit_event, audit_link in access share mode`.execute(tx);
  const { rows: archives } = await sql<{ key: BlobKey }>`
    select key from audit_archive
    where to_regclass('public.audit_event' || to_char(month at time zone 'UTC', '_YYYYMMDD')) is null`.execute(
    tx,
  );
  if (archives.length === 0) return [];
  for (const table of tables)
    await sql`create temp table ${sql.id(`archived_${table}`)} (like ${sql.id('public', table)}) on commit drop`.execute(
      tx,
    );
  const problems: string[] = [];
  for (const { key } of archives) {
    const packed = await blobs
      .read(key, tx)
      .catch(ifThrown(MissingBlob, ({ message }) => void problems.push(message)));
    for (const table of packed ? tables : [])
      await sql`
        insert into ${sql.id(`archived_${table}`)}
        select kept.* from json_array_elements(${gunzipSync(packed as Buffer).toString()}::json) as pair,
          json_populate_record(null::${sql.id('public', table)}, pair -> ${table}) as kept`.execute(tx);
  }
  await sql`create index on archived_audit_event (id)`.execute(tx);
  await sql`create index on archived_audit_link (chain, position)`.execute(tx);
  await sql`create index on archived_audit_link (checkpoint)`.execute(tx);
  // A query finds temporary tables first.
  for (const table of tables)
    await sql`create temp view ${sql.id(table)} as
      select * from ${sql.id('public', table)} union all select * from ${sql.id(`archived_${table}`)}`.execute(
      tx,
    );
  return problems;
}
