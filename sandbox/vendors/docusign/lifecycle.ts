// An envelope's lifecycle: created, sent, delivered, then completed, declined or voided.
import { combine as combineParts } from '#sealing/combine.ts';
import { seal as sealWith } from '#sealing/seal.ts';
import type { Context } from '../../context.ts';
import { uuid } from '../../state/identifiers.ts';
import type { Connect, EnvelopeEvent } from './connect.ts';
import { describeEnvelope } from './envelope-json.ts';
import type { Envelope, Envelopes, GeneratedDocument, Signature, Signer } from './envelopes.ts';
import { DocusignError } from './errors.ts';
import { certificateOfCompletion } from './pdf/certificate-of-completion.ts';
import { loadSealingIdentity, sealerName } from './pdf/sealing-identity.ts';
import { stamp } from './pdf/stamp.ts';
import type { readEnvelope } from './request.ts';

type Signed = {
  signature: Signature;
  from: { address: string; userAgent: string };
  timeZone: string;
};

export type EnvelopeLifecycle = {
  create: (given: Awaited<ReturnType<typeof readEnvelope>>) => Envelope;
  send: (envelope: Envelope) => void;
  open: (envelopeId: string, recipientId: string) => void;
  /** False when the envelope can no longer be signed. */
  sign: (envelopeId: string, recipientId: string, signed: Signed) => Promise<boolean>;
  decline: (envelopeId: string, recipientId: string, reason: string, from: Signer['from']) => boolean;
  void: (envelope: Envelope, reason: string) => void;
  /** False when the signer can no longer be changed. */
  changeSigner: (envelope: Envelope, signer: Signer, change: { email?: unknown; name?: unknown }) => boolean;
  /** The status to tell: `signed` while everyone has signed and the documents are being sealed. */
  status: (envelope: Envelope) => Envelope['status'] | 'signed';
  certificate: (envelope: Envelope) => Promise<Uint8Array>;
  combined: (envelope: Envelope, withCertificate: boolean) => Promise<Uint8Array>;
};

export const isOpen = ({ status }: Envelope): boolean => status === 'sent' || status === 'delivered';

/** True when everyone earlier in the routing order has signed. */
export const isTurnOf = (envelope: Envelope, signer: Signer): boolean =>
  envelope.signers.every(
    (other) => other.routingOrder >= signer.routingOrder || other.status === 'completed',
  );

