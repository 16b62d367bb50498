// What an envelope is, and where envelopes and their documents are kept.
import type { Context } from '../../context.ts';
import type { Row } from '../../state/database.ts';

export type EnvelopeStatus = 'created' | 'sent' | 'delivered' | 'completed' | 'declined' | 'voided';
export type SignerStatus = 'created' | 'sent' | 'delivered' | 'completed' | 'declined';

/** Points between 0 and 1, of a sheet that is three times as wide as it is high. */
export type Strokes = [number, number][][];
export type Signature = { kind: 'typed'; name: string } | { kind: 'drawn'; name: string; strokes: Strokes };

/** A place in a document, in PDF points from the page's lower left corner. */
export type Tab = {
  id: string;
  kind: 'signHere' | 'dateSigned' | 'fullName';
  documentId: string;
  page: number;
  x: number;
  y: number;
  size: number;
  /** The marked content in which an anchor was found. */
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
  /** Absent when the signer would be mailed a link. */
  clientUserId?: string;
  status: SignerStatus;
  tabs: Tab[];
  sentAt?: string;
  deliveredAt?: string;
  consentedAt?: string;
  signedAt?: string;
  declinedAt?: string;
  declinedReason?: string;
  signature?: Signature;
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

export type KeptDocument = { id: string; name: string; bytes: Uint8Array; sealed: Uint8Array | undefined };

/** Made from all documents together; kept beside them once they are sealed. */
export const wholeDocuments = ['combined', 'combined with certificate', 'certificate'] as const;
export type WholeDocument = (typeof wholeDocuments)[number];

const asEnvelope = (row: Row | undefined): Envelope | undefined =>
  row && (JSON.parse(String(row.record)) as Envelope);

export type Envelopes = {
  find: (id: string) => Envelope | undefined;
  byTransaction: (transactionId: string) => Envelope | undefined;
  /** Newest first. */
  list: () => Envelope[];
  add: (envelope: Envelope, documents: { id: string; name: string; bytes: Uint8Array }[]) => void;
  keep: (envelope: Envelope) => void;
  documents: (envelope: Envelope) => KeptDocument[];
  names: (envelope: Envelope) => { documentId: string; name: string }[];
  whole: (envelope: Envelope, id: WholeDocument) => Uint8Array | undefined;
  keepSealed: (
    envelope: Envelope,
    documents: Map<string, Uint8Array>,
    whole: Map<WholeDocument, Uint8Array>,
  ) => void;
};

export function envelopesIn({ db, announcements }: Context): Envelopes {
  const keep = (envelope: Envelope) => {
    db.run('update docusign_envelope set record = ? where id = ?', JSON.stringify(envelope), envelope.id);
    announcements.tell('envelopes');
  };
  const together = (action: () => void) => {
    db.run('begin');
    try {
      action();
      db.run('commit');
    } catch (error) {
      db.run('rollback');
      throw error;
    }
  };
  return {
    find: (id) => asEnvelope(db.one('select record from docusign_envelope where id = ?', id)),
    byTransaction: (transactionId) =>
      asEnvelope(db.one('select record from docusign_envelope where transaction_id = ?', transactionId)),
    list: () =>
      db
        .all('select record from docusign_envelope order by rowid desc')
        .map((row) => asEnvelope(row) as Envelope),
    keep,
    add: (envelope, documents) => {
      together(() => {
        db.run(
          'insert into docusign_envelope (id, transaction_id, record) values (?, ?, ?)',
          envelope.id,
          envelope.transactionId ?? null,
          JSON.stringify(envelope),
        );
        for (const [position, { id, name, bytes }] of documents.entries())
          db.run(
            'insert into docusign_document (envelope, id, position, name, original) values (?, ?, ?, ?, ?)',
            envelope.id,
            id,
            position,
            name,
            bytes,
          );
      });
      announcements.tell('envelopes');
    },
    documents: (envelope) =>
      db
        .all(
          'select id, name, original, sealed from docusign_document where envelope = ? and original is not null order by position',
          envelope.id,
        )
        .map((row) => ({
          id: String(row.id),
          name: String(row.name),
          bytes: row.original as Uint8Array,
          sealed: (row.sealed as Uint8Array | null) ?? undefined,
        })),
    names: (envelope) =>
      db
        .all(
          'select id, name from docusign_document where envelope = ? and original is not null order by position',
          envelope.id,
        )
        .map((row) => ({ documentId: String(row.id), name: String(row.name) })),
    whole: (envelope, id) =>
      db.one(
        'select sealed from docusign_document where envelope = ? and id = ? and original is null',
        envelope.id,
        id,
      )?.sealed as Uint8Array | undefined,
    keepSealed: (envelope, documents, whole) => {
      together(() => {
        for (const [id, bytes] of documents)
          db.run(
            'update docusign_document set sealed = ? where envelope = ? and id = ?',
            bytes,
            envelope.id,
            id,
          );
        for (const [id, bytes] of whole)
          db.run(
            'insert or replace into docusign_document (envelope, id, position, name, sealed) values (?, ?, 1000, ?, ?)',
            envelope.id,
            id,
            id,
            bytes,
          );
        keep(envelope);
      });
    },
  };
}

/** What the console shows. */
export function listEnvelopes(context: Context, email: string | undefined) {
  const envelopes = envelopesIn(context);
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

/** As it stands now: sealed once the envelope is complete. */
export function documentOfEnvelope({ db }: Context, envelopeId: string, id: string): Uint8Array | undefined {
  const row = db.one(
    'select coalesce(sealed, original) as pdf from docusign_document where envelope = ? and id = ?',
    envelopeId,
    id,
  );
  return row?.pdf as Uint8Array | undefined;
}
