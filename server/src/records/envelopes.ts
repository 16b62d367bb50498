// Stores the single envelope of an application's loan documents.

import { randomUUID } from 'node:crypto';
import { type Clock, secondsAfter } from '../platform/clock.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import { insertRow, rowsOf } from '../platform/db/rows.ts';
import { type ApplicationId, type BlobKey, encryptionContext } from '../platform/db/tables.ts';
import type { Vault } from '../platform/encryption.ts';
import type { With } from '../services.ts';
import type { StoredBlob } from '../vendors/blob-store/blobs.ts';
import { type EnvelopeStatus, type FinalStatus, isFinal } from '../vendors/signature.ts';
import { knownLookups } from './applicant-fields.ts';
import { readApplicant, readApplicantField, readApplicantLookups } from './applicants.ts';

export type SavedEnvelope = NonNullable<Awaited<ReturnType<typeof readEnvelope>>>;

type EncryptedColumn = 'signer_name' | 'signer_email' | 'mailed_to';
const placeOf = (column: EncryptedColumn, id: ApplicationId) => encryptionContext('envelope', column, id);

export async function readEnvelope({ db, vault }: With<'db' | 'vault'>, id: ApplicationId) {
  const row = await rowsOf(db, 'envelope', { application_id: id }).first();
  if (!row) return undefined;
  const decrypt = (column: EncryptedColumn) => vault.decrypt(row[column], placeOf(column, id));
  return {
    /** Undefined until the vendor has created it. */
    envelopeId: row.envelope_id ?? undefined,
    signer: { name: decrypt('signer_name'), email: decrypt('signer_email'), clientUserId: id },
    mailedTo: decrypt('mailed_to'),
    generation: row.link_generation,
    mailing: row.mailing,
    linkExpiresAt: row.link_expires_at,
    signedAt: row.signed_at ?? undefined,
  };
}

/** Returns the address's generation: a change invalidates earlier links. Lock the application before in the transaction. */
export async function saveEnvelope(
  tx: Tx,
  { vault }: With<'vault'>,
  id: ApplicationId,
  email: string,
  expires: Date,
): Promise<number> {
  const encrypt = (column: EncryptedColumn, text: string) => vault.encrypt(text, placeOf(column, id));
  const sending = {
    mailed_to: encrypt('mailed_to', email),
    link_expires_at: expires,
    mailing: 'waiting',
  } as const;
  const before = await rowsOf(tx, 'envelope', { application_id: id }).first(['mailed_to', 'link_generation']);
  if (before === undefined) {
    const { firstName, lastName } = await readApplicant(tx, vault, id);
    await insertRow(tx, 'envelope', {
      application_id: id,
      signer_name: encrypt('signer_name', `${firstName} ${lastName}`),
      signer_email: encrypt('signer_email', email),
      ...sending,
    });
    return 1;
  }
  const last = vault.decrypt(before.mailed_to, placeOf('mailed_to', id));
  const generation = before.link_generation + (last.toLowerCase() === email.toLowerCase() ? 0 : 1);
  await rowsOf(tx, 'envelope', { application_id: id }).update({ ...sending, link_generation: generation });
  return generation;
}

/** Whether the documents link was emailed. Undefined before it was requested. */
export const readMailing = (db: Db, id: ApplicationId) =>
  rowsOf(db, 'envelope', { application_id: id }).value('mailing');

/** Saves the delivery result, unless another address was given meanwhile. */
export async function saveDelivery(
  tx: Tx,
  id: ApplicationId,
  generation: number,
  mailing: 'mailed' | 'failed',
): Promise<void> {
  await rowsOf(tx, 'envelope', { application_id: id, link_generation: generation }).update({ mailing });
}

export const saveEnvelopeId = (db: Db, id: ApplicationId, envelopeId: string) =>
  rowsOf(db, 'envelope', { application_id: id }).update({ envelope_id: envelopeId });

/** Records the signer's address on the envelope, unless another one was given meanwhile. */
export const saveSignerEmail = (
  { db, vault }: With<'db' | 'vault'>,
  id: ApplicationId,
  generation: number,
  email: string,
) =>
  rowsOf(db, 'envelope', { application_id: id, link_generation: generation }).update({
    signer_email: vault.encrypt(email, placeOf('signer_email', id)),
  });

export const saveSigned = (tx: Tx, clock: Clock, id: ApplicationId) =>
  rowsOf(tx, 'envelope', { application_id: id }).update({ signed_at: clock.now() });

export const readSignedAt = async (db: Db, id: ApplicationId): Promise<Date | undefined> =>
  (await rowsOf(db, 'envelope', { application_id: id }).value('signed_at')) ?? undefined;

/** The generation of the address that the link was last sent to. */
export const readLinkGeneration = (db: Db, id: ApplicationId): Promise<number | undefined> =>
  rowsOf(db, 'envelope', { application_id: id }).value('link_generation');

export const applicationOfEnvelope = (db: Db, envelopeId: string): Promise<ApplicationId | undefined> =>
  rowsOf(db, 'envelope', { envelope_id: envelopeId }).value('application_id');

export type KnownStatus = Awaited<ReturnType<typeof readKnownStatus>>;

export async function readKnownStatus(db: Db, id: ApplicationId) {
  const columns = ['final_status', 'status_requested_at', 'status_received_at'] as const;
  const row = await rowsOf(db, 'envelope', { application_id: id }).first(columns);
  return {
    final: row?.final_status ?? undefined,
    requestedAt: row?.status_requested_at ?? undefined,
    answeredAt: row?.status_received_at ?? undefined,
  };
}

