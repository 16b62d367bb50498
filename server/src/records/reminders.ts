// Stores which applicants requested reminders, when the next one is due, and the addresses that unsubscribed.
import type { Selectable } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import { insertOnce, rowsOf } from '../platform/db/rows.ts';
import type { ApplicationId, Tables } from '../platform/db/tables.ts';
import type { Lookup } from '../platform/encryption.ts';
import { findApplicantLookups } from './applicants.ts';

export type ReminderKind = NonNullable<Selectable<Tables['reminder']>['next']>;
export interface DueReminder {
  readonly kind: ReminderKind;
  readonly at: Date;
}

/** A repeated request changes nothing. */
export const insertReminder = (tx: Tx, clock: Clock, id: ApplicationId, first: DueReminder) =>
  insertOnce(tx, 'reminder', ['application_id'], {
    application_id: id,
    requested_at: clock.now(),
    next: first.kind,
    due_at: first.at,
  });

export const deleteReminder = (tx: Tx, id: ApplicationId) =>
  rowsOf(tx, 'reminder', { application_id: id }).delete();

/** Plans the next reminder after one; undefined after the last. False if that one is not due anymore. */
export const saveNextReminder = (
  tx: Tx,
  id: ApplicationId,
  kind: ReminderKind,
  next: DueReminder | undefined,
) =>
  rowsOf(tx, 'reminder', { application_id: id, next: kind }).update({
    next: next?.kind ?? null,
    due_at: next?.at ?? null,
  });

export const dueReminders = (db: Db, now: Date, batch: number) =>
  rowsOf(db, 'reminder', { due_at: { '<=': now } }, ['due_at']).all(
    ['application_id as applicationId', 'next as kind'],
    batch,
  );

/** Whether an application's reminders are on. An unsubscribed address has none. */
export async function reminderStatusOf(db: Db, id: ApplicationId): Promise<'off' | 'on' | 'unsubscribed'> {
  const [hasOne, lookups] = await Promise.all([
    rowsOf(db, 'reminder', { application_id: id }).exist(),
    findApplicantLookups(db, id),
  ]);
  if (lookups && (await isUnsubscribed(db, [lookups.email]))) return 'unsubscribed';
  return hasOne ? 'on' : 'off';
}

export const unsubscribe = (tx: Tx, clock: Clock, email: Lookup) =>
  insertOnce(tx, 'unsubscribed_email', ['email_lookup'], {
    email_lookup: email,
    unsubscribed_at: clock.now(),
  });

export const isUnsubscribed = (db: Db, email: readonly Lookup[]) =>
  rowsOf(db, 'unsubscribed_email', { email_lookup: email }).exist();

/** Sends no reminder that was due by now: it may have been sent. */
export const skipDueReminders = (tx: Tx, now: Date) =>
  rowsOf(tx, 'reminder', { due_at: { '<=': now } }).update({ next: null, due_at: null });
