// Envelopes and their documents: where they are stored, and their JSON.
import type { Context } from '../../context.ts';

/** What a signer agrees to on the signing page, and what the certificate repeats. */
export const consentSentence =
  'I agree to use electronic records and signatures for these documents, and I can open and read them here.';

/** A place in a document: the tab's upper left corner, in points from that of the page. Pages count from 1. */
export type Tab = {
  kind: 'signHere' | 'dateSigned';
  documentId: string;
  page: number;
  x: number;
  y: number;
};

export type Signer = {
  recipientId: string;
  email: string;
  name: string;
  clientUserId: string;
  tabs: Tab[];
  declinedReason?: string;
  /** The adopted signature: the name as typed. */
  signature?: string;
  from?: { address: string; userAgent: string };
  timeZone?: string;
};

export type Envelope = {
  id: string;
  transactionId?: string | undefined;
  emailSubject: string;
  emailBlurb: string;
  status: 'sent' | 'delivered' | 'completed' | 'declined' | 'voided';
  changedAt: string;
  sentAt: string;
  deliveredAt?: string;
  completedAt?: string;
  declinedAt?: string;
  voidedReason?: string;
  signer: Signer;
  notification?: { url: string; events: string[]; acknowledge: boolean; hmac: boolean } | undefined;
};

export type SentDocument = { id: string; name: string; bytes: Uint8Array };

/** PDFs made from all documents of an envelope; stored once they are sealed. */
export type GeneratedDocument = 'combined' | 'certificate';

export type Envelopes = ReturnType<typeof createEnvelopes>;

export function createEnvelopes({ db, consoleEvents }: Context) {
  function inTransaction(action: () => void): void {
    db.run('begin');
    try {
      action();
      db.run('commit');
    } catch (error) {
      db.run('rollback');
      throw error;
    }
  }

  function save(envelope: Envelope): void {
    db.saveRecord('envelope', envelope.id, envelope);
    consoleEvents.publish('envelopes');
  }

  const list = () => db.listRecords<Envelope>('envelope').reverse();

  const documents = ({ id: envelope }: Envelope) =>
    db
      .all(
        'select id, name, original, sealed from docusign_document where envelope = ? and original is not null order by position',
        envelope,
      )
      .map(({ id, name, original, sealed }) => ({
        id: String(id),
        name: String(name),
        bytes: original as Uint8Array,
        sealed: (sealed as Uint8Array | null) ?? undefined,
      }));

  return {
    save,
    list,
    documents,
    find: (id: string) => db.readRecord<Envelope>('envelope', id),
    byTransaction: (transactionId: string) =>
      list().find((envelope) => envelope.transactionId === transactionId),
    add: (envelope: Envelope, sent: readonly SentDocument[]) =>
      inTransaction(() => {
        save(envelope);
        for (const [position, { bytes: original, ...named }] of sent.entries())
          db.insert('docusign_document', { envelope: envelope.id, position, original, ...named });
      }),
    names: (envelope: Envelope) => documents(envelope).map(({ id, name }) => ({ documentId: id, name })),
    /** A sent or generated document as it is now: sealed once the envelope is complete. */
    current: (envelopeId: string, id: string) => {
      const query =
        'select coalesce(sealed, original) as pdf from docusign_document where envelope = ? and id = ?';
      return db.one(query, envelopeId, id)?.pdf as Uint8Array | undefined;
    },
    saveSealed: (
      envelope: Envelope,
      stamped: ReadonlyMap<string, Uint8Array>,
      generated: ReadonlyMap<GeneratedDocument, Uint8Array>,
    ) =>
      inTransaction(() => {
        const seal = 'update docusign_document set sealed = ? where envelope = ? and id = ?';
        for (const [id, sealed] of stamped) db.run(seal, sealed, envelope.id, id);
        for (const [id, sealed] of generated)
          db.insert('docusign_document', { envelope: envelope.id, id, position: 1000, name: id, sealed });
        save(envelope);
      }),
  };
}

export function listEnvelopes(context: Context, email: string | undefined) {
  const envelopes = createEnvelopes(context);
  const wanted = email?.trim().toLowerCase();
  return envelopes
    .list()
    .filter(({ signer }) => !wanted || signer.email.toLowerCase() === wanted)
    .map((envelope) => {
      const { id, status, sentAt, completedAt = null, emailSubject: subject, signer } = envelope;
      const certificate = { documentId: 'certificate', name: 'Certificate of completion' };
      const documents = [...envelopes.names(envelope), ...(status === 'completed' ? [certificate] : [])];
      return {
        id,
        status,
        sentAt,
        completedAt,
        subject,
        to: signer.email,
        places: signer.tabs,
        documents: documents.map((document) => ({
          ...document,
          href: `/console/api/envelopes/${id}/documents/${document.documentId}`,
        })),
      };
    });
}

/** As in the API, with seven fractional digits. */
export const moment = (iso: string): string => iso.replace(/\.(\d{3})Z$/, '.$10000Z');
const maybe = (name: string, iso: string | undefined) => (iso ? { [name]: moment(iso) } : {});

export const describeSigner = ({ signer, ...envelope }: Envelope) => ({
  // A signer may change the name while adopting a signature, and it becomes the recipient's.
  name: signer.signature ?? signer.name,
  email: signer.email,
  recipientId: signer.recipientId,
  clientUserId: signer.clientUserId,
  routingOrder: '1',
  status: envelope.status,
  recipientType: 'signer',
  ...maybe('sentDateTime', envelope.sentAt),
  ...maybe('deliveredDateTime', envelope.deliveredAt),
  ...maybe('signedDateTime', envelope.completedAt),
  ...maybe('declinedDateTime', envelope.declinedAt),
  ...(signer.declinedReason ? { declinedReason: signer.declinedReason } : {}),
});

export function describeEnvelope({ credentials }: Pick<Context, 'credentials'>, envelope: Envelope) {
  const base = `/envelopes/${envelope.id}`;
  return {
    status: envelope.status as Envelope['status'] | 'signed',
    documentsUri: `${base}/documents`,
    recipientsUri: `${base}/recipients`,
    envelopeUri: base,
    emailSubject: envelope.emailSubject,
    emailBlurb: envelope.emailBlurb,
    envelopeId: envelope.id,
    ...(envelope.transactionId ? { transactionId: envelope.transactionId } : {}),
    signingLocation: 'online',
    enableWetSign: 'false',
    createdDateTime: moment(envelope.sentAt),
    statusChangedDateTime: moment(envelope.changedAt),
    ...maybe('sentDateTime', envelope.sentAt),
    ...maybe('deliveredDateTime', envelope.deliveredAt),
    ...maybe('completedDateTime', envelope.completedAt),
    ...maybe('declinedDateTime', envelope.declinedAt),
    ...(envelope.voidedReason ? { voidedReason: envelope.voidedReason } : {}),
    documentsCombinedUri: `${base}/documents/combined`,
    certificateUri: `${base}/documents/certificate`,
    sender: {
      userName: credentials.DOCUSIGN_ACCOUNT_NAME,
      userId: credentials.DOCUSIGN_USER_ID,
      accountId: credentials.DOCUSIGN_ACCOUNT_ID,
    },
    recipients: { signers: [describeSigner(envelope)], recipientCount: '1' },
  };
}
