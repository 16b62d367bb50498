// An envelope's lifecycle: created, sent, delivered, then completed, declined or voided.
import { combine } from '#sealing/combine.ts';
import { seal } from '#sealing/seal.ts';
import type { Context } from '../../context.ts';
import { uuid } from '../../state/identifiers.ts';
import type { EnvelopeEvent, SendEvent } from './connect.ts';
import { describeEnvelope } from './envelope-json.ts';
import type { Envelope, Envelopes, GeneratedDocument, Signer } from './envelopes.ts';
import { DocusignError } from './errors.ts';
import { certificateOfCompletion } from './pdf/certificate-of-completion.ts';
import { sealerName, sealingIdentity } from './pdf/sealing-identity.ts';
import { stamp } from './pdf/stamp.ts';
import type { readEnvelope } from './request.ts';

export const isOpen = ({ status }: Envelope): boolean => status === 'sent' || status === 'delivered';

/** True when everyone earlier in the routing order has signed. */
export const isTurnOf = (envelope: Envelope, signer: Signer): boolean =>
  envelope.signers.every(
    (other) => other.routingOrder >= signer.routingOrder || other.status === 'completed',
  );

function sendToNextSigners(envelope: Envelope, at: string): void {
  for (const signer of envelope.signers)
    if (signer.status === 'created' && isTurnOf(envelope, signer)) {
      signer.status = 'sent';
      signer.sentAt = at;
    }
}

/** The places that `envelope`'s signers have filled in one of its documents. */
const filledIn = (envelope: Envelope, documentId: string) =>
  envelope.signers.flatMap(({ name, signature, signedAt, timeZone = 'UTC', tabs }) =>
    signature && signedAt
      ? tabs
          .filter((tab) => tab.documentId === documentId)
          .map((tab) => ({
            tab,
            envelopeId: envelope.id,
            name,
            signature,
            signedAt: new Date(signedAt),
            timeZone,
          }))
      : [],
  );

export class EnvelopeLifecycle {
  readonly #context: Context;
  readonly #envelopes: Envelopes;
  readonly #sendEvent: SendEvent;
  /** The last signing of each envelope. They run one after the other, so a double click signs once. */
  readonly #signing = new Map<string, Promise<unknown>>();
  readonly #sealing = new Set<string>();

  constructor(context: Context, envelopes: Envelopes, sendEvent: SendEvent) {
    this.#context = context;
    this.#envelopes = envelopes;
    this.#sendEvent = sendEvent;
  }

  create({
    documents,
    status,
    transactionId,
    notification,
    ...given
  }: Awaited<ReturnType<typeof readEnvelope>>): Envelope {
    const at = this.#now();
    const envelope: Envelope = {
      id: uuid(),
      ...(transactionId ? { transactionId } : {}),
      ...given,
      status: 'created',
      createdAt: at,
      changedAt: at,
      ...(notification ? { notification } : {}),
    };
    this.#envelopes.add(envelope, documents);
    if (status === 'sent') this.send(envelope);
    return envelope;
  }

  send(envelope: Envelope): void {
    const at = this.#now();
    Object.assign(envelope, { status: 'sent', sentAt: at });
    sendToNextSigners(envelope, at);
    this.#saveAndNotify(envelope, 'envelope-sent', at);
  }

  /** A signer has opened the envelope. */
  open(envelopeId: string, recipientId: string): void {
    const found = this.#find(envelopeId, recipientId);
    if (!found || !isOpen(found.envelope) || found.signer.status !== 'sent') return;
    const { envelope, signer } = found;
    const at = this.#now();
    Object.assign(signer, { status: 'delivered', deliveredAt: at });
    const isOpenedByAll = envelope.signers.every(
      ({ status }) => status === 'delivered' || status === 'completed',
    );
    if (isOpenedByAll && envelope.status === 'sent') {
      Object.assign(envelope, { status: 'delivered', deliveredAt: at });
      this.#saveAndNotify(envelope, 'envelope-delivered', at);
    } else this.#envelopes.save(envelope);
  }

  /** Does nothing when the envelope can no longer be signed. */
  async sign(
    envelopeId: string,
    recipientId: string,
    signed: Required<Pick<Signer, 'signature' | 'from' | 'timeZone'>>,
  ): Promise<void> {
    const mine = (this.#signing.get(envelopeId) ?? Promise.resolve()).then(() =>
      this.#sign(envelopeId, recipientId, signed),
    );
    const settled = mine.catch(() => {});
    this.#signing.set(envelopeId, settled);
    try {
      await mine;
    } finally {
      if (this.#signing.get(envelopeId) === settled) this.#signing.delete(envelopeId);
    }
  }

  async #sign(envelopeId: string, recipientId: string, signed: Partial<Signer>): Promise<void> {
    const found = this.#find(envelopeId, recipientId);
    if (!found || !isOpen(found.envelope) || found.signer.status !== 'delivered') return;
    const { envelope, signer } = found;
    const at = this.#now();
    Object.assign(signer, { status: 'completed', consentedAt: at, signedAt: at, ...signed });
    sendToNextSigners(envelope, at);
    if (envelope.signers.some(({ status }) => status !== 'completed')) {
      this.#envelopes.save(envelope);
      return;
    }
    Object.assign(envelope, { status: 'completed', completedAt: at, changedAt: at });
    this.#sealing.add(envelope.id);
    await this.#seal(envelope).finally(() => this.#sealing.delete(envelope.id));
    this.#notify('envelope-completed', envelope);
  }

