// The envelopes of the lender's own signing pages, and the visits to them. Personal data is encrypted.
import { hash, randomBytes, randomUUID } from 'node:crypto';
import { type Clock, secondsAfter } from '../../platform/clock.ts';
import { type Db, transact } from '../../platform/db/database.ts';
import { insertOnce, insertRow, rowsOf } from '../../platform/db/rows.ts';
import { type ApplicationId, encryptionContext, type SessionId } from '../../platform/db/tables.ts';
import type { Vault } from '../../platform/encryption.ts';
import type { Blobs, StoredBlob } from '../blob-store/blobs.ts';
import type { EnvelopeStatus, NewEnvelope, Signer } from '../signature.ts';
import type { SealingCertificate } from './certificate.ts';

/** A document as it was shown: our id for it, and its text as data. */
interface ShownDocument extends Pick<NewEnvelope['documents'][number], 'key' | 'sha256' | 'paper'> {
  readonly name: string;
}

export interface Origin {
  readonly address: string;
  readonly userAgent: string;
}

/** An envelope's history, in order. Instants are ISO. */
export interface EvidenceEntry extends Partial<Origin> {
  readonly what: 'created' | 'opened' | 'consented' | 'signed' | 'declined' | 'voided' | 'signer-changed';
  readonly at: string;
  /** The exact sentence that was agreed to, and its version. */
  readonly sentence?: string;
  readonly version?: string;
  /** The name that was typed and adopted as a signature. */
  readonly typedName?: string;
  readonly reason?: string;
  /** SHA-256 of each document's PDF, in hexadecimal, by name. When opened: the one that was, or none for the link. */
  readonly documents?: readonly { readonly name: string; readonly sha256: string }[];
}

export interface OwnEnvelope {
  readonly id: string;
  readonly applicationId: ApplicationId;
  readonly status: 'sent' | 'delivered' | 'completed' | 'declined' | 'voided';
  readonly subject: string;
  readonly signer: Signer;
  readonly shown: readonly ShownDocument[];
  readonly evidence: readonly EvidenceEntry[];
  /** A process that seals it has until then; null if none does. */
  readonly sealingUntil: Date | null;
}

export interface SigningVisit {
  readonly id: string;
  readonly applicationId: ApplicationId;
  readonly sessionId: SessionId;
  readonly returnUrl: string;
  readonly openedAt: Date | null;
  readonly ended: string | null;
}

interface EnvelopeServices {
  readonly db: Db;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly blobs: Blobs;
}

export interface OwnSignatureNeeds extends EnvelopeServices {
  /** The address applicants use, without a slash at the end. */
  readonly publicUrl: string;
  readonly isDevelopment: boolean;
  /** The lender's time zone: a signature's day is the lender's. */
  readonly timeZone: string;
  readonly certificate: SealingCertificate;
}

type Column = 'signer' | 'shown' | 'evidence';
const placeOf = (column: Column, id: string) => encryptionContext('signing_envelope', column, id);
const hashOf = (secret: string) => hash('sha256', secret, 'base64url');
const open = ['sent', 'delivered'] as const;

export const hasOpened = ({ evidence }: OwnEnvelope, { sha256 }: ShownDocument): boolean =>
  evidence.some(({ what, documents }) => what === 'opened' && documents?.[0]?.sha256 === sha256);

export const statusOf = ({ status }: Pick<OwnEnvelope, 'status'>): EnvelopeStatus =>
  status === 'sent' || status === 'delivered' ? 'open' : status;

/** There is one envelope for an application. Creating it again returns that one. */
export async function createEnvelope(
  { db, vault, clock }: Omit<EnvelopeServices, 'blobs'>,
  {
    applicationId,
    subject,
    signer,
    shown,
  }: Pick<OwnEnvelope, 'applicationId' | 'subject' | 'signer' | 'shown'>,
): Promise<string> {
  const id = randomUUID();
  const now = clock.now();
  const encrypt = (column: Column, value: unknown) => vault.encryptJson(value, placeOf(column, id));
  const documents = shown.map(({ name, sha256 }) => ({ name, sha256 }));
  const created: EvidenceEntry = { what: 'created', at: now.toISOString(), documents };
  await insertOnce(db, 'signing_envelope', ['application_id'], {
    id,
    application_id: applicationId,
    status: 'sent',
    subject,
    signer: encrypt('signer', signer),
    shown: encrypt('shown', shown),
    evidence: encrypt('evidence', [created]),
    created_at: now,
  });
  const row = await rowsOf(db, 'signing_envelope', { application_id: applicationId }).one(['id']);
  return row.id;
}

const summary = ['id', 'application_id', 'status', 'subject', 'created_at', 'completed_at'] as const;

/** Only the status and times, without decrypting anything. */
export const readStatuses = (
  db: Db,
  where: { readonly id: readonly string[] } | { readonly application_id: ApplicationId },
) => rowsOf(db, 'signing_envelope', where).all(summary);

export async function readEnvelope(
  { db, vault }: Pick<EnvelopeServices, 'db' | 'vault'>,
  where: { readonly id: string } | { readonly application_id: ApplicationId },
): Promise<OwnEnvelope | undefined> {
  const columns = [...summary, 'signer', 'shown', 'evidence', 'sealing_until'] as const;
  const row = await rowsOf(db, 'signing_envelope', where).first(columns);
  if (!row) return undefined;
  const read = <T>(column: Column) => vault.decryptJson<T>(row[column], placeOf(column, row.id));
  return {
    id: row.id,
    applicationId: row.application_id,
    status: row.status,
    subject: row.subject,
    signer: read<Signer>('signer'),
    shown: read<ShownDocument[]>('shown'),
    evidence: read<EvidenceEntry[]>('evidence'),
    sealingUntil: row.sealing_until,
  };
}

