// Envelopes and their documents, and where they are stored.
import type { Context } from '../../context.ts';
import type { Row } from '../../state/database.ts';

type EnvelopeStatus = 'created' | 'sent' | 'delivered' | 'completed' | 'declined' | 'voided';
type SignerStatus = 'created' | 'sent' | 'delivered' | 'completed' | 'declined';

/** A place in a document, in PDF points from the page's lower left corner. */
export type Tab = {
  id: string;
  kind: 'signHere' | 'dateSigned' | 'fullName';
  documentId: string;
  page: number;
  x: number;
  y: number;
  size: number;
  /** The marked content that contains the anchor. */
  mcid?: number;
  anchor?: string;
};

export type Signer = {
  recipientId: string;
  recipientIdGuid: string;
  userId: string;
  email: string;
  name: string;
  routingOrder: number;
  /** Absent when the signer gets a link by email. */
  clientUserId?: string;
  status: SignerStatus;
  tabs: Tab[];
  sentAt?: string;
  deliveredAt?: string;
  consentedAt?: string;
  signedAt?: string;
  declinedAt?: string;
  declinedReason?: string;
  /** The adopted signature: the name as typed. */
  signature?: string;
  from?: { address: string; userAgent: string };
  timeZone?: string;
};

export type Notification = {
  url: string;
  events: string[];
  acknowledge: boolean;
  hmac: boolean;
};

export type Envelope = {
  id: string;
  transactionId?: string;
  emailSubject: string;
  emailBlurb: string;
  status: EnvelopeStatus;
  createdAt: string;
  changedAt: string;
  sentAt?: string;
  deliveredAt?: string;
  completedAt?: string;
  declinedAt?: string;
  voidedAt?: string;
  voidedReason?: string;
  signers: Signer[];
  customFields: unknown;
  notification?: Notification;
};

export type StoredDocument = { id: string; name: string; bytes: Uint8Array; sealed: Uint8Array | undefined };

/** PDFs made from all documents of an envelope; stored once they are sealed. */
export type GeneratedDocument = 'combined' | 'combined with certificate' | 'certificate';

const parseEnvelope = (row: Row | undefined): Envelope | undefined =>
  row && (JSON.parse(String(row.record)) as Envelope);

export class Envelopes {
  readonly #context: Pick<Context, 'db' | 'consoleEvents'>;

  constructor(context: Pick<Context, 'db' | 'consoleEvents'>) {
    this.#context = context;
  }

  get #db() {
    return this.#context.db;
  }

  find(id: string): Envelope | undefined {
    return parseEnvelope(this.#db.one('select record from docusign_envelope where id = ?', id));
  }

  byTransaction(transactionId: string): Envelope | undefined {
    return parseEnvelope(
      this.#db.one('select record from docusign_envelope where transaction_id = ?', transactionId),
    );
  }

  /** Newest first. */
  list(): Envelope[] {
    return this.#db
      .all('select record from docusign_envelope order by rowid desc')
      .map((row) => parseEnvelope(row) as Envelope);
  }

  add(envelope: Envelope, documents: readonly { id: string; name: string; bytes: Uint8Array }[]): void {
    this.#inTransaction(() => {
      this.#db.run(
        'insert into docusign_envelope (id, transaction_id, record) values (?, ?, ?)',
        envelope.id,
        envelope.transactionId ?? null,
        JSON.stringify(envelope),
      );
      for (const [position, { id, name, bytes }] of documents.entries())
        this.#db.run(
          'insert into docusign_document (envelope, id, position, name, original) values (?, ?, ?, ?, ?)',
          envelope.id,
          id,
          position,
          name,
          bytes,
        );
    });
    this.#context.consoleEvents.publish('envelopes');
  }

  save(envelope: Envelope): void {
    this.#db.run(
      'update docusign_envelope set record = ? where id = ?',
      JSON.stringify(envelope),
      envelope.id,
    );
    this.#context.consoleEvents.publish('envelopes');
  }

  documents(envelope: Envelope): StoredDocument[] {
    return this.#db
      .all(
        'select id, name, original, sealed from docusign_document where envelope = ? and original is not null order by position',
        envelope.id,
      )
      .map((row) => ({
        id: String(row.id),
        name: String(row.name),
        bytes: row.original as Uint8Array,
        sealed: (row.sealed as Uint8Array | null) ?? undefined,
      }));
  }

  names(envelope: Envelope): { documentId: string; name: string }[] {
    return this.documents(envelope).map(({ id, name }) => ({ documentId: id, name }));
  }

  generated(envelope: Envelope, id: GeneratedDocument): Uint8Array | undefined {
    const row = this.#db.one(
      'select sealed from docusign_document where envelope = ? and id = ? and original is null',
      envelope.id,
      id,
    );
    return row?.sealed as Uint8Array | undefined;
  }

  saveSealed(
    envelope: Envelope,
    documents: ReadonlyMap<string, Uint8Array>,
    generated: ReadonlyMap<GeneratedDocument, Uint8Array>,
  ): void {
    this.#inTransaction(() => {
      for (const [id, bytes] of documents)
        this.#db.run(
          'update docusign_document set sealed = ? where envelope = ? and id = ?',
          bytes,
          envelope.id,
          id,
        );
      for (const [id, bytes] of generated)
        this.#db.run(
          'insert or replace into docusign_document (envelope, id, position, name, sealed) values (?, ?, 1000, ?, ?)',
          envelope.id,
          id,
          id,
          bytes,
        );
      this.save(envelope);
    });
  }

  #inTransaction(action: () => void): void {
    this.#db.run('begin');
    try {
      action();
      this.#db.run('commit');
    } catch (error) {
      this.#db.run('rollback');
      throw error;
    }
  }
}

/** For the console. */
export function listEnvelopes(context: Context, email: string | undefined) {
  const envelopes = new Envelopes(context);
  const wanted = email?.trim().toLowerCase();
  return envelopes
    .list()
    .filter(({ signers }) => !wanted || signers.some((signer) => signer.email.toLowerCase() === wanted))
    .map((envelope) => ({
      id: envelope.id,
      status: envelope.status,
      sentAt: envelope.sentAt ?? null,
      completedAt: envelope.completedAt ?? null,
      subject: envelope.emailSubject,
      to: envelope.signers.map((signer) => signer.email).join(', '),
      places: envelope.signers.flatMap(({ tabs }) =>
        tabs.map(({ kind, documentId, page }) => ({ kind, documentId, page: page + 1 })),
      ),
      documents: [
        ...envelopes.names(envelope),
        ...(envelope.status === 'completed'
          ? [{ documentId: 'certificate', name: 'Certificate of completion' }]
          : []),
      ].map((document) => ({
        ...document,
        href: `/console/api/envelopes/${envelope.id}/documents/${document.documentId}`,
      })),
    }));
}

/** The current version: sealed once the envelope is complete. */
export function findEnvelopeDocument(
  { db }: Context,
  envelopeId: string,
  id: string,
): Uint8Array | undefined {
  const row = db.one(
    'select coalesce(sealed, original) as pdf from docusign_document where envelope = ? and id = ?',
    envelopeId,
    id,
  );
  return row?.pdf as Uint8Array | undefined;
}
