// An envelope's lifecycle. What draws PDFs takes 60 MB, so it loads with the first signature.
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { SealingIdentity } from '#sealing/seal.ts';
import type { Context } from '../../context.ts';
import type { SendEvent } from './connect.ts';
import type { Envelope, Envelopes, GeneratedDocument, Signer } from './envelopes.ts';
import { refused } from './errors.ts';
import type { readEnvelope } from './request.ts';

const file = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url));

export const sealerName = 'Sandbox, electronic signatures';
/** The published certificate. Anyone can use its key, so production refuses it. */
export const sealingIdentity: SealingIdentity = {
  key: createPrivateKey(file('signing-key.pem')),
  certificates: [new X509Certificate(file('signing-certificate.pem'))],
};

export const isOpen = ({ status }: Envelope): boolean => status === 'sent' || status === 'delivered';

export type EnvelopeLifecycle = ReturnType<typeof envelopeLifecycle>;

export function envelopeLifecycle(context: Context, envelopes: Envelopes, sendEvent: SendEvent) {
  const { clock } = context;
  const now = () => clock().toISOString();
  /** The signing of each envelope that is under way, so that a double click signs once. */
  const signings = new Map<string, Promise<void>>();

  function change(envelope: Envelope, status: Envelope['status'], changed: Partial<Envelope>): void {
    Object.assign(envelope, { ...changed, status, changedAt: now() });
    envelopes.save(envelope);
    sendEvent(envelope);
  }

  async function combined(parts: readonly Uint8Array[], envelope: Envelope): Promise<Uint8Array> {
    const { combine } = await import('#sealing/combine.ts');
    return combine(parts, { title: envelope.emailSubject, producer: 'Sandbox', now: clock() });
  }

  async function stampedDocuments(envelope: Envelope): Promise<Map<string, Uint8Array>> {
    const { stamp } = await import('./pdf/stamp.ts');
    const stamped = envelopes
      .documents(envelope)
      .map(async ({ id, bytes }) => [id, await stamp(bytes, envelope, id)] as const);
    return new Map(await Promise.all(stamped));
  }

  async function certify(envelope: Envelope, sealed: ReadonlyMap<string, Uint8Array>): Promise<Uint8Array> {
    const { certificateOfCompletion } = await import('./pdf/certificate-of-completion.ts');
    return certificateOfCompletion(
      envelope,
      envelopes
        .documents(envelope)
        .map(({ id, name, bytes }) => ({ name, original: bytes, sealed: sealed.get(id) })),
    );
  }

  async function sealAll(envelope: Envelope): Promise<void> {
    const { seal } = await import('#sealing/seal.ts');
    const reason = `Envelope ${envelope.id} is complete`;
    const sealNow = (bytes: Uint8Array) =>
      seal(bytes, { identity: sealingIdentity, name: sealerName, reason, now: clock() });
    const stamped = await stampedDocuments(envelope);
    const sealed = new Map<string, Uint8Array>();
    for (const [id, bytes] of stamped) sealed.set(id, await sealNow(bytes));
    const generated = new Map<GeneratedDocument, Uint8Array>([
      ['certificate', await sealNow(await certify(envelope, sealed))],
      ['combined', await sealNow(await combined([...stamped.values()], envelope))],
    ]);
    envelopes.saveSealed(envelope, sealed, generated);
    sendEvent(envelope);
  }

  return {
    create({ documents, ...sent }: Awaited<ReturnType<typeof readEnvelope>>): Envelope {
      const at = now();
      const envelope: Envelope = {
        id: crypto.randomUUID(),
        ...sent,
        status: 'sent',
        sentAt: at,
        changedAt: at,
      };
      envelopes.add(envelope, documents);
      sendEvent(envelope);
      return envelope;
    },

    open(envelope: Envelope): void {
      if (envelope.status === 'sent') change(envelope, 'delivered', { deliveredAt: now() });
    },

    /** Does nothing when the envelope can no longer be signed. */
    sign(envelope: Envelope, signed: Pick<Signer, 'signature' | 'from' | 'timeZone'>): Promise<void> {
      const { id } = envelope;
      const underWay = signings.get(id);
      if (underWay || envelope.status !== 'delivered') return underWay ?? Promise.resolve();
      const at = now();
      Object.assign(envelope.signer, signed);
      Object.assign(envelope, { status: 'completed', completedAt: at, changedAt: at });
      const signing = sealAll(envelope).finally(() => signings.delete(id));
      signings.set(id, signing);
      return signing;
    },

    /** False when the envelope can no longer be declined, for example because a signature is being sealed. */
    decline(envelope: Envelope, reason: string, from: Signer['from']): boolean {
      if (envelope.status !== 'delivered' || signings.has(envelope.id)) return false;
      Object.assign(envelope.signer, { declinedReason: reason, from });
      change(envelope, 'declined', { declinedAt: now() });
      return true;
    },

    /** False when the signer can no longer be changed. */
    changeSigner(envelope: Envelope, { email, name }: { email?: unknown; name?: unknown }): boolean {
      if (!isOpen(envelope) || signings.has(envelope.id)) return false;
      const { signer } = envelope;
      if (typeof email === 'string' && email) signer.email = email;
      if (typeof name === 'string' && name) signer.name = name;
      envelopes.save(envelope);
      return true;
    },

    void(envelope: Envelope, voidedReason: string): void {
      if (!isOpen(envelope) || signings.has(envelope.id)) throw refused('ENVELOPE_CANNOT_VOID_INVALID_STATE');
      change(envelope, 'voided', { voidedReason });
    },

    /** The status to report: `signed` while the documents are being sealed. */
    status: ({ id, status }: Envelope): Envelope['status'] | 'signed' =>
      signings.has(id) ? 'signed' : status,

    certificate: async (envelope: Envelope): Promise<Uint8Array> =>
      envelopes.current(envelope.id, 'certificate') ?? certify(envelope, new Map()),

    combined: async (envelope: Envelope): Promise<Uint8Array> =>
      envelopes.current(envelope.id, 'combined') ??
      combined([...(await stampedDocuments(envelope)).values()], envelope),
  };
}