  /** False when the envelope can no longer be declined, for example because a signature is being sealed. */
  decline(envelopeId: string, recipientId: string, reason: string, from: Signer['from']): boolean {
    const found = this.#find(envelopeId, recipientId);
    if (!found || !isOpen(found.envelope) || this.#signing.has(envelopeId)) return false;
    const { envelope, signer } = found;
    if (signer.status !== 'delivered') return false;
    const at = this.#now();
    Object.assign(signer, { status: 'declined', declinedAt: at, declinedReason: reason, from });
    Object.assign(envelope, { status: 'declined', declinedAt: at });
    this.#saveAndNotify(envelope, 'envelope-declined', at);
    return true;
  }

  /** False when the signer can no longer be changed. */
  changeSigner(envelope: Envelope, signer: Signer, change: { email?: unknown; name?: unknown }): boolean {
    if (!isOpen(envelope) || signer.status === 'completed' || this.#signing.has(envelope.id)) return false;
    if (typeof change.email === 'string' && change.email) signer.email = change.email;
    if (typeof change.name === 'string' && change.name) signer.name = change.name;
    this.#envelopes.save(envelope);
    return true;
  }

  void(envelope: Envelope, reason: string): void {
    if (!isOpen(envelope) || this.#signing.has(envelope.id)) throw new DocusignError('VOID');
    const at = this.#now();
    Object.assign(envelope, { status: 'voided', voidedAt: at, voidedReason: reason });
    this.#saveAndNotify(envelope, 'envelope-voided', at);
  }

  /** The status to report: `signed` while everyone has signed and the documents are being sealed. */
  status({ id, status }: Envelope): Envelope['status'] | 'signed' {
    return this.#sealing.has(id) ? 'signed' : status;
  }

  async certificate(envelope: Envelope): Promise<Uint8Array> {
    return this.#envelopes.generated(envelope, 'certificate') ?? this.#certify(envelope, new Map());
  }

  async combined(envelope: Envelope, withCertificate: boolean): Promise<Uint8Array> {
    const stored = this.#envelopes.generated(
      envelope,
      withCertificate ? 'combined with certificate' : 'combined',
    );
    if (stored) return stored;
    const parts = [...(await this.#stamped(envelope)).values()];
    if (withCertificate) parts.push(await this.certificate(envelope));
    return this.#combine(parts, envelope);
  }

  #now(): string {
    return this.#context.clock().toISOString();
  }

  #find(envelopeId: string, recipientId: string) {
    const envelope = this.#envelopes.find(envelopeId);
    const signer = envelope?.signers.find((one) => one.recipientId === recipientId);
    return envelope && signer ? { envelope, signer } : undefined;
  }

  #saveAndNotify(envelope: Envelope, event: EnvelopeEvent, at: string): void {
    envelope.changedAt = at;
    this.#envelopes.save(envelope);
    this.#notify(event, envelope);
  }

  #notify(event: EnvelopeEvent, envelope: Envelope): void {
    this.#sendEvent(event, envelope, describeEnvelope(this.#context, envelope, ['recipients']));
  }

  #combine(parts: readonly Uint8Array[], { emailSubject: title }: Envelope): Promise<Uint8Array> {
    return combine(parts, { title, producer: 'Branchline sandbox', now: this.#context.clock() });
  }

  /** The documents with all signatures so far. A document without signatures stays unchanged. */
  async #stamped(envelope: Envelope): Promise<Map<string, Uint8Array>> {
    const documents = this.#envelopes.documents(envelope);
    const stamped = documents.map(
      async ({ id, bytes }) => [id, await stamp(bytes, filledIn(envelope, id))] as const,
    );
    return new Map(await Promise.all(stamped));
  }

  #certify(envelope: Envelope, sealed: ReadonlyMap<string, Uint8Array>): Promise<Uint8Array> {
    const documents = this.#envelopes.documents(envelope);
    return certificateOfCompletion(
      envelope,
      documents.map(({ id, name, bytes }) => ({ name, original: bytes, sealed: sealed.get(id) })),
    );
  }

  async #seal(envelope: Envelope): Promise<void> {
    const reason = `Envelope ${envelope.id} is complete`;
    const sealNow = (bytes: Uint8Array) =>
      seal(bytes, { identity: sealingIdentity, name: sealerName, reason, now: this.#context.clock() });
    const stamped = await this.#stamped(envelope);
    const sealed = new Map<string, Uint8Array>();
    for (const [id, bytes] of stamped) sealed.set(id, await sealNow(bytes));
    const certificate = await this.#certify(envelope, sealed);
    const parts = [...stamped.values()];
    const generated = new Map<GeneratedDocument, Uint8Array>([
      ['certificate', await sealNow(certificate)],
      ['combined', await sealNow(await this.#combine(parts, envelope))],
      ['combined with certificate', await sealNow(await this.#combine([...parts, certificate], envelope))],
    ]);
    this.#envelopes.saveSealed(envelope, sealed, generated);
  }
}
