// An envelope's lifecycle. What draws PDFs takes 60 MB, so it loads with the first signature.
import type { Context } from '../../context.ts';
import type { SendEvent } from './connect.ts';
import type { Envelope, Envelopes, GeneratedDocument, Signer } from './envelopes.ts';
import { DocusignError } from './errors.ts';
import { sealerName, sealingIdentity } from './pdf/sealing-identity.ts';
import type { readEnvelope } from './request.ts';

export const isOpen = ({ status }: Envelope): boolean => status === 'sent' || status === 'delivered';

export class EnvelopeLifecycle {
  readonly #context: Context;
  readonly #envelopes: Envelopes;
  readonly #sendEvent: SendEvent;
  /** The signing of each envelope that is under way, so that a double click signs once. */
  readonly #signing = new Map<string, Promise<void>>();

  constructor(context: Context, envelopes: Envelopes, sendEvent: SendEvent) {
    this.#context = context;
    this.#envelopes = envelopes;
    this.#sendEvent = sendEvent;
  }

  create({ documents, ...given }: Awaited<ReturnType<typeof readEnvelope>>): Envelope {
    const at = this.#now();
    const envelope: Envelope = {
      id: crypto.randomUUID(),
      ...given,
      status: 'sent',
      sentAt: at,
      changedAt: at,
    };
    this.#envelopes.add(envelope, documents);
    this.#sendEvent(envelope);
    return envelope;
  }

  open(envelope: Envelope): void {
    if (envelope.status === 'sent') this.#change(envelope, 'delivered', { deliveredAt: this.#now() });
  }

  /** Does nothing when the envelope can no longer be signed. */
  sign(envelope: Envelope, signed: Pick<Signer, 'signature' | 'from' | 'timeZone'>): Promise<void> {
    const { id } = envelope;
    const underWay = this.#signing.get(id);
    if (underWay || envelope.status !== 'delivered') return underWay ?? Promise.resolve();
    const at = this.#now();
    Object.assign(envelope.signer, signed);
    Object.assign(envelope, { status: 'completed', completedAt: at, changedAt: at });
    const signing = this.#seal(envelope).finally(() => this.#signing.delete(id));
    this.#signing.set(id, signing);
    return signing;
  }

  /** False when the envelope can no longer be declined, for example because a signature is being sealed. */
  decline(envelope: Envelope, reason: string, from: Signer['from']): boolean {
    if (envelope.status !== 'delivered' || this.#signing.has(envelope.id)) return false;
    Object.assign(envelope.signer, { declinedReason: reason, from });
    this.#change(envelope, 'declined', { declinedAt: this.#now() });
    return true;
  }

  /** False when the signer can no longer be changed. */
  changeSigner(envelope: Envelope, change: { email?: unknown; name?: unknown }): boolean {
    if (!isOpen(envelope) || this.#signing.has(envelope.id)) return false;
    const { signer } = envelope;
    if (typeof change.email === 'string' && change.email) signer.email = change.email;
    if (typeof change.name === 'string' && change.name) signer.name = change.name;
    this.#envelopes.save(envelope);
    return true;
  }

  void(envelope: Envelope, voidedReason: string): void {
    if (!isOpen(envelope) || this.#signing.has(envelope.id))
      throw new DocusignError('ENVELOPE_CANNOT_VOID_INVALID_STATE');
    this.#change(envelope, 'voided', { voidedReason });
  }

  /** The status to report: `signed` while the documents are being sealed. */
  status({ id, status }: Envelope): Envelope['status'] | 'signed' {
    return this.#signing.has(id) ? 'signed' : status;
  }

  async certificate(envelope: Envelope): Promise<Uint8Array> {
    return this.#envelopes.generated(envelope, 'certificate') ?? this.#certify(envelope, new Map());
  }

  async combined(envelope: Envelope): Promise<Uint8Array> {
    const stored = this.#envelopes.generated(envelope, 'combined');
    return stored ?? this.#combine([...(await this.#stamped(envelope)).values()], envelope);
  }

  #now(): string {
    return this.#context.clock().toISOString();
  }

  #change(envelope: Envelope, status: Envelope['status'], change: Partial<Envelope>): void {
    Object.assign(envelope, { ...change, status, changedAt: this.#now() });
    this.#envelopes.save(envelope);
    this.#sendEvent(envelope);
  }

  async #combine(parts: readonly Uint8Array[], { emailSubject: title }: Envelope): Promise<Uint8Array> {
    const { combine } = await import('#sealing/combine.ts');
    return combine(parts, { title, producer: 'Branchline sandbox', now: this.#context.clock() });
  }

  async #stamped(envelope: Envelope): Promise<Map<string, Uint8Array>> {
    const { stamp } = await import('./pdf/stamp.ts');
    const documents = this.#envelopes.documents(envelope);
    const stamped = documents.map(async ({ id, bytes }) => [id, await stamp(bytes, envelope, id)] as const);
    return new Map(await Promise.all(stamped));
  }

  async #certify(envelope: Envelope, sealed: ReadonlyMap<string, Uint8Array>): Promise<Uint8Array> {
    const { certificateOfCompletion } = await import('./pdf/certificate-of-completion.ts');
    const documents = this.#envelopes.documents(envelope);
    return certificateOfCompletion(
      envelope,
      documents.map(({ id, name, bytes }) => ({ name, original: bytes, sealed: sealed.get(id) })),
    );
  }

  async #seal(envelope: Envelope): Promise<void> {
    const { seal } = await import('#sealing/seal.ts');
    const reason = `Envelope ${envelope.id} is complete`;
    const sealNow = (bytes: Uint8Array) =>
      seal(bytes, { identity: sealingIdentity, name: sealerName, reason, now: this.#context.clock() });
    const stamped = await this.#stamped(envelope);
    const sealed = new Map<string, Uint8Array>();
    for (const [id, bytes] of stamped) sealed.set(id, await sealNow(bytes));
    const generated = new Map<GeneratedDocument, Uint8Array>([
      ['certificate', await sealNow(await this.#certify(envelope, sealed))],
      ['combined', await sealNow(await this.#combine([...stamped.values()], envelope))],
    ]);
    this.#envelopes.saveSealed(envelope, sealed, generated);
    this.#sendEvent(envelope);
  }
}
