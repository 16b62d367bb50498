// The application's single envelope: its documents, its one creation, its signer and its emailed link.

import type { Application } from '../../journey/applications.ts';
import { daysAfter } from '../../platform/clock.ts';
import { transact } from '../../platform/db/database.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { emailedToken, readEmailedToken } from '../../platform/emailed-links.ts';
import {
  readDocument,
  renderDocument,
  type SavedDocument,
  saveDocument,
  saveHash,
  storePdf,
} from '../../records/documents.ts';
import { readEnvelope, saveEnvelopeId, saveSignerEmail } from '../../records/envelopes.ts';
import type { With } from '../../services.ts';
import type { NewEnvelope } from '../../vendors/signature.ts';
import { buildLoanDocuments } from './build-loan-documents.ts';

export const linkDays = 14;
const purpose = 'signing';

/** How long the link leads to documents that can be signed: an approval may end before it does. */
export const signableUntil = ({ deadline }: Pick<Application, 'deadline'>, linkExpiresAt: Date): Date =>
  deadline !== null && deadline < linkExpiresAt ? deadline : linkExpiresAt;

export function documentsLink(
  services: With<'config' | 'clock' | 'vault'>,
  id: ApplicationId,
  generation: number,
): string {
  const until = daysAfter(services.clock.now(), linkDays);
  const token = emailedToken(services, purpose, `${id}:${generation}`, until);
  return `${services.config.publicUrl}/receive-funds/docusign-resume?token=${token}`;
}

/** An expired link still identifies its application, because we signed it. */
export function readDocumentsToken(services: With<'clock' | 'vault'>, token: string) {
  const read = readEmailedToken(services, purpose, token);
  if (read === 'not-ours') return undefined;
  const [id = '', generation = '1'] = read.subject.split(':');
  return { id: id as ApplicationId, generation: Number(generation), isPast: read.isExpired };
}

/** Renders the loan documents once and saves them. Later calls return the saved ones. */
export async function renderLoanDocuments(
  services: With<'clock' | 'db' | 'vault' | 'lender'>,
  id: ApplicationId,
) {
  const { db, vault } = services;
  const rendered: SavedDocument[] = [];
  for (const { kind, paper } of await buildLoanDocuments(services, id)) {
    const key = `${kind}:${id}`;
    await transact(db, (tx) => saveDocument(tx, services, { applicationId: id, kind, key }, paper));
    // If two jobs rendered it, this is what the first one saved.
    const saved = await readDocument(db, vault, key);
    if (saved === undefined) throw new Error('The document was deleted while it was rendered.');
    rendered.push(saved);
  }
  return rendered;
}

export const envelopeKey = (id: ApplicationId) => `envelope:${id}`;

/** Whether the signing service may no longer find an envelope that was created at this instant. */
export function isForgotten({ clock, vendors }: With<'clock' | 'vendors'>, at: Date): boolean {
  const { findableDays } = vendors.signatures;
  return findableDays !== undefined && at < daysAfter(clock.now(), -findableDays);
}

/**
 * Creates it exactly once: after a crash, we find it by our own id. `CallUnresolved` once the vendor may
 * have forgotten our id. Only the same bytes are stored.
 */
export async function createEnvelope(
  services: With<'config' | 'clock' | 'db' | 'vault' | 'vendorCalls' | 'lender' | 'vendors' | 'blobs'>,
  id: ApplicationId,
): Promise<void> {
  const { db, vault, vendorCalls, vendors, config } = services;
  const { webhook } = vendors.signatures;
  const saved = await readEnvelope(services, id);
  if (saved === undefined) throw new Error('There is no envelope to create.');
  if (saved.envelopeId !== undefined) return;
  const documents: NewEnvelope['documents'][number][] = [];
  for (const document of await renderLoanDocuments(services, id))
    documents.push({ ...document, ...(await renderDocument(document)) });
  const { envelopeId } = await vendorCalls.call({
    vendor: vendors.signatures.vendor,
    operation: 'create-envelope',
    key: envelopeKey(id),
    applicationId: id,
    timeoutSeconds: 25,
    onUnknownOutcome: {
      rule: 'look-up',
      find: (signal) => vendors.signatures.find(id, signal),
      isForgotten: (at) => isForgotten(services, at),
    },
    async perform(signal) {
      for (const document of documents) await saveHash(db, document);
      return vendors.signatures.create(
        {
          transactionId: id,
          subject: `Your loan documents from ${services.lender.brand.name}`,
          documents,
          signer: { ...saved.signer, email: saved.mailedTo },
          webhookUrl: webhook && `${config.publicUrl}${webhook.path}`,
        },
        signal,
      );
    },
  });
  for (const document of documents) {
    const sent = await readDocument(db, vault, document.key);
    if (sent?.pdf === null) await storePdf(services, sent, document);
  }
  await saveEnvelopeId(db, id, envelopeId);
}

/** Addresses the envelope to the most recently confirmed email. Runs once per address, and only before the documents are signed. */
export async function followSigner(
  services: With<'db' | 'vault' | 'vendorCalls' | 'vendors'>,
  id: ApplicationId,
): Promise<void> {
  const { signatures } = services.vendors;
  const saved = await readEnvelope(services, id);
  if (saved?.envelopeId === undefined) throw new Error('The envelope is not there yet.');
  const { envelopeId, generation, mailedTo } = saved;
  if (generation === 1) return;
  await services.vendorCalls.call({
    vendor: signatures.vendor,
    operation: 'change-signer',
    key: `signer:${id}:${generation}`,
    applicationId: id,
    timeoutSeconds: 15,
    onUnknownOutcome: { rule: 'repeat' },
    perform: async (signal) => {
      await signatures.changeSigner(envelopeId, { ...saved.signer, email: mailedTo }, signal);
      return {};
    },
  });
  await saveSignerEmail(services, id, generation, mailedTo);
}
