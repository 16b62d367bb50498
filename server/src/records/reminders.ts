// Stores which applicants requested reminders, when the next one is due, and the addresses that unsubscribed.
import type { Selectable } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import type { ApplicationId, Tables } from '../platform/db/tables.ts';
import type { Lookup } from '../platform/encryption.ts';
import { findApplicantLookups } from './applicants.ts';

export type ReminderKind = NonNullable<Selectable<Tables['reminder']>['next']>;
export interface DueReminder {
  readonly kind: ReminderKind;
  readonly at: Date;
}

/** A repeated request changes nothing. */
export async function insertReminder(
  tx: Tx,
  clock: Clock,
  id: ApplicationId,
  first: DueReminder,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('reminder')
    .values({ application_id: id, requested_at: clock.now(), next: first.kind, due_at: first.at })
    .onConflict((conflict) => conflict.column('application_id').doNothing())
    .returning('application_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function deleteReminder(tx: Tx, id: ApplicationId): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('reminder')
    .where('application_id', '=', id)
    .returning('application_id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Plans the next reminder; undefined after the last. */
export async function saveNextReminder(
  tx: Tx,
  id: ApplicationId,
  next: DueReminder | undefined,
): Promise<void> {
  await tx
    .updateTable('reminder')
    .set({ next: next?.kind ?? null, due_at: next?.at ?? null })
    .where('application_id', '=', id)
    .execute();
}

/** Locks some reminders that are due, skipping those that another process has locked. */
export async function lockDueReminders(
  tx: Tx,
  now: Date,
  batch: number,
): Promise<readonly { readonly applicationId: ApplicationId; readonly kind: ReminderKind | null }[]> {
  return tx
    .selectFrom('reminder')
    .select(['application_id as applicationId', 'next as kind'])
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(batch)
    .forUpdate()
    .skipLocked()
    .execute();
}

/** Whether an application's reminders are on. An unsubscribed address has none. */
export async function reminderStatusOf(db: Db, id: ApplicationId): Promise<'off' | 'on' | 'unsubscribed'> {
  const [hasOne, known] = await Promise.all([hasReminder(db, id), findApplicantLookups(db, id)]);
  if (known && (await isUnsubscribed(db, known.email))) return 'unsubscribed';
  return hasOne ? 'on' : 'off';
}

async function hasReminder(db: Db, id: ApplicationId): Promise<boolean> {
  const row = await db
    .selectFrom('reminder')
    .select('application_id')
    .where('application_id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

export async function unsubscribe(tx: Tx, clock: Clock, email: Lookup): Promise<void> {
  await tx
    .insertInto('unsubscribed_email')
    .values({ email_lookup: email, unsubscribed_at: clock.now() })
    .onConflict((conflict) => conflict.column('email_lookup').doNothing())
    .execute();
}

export async function isUnsubscribed(db: Db, email: Lookup): Promise<boolean> {
  const row = await db
    .selectFrom('unsubscribed_email')
    .select('email_lookup')
    .where('email_lookup', '=', email)
    .executeTakeFirst();
  return row !== undefined;
}

/** Sends no reminder that was due by now: it may have been sent. */
export async function skipDueReminders(tx: Tx, now: Date): Promise<void> {
  await tx.updateTable('reminder').set({ next: null, due_at: null }).where('due_at', '<=', now).execute();
}
