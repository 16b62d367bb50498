// The envelopes of the lender's own signing pages, and the visits to them. Personal data is encrypted.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { DocumentModel } from '../../pdf/document-model.ts';
import { type Clock, secondsAfter } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { sealContext } from '../../platform/db/sealed-columns.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import type { Vault } from '../../platform/encryption.ts';
import type { Signer } from '../signature.ts';

/** A document as it was shown: its PDF, and the same text as data. */
interface ShownDocument {
  readonly name: string;
  readonly pdf: Buffer;
  readonly paper: DocumentModel;
}

/** Where a request came from. */
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
  /** SHA-256 of each document's PDF, in hexadecimal, by name. */
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
  readonly createdAt: Date;
}

export interface SigningVisit {
  readonly id: string;
  readonly applicationId: ApplicationId;
  readonly returnUrl: string;
  readonly activeAt: Date | null;
  readonly ended: string | null;
}

interface Needs {
  readonly db: Db;
  readonly vault: Vault;
  readonly clock: Clock;
}

type Column = 'signer' | 'shown' | 'evidence' | 'documents' | 'certificate';
const placeOf = (column: Column, id: string) => sealContext('signing_envelope', column, id);
const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url');
export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const open = ['sent', 'delivered'] as const;

const sealShown = (shown: readonly ShownDocument[]) =>
  JSON.stringify(shown.map(({ pdf, ...rest }) => ({ ...rest, pdf: pdf.toString('base64') })));

/** There is one envelope for an application. Creating it again returns that one. */
export async function createEnvelope(
  { db, vault, clock }: Needs,
  about: Pick<OwnEnvelope, 'applicationId' | 'subject' | 'signer' | 'shown'>,
): Promise<string> {
  const id = randomUUID();
  const now = clock.now();
  const seal = (column: Column, text: string) => vault.seal(text, placeOf(column, id));
  const documents = about.shown.map(({ name, pdf }) => ({ name, sha256: sha256(pdf) }));
  const created: EvidenceEntry = { what: 'created', at: now.toISOString(), documents };
  await db
    .insertInto('signing_envelope')
    .values({
      id,
      application_id: about.applicationId,
      status: 'sent',
      subject: about.subject,
      signer: seal('signer', JSON.stringify(about.signer)),
      shown: seal('shown', sealShown(about.shown)),
      evidence: seal('evidence', JSON.stringify([created])),
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('application_id').doNothing())
    .execute();
  const row = await db
    .selectFrom('signing_envelope')
    .select('id')
    .where('application_id', '=', about.applicationId)
    .executeTakeFirstOrThrow();
  return row.id;
}

const about = ['id', 'application_id', 'status', 'subject', 'created_at', 'completed_at'] as const;

/** Only the status and times, without decrypting anything. */
export async function readStatuses(
  db: Db,
  by: { readonly ids: readonly string[] } | { readonly applicationId: string },
) {
  if ('ids' in by && by.ids.length === 0) return [];
  return db
    .selectFrom('signing_envelope')
    .select(about)
    .where((is) =>
      'ids' in by ? is('id', 'in', by.ids) : is('application_id', '=', by.applicationId as ApplicationId),
    )
    .execute();
}

export async function readEnvelope(
  { db, vault }: Pick<Needs, 'db' | 'vault'>,
  by: { readonly id: string } | { readonly applicationId: ApplicationId },
): Promise<OwnEnvelope | undefined> {
  const row = await db
    .selectFrom('signing_envelope')
    .select([...about, 'signer', 'shown', 'evidence'])
    .where((is) => ('id' in by ? is('id', '=', by.id) : is('application_id', '=', by.applicationId)))
    .executeTakeFirst();
  if (!row) return undefined;
  const read = (column: 'signer' | 'shown' | 'evidence') =>
    JSON.parse(vault.open(row[column], placeOf(column, row.id)));
  const shown = read('shown') as (Omit<ShownDocument, 'pdf'> & { pdf: string })[];
  return {
    id: row.id,
    applicationId: row.application_id,
    status: row.status,
    subject: row.subject,
    signer: read('signer') as Signer,
    shown: shown.map(({ pdf, ...rest }) => ({ ...rest, pdf: Buffer.from(pdf, 'base64') })),
    evidence: read('evidence') as EvidenceEntry[],
    createdAt: row.created_at,
  };
}

/**
 * Changes an envelope that is still open, and adds to its evidence. False if it has ended, or was changed since it was read:
 * then nothing is changed.
 */
export async function changeEnvelope(
  { db, vault, clock }: Needs,
  envelope: OwnEnvelope,
  entries: readonly EvidenceEntry[],
  change: {
    readonly status?: OwnEnvelope['status'];
    readonly signer?: Signer;
    readonly sealed?: { readonly documents: Buffer; readonly certificate: Buffer };
  },
): Promise<boolean> {
  const { id } = envelope;
  const seal = (column: Column, text: string) => vault.seal(text, placeOf(column, id));
  return db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('signing_envelope')
      .select(['status', 'evidence'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    const before = row && (JSON.parse(vault.open(row.evidence, placeOf('evidence', id))) as EvidenceEntry[]);
    if (!row || !open.some((status) => status === row.status) || before?.length !== envelope.evidence.length)
      return false;
    const { status, signer, sealed } = change;
    await tx
      .updateTable('signing_envelope')
      .set({
        evidence: seal('evidence', JSON.stringify([...before, ...entries])),
        ...(status === undefined ? {} : { status }),
        ...(status === 'completed' ? { completed_at: clock.now() } : {}),
        ...(signer === undefined ? {} : { signer: seal('signer', JSON.stringify(signer)) }),
        ...(sealed === undefined
          ? {}
          : {
              documents: seal('documents', sealed.documents.toString('base64')),
              certificate: seal('certificate', sealed.certificate.toString('base64')),
            }),
      })
      .where('id', '=', id)
      .execute();
    return true;
  });
}

/** A sealed PDF; undefined until the envelope is completed. */
export async function readSealed(
  { db, vault }: Pick<Needs, 'db' | 'vault'>,
  id: string,
  column: 'documents' | 'certificate',
): Promise<Buffer | undefined> {
  const row = await db.selectFrom('signing_envelope').select(column).where('id', '=', id).executeTakeFirst();
  const sealed = row?.[column] ?? undefined;
  return sealed === undefined ? undefined : Buffer.from(vault.open(sealed, placeOf(column, id)), 'base64');
}

/** Makes a link to the signing page that works once, and returns its secret. */
export async function createVisit(
  { db, clock }: Pick<Needs, 'db' | 'clock'>,
  applicationId: ApplicationId,
  returnUrl: string,
  linkSeconds: number,
): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await db
    .insertInto('signing_visit')
    .values({
      id: randomUUID(),
      application_id: applicationId,
      link_hash: hashOf(secret),
      return_url: returnUrl,
      link_expires_at: secondsAfter(clock.now(), linkSeconds),
    })
    .execute();
  return secret;
}