export function createLifecycle(context: Context, envelopes: Envelopes, connect: Connect): EnvelopeLifecycle {
  const { clock } = context;
  const combine = (parts: readonly Uint8Array[], title: string) =>
    combineParts(parts, { title, producer: 'Branchline sandbox', now: clock() });
  const notify = (event: EnvelopeEvent, envelope: Envelope) =>
    connect.send(event, envelope, describeEnvelope(context, envelope, ['recipients']));

  function find(envelopeId: string, recipientId: string) {
    const envelope = envelopes.find(envelopeId);
    const signer = envelope?.signers.find((one) => one.recipientId === recipientId);
    return envelope && signer ? { envelope, signer } : undefined;
  }

  function sendToNextSigners(envelope: Envelope, at: string): void {
    for (const signer of envelope.signers)
      if (signer.status === 'created' && isTurnOf(envelope, signer)) {
        signer.status = 'sent';
        signer.sentAt = at;
      }
  }

  /** The documents with all signatures so far. A document without signatures stays unchanged. */
  function stampDocuments(envelope: Envelope): Promise<{ id: string; name: string; bytes: Uint8Array }[]> {
    return Promise.all(
      envelopes.documents(envelope).map(async ({ id, name, bytes }) => ({
        id,
        name,
        bytes: await stamp(
          bytes,
          envelope.signers.flatMap(({ name: signerName, signature, signedAt, timeZone = 'UTC', tabs }) =>
            signature && signedAt
              ? tabs
                  .filter((tab) => tab.documentId === id)
                  .map((tab) => ({
                    tab,
                    envelopeId: envelope.id,
                    name: signerName,
                    signature,
                    signedAt: new Date(signedAt),
                    timeZone,
                  }))
              : [],
          ),
        ),
      })),
    );
  }

  async function complete(envelope: Envelope): Promise<void> {
    const reason = `Envelope ${envelope.id} is complete`;
    const identity = loadSealingIdentity(context);
    const seal = (bytes: Uint8Array) => sealWith(bytes, { identity, name: sealerName, reason, now: clock() });
    const title = envelope.emailSubject;
    const parts = await stampDocuments(envelope);
    const sealed = new Map<string, Uint8Array>();
    for (const { id, bytes } of parts) sealed.set(id, await seal(bytes));
    const certificate = await certificateOfCompletion(
      envelope,
      envelopes
        .documents(envelope)
        .map(({ id, name, bytes }) => ({ name, original: bytes, sealed: sealed.get(id) })),
    );
    const bare = parts.map(({ bytes }) => bytes);
    const whole = new Map<GeneratedDocument, Uint8Array>([
      ['certificate', await seal(certificate)],
      ['combined', await seal(await combine(bare, title))],
      ['combined with certificate', await seal(await combine([...bare, certificate], title))],
    ]);
    envelopes.saveSealed(envelope, sealed, whole);
  }

  /** Runs one signing per envelope at a time, so a double click signs once. */
  const signing = new Map<string, Promise<unknown>>();
  async function runExclusively<Result>(envelopeId: string, action: () => Promise<Result>): Promise<Result> {
    const before = signing.get(envelopeId) ?? Promise.resolve();
    const mine = before.then(action, action);
    const settled = mine.catch(() => {});
    signing.set(envelopeId, settled);
    try {
      return await mine;
    } finally {
      if (signing.get(envelopeId) === settled) signing.delete(envelopeId);
    }
  }

  const sealing = new Set<string>();

  const life: EnvelopeLifecycle = {
    create: ({ documents, status, transactionId, notification, ...given }) => {
      const at = clock().toISOString();
      const envelope: Envelope = {
        id: uuid(),
        ...(transactionId ? { transactionId } : {}),
        ...given,
        status: 'created',
        createdAt: at,
        changedAt: at,
        ...(notification ? { notification } : {}),
      };
      envelopes.add(envelope, documents);
      if (status === 'sent') life.send(envelope);
      return envelope;
    },

    send: (envelope) => {
      const at = clock().toISOString();
      Object.assign(envelope, { status: 'sent', sentAt: at, changedAt: at });
      sendToNextSigners(envelope, at);
      envelopes.save(envelope);
      notify('envelope-sent', envelope);
    },

    open: (envelopeId, recipientId) => {
      const found = find(envelopeId, recipientId);
      if (!found || !isOpen(found.envelope) || found.signer.status !== 'sent') return;
      const { envelope, signer } = found;
      const at = clock().toISOString();
      signer.status = 'delivered';
      signer.deliveredAt = at;
      const all = envelope.signers.every(({ status }) => status === 'delivered' || status === 'completed');
      const first = all && envelope.status === 'sent';
      if (first) Object.assign(envelope, { status: 'delivered', deliveredAt: at, changedAt: at });
      envelopes.save(envelope);
      if (first) notify('envelope-delivered', envelope);
    },

    sign: (envelopeId, recipientId, { signature, from, timeZone }) =>
      runExclusively(envelopeId, async () => {
        const found = find(envelopeId, recipientId);
        if (!found || !isOpen(found.envelope) || found.signer.status !== 'delivered') return false;
        const { envelope, signer } = found;
        const at = clock().toISOString();
        Object.assign(signer, {
          status: 'completed',
          consentedAt: at,
          signedAt: at,
          signature,
          from,
          timeZone,
        });
        sendToNextSigners(envelope, at);
        if (envelope.signers.some(({ status }) => status !== 'completed')) {
          envelopes.save(envelope);
          return true;
        }
        Object.assign(envelope, { status: 'completed', completedAt: at, changedAt: at });
        sealing.add(envelope.id);
        await complete(envelope).finally(() => sealing.delete(envelope.id));
        notify('envelope-completed', envelope);
        return true;
      }),

    decline: (envelopeId, recipientId, reason, from) => {
      const found = find(envelopeId, recipientId);
      // Once a signature is being sealed, it is too late to decline.
      if (!found || !isOpen(found.envelope) || signing.has(envelopeId)) return false;
      const { envelope, signer } = found;
      if (signer.status !== 'delivered') return false;
      const at = clock().toISOString();
      Object.assign(signer, { status: 'declined', declinedAt: at, declinedReason: reason, from });
      Object.assign(envelope, { status: 'declined', declinedAt: at, changedAt: at });
      envelopes.save(envelope);
      notify('envelope-declined', envelope);
      return true;
    },

    changeSigner: (envelope, signer, { email, name }) => {
      if (!isOpen(envelope) || signer.status === 'completed' || signing.has(envelope.id)) return false;
      if (typeof email === 'string' && email) signer.email = email;
      if (typeof name === 'string' && name) signer.name = name;
      envelopes.save(envelope);
      return true;
    },

    void: (envelope, reason) => {
      if (!isOpen(envelope) || signing.has(envelope.id)) throw new DocusignError('VOID');
      const at = clock().toISOString();
      Object.assign(envelope, { status: 'voided', voidedAt: at, voidedReason: reason, changedAt: at });
      envelopes.save(envelope);
      notify('envelope-voided', envelope);
    },

    status: ({ id, status }) => (sealing.has(id) ? 'signed' : status),

    certificate: async (envelope) =>
      envelopes.generated(envelope, 'certificate') ??
      certificateOfCompletion(
        envelope,
        envelopes
          .documents(envelope)
          .map(({ name, bytes }) => ({ name, original: bytes, sealed: undefined })),
      ),

    combined: async (envelope, withCertificate) => {
      const stored = envelopes.generated(
        envelope,
        withCertificate ? 'combined with certificate' : 'combined',
      );
      if (stored) return stored;
      const parts = (await stampDocuments(envelope)).map(({ bytes }) => bytes);
      if (withCertificate) parts.push(await life.certificate(envelope));
      return combine(parts, envelope.emailSubject);
    },
  };
  return life;
}
