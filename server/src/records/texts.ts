// Stores the texts that we sent, with their status, and the replies, the last of which decides whether a phone may be texted.
import { randomUUID } from 'node:crypto';
import { type Clock, daysAfter } from '../platform/clock.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import { insertOnce, insertRow, rowsOf } from '../platform/db/rows.ts';
import { type ApplicationId, encryptionContext, type Tables } from '../platform/db/tables.ts';
import type { Lookup, Vault } from '../platform/encryption.ts';
import type { With } from '../services.ts';

type TextAbout = Tables['text_message']['about'];
type TextStatus = Tables['text_message']['status'];
export type ReplyMeaning = Tables['text_reply']['meaning'];

/** A status never moves backwards: reports arrive in any order. */
const earlier: Readonly<Record<TextStatus, readonly TextStatus[]>> = {
  requested: [],
  sent: ['requested'],
  refused: ['requested'],
  delivered: ['requested', 'sent'],
  undelivered: ['requested', 'sent'],
  failed: ['requested', 'sent'],
};

function newText(clock: Clock, applicationId: ApplicationId) {
  const now = clock.now();
  return { application_id: applicationId, error_code: null, requested_at: now, changed_at: now };
}

/** `id` makes the same text, however often its job runs, one row. */
export const insertText = (
  db: Db,
  clock: Clock,
  { id, applicationId, about }: { id: string; applicationId: ApplicationId; about: TextAbout },
) =>
  insertOnce(db, 'text_message', ['id'], {
    ...newText(clock, applicationId),
    id,
    about,
    status: 'requested',
  });

/** A code that the vendor has accepted for delivery. */
export const insertSentCode = (tx: Tx, clock: Clock, applicationId: ApplicationId, vendorId: string) =>
  insertOnce(tx, 'text_message', ['vendor_id'], {
    ...newText(clock, applicationId),
    id: randomUUID(),
    about: 'code',
    status: 'sent',
    vendor_id: vendorId,
  });

export async function saveTextSent(tx: Tx, clock: Clock, id: string, vendorId: string): Promise<void> {
  await rowsOf(tx, 'text_message', { id }).update({ vendor_id: vendorId });
  await saveTextStatus(tx, clock, { id }, 'sent');
}

/** Saves the status of a text. False if there is no such text of ours. */
export async function saveTextStatus(
  db: Db,
  clock: Clock,
  which: { readonly id: string } | { readonly vendorId: string },
  status: TextStatus,
  errorCode?: number,
): Promise<boolean> {
  const where = 'id' in which ? which : { vendor_id: which.vendorId };
  const text = await rowsOf(db, 'text_message', where).first(['id']);
  if (text === undefined) return false;
  await rowsOf(db, 'text_message', { id: text.id, status: ['requested', ...earlier[status]] }).update({
    status,
    error_code: errorCode ?? null,
    changed_at: clock.now(),
  });
  return true;
}

/** How many texts besides codes and the one with this id the applicant was sent. */
export const countOtherTexts = (db: Db, applicationId: ApplicationId, id: string): Promise<number> =>
  rowsOf(db, 'text_message', {
    application_id: applicationId,
    about: { '<>': 'code' },
    id: { '<>': id },
  }).count();

export const textsSentTo = (db: Db, id: ApplicationId) =>
  rowsOf(db, 'text_message', { application_id: id }, ['requested_at']).all([
    'about',
    'status',
    'error_code as errorCode',
    'changed_at as changedAt',
  ]);

/** False for a reply that is stored already. */
export async function insertReply(
  tx: Tx,
  { clock, vault }: With<'clock' | 'vault'>,
  reply: {
    readonly vendorId: string;
    readonly phone: Lookup;
    readonly meaning: ReplyMeaning;
    readonly text: string;
  },
): Promise<boolean> {
  const isConsent = reply.meaning !== 'help' && reply.meaning !== 'other';
  const place = encryptionContext('text_reply', 'text', reply.vendorId);
  return insertOnce(tx, 'text_reply', ['vendor_id'], {
    vendor_id: reply.vendorId,
    phone_lookup: reply.phone,
    meaning: reply.meaning,
    text: isConsent ? vault.encrypt(reply.text, place) : null,
    received_at: clock.now(),
  });
}

/** Stores a text from an applicant until the core system has it, and returns its id. */
export async function insertReceivedText(
  tx: Tx,
  { clock, vault }: With<'clock' | 'vault'>,
  applicationId: ApplicationId,
  text: string,
): Promise<string> {
  const id = randomUUID();
  const encrypted = vault.encrypt(text, encryptionContext('received_text', 'text', id));
  const row = { id, application_id: applicationId, text: encrypted, received_at: clock.now() };
  await insertRow(tx, 'received_text', row);
  return id;
}

export async function findReceivedText(db: Db, vault: Vault, id: string) {
  const row = await rowsOf(db, 'received_text', { id }).first(['text', 'received_at']);
  return (
    row && {
      text: vault.decrypt(row.text, encryptionContext('received_text', 'text', id)),
      receivedAt: row.received_at,
    }
  );
}

export const deleteReceivedText = (tx: Tx, id: string) => rowsOf(tx, 'received_text', { id }).delete();

/** The phone's last reply among these, of any time or since then. It holds for every application with this phone. */
async function lastReply(
  db: Db,
  phone: readonly Lookup[],
  among: readonly ReplyMeaning[],
  since = new Date(0),
) {
  const replies = { phone_lookup: phone, meaning: among, received_at: { '>': since } };
  return rowsOf(db, 'text_reply', replies, ['sequence desc']).value('meaning');
}

export const hasStoppedTexts = async (db: Db, phone: readonly Lookup[]): Promise<boolean> =>
  ['stop', 'wrong-number'].includes((await lastReply(db, phone, ['stop', 'wrong-number', 'start'])) ?? '');

/** The owner of this phone doesn't know our applicant, so it gets no codes either. */
export async function isWrongNumber(db: Db, clock: Clock, phone: readonly Lookup[]): Promise<boolean> {
  // A number may get another owner, who may be our applicant.
  const since = daysAfter(clock.now(), -90);
  return (await lastReply(db, phone, ['wrong-number', 'start'], since)) === 'wrong-number';
}