const visitColumns = [
  'id',
  'application_id as applicationId',
  'return_url as returnUrl',
  'active_at as activeAt',
  'ended',
] as const;

/**
 * Opens a link, once. Returns the visit with its secret, or without one if the link was used or has expired; undefined if it does
 * not exist.
 */
export async function openLink(
  { db, clock }: Pick<Needs, 'db' | 'clock'>,
  link: string,
): Promise<(SigningVisit & { readonly secret: string | undefined }) | undefined> {
  const secret = randomBytes(32).toString('base64url');
  const now = clock.now();
  const opened = await db
    .updateTable('signing_visit')
    .set({ visit_hash: hashOf(secret), active_at: now })
    .where('link_hash', '=', hashOf(link))
    .where('visit_hash', 'is', null)
    .where('link_expires_at', '>', now)
    .returning(visitColumns)
    .executeTakeFirst();
  if (opened) return { ...opened, secret };
  const used = await db
    .selectFrom('signing_visit')
    .select(visitColumns)
    .where('link_hash', '=', hashOf(link))
    .executeTakeFirst();
  return used && { ...used, secret: undefined };
}

export async function findVisit(db: Db, secret: string): Promise<SigningVisit | undefined> {
  return db
    .selectFrom('signing_visit')
    .select(visitColumns)
    .where('visit_hash', '=', hashOf(secret))
    .executeTakeFirst();
}

export async function touchVisit({ db, clock }: Pick<Needs, 'db' | 'clock'>, id: string): Promise<void> {
  await db.updateTable('signing_visit').set({ active_at: clock.now() }).where('id', '=', id).execute();
}

/** Ends a visit; the first way that it ended counts. */
export async function endVisit(db: Db, { id, ended }: SigningVisit, event: string): Promise<string> {
  if (ended !== null) return ended;
  await db
    .updateTable('signing_visit')
    .set({ ended: event })
    .where('id', '=', id)
    .where('ended', 'is', null)
    .execute();
  return event;
}

/** Every envelope with its signer's address, newest first, for development. */
export async function listEnvelopes({ db, vault }: Pick<Needs, 'db' | 'vault'>) {
  const rows = await db
    .selectFrom('signing_envelope')
    .select([...about, 'signer'])
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map((row) => {
    const signer = JSON.parse(vault.open(row.signer, placeOf('signer', row.id))) as Signer;
    return {
      id: row.id,
      status: row.status,
      sentAt: row.created_at.toISOString(),
      completedAt: row.completed_at?.toISOString() ?? null,
      subject: row.subject,
      to: signer.email,
    };
  });
}
