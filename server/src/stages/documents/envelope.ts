// The one envelope of an application: drawn up, created once, looked at, and its mailed link.

import { drawPdf } from '../../pdf/draw.ts';
import { secondsAfter } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type ApplicationId, placeOf } from '../../platform/db/tables.ts';
import { mailedToken, readMailedToken } from '../../platform/mailed-links.ts';
import { readApplicant } from '../../records/applicants.ts';
import { keepDocument, readDocument } from '../../records/documents.ts';
import type { Parts } from '../../services.ts';
import type { Signer } from '../../vendors/signature.ts';
import { loanPapers } from './loan-papers.ts';

/** How long the mailed link to the documents works. */
export const linkDays = 14;
const purpose = 'documents';

export interface KeptEnvelope {
  /** Undefined until the vendor made it. */
  readonly envelopeId: string | undefined;
  readonly signer: Signer;
  readonly mailedTo: string;
  readonly generation: number;
  readonly mailing: 'waiting' | 'mailed' | 'failed';
  readonly linkExpiresAt: Date;
  readonly signedAt: Date | undefined;
}

export async function readEnvelope(
  { db, vault }: Pick<Parts, 'db' | 'vault'>,
  id: ApplicationId,
): Promise<KeptEnvelope | undefined> {
  const row = await db.selectFrom('envelope').selectAll().where('application_id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  const open = (column: 'signer_name' | 'signer_email' | 'mailed_to') =>
    vault.open(row[column], placeOf('envelope', column, id));
  return {
    envelopeId: row.envelope_id ?? undefined,
    signer: { name: open('signer_name'), email: open('signer_email'), clientUserId: id },
    mailedTo: open('mailed_to'),
    generation: row.link_generation,
    mailing: row.mailing,
    linkExpiresAt: row.link_expires_at,
    signedAt: row.signed_at ?? undefined,
  };
}

/**
 * Keeps that the documents are to be mailed to this address, and answers its generation: another address than before ends
 * the links that went to that one. Inside a transaction that holds the application.
 */
export async function keepEnvelope(
  tx: Tx,
  { vault }: Pick<Parts, 'vault'>,
  id: ApplicationId,
  email: string,
  expires: Date,
): Promise<number> {
  const seal = (column: 'signer_name' | 'signer_email' | 'mailed_to', text: string) =>
    vault.seal(text, placeOf('envelope', column, id));
  const sending = {
    mailed_to: seal('mailed_to', email),
    link_expires_at: expires,
    mailing: 'waiting',
  } as const;
  const before = await tx
    .selectFrom('envelope')
    .select(['mailed_to', 'link_generation'])
    .where('application_id', '=', id)
    .executeTakeFirst();
  if (before === undefined) {
    const { firstName, lastName } = await readApplicant(tx, vault, id);
    await tx
      .insertInto('envelope')
      .values({
        application_id: id,
        envelope_id: null,
        signer_name: seal('signer_name', `${firstName} ${lastName}`),
        signer_email: seal('signer_email', email),
        signed_at: null,
        ...sending,
      })
      .execute();
    return 1;
  }
  const last = vault.open(before.mailed_to, placeOf('envelope', 'mailed_to', id));
  const generation = before.link_generation + (last.toLowerCase() === email.toLowerCase() ? 0 : 1);
  await tx
    .updateTable('envelope')
    .set({ ...sending, link_generation: generation })
    .where('application_id', '=', id)
    .execute();
  return generation;
}

/** Keeps what came of a sending, unless another address was given meanwhile. */
export async function keepMailing(
  tx: Tx,
  id: ApplicationId,
  generation: number,
  mailing: 'mailed' | 'failed',
): Promise<void> {
  await tx
    .updateTable('envelope')
    .set({ mailing })
    .where('application_id', '=', id)
    .where('link_generation', '=', generation)
    .execute();
}

export function documentsLink(parts: Parts, id: ApplicationId, generation: number): string {
  const until = secondsAfter(parts.clock.now(), linkDays * 86_400);
  const token = mailedToken(parts, purpose, `${id}:${generation}`, until);
  return `${parts.config.publicUrl}/receive-funds/docusign-resume?token=${token}`;
}

interface DocumentsLink {
  readonly id: ApplicationId;
  readonly generation: number;
}

/** Past its time a link still tells whose it was: its signature was ours. */
export function readDocumentsToken(
  parts: Parts,
  token: string,
): (DocumentsLink & { readonly isPast: boolean }) | undefined {
  const read = readMailedToken(parts, purpose, token);
  if (read === 'not-ours') return undefined;
  const [id = '', generation = '1'] = read.subject.split(':');
  return { id: id as ApplicationId, generation: Number(generation), isPast: read.isExpired };
}

export const loanDocumentKey = (id: ApplicationId, kind: string) => `${kind}:${id}`;

/** Draws the loan documents once and keeps them; drawn again, what was kept stays. */
export async function drawLoanDocuments(parts: Parts, id: ApplicationId) {
  const drawn: { title: string; pdf: Buffer }[] = [];
  for (const { kind, paper } of await loanPapers(parts, id)) {
    const key = loanDocumentKey(id, kind);
    const kept = await readDocument(parts.db, parts.vault, key);
    if (kept) {
      drawn.push({ title: kept.paper.title, pdf: kept.pdf });
      continue;
    }
    const { bytes: pdf } = await drawPdf(paper);
    await parts.db
      .transaction()
      .execute((tx) => keepDocument(tx, parts, { applicationId: id, kind, key }, { paper, pdf }));
    drawn.push({ title: paper.title, pdf });
  }
  return drawn;
}

/** Creates the envelope with the vendor, once whatever crashes: it is found again by our own id for it. */
export async function createEnvelope(parts: Parts, id: ApplicationId): Promise<string> {
  const { outside, vendors, config } = parts;
  const kept = await readEnvelope(parts, id);
  if (kept === undefined) throw new Error('There is no envelope to create.');
  if (kept.envelopeId !== undefined) return kept.envelopeId;
  const documents = await drawLoanDocuments(parts, id);
  const { envelopeId } = await outside.call({
    vendor: 'docusign',
    operation: 'create-envelope',
    key: `envelope:${id}`,
    applicationId: id,
    timeoutSeconds: 25,
    inDoubt: { rule: 'look-up', find: (signal) => vendors.signatures.find(id, signal) },
    perform: (signal) =>
      vendors.signatures.create(
        {
          transactionId: id,
          subject: `Your loan documents from ${parts.lender.brand.name}`,
          documents: documents.map(({ title, pdf }) => ({ name: title, pdf })),
          signer: { ...kept.signer, email: kept.mailedTo },
          webhookUrl: `${config.publicUrl}/webhooks/docusign`,
        },
        signal,
      ),
  });
  await parts.db
    .updateTable('envelope')
    .set({ envelope_id: envelopeId })
    .where('application_id', '=', id)
    .execute();
  return envelopeId;
}

/** The envelope is for whoever has the address confirmed last. Done once an address, and only while nobody has signed. */
export async function followSigner(parts: Parts, id: ApplicationId): Promise<void> {
  const kept = await readEnvelope(parts, id);
  if (kept?.envelopeId === undefined) throw new Error('The envelope is not there yet.');
  const { envelopeId, generation, mailedTo } = kept;
  if (generation === 1) return;
  await parts.outside.call({
    vendor: 'docusign',
    operation: 'change-signer',
    key: `signer:${id}:${generation}`,
    applicationId: id,
    timeoutSeconds: 15,
    inDoubt: { rule: 'repeat' },
    perform: async (signal) => {
      await parts.vendors.signatures.changeSigner(envelopeId, { ...kept.signer, email: mailedTo }, signal);
      return {};
    },
  });
  await parts.db
    .updateTable('envelope')
    .set({ signer_email: parts.vault.seal(mailedTo, placeOf('envelope', 'signer_email', id)) })
    .where('application_id', '=', id)
    .where('link_generation', '=', generation)
    .execute();
}

/** A fresh address of the signing page. It is good once and for minutes, so it is never kept. */
export async function signingAddress(parts: Parts, envelope: KeptEnvelope): Promise<string> {
  if (envelope.envelopeId === undefined) throw new Error('The envelope is not there yet.');
  return parts.vendors.signatures.signingAddress(
    envelope.envelopeId,
    envelope.signer,
    `${parts.config.publicUrl}/receive-funds/docusign-loading`,
    AbortSignal.timeout(8000),
  );
}
