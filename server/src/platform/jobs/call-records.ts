// Vendor calls as operators see and mark them.
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { deleteSome, rowsOf } from '../db/rows.ts';
import type { ApplicationId, Tables } from '../db/tables.ts';
import type { VendorCall } from './vendor-calls.ts';

// Vendor calls deleted before their application. Named here alone, so that a new vendor's are not kept for longer.
export const shortLivedCalls = {
  textCodes: {
    sendCode: 'send-code',
    checkCode: 'check-code',
    sendText: 'send-text',
    confirmCaptcha: 'confirm-captcha',
  },
  /**
   * Their responses contain credentials to a bank. The bank's data about the applicant is stored with the decision that used it
   * (12 CFR 1002.12(b)), and so is the record that access was ended.
   */
  bankData: { exchangeToken: 'exchange-public-token', createLinkToken: 'create-link-token' },
} as const;

export const callsOf = (db: Db, id: ApplicationId) =>
  rowsOf(db, 'vendor_call', { application_id: id }, ['intended_at']).all([
    'id',
    'vendor',
    'operation',
    'status',
    'intended_at',
  ]);

/**
 * After a restored backup: a call that may have been made since. With `never-repeat`, an operator settles it; with `look-up`, it is
 * looked up before it is made. A call whose outcome is in the backup is not changed: false then. `since`: the time of the backup, from
 * which it may have been made; one that the backup has as not finished may have been made when it began.
 */
export async function markPossiblyMade(
  tx: Tx,
  call: Pick<VendorCall<unknown>, 'vendor' | 'operation' | 'key'> & { readonly applicationId: ApplicationId },
  rule: 'never-repeat' | 'look-up',
  since: Date,
): Promise<boolean> {
  const status = rule === 'never-repeat' ? 'unresolved' : 'intended';
  const marked = await tx
    .insertInto('vendor_call')
    .values({
      application_id: call.applicationId,
      vendor: call.vendor,
      operation: call.operation,
      key: call.key,
      status,
      attempts: 1,
      intended_at: since,
      leased_until: new Date(0),
    })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet(({ eb, ref }) => ({
          status,
          leased_until: new Date(0),
          intended_at: eb
            .case()
            .when('vendor_call.status', '=', 'failed')
            .then(since)
            .else(ref('vendor_call.intended_at'))
            .end(),
        }))
        .where('vendor_call.status', 'in', ['intended', 'failed']),
    )
    .returning('id')
    .executeTakeFirst();
  return marked !== undefined;
}

/** Undefined if a call was never begun. */
export const statusOfCall = (db: Db, key: string) => rowsOf(db, 'vendor_call', { key }).value('status');

/** The applications of the calls that began since and were answered. */
export const answeredSince = (db: Db, operation: string, since: Date) =>
  rowsOf(db, 'vendor_call', { operation, status: 'completed', intended_at: { '>': since } }).all([
    'application_id as id',
  ]);

/** Whether an operator has to settle a call first. */
export const isUnresolved = (db: Db, key: string): Promise<boolean> =>
  rowsOf(db, 'vendor_call', { key, status: 'unresolved' }).exist();

/** The same, of a call whose response has not arrived: settled as made, it is lost, and nothing follows it. */
export const isUnanswered = (db: Db, key: string): Promise<boolean> =>
  rowsOf(db, 'vendor_call', { key, status: 'unresolved', response: null }).exist();

/** When a call may have been made whose outcome is unknown and can be looked up; undefined if there is none. */
export const possiblyMadeAt = (db: Db, key: string): Promise<Date | undefined> =>
  rowsOf(db, 'vendor_call', { key, status: 'intended' }).value('intended_at');

/** For a call that was looked up and did not happen: it may be made without another look-up. */
export const markNotMade = (tx: Tx, key: string) =>
  rowsOf(tx, 'vendor_call', { key, status: 'intended' }).update({ status: 'failed' });

/** How many calls of each vendor wait for an operator, and for how long the oldest does. */
export async function unresolvedByVendor(db: Db, now: Date) {
  const rows = await db
    .selectFrom('vendor_call')
    .select(({ fn }) => ['vendor', fn.countAll<number>().as('calls'), fn.min('intended_at').as('oldest')])
    .where('status', '=', 'unresolved')
    .groupBy('vendor')
    .execute();
  return rows.map(({ vendor, calls, oldest }) => ({
    vendor,
    calls: Number(calls),
    oldestSeconds: (now.getTime() - new Date(oldest).getTime()) / 1000,
  }));
}

export const applicationOfCall = async (db: Db, key: string): Promise<ApplicationId | undefined> =>
  (await rowsOf(db, 'vendor_call', { key }).value('application_id')) ?? undefined;

/** For a job that failed for good. True if its call may have happened, so that an operator must settle it. */
export const markUnresolved = (tx: Tx, key: string): Promise<boolean> =>
  rowsOf(tx, 'vendor_call', { key, status: ['intended', 'unresolved'] }).update({ status: 'unresolved' });

/** What an operator found out about an unresolved call. */
export type Settlement =
  /** It did not happen and may be made again. */
  | 'failed'
  /** It happened, and its response arrived late. */
  | 'completed'
  /** It happened, and its response is lost. */
  | 'lost';

/** Settles an unresolved call. Undefined if it is not unresolved. Locks the row until the transaction ends. */
export async function settle(tx: Tx, id: number, happened: boolean): Promise<Settlement | undefined> {
  const call = await rowsOf(tx, 'vendor_call', { id }).lock(['status', 'response']);
  if (call?.status !== 'unresolved') return undefined;
  // A vendor that responded has acted, whatever the operator found.
  const settled = call.response !== null ? 'completed' : happened ? 'lost' : 'failed';
  await rowsOf(tx, 'vendor_call', { id }).update({ status: settled });
  return settled;
}

export type SavedCall = Selectable<Tables['vendor_call']>;

export const unresolvedCalls = (db: Db): Promise<SavedCall[]> =>
  rowsOf(db, 'vendor_call', { status: 'unresolved' }, ['intended_at', 'id']).all();

export const findVendorCall = (db: Db, id: number) => rowsOf(db, 'vendor_call', { id }).first();

/** Deletes some of the calls that began before an instant, and returns how many. */
export function deleteCalls(tx: Tx, operations: readonly string[], before: Date, batch: number) {
  const condition = sql`operation = any(${[...operations]}) and intended_at < ${before}
    and not on_legal_hold(application_id)`;
  return deleteSome(tx, 'vendor_call', condition, batch);
}
