// The application's single envelope: draws its documents, creates it once, updates its signer, and builds its emailed
// link.

import { renderPdfInWorker } from '../../pdf/render-in-worker.ts';
import { secondsAfter } from '../../platform/clock.ts';
import { transact } from '../../platform/db/database.ts';
import type { ApplicationId, SessionId } from '../../platform/db/tables.ts';
import { mailedToken, readMailedToken } from '../../platform/mailed-links.ts';
import { readDocument, saveDocument, storeDocument } from '../../records/documents.ts';
import {
  readEnvelope,
  type SavedEnvelope,
  saveEnvelopeId,
  saveSignerEmail,
} from '../../records/envelopes.ts';
import type { With } from '../../services.ts';
import type { NewEnvelope } from '../../vendors/signature.ts';
import { loanPapers } from './loan-papers.ts';

/** How many days the emailed documents link works. */
export const linkDays = 14;
const purpose = 'documents';

export function documentsLink(
  services: With<'config' | 'clock' | 'vault'>,
  id: ApplicationId,
  generation: number,
): string {
  const until = secondsAfter(services.clock.now(), linkDays * 86_400);
  const token = mailedToken(services, purpose, `${id}:${generation}`, until);
  return `${services.config.publicUrl}/receive-funds/docusign-resume?token=${token}`;
}

interface DocumentsLink {
  readonly id: ApplicationId;
  readonly generation: number;
}

/** An expired link still identifies its application, because we signed it. */
export function readDocumentsToken(
  services: With<'clock' | 'vault'>,
  token: string,
): (DocumentsLink & { readonly isPast: boolean }) | undefined {
  const read = readMailedToken(services, purpose, token);
  if (read === 'not-ours') return undefined;
  const [id = '', generation = '1'] = read.subject.split(':');
  return { id: id as ApplicationId, generation: Number(generation), isPast: read.isExpired };
}

const loanDocumentKey = (id: ApplicationId, kind: string) => `${kind}:${id}`;

/** Draws the loan documents once and saves them. Later calls return the saved ones. */
export async function drawLoanDocuments(
  services: With<'clock' | 'db' | 'vault' | 'lender' | 'blobs'>,
  id: ApplicationId,
) {
  const { db, vault, blobs } = services;
  const drawn: NewEnvelope['documents'][number][] = [];
  for (const { kind, paper } of await loanPapers(services, id)) {
    const key = loanDocumentKey(id, kind);
    if ((await readDocument(db, vault, key)) === undefined) {
      const { bytes: pdf, places } = await renderPdfInWorker(paper);
      const placed = await storeDocument(blobs, { paper: { ...paper, places }, pdf });
      await transact(db, (tx) => saveDocument(tx, services, { applicationId: id, kind, key }, placed));
    }
    // If two jobs drew it, this is what the first one saved.
    const saved = await readDocument(db, vault, key);
    if (saved === undefined) throw new Error('The document was deleted while it was drawn.');
    const pdf = await blobs.read(saved.pdf);
    drawn.push({ name: saved.paper.title, pdf, paper: saved.paper, stored: saved.pdf });
  }
  return drawn;
}

/** Creates the envelope at the vendor exactly once. After a crash, we find it by our own id. */
export async function createEnvelope(
  services: With<'config' | 'clock' | 'db' | 'vault' | 'vendorCalls' | 'lender' | 'vendors' | 'blobs'>,
  id: ApplicationId,
): Promise<string> {
  const { vendorCalls, vendors, config } = services;
  const { webhook } = vendors.signatures;
  const saved = await readEnvelope(services, id);
  if (saved === undefined) throw new Error('There is no envelope to create.');
  if (saved.envelopeId !== undefined) return saved.envelopeId;
  const documents = await drawLoanDocuments(services, id);
  const { envelopeId } = await vendorCalls.call({
    vendor: vendors.signatures.vendor,
    operation: 'create-envelope',
    key: `envelope:${id}`,
    applicationId: id,
    timeoutSeconds: 25,
    onUnknownOutcome: { rule: 'look-up', find: (signal) => vendors.signatures.find(id, signal) },
    perform: (signal) =>
      vendors.signatures.create(
        {
          transactionId: id,
          subject: `Your loan documents from ${services.lender.brand.name}`,
          documents,
          signer: { ...saved.signer, email: saved.mailedTo },
          webhookUrl: webhook && `${config.publicUrl}${webhook.path}`,
        },
        signal,
      ),
  });
  await saveEnvelopeId(services.db, id, envelopeId);
  return envelopeId;
}

/** Addresses the envelope to the most recently confirmed email. Runs once per address, and only before the documents are signed. */
export async function followSigner(
  services: With<'db' | 'vault' | 'vendorCalls' | 'vendors'>,
  id: ApplicationId,
): Promise<void> {
  const saved = await readEnvelope(services, id);
  if (saved?.envelopeId === undefined) throw new Error('The envelope is not there yet.');
  const { envelopeId, generation, mailedTo } = saved;
  if (generation === 1) return;
  await services.vendorCalls.call({
    vendor: services.vendors.signatures.vendor,
    operation: 'change-signer',
    key: `signer:${id}:${generation}`,
    applicationId: id,
    timeoutSeconds: 15,
    onUnknownOutcome: { rule: 'repeat' },
    perform: async (signal) => {
      await services.vendors.signatures.changeSigner(
        envelopeId,
        { ...saved.signer, email: mailedTo },
        signal,
      );
      return {};
    },
  });
  await saveSignerEmail(services, id, generation, mailedTo);
}

/** Requests a new signing page URL. It works once and for a few minutes, so we never save it. */
export async function signingAddress(
  services: With<'config' | 'vendors'>,
  envelope: SavedEnvelope,
  sessionId: SessionId,
): Promise<string> {
  if (envelope.envelopeId === undefined) throw new Error('The envelope is not there yet.');
  return services.vendors.signatures.signingAddress(
    envelope.envelopeId,
    envelope.signer,
    { returnUrl: `${services.config.publicUrl}/receive-funds/docusign-loading`, sessionId },
    services.vendors.timeouts.signal(8),
  );
}
