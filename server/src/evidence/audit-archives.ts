// The months of the audit log that no application is kept of: objects in the blob store hold them, and the database has them no longer.
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { monthsAfter } from '../platform/clock.ts';
import { type Db, type Tx, transactUnlessLocked } from '../platform/db/database.ts';
import { insertRow } from '../platform/db/rows.ts';
import type { With } from '../services.ts';
import type { Blobs, StoredBlob } from '../vendors/blob-store/blobs.ts';

const eventsPerObject = 5000;
const tables = ['audit_event', 'audit_link'] as const;

/** Archives and drops month by month. Returns how many events. The next round retries a month that another transaction uses. */
export async function archiveAudit({ db, blobs, clock }: With<'blobs' | 'clock' | 'db'>): Promise<number> {
  for (let archived = 0; ; ) {
    const { rows } = await sql<{ month: Date | null }>`
      select archivable_audit_month(${clock.now()}) as month`.execute(db);
    const month = rows[0]?.month;
    if (!month) return archived;
    const objects: { readonly blob: StoredBlob; readonly events: number }[] = [];
    for await (const events of eventsOf(db, month)) {
      const blob = await blobs.store('audit', gzipSync(`[${events.join()}]`));
      objects.push({ blob, events: events.length });
    }
    const isDropped = await transactUnlessLocked(db, async (tx) => {
      for (const { blob, events } of objects)
        await insertRow(tx, 'audit_archive', { key: await blobs.save(tx, null, blob), month, events });
      await sql`select drop_audit_month(${month})`.execute(tx);
      return true;
    });
    if (!isDropped) return archived;
    for (const { events } of objects) archived += events;
  }
}

/** Each event with its link, in JSON. */
async function* eventsOf(db: Db, month: Date): AsyncGenerator<readonly string[]> {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ id: number; json: string }>`
      select e.id, json_build_object('audit_event', row_to_json(e), 'audit_link', row_to_json(l))::text as json
      from audit_event e join audit_link l on l.event_id = e.id and l.at = e.at
      where e.at >= ${month} and e.at < ${monthsAfter(month, 1)} and e.id > ${after}
      order by e.id limit ${eventsPerObject}`.execute(db);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(({ json }) => json);
    after = last.id;
  }
}

/** Until the transaction ends, `audit_event` and `audit_link` have the archived rows, too. Throws if the store lacks an object. */
export async function unpackArchives(tx: Tx, blobs: Blobs): Promise<void> {
  const archives = await tx.selectFrom('audit_archive').select('key').execute();
  if (archives.length === 0) return;
  for (const table of tables)
    await sql`create temp table ${sql.id(`archived_${table}`)} (like ${sql.id('public', table)}) on commit drop`.execute(
      tx,
    );
  for (const { key } of archives) {
    const json = gunzipSync(await blobs.read(key, tx)).toString();
    for (const table of tables)
      await sql`
        insert into ${sql.id(`archived_${table}`)} select kept.* from json_array_elements(${json}::json) as pair,
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
}
