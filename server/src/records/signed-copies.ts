// Stores the signed PDFs that the signing service returned, locked in the blob store for as long as a loan's records are kept.
import { randomUUID } from 'node:crypto';
import type { Tx } from '../platform/db/database.ts';
import { insertRow, rowsOf } from '../platform/db/rows.ts';
import type { ApplicationId, BlobKey } from '../platform/db/tables.ts';
import type { With } from '../services.ts';
import type { StoredBlob } from '../vendors/blob-store/blobs.ts';

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