/** The open envelopes whose status may be requested now. Claiming counts, so that only one of two processes requests it. */
export async function claimStatusRequests(
  db: Db,
  clock: Clock,
  ids: readonly ApplicationId[],
  everySeconds: number,
): Promise<readonly { readonly applicationId: ApplicationId; readonly envelopeId: string }[]> {
  if (ids.length === 0) return [];
  const now = clock.now();
  return db
    .updateTable('envelope')
    .set({ status_requested_at: now })
    .where('application_id', 'in', ids)
    .where('envelope_id', 'is not', null)
    .where('final_status', 'is', null)
    .where('signed_at', 'is', null)
    .where((is) =>
      is.or([
        is('status_requested_at', 'is', null),
        is('status_requested_at', '<=', secondsAfter(now, -everySeconds)),
      ]),
    )
    .returning(['application_id as applicationId', 'envelope_id as envelopeId'])
    .$narrowType<{ envelopeId: string }>()
    .execute();
}

/** The requests did not reach the signing service, so they may be made again. */
export const dropStatusRequests = (db: Db, ids: readonly ApplicationId[]) =>
  rowsOf(db, 'envelope', { application_id: ids }).update({ status_requested_at: null });

export const saveStatusResponse = (db: Db, clock: Clock, id: ApplicationId, status: EnvelopeStatus) =>
  rowsOf(db, 'envelope', { application_id: id }).update({
    status_received_at: clock.now(),
    ...(isFinal(status) ? { final_status: status } : {}),
  });

/** Saves an end that the signing service reported by itself. */
export const saveFinalStatus = (tx: Tx, id: ApplicationId, status: FinalStatus) =>
  rowsOf(tx, 'envelope', { application_id: id }).update({ final_status: status });

/** Of these applications, those whose envelope is known to have ended. */
export const withEndedEnvelope = (db: Db, ids: readonly ApplicationId[]): Promise<ApplicationId[]> =>
  rowsOf(db, 'envelope', {
    application_id: ids,
    final_status: { '<>': null },
    signed_at: null,
  }).values('application_id');

/**
 * The address, the one that the applicant confirmed for the loan documents and everything that follows, and a name to greet by:
 * the applicant's only once its own link, or the page before the loan documents, confirmed the address: anyone can type a stranger's.
 */
export async function readAddressee(db: Db, vault: Vault, id: ApplicationId) {
  const [firstName, email, envelope, { emailVerifiedAt, email: emailLookup }] = await Promise.all([
    readApplicantField(db, vault, id, 'firstName'),
    readApplicantField(db, vault, id, 'email'),
    rowsOf(db, 'envelope', { application_id: id }).first(['mailed_to']),
    readApplicantLookups(db, id),
  ]);
  const confirmedEmail = envelope && vault.decrypt(envelope.mailed_to, placeOf('mailed_to', id));
  const isTheirs =
    confirmedEmail !== undefined ||
    (emailVerifiedAt !== null && knownLookups.email(vault, email).includes(emailLookup));
  return { firstName: isTheirs ? firstName : 'there', email, confirmedEmail };
}

interface SignedCopy<Pdf> {
  readonly documents: Pdf;
  readonly certificate: Pdf;
}

/** Stores the PDFs before the transaction that saves them, except those that a row names. */
export async function storeSignedCopy(
  { blobs }: With<'blobs'>,
  { documents, certificate }: SignedCopy<Buffer | BlobKey>,
): Promise<SignedCopy<StoredBlob | BlobKey>> {
  const stored = (pdf: Buffer | BlobKey) => (Buffer.isBuffer(pdf) ? blobs.store('signed', pdf) : pdf);
  return { documents: await stored(documents), certificate: await stored(certificate) };
}

export async function saveSignedCopy(
  tx: Tx,
  { blobs, clock }: With<'blobs' | 'clock'>,
  applicationId: ApplicationId,
  { documents, certificate }: SignedCopy<StoredBlob | BlobKey>,
): Promise<void> {
  const saved = (pdf: StoredBlob | BlobKey) =>
    typeof pdf === 'string' ? pdf : blobs.save(tx, applicationId, pdf);
  await insertRow(tx, 'signed_copy', {
    id: randomUUID(),
    application_id: applicationId,
    documents: await saved(documents),
    certificate: await saved(certificate),
    stored_at: clock.now(),
  });
}

/** The PDFs are read by `blobs.read`. */
export const findSignedCopy = ({ db }: With<'db'>, id: ApplicationId) =>
  rowsOf(db, 'signed_copy', { application_id: id }).first(['documents', 'certificate']);

/** The address that emails go to. */
export async function recipientOf({ db, vault }: With<'db' | 'vault'>, id: ApplicationId): Promise<string> {
  const { email, confirmedEmail } = await readAddressee(db, vault, id);
  return confirmedEmail ?? email;
}

/** The documents' link goes to a corrected address from now on. Links to the earlier one open nothing. */
export async function correctRecipient(tx: Tx, { vault }: With<'vault'>, id: ApplicationId, email: string) {
  const generation = await readLinkGeneration(tx, id);
  if (generation === undefined) return;
  const mailed_to = vault.encrypt(email, placeOf('mailed_to', id));
  await rowsOf(tx, 'envelope', { application_id: id }).update({ mailed_to, link_generation: generation + 1 });
}
