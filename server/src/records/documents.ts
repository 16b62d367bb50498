// Documents as rendered, encrypted. A PDF is made and stored once one is sent, printed or opened (decision 87).
import { hash, randomUUID } from 'node:crypto';
import type { DocumentModel } from '../pdf/document-model.ts';
import { renderPdfInWorker } from '../pdf/render-in-worker.ts';
import type { Pdf } from '../pdf/render-pdf.ts';
import { type Db, type Tx, transact } from '../platform/db/database.ts';
import { insertOnce, lockApplicationRow, rowsOf } from '../platform/db/rows.ts';
import { type ApplicationId, type BlobKey, encryptionContext } from '../platform/db/tables.ts';
import type { Vault } from '../platform/encryption.ts';
import type { With } from '../services.ts';
import { audit } from './audit.ts';

interface AboutDocument {
  readonly applicationId: ApplicationId;
  readonly kind: string;
  readonly key: string;
}

export interface SavedDocument extends AboutDocument {
  readonly paper: DocumentModel;
  /** Null until it is stored. */
  readonly pdf: BlobKey | null;
  /** SHA-256 of the PDF that was sent or is being sent, in hexadecimal. */
  readonly sha256: string | null;
}

/** Saves a rendered document. If it was already rendered, the first one stays. */
export async function saveDocument(
  tx: Tx,
  { clock, vault }: With<'clock' | 'vault'>,
  { applicationId, kind, key }: AboutDocument,
  paper: DocumentModel,
): Promise<void> {
  const id = randomUUID();
  await insertOnce(tx, 'document', ['key'], {
    id,
    application_id: applicationId,
    kind,
    key,
    content: vault.encryptJson(paper, encryptionContext('document', 'content', id)),
    made_at: clock.now(),
  });
}

export async function readDocument(db: Db, vault: Vault, key: string): Promise<SavedDocument | undefined> {
  const row = await rowsOf(db, 'document', { key }).first([
    'id',
    'application_id',
    'kind',
    'content',
    'pdf',
    'sha256',
  ]);
  if (!row) return undefined;
  return {
    applicationId: row.application_id,
    kind: row.kind,
    key,
    paper: vault.decryptJson<DocumentModel>(row.content, encryptionContext('document', 'content', row.id)),
    pdf: row.pdf,
    sha256: row.sha256,
  };
}

type ForPdf = With<'blobs' | 'clock' | 'db' | 'vault'>;

/** The PDF for a person who gets it now: the stored one, or a new one, which is stored first. */
export const readPdf = async (services: ForPdf, document: SavedDocument): Promise<Buffer> =>
  document.pdf === null ? storePdf(services, document) : services.blobs.read(document.pdf);

/** Stores the PDF of a document, once. Returns what is stored, also if another process was first. */
export async function storePdf(services: ForPdf, document: SavedDocument, rendered?: RenderedDocument) {
  const { db, vault, clock, blobs } = services;
  const { applicationId, kind, key } = document;
  const { pdf, sha256 } = rendered ?? (await renderDocument(document));
  if (sha256 !== (document.sha256 ?? sha256)) throw new PdfMismatch(key);
  const stored = await blobs.store('documents', pdf);
  const isFirst = await transact(db, async (tx) => {
    await lockApplicationRow(tx, applicationId);
    const before = rowsOf(tx, 'document', { key, pdf: null, sha256: document.sha256 });
    if (!(await before.update({ pdf: stored.key, sha256 }))) return false;
    await blobs.save(tx, applicationId, stored);
    await audit(tx, clock, { applicationId }, { type: 'document-stored', document: kind, sha256 });
    return true;
  });
  if (isFirst) return pdf;
  const saved = await readDocument(db, vault, key);
  if (saved === undefined) throw new Error('The document was deleted while it was stored.');
  return readPdf(services, saved);
}

interface RenderedDocument extends Pick<Pdf, 'places'> {
  readonly pdf: Buffer;
  readonly sha256: string;
}

export async function renderDocument({ paper }: SavedDocument): Promise<RenderedDocument> {
  const { bytes: pdf, places } = await renderPdfInWorker(paper);
  return { pdf, places, sha256: hash('sha256', pdf) };
}

/** Saves the hash of what a vendor is about to get: no other PDF of the document is stored or shown, unless the call is made again. */
export async function saveHash(
  db: Db,
  { key, sha256 }: Pick<AboutDocument, 'key'> & Pick<RenderedDocument, 'sha256'>,
): Promise<void> {
  const isSaved = await rowsOf(db, 'document', { key, pdf: null }).update({ sha256 });
  if (!isSaved && !(await rowsOf(db, 'document', { key, sha256 }).exist())) throw new PdfMismatch(key);
}

/** A release since the PDF was sent or stored renders the same document to other bytes. */
class PdfMismatch extends Error {
  constructor(key: string) {
    super(
      `${key} was sent or opened as another PDF than this release renders. Finish it with the release that rendered it.`,
    );
  }
}

export async function readLatestDocument(db: Db, vault: Vault, id: ApplicationId, kind: string) {
  const row = await rowsOf(db, 'document', { application_id: id, kind }, ['made_at desc']).first(['key']);
  return row && readDocument(db, vault, row.key);
}

/** Which of these kinds exist, in the order they were first rendered. Opens none of them. */
export async function documentKindsOf<K extends string>(db: Db, id: ApplicationId, kinds: readonly K[]) {
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

/** Every document of an application, in the order in which they were rendered. Opens none of them. */
export const documentsOf = (db: Db, id: ApplicationId) =>
  rowsOf(db, 'document', { application_id: id }, ['made_at', 'key']).all([
    'key',
    'kind',
    'sha256',
    'made_at as madeAt',
  ]);