/** Changes an open envelope and adds to its evidence. False, and nothing is changed, if it ended or changed since. */
export async function changeEnvelope(
  { db, vault, clock, blobs }: EnvelopeServices,
  envelope: OwnEnvelope,
  entries: readonly EvidenceEntry[],
  change: {
    readonly status?: OwnEnvelope['status'];
    readonly signer?: Signer;
    readonly sealed?: { readonly documents: StoredBlob; readonly certificate: StoredBlob };
  },
): Promise<boolean> {
  const { id } = envelope;
  const encrypt = (column: Column, value: unknown) => vault.encryptJson(value, placeOf(column, id));
  return transact(db, async (tx) => {
    const row = await rowsOf(tx, 'signing_envelope', { id }).lock(['status', 'evidence']);
    if (!row || statusOf(row) !== 'open') return false;
    const before = vault.decryptJson<EvidenceEntry[]>(row.evidence, placeOf('evidence', id));
    if (before.length !== envelope.evidence.length) return false;
    const { status, signer, sealed } = change;
    await rowsOf(tx, 'signing_envelope', { id }).update({
      evidence: encrypt('evidence', [...before, ...entries]),
      ...(status === undefined ? {} : { status }),
      ...(status === 'completed' ? { completed_at: clock.now() } : {}),
      ...(signer === undefined ? {} : { signer: encrypt('signer', signer) }),
      ...(sealed && {
        documents: await blobs.save(tx, envelope.applicationId, sealed.documents),
        certificate: await blobs.save(tx, envelope.applicationId, sealed.certificate),
      }),
    });
    return true;
  });
}

/** Claims the sealing for a time, after which the claimant counts as gone. False if ended or being sealed. */
export async function claimSealing(
  { db, clock }: Pick<EnvelopeServices, 'db' | 'clock'>,
  id: string,
  seconds: number,
): Promise<boolean> {
  const now = clock.now();
  const { numUpdatedRows } = await db
    .updateTable('signing_envelope')
    .set({ sealing_until: secondsAfter(now, seconds) })
    .where('id', '=', id)
    .where('status', 'in', open)
    .where((is) => is.or([is('sealing_until', 'is', null), is('sealing_until', '<=', now)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function endSealing(db: Db, id: string): Promise<void> {
  await rowsOf(db, 'signing_envelope', { id }).update({ sealing_until: null });
}

/** A sealed PDF; undefined until the envelope is completed. */
export async function findSealed(db: Db, id: string, column: 'documents' | 'certificate') {
  const row = await rowsOf(db, 'signing_envelope', { id }).first([column]);
  return row?.[column] ?? undefined;
}

/** Makes a link to the signing page that works once, and returns its secret. */
export async function createVisit(
  { db, clock }: Pick<EnvelopeServices, 'db' | 'clock'>,
  applicationId: ApplicationId,
  { returnUrl, sessionId }: Pick<SigningVisit, 'returnUrl' | 'sessionId'>,
  linkSeconds: number,
): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await insertRow(db, 'signing_visit', {
    id: randomUUID(),
    application_id: applicationId,
    session_id: sessionId,
    link_hash: hashOf(secret),
    return_url: returnUrl,
    link_expires_at: secondsAfter(clock.now(), linkSeconds),
  });
  return secret;
}

const visitColumns = [
  'id',
  'application_id as applicationId',
  'session_id as sessionId',
  'return_url as returnUrl',
  'opened_at as openedAt',
  'ended',
] as const;

/** Opens a link once, in the session that requested it; otherwise the visit has no secret. Undefined if it doesn't exist. */
export async function openLink(
  { db, clock }: Pick<EnvelopeServices, 'db' | 'clock'>,
  link: string,
  sessionId: SessionId | undefined,
): Promise<(SigningVisit & { readonly secret: string | undefined }) | undefined> {
  const secret = randomBytes(32).toString('base64url');
  const now = clock.now();
  const link_hash = hashOf(link);
  // Without a session, no link is usable: an empty list matches no row.
  const session_id = sessionId === undefined ? [] : [sessionId];
  const unused = { link_hash, session_id, visit_hash: null, link_expires_at: { '>': now } };
  const [opened] = await rowsOf(db, 'signing_visit', unused).updated(
    { visit_hash: hashOf(secret), opened_at: now },
    visitColumns,
  );
  if (opened) return { ...opened, secret };
  const used = await rowsOf(db, 'signing_visit', { link_hash }).first(visitColumns);
  return used && { ...used, secret: undefined };
}

export const findVisit = (db: Db, secret: string) =>
  rowsOf(db, 'signing_visit', { visit_hash: hashOf(secret) }).first(visitColumns);

/** Ends a visit; the first way that it ended counts. */
export async function endVisit(db: Db, { id, ended }: SigningVisit, event: string): Promise<string> {
  if (ended !== null) return ended;
  await rowsOf(db, 'signing_visit', { id, ended: null }).update({ ended: event });
  return event;
}

/** Every envelope with its signer's address, newest first, for development. */
export async function listEnvelopes({ db, vault }: Pick<EnvelopeServices, 'db' | 'vault'>) {
  const rows = await rowsOf(db, 'signing_envelope', {}, ['created_at desc']).all([...summary, 'signer']);
  return rows.map((row) => ({
    id: row.id,
    status: row.status,
    sentAt: row.created_at.toISOString(),
    completedAt: row.completed_at?.toISOString() ?? null,
    subject: row.subject,
    to: vault.decryptJson<Signer>(row.signer, placeOf('signer', row.id)).email,
  }));
}
