// Vendor calls as operators see and mark them.
import type { Db, Tx } from '../db/database.ts';
import type { ApplicationId } from '../db/tables.ts';
import type { SavedCall, VendorCall } from './vendor-calls.ts';

/** What was called for an application, oldest first. */
export async function callsOf(
  db: Db,
  id: ApplicationId,
): Promise<Pick<SavedCall, 'id' | 'vendor' | 'operation' | 'status' | 'intended_at'>[]> {
  return db
    .selectFrom('outside_call')
    .select(['id', 'vendor', 'operation', 'status', 'intended_at'])
    .where('application_id', '=', id)
    .orderBy('intended_at')
    .execute();
}

/**
 * After a restored backup: a call that may have been made since. With `never-repeat`, an operator settles it; with `look-up`, it is
 * looked up before it is made. A call whose outcome is in the backup is not changed: false then.
 */
export async function markPossiblyMade(
  tx: Tx,
  call: Pick<VendorCall<unknown>, 'vendor' | 'operation' | 'key'> & { readonly applicationId: ApplicationId },
  rule: 'never-repeat' | 'look-up',
  now: Date,
): Promise<boolean> {
  const status = rule === 'never-repeat' ? 'in-doubt' : 'intended';
  const marked = await tx
    .insertInto('outside_call')
    .values({
      application_id: call.applicationId,
      vendor: call.vendor,
      operation: call.operation,
      key: call.key,
      status,
      attempts: 1,
      intended_at: now,
      leased_until: now,
      answered_at: null,
      answer: null,
    })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ status, leased_until: now })
        .where('outside_call.status', 'in', ['intended', 'failed']),
    )
    .returning('id')
    .executeTakeFirst();
  return marked !== undefined;
}

/** Whether an operator has to settle a call first. */
export async function isUnresolved(db: Db, key: string): Promise<boolean> {
  const call = await db.selectFrom('outside_call').select('status').where('key', '=', key).executeTakeFirst();
  return call?.status === 'in-doubt';
}

/** How many calls of each vendor wait for an operator, and for how long the oldest does. */
export async function unresolvedByVendor(
  db: Db,
  now: Date,
): Promise<readonly { vendor: string; calls: number; oldestSeconds: number }[]> {
  const rows = await db
    .selectFrom('outside_call')
    .select(({ fn }) => ['vendor', fn.countAll<number>().as('calls'), fn.min('intended_at').as('oldest')])
    .where('status', '=', 'in-doubt')
    .groupBy('vendor')
    .execute();
  return rows.map(({ vendor, calls, oldest }) => ({
    vendor,
    calls: Number(calls),
    oldestSeconds: (now.getTime() - new Date(oldest).getTime()) / 1000,
  }));
}

/** The application that a call was made for, by the call's key. */
export async function applicationOfCall(db: Db, key: string): Promise<ApplicationId | undefined> {
  const row = await db
    .selectFrom('outside_call')
    .select('application_id')
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.application_id ?? undefined;
}
