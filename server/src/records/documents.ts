// Stores documents as drawn: the document model, sealed, and the PDF in the blob store, with its hash in plain text.
import { createHash, randomUUID } from 'node:crypto';
import type { DocumentModel } from '../pdf/document-model.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import { rowsOf } from '../platform/db/rows.ts';
import { sealContext } from '../platform/db/sealed-columns.ts';
import type { ApplicationId, BlobKey } from '../platform/db/tables.ts';
import type { Vault } from '../platform/encryption.ts';
import type { With } from '../services.ts';
import type { Blobs, StoredBlob } from '../vendors/blob-store/blobs.ts';

export interface SavedDocument {
  readonly paper: DocumentModel;
  readonly pdf: BlobKey;
  /** SHA-256 of the PDF, in hexadecimal. */
  readonly sha256: string;
  readonly madeAt: Date;
}

/** A drawn document whose PDF is in the blob store, to be saved in a transaction. */
interface StoredDocument {
  readonly paper: DocumentModel;
  readonly pdf: StoredBlob;
  readonly sha256: string;
}

/** Stores the PDF of a drawn document, before the transaction that saves it. */
export async function storeDocument(
  blobs: Blobs,
  { paper, pdf }: { readonly paper: DocumentModel; readonly pdf: Buffer },
): Promise<StoredDocument> {
  const sha256 = createHash('sha256').update(pdf).digest('hex');
  return { paper, pdf: await blobs.store('documents', pdf), sha256 };
}

/** Saves a drawn document. `key` identifies it: if it was already drawn, the first one stays and `isNew` is false. */
export async function saveDocument(
  tx: Tx,
  services: With<'clock' | 'vault' | 'blobs'>,
  about: { applicationId: ApplicationId; kind: string; key: string },
  drawn: StoredDocument,
): Promise<{ isNew: boolean }> {
  const id = randomUUID();
  const inserted = await tx
    .insertInto('document')
    .values({
      id,
      application_id: about.applicationId,
      kind: about.kind,
      key: about.key,
      sha256: drawn.sha256,
      content: services.vault.sealJson(drawn.paper, sealContext('document', 'content', id)),
      pdf: drawn.pdf.key,
      made_at: services.clock.now(),
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted) await services.blobs.save(tx, about.applicationId, drawn.pdf);
  return { isNew: inserted !== undefined };
}

export async function readDocument(db: Db, vault: Vault, key: string): Promise<SavedDocument | undefined> {
  const row = await rowsOf(db, 'document', { key }).first(['id', 'content', 'pdf', 'sha256', 'made_at']);
  if (!row) return undefined;
  return {
    paper: vault.openJson<DocumentModel>(row.content, sealContext('document', 'content', row.id)),
    pdf: row.pdf,
    sha256: row.sha256,
    madeAt: row.made_at,
  };
}

export async function readLatestDocument(
  db: Db,
  vault: Vault,
  id: ApplicationId,
  kind: string,
): Promise<SavedDocument | undefined> {
  const row = await db
    .selectFrom('document')
    .select('key')
    .where('application_id', '=', id)
    .where('kind', '=', kind)
    .orderBy('made_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && readDocument(db, vault, row.key);
}

/** Which of these kinds exist, in the order they were first drawn. Opens none of them. */
export async function documentKindsOf<K extends string>(
  db: Db,
  id: ApplicationId,
  kinds: readonly K[],
): Promise<K[]> {
  const rows = await db
    .selectFrom('document')
    .select(({ fn }) => ['kind', fn.min('made_at').as('first')])
    .where('application_id', '=', id)
    .where('kind', 'in', kinds)
    .groupBy('kind')
    .orderBy('first')
    .execute();
  return rows.map(({ kind }) => kind as K);
}

/** Every document of an application, in the order in which they were drawn. Opens none of them. */
export async function documentsOf(db: Db, id: ApplicationId) {
  return db
    .selectFrom('document')
    .select(['key', 'kind', 'sha256', 'made_at as madeAt'])
    .where('application_id', '=', id)
    .orderBy('made_at')
    .orderBy('key')
    .execute();
}
